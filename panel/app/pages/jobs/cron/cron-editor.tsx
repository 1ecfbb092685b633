import { type __InputWrapperProps, Group, NativeSelect, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import {
  CRON_FIELDS,
  CRON_PRESETS,
  type CronPreset,
  presetOf,
  splitCron,
  withCronField,
} from "./cron-fields.ts";
import type { CronDialect } from "./quartz.ts";
import { QuartzNotice } from "./quartz-notice.tsx";
import { CronPreview, type CronPreviewProps } from "./cron-preview.tsx";

export interface CronEditorProps extends CronPreviewProps {
  readonly onChange: (cron: string) => void;
  readonly onDialect: (dialect: CronDialect) => void;
  /** @default what the expression of a job may be */
  readonly hint?: string;
  readonly wrapper: Pick<__InputWrapperProps, "label" | "error" | "inputWrapperOrder"> & {
    readonly classNames: { readonly root: string };
  };
}

const PRESETS = Object.keys(CRON_PRESETS) as readonly CronPreset[];

/** A cron expression by preset, by field or as text, with what it means before it is saved. */
export function CronEditor({
  wrapper,
  onChange: change,
  onDialect,
  hint,
  ...shown
}: CronEditorProps): ReactElement {
  const { t } = useTranslation();
  const { cron, dialect } = shown;
  const fields = splitCron(cron);
  return (
    <div className="cron-editor">
      <TextInput
        {...wrapper}
        className="mono-input"
        description={hint ?? t("job.expression")}
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
        {dialect === "standard" && <QuartzNotice cron={cron} onChange={change} onDialect={onDialect} />}
        <CronPreview {...shown} />
      </div>
    </div>
  );
}
