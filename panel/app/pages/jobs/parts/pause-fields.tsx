import { Button, Checkbox, Group, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { browserClock } from "../../../time/clock.ts";
import { localZone } from "../../../time/format-time.ts";
import { NoteField } from "../../../ui/dialog-form.tsx";
import { localInput, PAUSE_PRESETS, type PausePreset } from "../../../time/pause-presets.ts";

/** The values of the fields: a time of the viewer's zone, empty for no end, a text, and whether fires that wait end. */
export interface PauseChoice {
  readonly until: string;
  readonly note: string;
  readonly cancels: boolean;
}

export const NO_PAUSE: PauseChoice = { until: "", note: "", cancels: false };

interface PauseBody {
  readonly until: string | null;
  readonly note: string | null;
  readonly waiting: "hold" | "cancel";
}

/** The pause as the API takes it; `null` where the end has passed. */
export function pauseOf({ until, note, cancels }: PauseChoice): PauseBody | null {
  if (isPast(until)) return null;
  return {
    until: until === "" ? null : new Date(until).toISOString(),
    note: note.trim() === "" ? null : note.trim(),
    waiting: cancels ? "cancel" : "hold",
  };
}

export interface PauseFieldsProps {
  readonly value: PauseChoice;
  readonly onChange: (value: PauseChoice) => void;
}

/** Until when, with the usual ends at one click, and why. */
export function PauseFields({ value, onChange }: PauseFieldsProps): ReactElement {
  const { t } = useTranslation();
  const choose = (preset: PausePreset): void =>
    onChange({ ...value, until: localInput(PAUSE_PRESETS[preset](new Date(browserClock.now()))) });
  return (
    <>
      <Group gap={6} role="group" aria-label={t("jobs.pausePresets")}>
        {(Object.keys(PAUSE_PRESETS) as PausePreset[]).map((preset) => (
          <Button key={preset} variant="default" size="compact-xs" onClick={() => choose(preset)}>
            {t(`jobs.pausePreset.${preset}`)}
          </Button>
        ))}
      </Group>
      <TextInput
        type="datetime-local"
        label={t("jobs.pauseUntil", { zone: localZone() })}
        value={value.until}
        onChange={(event) => onChange({ ...value, until: event.currentTarget.value })}
        error={isPast(value.until) ? t("jobs.pausePast") : undefined}
        data-autofocus
      />
      <NoteField
        label={t("jobs.pauseNote")}
        value={value.note}
        onChange={(note) => onChange({ ...value, note })}
      />
      <Checkbox
        label={t("jobs.pauseCancels")}
        description={t("jobs.pauseCancelsHint")}
        checked={value.cancels}
        onChange={({ currentTarget: { checked } }) => onChange({ ...value, cancels: checked })}
      />
    </>
  );
}

function isPast(until: string): boolean {
  return until !== "" && new Date(until).getTime() <= browserClock.now();
}
