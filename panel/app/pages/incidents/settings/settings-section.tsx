import { Button, Group, Stack, Text, Title } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";

export interface SettingsSectionProps {
  readonly title: string;
  readonly explanation: string;
  /** What makes a new one; `null` where the reader may not. */
  readonly add: { readonly label: string; readonly icon: ReactNode; readonly onClick: () => void } | null;
  /** Said in place of a list without rows. */
  readonly none: string;
  readonly rows: readonly ReactNode[];
  /** What stands below the rows: a dialog, another list. */
  readonly children?: ReactNode;
}

/** One list of the settings of alarms. */
export function SettingsSection({
  title,
  explanation,
  add,
  none,
  rows,
  children,
}: SettingsSectionProps): ReactElement {
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={2} size="h5">
          {title}
        </Title>
        {add !== null && (
          <Button size="compact-sm" color="indigo" leftSection={add.icon} onClick={add.onClick}>
            {add.label}
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {explanation}
      </Text>
      {rows.length === 0 && <Text size="sm">{none}</Text>}
      <ul className="incidents">{rows}</ul>
      {children}
    </Stack>
  );
}
