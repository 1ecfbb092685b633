import { Checkbox, Input, NativeSelect, TagsInput, Textarea, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { JobDetail } from "../../api/operations.generated.ts";
import { localZone } from "../../time/format-time.ts";
import { CronEditor } from "./cron-editor.tsx";
import { OPTION_CHOICES, OPTION_KINDS, OptionKind, type OptionPath } from "./option-fields.ts";
import { choiceWords } from "./option-words.ts";
import type { OptionsForm } from "./use-options-form.ts";
import { ZoneField } from "./zone-field.tsx";

export interface OptionFieldProps {
  readonly path: OptionPath;
  readonly job: JobDetail;
  readonly form: OptionsForm;
}

const HINTS = {
  tags: "job.hint.tags",
  startTime: "job.hint.startTime",
  endTime: "job.hint.endTime",
  "misfire.graceMs": "job.hint.misfire.graceMs",
  maxConcurrency: "job.hint.maxConcurrency",
  timeoutMs: "job.hint.timeoutMs",
  retryIntervalMs: "job.hint.retryIntervalMs",
  "retention.maxInstances": "job.hint.retention.maxInstances",
} as const;

/** The input of an option. */
export function OptionField({ path, job, form }: OptionFieldProps): ReactElement {
  const { t } = useTranslation();
  const kind = OPTION_KINDS[path];
  const input = form.input(path);
  const text = typeof input === "string" ? input : "";
  const hint = path in HINTS ? t(HINTS[path as keyof typeof HINTS], { zone: localZone() }) : undefined;
  const error = useMistake(path, form);
  const common = {
    label: t(`job.option.${path}`),
    description: hint,
    error,
    classNames: { root: "option-row" },
    inputWrapperOrder: ["label", "input", "description", "error"] as ("label" | "input")[],
  };
  const edit = (value: string): void => form.edit(path, value);
  switch (kind) {
    case OptionKind.Flag:
      return (
        <Input.Wrapper label={common.label} labelElement="div" classNames={common.classNames} error={error}>
          <Checkbox
            size="xs"
            checked={input === true}
            onChange={({ currentTarget: { checked } }) => form.edit(path, checked)}
            label={t("job.hint.disabled")}
          />
        </Input.Wrapper>
      );
    case OptionKind.Tags:
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
    case OptionKind.Choice:
      return (
        <NativeSelect
          {...common}
          value={text}
          onChange={({ currentTarget: { value } }) => edit(value)}
          data={(OPTION_CHOICES[path] ?? []).map((value) => ({ value, label: choiceWords(path, value, t) }))}
        />
      );
    case OptionKind.Cron:
      return <CronEditor job={job} form={form} wrapper={common} />;
    case OptionKind.Zone:
      return <ZoneField wrapper={common} value={text} onChange={edit} />;
    default:
      return (
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
          {...(kind === OptionKind.Duration && { className: "short-input" })}
          value={text}
          onChange={({ currentTarget: { value } }) => edit(value)}
        />
      );
  }
}

/** What is wrong with an option's input, by us or by the API. */
function useMistake(path: OptionPath, { unreadable, errors }: OptionsForm): string | undefined {
  const { t } = useTranslation();
  if (!unreadable.includes(path)) return errors[path];
  switch (OPTION_KINDS[path]) {
    case OptionKind.Duration:
      return t("job.unreadableDuration");
    case OptionKind.Instant:
      return t("job.unreadableTime");
    default:
      return t("job.unreadableNumber");
  }
}
