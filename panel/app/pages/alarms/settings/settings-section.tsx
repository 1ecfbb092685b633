import { Group, Stack, Text, Title } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import { RefusableButton } from "../../../ui/refusable-button.tsx";

export interface SettingsSectionProps {
  readonly title: string;
  readonly explanation: string;
  /** The button that makes a new one; `refusal` says why the reader may not. */
  readonly add: {
    readonly label: string;
    readonly icon: ReactNode;
    readonly refusal: string | null;
    readonly onClick: () => void;
  };
  /** Said in place of a list without rows. */
  readonly none: string;
  readonly rows: readonly ReactNode[];
  /** The content below the rows: a dialog, another list. */
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
        <RefusableButton
          size="compact-sm"
          color="indigo"
          refusal={add.refusal}
          leftSection={add.icon}
          onClick={add.onClick}
        >
          {add.label}
        </RefusableButton>
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
