import { Text } from "@mantine/core";
import { EyeOff } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";

export interface HiddenPartProps {
  /** The part that is not shown. */
  readonly part: "args" | "result" | "error" | "log" | "work" | "values" | "changes";
}

/** Stands where a payload is that the reader may not see. */
export function HiddenPart({ part }: HiddenPartProps): ReactElement {
  const { t } = useTranslation();
  return (
    <Text size="sm" c="dimmed" component="span" title={t("hidden.hint")}>
      <EyeOff size={13} aria-hidden="true" /> {t(`hidden.${part}`)}
    </Text>
  );
}
