import { ActionIcon, Button, Checkbox, Group, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { ChevronDown, ChevronRight } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { readCalendar } from "../calendar/calendar-draft.ts";
import { CalendarField } from "../calendar/calendar-field.tsx";
import { IntervalInput } from "../interval/interval-input.tsx";
import { CronEditor } from "../cron/cron-editor.tsx";
import type { CronPreviewProps } from "../cron/cron-preview.tsx";
import { hasReadableArgs, type ScheduleDraft } from "./schedule-drafts.ts";
import { type PartInputs, partValue, type SchedulePart, SCHEDULE_PARTS } from "./schedule-parts.ts";
import { SchedulePartInput } from "./schedule-part-input.tsx";
import { ZoneField } from "./zone-field.tsx";

export interface ScheduleInputsProps {
  /** Zone, dialect and DST rules of the job's own schedule, where this one does not state them itself. */
  readonly own: Omit<CronPreviewProps, "cron">;
  readonly draft: ScheduleDraft;
  readonly onChange: (draft: ScheduleDraft) => void;
  readonly onRemove: () => void;
}

const IS_NAME = /^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u;

/** Everything a named schedule can say, with what it means before it is saved. */
export function ScheduleInputs({ own, draft, onChange, onRemove }: ScheduleInputsProps): ReactElement {
  const { t } = useTranslation();
  const { name, cron, every, timeZone, isOn, calendar, args, parts } = draft;
  const [isOpen, more] = useDisclosure(SCHEDULE_PARTS.some((part) => parts[part] !== ""));
  const change = (edited: Partial<ScheduleDraft>): void => onChange({ ...draft, ...edited });
  const changePart = (part: SchedulePart, text: string): void =>
    change({ parts: { ...parts, [part]: text } });
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <fieldset className="schedule-inputs">
      <legend>{name}</legend>
      <Group gap={8} align="end">
        <TextInput
          label={t("job.schedules.name")}
          value={name}
          onChange={({ currentTarget: { value } }) => change({ name: value })}
          autoComplete="off"
          spellCheck={false}
        />
        <Checkbox
          size="xs"
          checked={isOn}
          onChange={({ currentTarget: { checked } }) => change({ isOn: checked })}
          label={t("job.schedules.isOn")}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          ms="auto"
          aria-label={t("job.schedules.removeOf", { name })}
          title={t("job.schedules.removeOf", { name })}
          onClick={onRemove}
        >
          ×
        </ActionIcon>
      </Group>
      <NativeSelect
        label={t("job.schedules.by")}
        value={every === null ? "cron" : "interval"}
        onChange={({ currentTarget: { value } }) => change({ every: value === "interval" ? "5m" : null })}
        data={[
          { value: "cron", label: t("option.label.cron") },
          { value: "interval", label: t("option.label.everyMs") },
        ]}
      />
      {every !== null && (
        <IntervalInput
          {...readWithin(own, draft)}
          every={every}
          onEvery={(edited) => change({ every: edited })}
          from={parts.everyFrom === "end" ? "end" : "start"}
          onFrom={(from) => changePart("everyFrom", from)}
          wrapper={{
            classNames: { root: "" },
            inputWrapperOrder: ["label", "input", "description", "error"],
          }}
        />
      )}
      {every === null && (
        <CronEditor
          {...readWithin(own, draft)}
          cron={cron}
          onChange={(edited) => change({ cron: edited })}
          onDialect={(dialect) => changePart("cronDialect", dialect)}
          hint={t("job.schedules.expression")}
          wrapper={{
            label: t("job.schedules.cron"),
            classNames: { root: "" },
            inputWrapperOrder: ["label", "input", "description", "error"],
          }}
        />
      )}
      <ZoneField
        wrapper={{ label: t("job.schedules.zone"), classNames: { root: "" } }}
        value={timeZone}
        onChange={(zone) => change({ timeZone: zone })}
        placeholder={t("job.schedules.zoneOfJob", { zone: own.timeZone })}
      />
      <CalendarField
        wrapper={{
          label: t("option.label.calendar"),
          classNames: { root: "" },
          inputWrapperOrder: ["label", "input", "description", "error"],
        }}
        isOfJob
        value={calendar}
        onChange={(edited) => change({ calendar: edited })}
      />
      <Textarea
        label={t("job.schedules.args")}
        placeholder={t("job.schedules.argsOfJob")}
        autosize
        minRows={1}
        maxRows={10}
        classNames={{ input: "mono" }}
        spellCheck={false}
        value={args}
        error={hasReadableArgs(draft) ? undefined : t("job.unreadableJson")}
        onChange={({ currentTarget: { value } }) => change({ args: value })}
      />
      <Button
        variant="subtle"
        size="compact-xs"
        className="schedule-add"
        leftSection={<Chevron size={12} />}
        aria-expanded={isOpen}
        onClick={more.toggle}
      >
        {t("job.schedules.more")}
      </Button>
      {isOpen && (
        <div className="schedule-parts">
          {SCHEDULE_PARTS.map((part) => (
            <SchedulePartInput
              key={part}
              part={part}
              value={parts[part]}
              onChange={(text) => changePart(part, text)}
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}

/** Zone, dialect, DST rules and days of a draft: its own, else the job's. */
function readWithin(
  own: ScheduleInputsProps["own"],
  { name, timeZone, calendar, parts }: ScheduleDraft,
): Omit<CronPreviewProps, "cron"> {
  return {
    jobKey: IS_NAME.test(name) ? `${own.jobKey}:${name}` : own.jobKey,
    dialect: chosen(parts, "cronDialect", own.dialect),
    timeZone: timeZone === "" ? own.timeZone : timeZone,
    gap: chosen(parts, "dst.gap", own.gap),
    overlap: chosen(parts, "dst.overlap", own.overlap),
    jitterMs: durationOf(parts, "jitterMs") ?? own.jitterMs ?? 0,
    startTime: timeOf(parts, "startTime") ?? own.startTime ?? null,
    endTime: timeOf(parts, "endTime") ?? own.endTime ?? null,
    calendar: calendar === "" ? (own.calendar ?? null) : readCalendar(calendar),
  };
}

function chosen<Choice extends string>(parts: PartInputs, part: SchedulePart, own: Choice): Choice {
  return parts[part] === "" ? own : (parts[part] as Choice);
}

function durationOf(parts: PartInputs, part: SchedulePart): number | null {
  const value = partValue(part, parts[part]);
  return typeof value === "number" ? value : null;
}

function timeOf(parts: PartInputs, part: SchedulePart): string | null {
  const value = partValue(part, parts[part]);
  return typeof value === "string" ? value : null;
}
