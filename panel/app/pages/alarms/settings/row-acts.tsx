import { Group } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { RefusableButton } from "../../../ui/refusable-button.tsx";

export interface RowActsProps {
  /** Why the reader may do none of it; `null` where it may. */
  readonly refusal: string | null;
  readonly editLabel: string;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
  /** Acts that come before the others. */
  readonly children?: ReactNode;
}

/** The acts on a row of the settings. */
export function RowActs({ refusal, editLabel, onEdit, onRemove, children }: RowActsProps): ReactElement {
  const { t } = useTranslation();
  return (
    <Group gap={4} wrap="nowrap">
      {children}
      <RefusableButton size="compact-xs" variant="default" refusal={refusal} onClick={onEdit}>
        {editLabel}
      </RefusableButton>
      <RefusableButton size="compact-xs" variant="default" refusal={refusal} onClick={onRemove}>
        {t("incidents.rule.remove")}
      </RefusableButton>
    </Group>
  );
}
