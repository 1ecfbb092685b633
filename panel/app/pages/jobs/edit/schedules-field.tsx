import { ActionIcon, Button, Checkbox, Group, Input, Text, Textarea, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { CronPreview, type CronPreviewProps } from "../cron/cron-preview.tsx";
import { ZoneField, type ZoneFieldProps } from "./zone-field.tsx";
import {
  freeName,
  hasReadableArgs,
  readDrafts,
  type ScheduleDraft,
  statedBeside,
  textOfDrafts,
} from "./schedule-drafts.ts";
import "./schedules.css";

export interface SchedulesFieldProps {
  /** What the job's own schedule is read by, where one of these does not say it itself. */
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
          onClick={() =>
            change([
              ...drafts,
              { name: freeName(drafts), cron: "0 0 2 * * *", timeZone: "", isOn: true, args: "", stated: {} },
            ])
          }
        >
          {t("job.schedules.add")}
        </Button>
      </div>
    </Input.Wrapper>
  );
}

interface ScheduleInputsProps {
  readonly own: SchedulesFieldProps["own"];
  readonly draft: ScheduleDraft;
  readonly onChange: (draft: ScheduleDraft) => void;
  readonly onRemove: () => void;
}

const IS_NAME = /^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u;

function ScheduleInputs({ own, draft, onChange, onRemove }: ScheduleInputsProps): ReactElement {
  const { t } = useTranslation();
  const { name, cron, timeZone, isOn, args, stated } = draft;
  const change = (part: Partial<ScheduleDraft>): void => onChange({ ...draft, ...part });
  const beside = statedBeside(draft);
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
        <TextInput
          label={t("job.schedules.cron")}
          className="mono-input schedule-cron"
          value={cron}
          onChange={({ currentTarget: { value } }) => change({ cron: value })}
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
          aria-label={t("job.schedules.removeOf", { name })}
          title={t("job.schedules.removeOf", { name })}
          onClick={onRemove}
        >
          ×
        </ActionIcon>
      </Group>
      <ZoneField
        wrapper={{ label: t("job.schedules.zone"), classNames: { root: "" } }}
        value={timeZone}
        onChange={(zone) => change({ timeZone: zone })}
        placeholder={t("job.schedules.zoneOfJob", { zone: own.timeZone })}
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
      {beside !== "" && (
        <Text size="xs" c="dimmed">
          {t("job.schedules.beside")} <span className="mono">{beside}</span>
        </Text>
      )}
      {isOn && (
        <CronPreview
          {...own}
          {...(IS_NAME.test(name) && { jobKey: `${own.jobKey}:${name}` })}
          dialect={stated.cronDialect ?? own.dialect}
          gap={stated.dst?.gap ?? own.gap}
          overlap={stated.dst?.overlap ?? own.overlap}
          timeZone={timeZone === "" ? own.timeZone : timeZone}
          cron={cron}
        />
      )}
    </fieldset>
  );
}
