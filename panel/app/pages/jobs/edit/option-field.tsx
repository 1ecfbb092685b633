import { OPTION_WORDS, OPTIONS_BY_PATH } from "@mojob/core/words";
import { Checkbox, Input, NativeSelect, TagsInput, Textarea, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { JobDetail } from "../../../api/operations.generated.ts";
import { localZone } from "../../../time/format-time.ts";
import { CHILD_VALUES, ChildrenField } from "../children/children-field.tsx";
import { readCalendar } from "../calendar/calendar-draft.ts";
import { CalendarField } from "../calendar/calendar-field.tsx";
import { CronEditor } from "../cron/cron-editor.tsx";
import { IntervalPreview } from "../interval/interval-preview.tsx";
import type { CronPreviewProps } from "../cron/cron-preview.tsx";
import {
  isSameValue,
  OPTION_KINDS,
  OptionKind,
  type OptionPath,
  optionValues,
  valueOf,
} from "./option-fields.ts";
import { HiddenPart } from "../../../ui/hidden-part.tsx";
import { missingNeeds, type OptionNeed } from "./idle-options.ts";
import { choiceWords, optionWords } from "./option-words.ts";
import type { OptionsForm } from "./use-options-form.ts";
import { SchedulesField } from "../schedules/schedules-field.tsx";
import { ZoneField } from "../schedules/zone-field.tsx";

export interface OptionFieldProps {
  readonly path: OptionPath;
  readonly job: JobDetail;
  readonly form: OptionsForm;
}

/** Stands for an option with arguments that the reader may not see. */
function HiddenOption({ label }: { readonly label: string }): ReactElement {
  return (
    <Input.Wrapper label={label} labelElement="div" classNames={{ root: "option-row" }}>
      <div>
        <HiddenPart part="args" />
      </div>
    </Input.Wrapper>
  );
}

/** The input of an option. */
export function OptionField({ path, job, form }: OptionFieldProps): ReactElement {
  const { t } = useTranslation();
  const kind = OPTION_KINDS[path];
  // Arguments that are not shown would be lost with an edit of what has them.
  const isHidden = job.hidden?.includes("args") === true;
  const input = form.input(path);
  const text = typeof input === "string" ? input : "";
  const hint =
    path in OPTION_WORDS.en.hint ? t(`option.hint.${path}` as never, { zone: localZone() }) : undefined;
  const error = useMistake(path, form);
  const common = {
    label: t(`option.label.${path}`),
    description: (
      <>
        <Hint text={hint} path={path} job={job} />
        <Idle needs={missingNeeds(path, (one) => valueOf(one, form.input(one)))} />
      </>
    ),
    error,
    classNames: { root: "option-row" },
    inputWrapperOrder: ["label", "input", "description", "error"] as ("label" | "input")[],
  };
  const edit = (value: string): void => form.edit(path, value);
  switch (kind) {
    case OptionKind.Flag:
      return (
        <Input.Wrapper
          label={common.label}
          labelElement="div"
          classNames={common.classNames}
          error={error}
          {...(job.layers[path] === "stored" && { description: <Hint text="" path={path} job={job} /> })}
          inputWrapperOrder={common.inputWrapperOrder}
        >
          <Checkbox
            size="xs"
            checked={input === true}
            onChange={({ currentTarget: { checked } }) => form.edit(path, checked)}
            label={t("option.hint.disabled")}
          />
        </Input.Wrapper>
      );
    case OptionKind.Tags:
    case OptionKind.Labels:
      return (
        <TagsInput
          size="xs"
          {...common}
          value={Array.isArray(input) ? [...(input as readonly string[])] : []}
          onChange={(tags) => form.edit(path, tags)}
        />
      );
    case OptionKind.LongText:
      return (
        <Textarea
          {...common}
          autosize
          minRows={2}
          maxRows={12}
          value={text}
          onChange={({ currentTarget: { value } }) => edit(value)}
        />
      );
    case OptionKind.Json:
      if (isHidden) return <HiddenOption label={common.label} />;
      return (
        <ChildrenField
          job={job}
          wrapper={common}
          formHint={<Hint text={t("children.hint", CHILD_VALUES)} path={path} job={job} />}
          value={text}
          onChange={edit}
        />
      );
    case OptionKind.Choice:
      return (
        <NativeSelect
          {...common}
          value={text}
          onChange={({ currentTarget: { value } }) => edit(value)}
          data={(OPTIONS_BY_PATH[path].choices ?? []).map((value) => ({
            value,
            label: choiceWords(path, value, t),
          }))}
        />
      );
    case OptionKind.Cron:
      return (
        <CronEditor
          jobKey={job.key}
          cron={text}
          onChange={edit}
          {...readBy(form)}
          onDialect={(dialect) => form.edit("cronDialect", dialect)}
          wrapper={common}
        />
      );
    case OptionKind.Schedules:
      if (isHidden) return <HiddenOption label={common.label} />;
      return (
        <SchedulesField
          own={{ jobKey: job.key, ...readBy(form) }}
          wrapper={common}
          value={text}
          onChange={edit}
        />
      );
    case OptionKind.Calendar:
      return <CalendarField wrapper={common} value={text} onChange={edit} />;
    case OptionKind.Zone:
      return <ZoneField wrapper={common} value={text} onChange={edit} />;
    default:
      return (
        <>
          <TextInput
            {...common}
            {...(kind === OptionKind.Instant && {
              type: "datetime-local",
              step: 1,
              className: "medium-input",
            })}
            {...((kind === OptionKind.Count || kind === OptionKind.Limit) && {
              inputMode: "numeric" as const,
              className: "short-input",
            })}
            {...((kind === OptionKind.Duration || kind === OptionKind.DurationLimit) && {
              className: "short-input",
            })}
            value={text}
            onChange={({ currentTarget: { value } }) => edit(value)}
          />
          {path === "everyMs" && text.trim() !== "" && (
            <div className="option-indent">
              <IntervalPreview
                every={text}
                from={form.input("everyFrom") === "end" ? "end" : "start"}
                jobKey={job.key}
                {...withinTimes(form)}
              />
            </div>
          )}
        </>
      );
  }
}

/** The settings by which expressions of the job are read, from its inputs as they are now. */
function readBy(form: OptionsForm): Omit<CronPreviewProps, "jobKey" | "cron"> {
  return {
    dialect: form.input("cronDialect") === "quartz" ? "quartz" : "standard",
    gap: form.input("dst.gap") === "skip" ? "skip" : "shift",
    overlap: form.input("dst.overlap") === "both" ? "both" : "first",
    ...withinTimes(form),
  };
}

/** The zone in which its times are shown, and those between which it fires. */
function withinTimes(
  form: OptionsForm,
): Pick<CronPreviewProps, "timeZone" | "jitterMs" | "startTime" | "endTime" | "calendar"> {
  return {
    jitterMs: (valueOf("jitterMs", form.input("jitterMs")) ?? 0) as number,
    timeZone: String(form.input("timeZone")),
    calendar: readCalendar(String(form.input("calendar"))),
    startTime: (valueOf("startTime", form.input("startTime")) ?? null) as string | null,
    endTime: (valueOf("endTime", form.input("endTime")) ?? null) as string | null,
  };
}

interface HintProps {
  readonly text: string | undefined;
  readonly path: OptionPath;
  readonly job: JobDetail;
}

/** A hint at the value to write, and where the value in force comes from. */
function Hint({ text, path, job }: HintProps): ReactElement {
  const { t } = useTranslation();
  const layer = job.layers[path];
  if (layer === undefined || layer === "default") return <>{text}</>;
  const isEdited = layer === "stored" && job.origin === "code";
  return (
    <>
      {text}
      {text !== undefined && text !== "" && " · "}
      <span className="option-layer" data-edited={isEdited || undefined}>
        {isEdited ? <Edited path={path} job={job} /> : t(`job.layer.${layer}`)}
      </span>
    </>
  );
}

/** Says of an option that has no effect now which others would give it one. */
function Idle({ needs }: { readonly needs: readonly OptionNeed[] }): ReactElement | null {
  const { t, i18n } = useTranslation();
  if (needs.length === 0) return null;
  const names = needs.map(({ path, choices: [choice] = [] }) => {
    const name = t(`option.label.${path}`);
    const value = choice === undefined ? "" : choiceWords(path, choice, t);
    return t(choice === undefined ? "job.optionSet" : "job.optionIs", { name, value });
  });
  const options = new Intl.ListFormat(i18n.language, { type: "disjunction" }).format(names);
  return <span className="option-idle">{t("job.idle", { options })}</span>;
}

/** Of an option that was changed here, the value that the code declares. */
function Edited({ path, job }: Pick<HintProps, "path" | "job">): ReactElement {
  const { t } = useTranslation();
  const code = optionValues(Object.fromEntries(job.differsFromCode.map(({ field, code }) => [field, code])));
  const differs = path in code && !isSameValue(code[path], optionValues(job.options)[path]);
  return <>{differs ? t("job.editedFrom", { value: optionWords(path, code[path], t) }) : t("job.edited")}</>;
}

/** The mistake in an option's input, found here or by the API. */
function useMistake(path: OptionPath, { unreadable, errors }: OptionsForm): string | undefined {
  const { t } = useTranslation();
  if (!unreadable.includes(path)) return errors[path];
  switch (OPTION_KINDS[path]) {
    case OptionKind.Duration:
      return t("common.unreadableDuration");
    case OptionKind.Instant:
      return t("job.unreadableTime");
    case OptionKind.Labels:
      return t("job.unreadableLabel");
    case OptionKind.Json:
      return t("job.unreadableJson");
    case OptionKind.Cron:
      return t("job.unclearWeekday");
    case OptionKind.Schedules:
      return t("job.schedules.unreadable");
    default:
      return t("job.unreadableNumber");
  }
}
