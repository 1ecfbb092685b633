import { OPTION_WORDS, OPTIONS_BY_PATH } from "@mojob/core/words";
import { Checkbox, Input, NativeSelect, TagsInput, Textarea, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { JobDetail } from "../../../api/operations.generated.ts";
import { localZone } from "../../../time/format-time.ts";
import { CronEditor } from "../cron/cron-editor.tsx";
import { OPTION_KINDS, OptionKind, type OptionPath } from "./option-fields.ts";
import { choiceWords } from "./option-words.ts";
import type { OptionsForm } from "./use-options-form.ts";
import { ZoneField } from "./zone-field.tsx";

export interface OptionFieldProps {
  readonly path: OptionPath;
  readonly job: JobDetail;
  readonly form: OptionsForm;
}

/** The input of an option. */
export function OptionField({ path, job, form }: OptionFieldProps): ReactElement {
  const { t } = useTranslation();
  const kind = OPTION_KINDS[path];
  const input = form.input(path);
  const text = typeof input === "string" ? input : "";
  const hint =
    path in OPTION_WORDS.en.hint ? t(`job.hint.${path}` as never, { zone: localZone() }) : undefined;
  const error = useMistake(path, form);
  const common = {
    label: t(`job.option.${path}`),
    description: <Hint text={hint} layer={job.layers[path]} />,
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
          dialect={form.input("cronDialect") === "quartz" ? "quartz" : "standard"}
          onDialect={(dialect) => form.edit("cronDialect", dialect)}
          timeZone={String(form.input("timeZone"))}
          gap={form.input("dst.gap") === "skip" ? "skip" : "shift"}
          overlap={form.input("dst.overlap") === "both" ? "both" : "first"}
          wrapper={common}
        />
      );
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

interface HintProps {
  readonly text: string | undefined;
  readonly layer: JobDetail["layers"][string] | undefined;
}

/** What to write, and where the value that is in force comes from. */
function Hint({ text, layer }: HintProps): ReactElement {
  const { t } = useTranslation();
  const from = layer === undefined || layer === "default" ? null : t(`job.layer.${layer}`);
  return (
    <>
      {text}
      {from !== null && <span className="option-layer">{from}</span>}
    </>
  );
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
    case OptionKind.Labels:
      return t("job.unreadableLabel");
    default:
      return t("job.unreadableNumber");
  }
}
