import { NativeSelect, TextInput } from "@mantine/core";
import { OPTIONS_BY_PATH } from "@mojob/core/words";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { localZone } from "../../../time/format-time.ts";
import { isDuration, isTime, partValue, type SchedulePart } from "./schedule-parts.ts";

export interface SchedulePartInputProps {
  readonly part: SchedulePart;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The input of what a schedule may say instead of its job; empty where the job's holds. */
export function SchedulePartInput({ part, value, onChange }: SchedulePartInputProps): ReactElement {
  const { t } = useTranslation();
  const label = t(`option.label.${part}`);
  if (isTime(part) || isDuration(part))
    return (
      <TextInput
        label={label}
        description={t(isTime(part) ? "job.schedules.timeHint" : "job.schedules.ofJobHint", {
          zone: localZone(),
        })}
        inputWrapperOrder={["label", "input", "description", "error"]}
        {...(isTime(part) && { type: "datetime-local", step: 1 })}
        value={value}
        error={
          partValue(part, value) === undefined
            ? t(isTime(part) ? "job.unreadableTime" : "common.unreadableDuration")
            : undefined
        }
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  return (
    <NativeSelect
      label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[
        { value: "", label: t("job.schedules.ofJob") },
        ...(OPTIONS_BY_PATH[part].choices ?? []).map((choice) => ({
          value: choice,
          label: t(`option.choice.${part}.${choice}` as never),
        })),
      ]}
    />
  );
}
