import { ActionIcon } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { Check, Copy } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";

export interface CopyButtonProps {
  /** Names the text that it copies. */
  readonly label: string;
  /** Made when it is wanted. */
  readonly text: () => string;
  /** @default two sheets */
  readonly icon?: ReactElement;
}

/** Copies a text. Hidden where the browser does not allow it, as over plain HTTP from another machine. */
export function CopyButton({ label, text, icon }: CopyButtonProps): ReactElement | null {
  const { t } = useTranslation();
  const { copied, copy } = useClipboard({ timeout: 1500 });
  if (!isSecureContext) return null;
  const shown = copied ? t("instances.copied") : label;
  return (
    <ActionIcon size="sm" aria-label={shown} title={shown} onClick={() => copy(text())}>
      {copied ? <Check size={13} /> : (icon ?? <Copy size={13} />)}
    </ActionIcon>
  );
}
