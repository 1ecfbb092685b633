import { type __InputWrapperProps, Group, NativeSelect, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { JobDetail } from "../../api/operations.generated.ts";
import {
  CRON_FIELDS,
  CRON_PRESETS,
  type CronPreset,
  presetOf,
  splitCron,
  withCronField,
} from "./cron-fields.ts";
import { CronPreview } from "./cron-preview.tsx";
import type { OptionsForm } from "./use-options-form.ts";

export interface CronEditorProps {
  readonly job: JobDetail;
  readonly form: OptionsForm;
  readonly wrapper: Pick<__InputWrapperProps, "label" | "error" | "inputWrapperOrder"> & {
    readonly classNames: { readonly root: string };
  };
}

const PRESETS = Object.keys(CRON_PRESETS) as readonly CronPreset[];

/** A cron expression by preset, by field or as text, with what it means before it is saved. */
export function CronEditor({ job, form, wrapper }: CronEditorProps): ReactElement {
  const { t } = useTranslation();
  const cron = String(form.input("cron"));
  const fields = splitCron(cron);
  const change = (text: string): void => form.edit("cron", text);
  return (
    <div className="cron-editor">
      <TextInput
        {...wrapper}
        className="mono-input"
        description={t("job.expression")}
        value={cron}
        onChange={({ currentTarget: { value } }) => change(value)}
        autoComplete="off"
        spellCheck={false}
      />
      <div className="option-indent">
        <Group gap={6} align="end">
          {CRON_FIELDS.map((field, index) => (
            <TextInput
              key={field}
              label={t(`job.field.${field}`)}
              className="mono-input cron-field"
              value={fields?.[index] ?? ""}
              onChange={({ currentTarget: { value } }) => change(withCronField(cron, index, value))}
              autoComplete="off"
              spellCheck={false}
            />
          ))}
          <NativeSelect
            label={t("job.preset")}
            value={presetOf(cron) ?? ""}
            onChange={({ currentTarget: { value } }) => {
              const preset = PRESETS.find((one) => one === value);
              if (preset !== undefined) change(CRON_PRESETS[preset]);
            }}
            data={[
              { value: "", label: t("job.ownPreset") },
              ...PRESETS.map((preset) => ({ value: preset, label: t(`job.presets.${preset}`) })),
            ]}
          />
        </Group>
        <CronPreview
          jobKey={job.key}
          cron={cron}
          timeZone={String(form.input("timeZone"))}
          gap={form.input("dst.gap") === "skip" ? "skip" : "shift"}
          overlap={form.input("dst.overlap") === "both" ? "both" : "first"}
        />
      </div>
    </div>
  );
}
