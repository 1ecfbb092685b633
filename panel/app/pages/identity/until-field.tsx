import { Button, Group, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { browserClock } from "../../time/clock.ts";
import { localZone } from "../../time/format-time.ts";
import { localInput } from "../../time/pause-presets.ts";

export interface UntilFieldProps {
  /** As a field of a time has it; empty is for good. */
  readonly value: string;
  readonly error?: string | undefined;
  readonly onChange: (value: string) => void;
}

/** The end of a role. */
export function UntilField({ value, error, onChange }: UntilFieldProps): ReactElement {
  const { t } = useTranslation();
  return (
    <Group gap="xs" align="end" wrap="nowrap">
      <TextInput
        type="datetime-local"
        flex={1}
        label={t("people.untilLabel", { zone: localZone() })}
        description={t("people.untilHint")}
        value={value}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Button variant="default" onClick={() => onChange(localInput(todayAt(18)))}>
        {t("people.untilToday")}
      </Button>
    </Group>
  );
}

/** The end of a role as the API takes it; `null` where it has none. */
export function instantOf(until: string): string | null {
  return until === "" ? null : new Date(until).toISOString();
}

/** The next time that it is so late. */
function todayAt(hour: number): Date {
  const now = new Date(browserClock.now());
  const at = new Date(now);
  at.setHours(hour, 0, 0, 0);
  if (at <= now) at.setDate(at.getDate() + 1);
  return at;
}
