import { Button, Input } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { CronPreviewProps } from "../cron/cron-preview.tsx";
import { newDraft, readDrafts, type ScheduleDraft, textOfDrafts } from "./schedule-drafts.ts";
import { ScheduleInputs } from "./schedule-inputs.tsx";
import type { ZoneFieldProps } from "./zone-field.tsx";
import "./schedules.css";

export interface SchedulesFieldProps {
  /** Zone, dialect and DST rules of the job's own schedule, where one of these does not state them itself. */
  readonly own: Omit<CronPreviewProps, "cron">;
  readonly wrapper: ZoneFieldProps["wrapper"] & { readonly inputWrapperOrder: ("label" | "input")[] };
  /** The drafts, as `textOfDrafts` writes them. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The schedules of a job beside its own: each with a name, its expression and what it means. */
export function SchedulesField({ own, wrapper, value, onChange }: SchedulesFieldProps): ReactElement {
  const { t } = useTranslation();
  const drafts = readDrafts(value);
  const change = (next: readonly ScheduleDraft[]): void => onChange(textOfDrafts(next));
  return (
    <Input.Wrapper {...wrapper} labelElement="div">
      <div className="schedule-list">
        {drafts.map((draft, index) => (
          <ScheduleInputs
            // The name is edited: only its place names a draft.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            own={own}
            draft={draft}
            onChange={(next) => change(drafts.map((one, at) => (at === index ? next : one)))}
            onRemove={() => change(drafts.filter((_, at) => at !== index))}
          />
        ))}
        <Button
          size="compact-xs"
          variant="default"
          className="schedule-add"
          onClick={() => change([...drafts, newDraft(drafts)])}
        >
          {t("job.schedules.add")}
        </Button>
      </div>
    </Input.Wrapper>
  );
}
