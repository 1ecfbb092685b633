import { Checkbox, MultiSelect, NativeSelect, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Operations, ReportSummary } from "../../../api/operations.generated.ts";
import { useApi, useApiChange } from "../../../api/use-api.ts";
import { localZone } from "../../../time/format-time.ts";
import { DialogForm } from "../../../ui/dialog-form.tsx";
import { ErrorState } from "../../../ui/page/error-state.tsx";
import { WEEKDAYS, weekdayName } from "./weekday-name.ts";

const LONGEST = 200;
const INTERVALS = ["daily", "weekly"] as const;
const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${hour}:00` }));
const WHEN_AT_FIRST = { interval: "weekly", weekday: 1, hour: 8 } as const;

type Body = Required<Operations["createReportSummary"]["body"]>;

interface SummaryFormProps {
  /** The one that is changed; `null` is another one. */
  readonly summary: ReportSummary | null;
  readonly onClose: () => void;
}

/** What a summary is of, when and by which job it is sent. */
export function SummaryForm({ summary, onClose }: SummaryFormProps): ReactElement {
  const { t, i18n } = useTranslation();
  const [body, setBody] = useState<Body>(() =>
    summary === null
      ? {
          ...WHEN_AT_FIRST,
          name: "",
          job: "",
          timeZone: localZone(),
          language: i18n.language === "zh" ? "zh" : "en",
          apps: null,
          tag: null,
          enabled: true,
        }
      : bodyOf(summary),
  );
  const apps = useApi("listApps", {});
  const options = { onDone: onClose, onFailed: () => {} };
  const create = useApiChange("createReportSummary", options);
  const replace = useApiChange("replaceReportSummary", options);
  const { error, isPending } = summary === null ? create : replace;
  const set = (part: Partial<Body>): void => setBody((before) => ({ ...before, ...part }));
  const submit = (): void => {
    if (summary === null) create.mutate({ body });
    else replace.mutate({ path: { id: summary.id }, body, options: { ifMatch: summary.revision } });
  };
  const missing = (["name", "job"] as const).filter((name) => body[name].trim() === "");
  const chosen = body.apps ?? [];
  const known = (apps.data?.items ?? []).map(({ app }) => app);
  return (
    <DialogForm
      title={t(summary === null ? "summaries.add" : "summaries.edit")}
      onClose={onClose}
      onSubmit={submit}
      submitText={t("common.save")}
      refusal={
        missing.length === 0
          ? null
          : t("common.fillIn", {
              fields: missing.map((name) => t(`summaries.${name}`)).join(t("common.separator")),
            })
      }
      isPending={isPending}
    >
      {error && <ErrorState error={error} />}
      <TextInput
        label={t("summaries.name")}
        maxLength={LONGEST}
        value={body.name}
        onChange={({ currentTarget: { value } }) => set({ name: value })}
        data-autofocus
      />
      <TextInput
        label={t("summaries.job")}
        description={t("summaries.jobHint")}
        value={body.job}
        onChange={({ currentTarget: { value } }) => set({ job: value.trim() })}
      />
      <WhenFields body={body} onChange={set} />
      <NativeSelect
        label={t("summaries.language")}
        value={body.language}
        onChange={({ currentTarget: { value } }) => set({ language: value === "zh" ? "zh" : "en" })}
        data={[
          { value: "en", label: "English" },
          { value: "zh", label: "中文" },
        ]}
      />
      <MultiSelect
        label={t("summaries.apps")}
        description={t("summaries.appsHint")}
        data={[...new Set([...known, ...chosen])]}
        value={[...chosen]}
        onChange={(apps) => set({ apps: apps.length === 0 ? null : apps })}
      />
      <TextInput
        label={t("summaries.tag")}
        description={t("summaries.tagHint")}
        value={body.tag ?? ""}
        onChange={({ currentTarget: { value } }) => set({ tag: value.trim() === "" ? null : value })}
      />
      <Checkbox
        label={t("summaries.enabled")}
        checked={body.enabled}
        onChange={({ currentTarget: { checked } }) => set({ enabled: checked })}
      />
    </DialogForm>
  );
}

interface WhenFieldsProps {
  readonly body: Body;
  readonly onChange: (part: Partial<Body>) => void;
}

function WhenFields({ body, onChange }: WhenFieldsProps): ReactElement {
  const { t } = useTranslation();
  const { interval, weekday, hour, timeZone } = body;
  return (
    <>
      <NativeSelect
        label={t("summaries.interval")}
        value={interval}
        data={INTERVALS.map((value) => ({ value, label: t(`summaries.intervalOf.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          onChange(
            value === "daily"
              ? { interval: "daily", weekday: null }
              : { interval: "weekly", weekday: weekday ?? 1 },
          )
        }
      />
      {interval === "weekly" && (
        <NativeSelect
          label={t("summaries.weekday")}
          value={String(weekday ?? 1)}
          data={WEEKDAYS.map((_, index) => ({
            value: String(index + 1),
            label: weekdayName(t, index + 1),
          }))}
          onChange={({ currentTarget: { value } }) => onChange({ weekday: Number(value) })}
        />
      )}
      <NativeSelect
        label={t("summaries.hour")}
        value={String(hour)}
        data={HOURS}
        onChange={({ currentTarget: { value } }) => onChange({ hour: Number(value) })}
      />
      <TextInput
        label={t("summaries.timeZone")}
        value={timeZone}
        onChange={({ currentTarget: { value } }) => onChange({ timeZone: value.trim() })}
      />
    </>
  );
}

function bodyOf(summary: ReportSummary): Body {
  const { name, job, interval, weekday, hour, timeZone, language, apps, tag, enabled } = summary;
  return { name, job, interval, weekday, hour, timeZone, language, apps, tag, enabled };
}
