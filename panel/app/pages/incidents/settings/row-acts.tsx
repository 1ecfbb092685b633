import { Button, Group } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import { useTranslation } from "react-i18next";

export interface RowActsProps {
  readonly editLabel: string;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
  /** What can be done before. */
  readonly children?: ReactNode;
}

/** What can be done with a row of the settings. */
export function RowActs({ editLabel, onEdit, onRemove, children }: RowActsProps): ReactElement {
  const { t } = useTranslation();
  return (
    <Group gap={4} wrap="nowrap">
      {children}
      <Button size="compact-xs" variant="default" onClick={onEdit}>
        {editLabel}
      </Button>
      <Button size="compact-xs" variant="default" onClick={onRemove}>
        {t("incidents.rule.remove")}
      </Button>
    </Group>
  );
}
