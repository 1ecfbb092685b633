import { Group, NativeSelect, Radio, Text, TextInput, Title } from "@mantine/core";
import { Plus } from "lucide-react";
import type { FormEvent, ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { initialValue, type Schema } from "../../../ui/schema/schema-shape.ts";
import { findJsonMistake } from "../../../ui/json/json-mistake.ts";
import { RefusableButton } from "../../../ui/refusable-button.tsx";
import { UnsavedDialog } from "../../../ui/unsaved-dialog.tsx";
import { parseDuration } from "../../../time/duration-text.ts";
import { IntervalInput } from "../interval/interval-input.tsx";
import { CronEditor } from "../cron/cron-editor.tsx";
import { ZoneField } from "../schedules/zone-field.tsx";
import { PointerMistakes } from "../life/pointer-mistakes.tsx";
import { ArgsField } from "../run/args-field.tsx";
import { useHandlers } from "../work/handler-field.tsx";
import { LazyTryWork } from "../trial/lazy-try-work.tsx";
import { useNewJob, workTextOf } from "./use-new-job.ts";
import { WorkField } from "./work-field.tsx";

const ROW = { root: "option-row" };
const ORDER = ["label", "input", "description", "error"] as ("label" | "input")[];

interface NewJobFormProps {
  readonly apps: readonly string[];
  /** The one to begin with, where there is such an app. */
  readonly app: string | undefined;
}

/** A job, put together: who it is, what it runs, when and with what. */
export function NewJobForm({ apps, app: wanted }: NewJobFormProps): ReactElement {
  const { t, i18n } = useTranslation();
  const { job, mistakes, argsMistakes, workMistakes, isPending, isEdited, change, create, refuse } =
    useNewJob(apps.find((one) => one === wanted) ?? apps[0] ?? "default");
  const workText = workTextOf(job);
  const { key, kind, app, handler, argsText } = job;
  const code = useApi(
    "getJob",
    { path: { key: handler } },
    { enabled: useHandlers(app, handler).includes(handler) },
  );
  const schema = code.data?.key === handler ? code.data.argsSchema : null;
  const isMalformed =
    (argsText.trim() !== "" && findJsonMistake(argsText) !== null) ||
    (job.jsonKind !== null && findJsonMistake(job.workText) !== null);
  const isEmpty = job.language !== "" && job.source.trim() === "";
  const isUnreadable = kind === "recurring" && job.isInterval && parseDuration(job.every) === null;
  const missing = [
    ...(key.trim() === "" ? [t("jobLife.key")] : []),
    ...(app.trim() === "" ? [t("jobLife.app")] : []),
    ...(isEmpty ? [t("script.source")] : []),
    ...(isMalformed ? [t("jobLife.readableJson")] : []),
    ...(isUnreadable ? [t("jobLife.readableInterval")] : []),
  ];
  const isBlocked = missing.length > 0;
  const refusal = isBlocked
    ? t("jobLife.missing", { fields: new Intl.ListFormat(i18n.language).format(missing) })
    : null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBlocked && !isPending) create();
  };
  const common = { classNames: ROW, inputWrapperOrder: ORDER };
  return (
    <form onSubmit={submit} noValidate className="option-inputs new-job">
      <UnsavedDialog isUnsaved={isEdited} text={t("jobLife.unsaved")} />
      <section className="option-group">
        <TextInput
          {...common}
          className="mono-input"
          label={t("jobLife.key")}
          description={t("jobLife.keyHint")}
          value={key}
          error={mistakes["key"]}
          onChange={({ currentTarget: { value } }) => change({ key: value })}
          autoComplete="off"
          spellCheck={false}
          required
        />
        <TextInput
          {...common}
          label={t("jobLife.name")}
          description={t("jobLife.nameHint")}
          value={job.name}
          error={mistakes["name"]}
          onChange={({ currentTarget: { value } }) => change({ name: value })}
        />
        <AppField
          apps={apps}
          value={app}
          error={mistakes["app"]}
          onChange={(value) => change({ app: value, language: "", secrets: [], jsonKind: null })}
        />
        <WorkField job={job} error={mistakes["work"]} mistakes={workMistakes} onChange={change} />
      </section>
      <section className="option-group">
        <Radio.Group
          {...common}
          label={t("jobLife.kind")}
          value={kind === "recurring" && job.isInterval ? "interval" : kind}
          onChange={(value) =>
            change({
              kind: value === "triggered" ? "triggered" : "recurring",
              isInterval: value === "interval",
            })
          }
        >
          <Group gap="md" mt={4}>
            <Radio size="xs" value="recurring" label={t("jobLife.byCron")} />
            <Radio size="xs" value="interval" label={t("jobLife.byInterval")} />
            <Radio size="xs" value="triggered" label={t("jobLife.byCall")} />
          </Group>
        </Radio.Group>
        {kind === "recurring" && job.isInterval && (
          <IntervalInput
            every={job.every}
            onEvery={(every) => change({ every })}
            from={job.everyFrom}
            onFrom={(everyFrom) => change({ everyFrom })}
            jobKey={key.trim() === "" ? "new" : key.trim()}
            timeZone={job.timeZone}
            wrapper={{ ...common, error: mistakes["everyMs"] }}
          />
        )}
        {kind === "recurring" && !job.isInterval && (
          <>
            <CronEditor
              jobKey={key.trim() === "" ? "new" : key.trim()}
              cron={job.cron}
              onChange={(cron) => change({ cron })}
              dialect={job.cronDialect}
              onDialect={(cronDialect) => change({ cronDialect })}
              timeZone={job.timeZone}
              gap="shift"
              overlap="first"
              wrapper={{ ...common, label: t("option.label.cron"), error: mistakes["cron"] }}
            />
            <ZoneField
              wrapper={{ ...common, label: t("option.label.timeZone"), error: mistakes["timeZone"] }}
              value={job.timeZone}
              onChange={(timeZone) => change({ timeZone })}
            />
          </>
        )}
      </section>
      <section className="option-group">
        <Title order={2}>{t("jobLife.args")}</Title>
        <Text size="xs" c="dimmed">
          {t("jobLife.argsHint")}
        </Text>
        <ArgsField
          key={schema === null ? "json" : handler}
          schema={schema}
          // Shown, and sent only once something is changed.
          text={argsText === "" && schema !== null ? initialText(schema) : argsText}
          onChange={(text) => change({ argsText: text })}
          mistakes={argsMistakes}
        />
        <PointerMistakes mistakes={argsMistakes} />
      </section>
      {workText !== null && (
        <LazyTryWork
          kind={job.jsonKind ?? "script"}
          app={app}
          work={workText}
          args={argsText}
          hasArgsField
          onRefused={refuse}
        />
      )}
      {refusal !== null && (
        <Text size="xs" c="dimmed" role="status">
          {refusal}
        </Text>
      )}
      <RefusableButton type="submit" leftSection={<Plus size={14} />} loading={isPending} refusal={refusal}>
        {t("jobLife.createDo")}
      </RefusableButton>
    </form>
  );
}

function initialText(schema: Schema): string {
  const value = initialValue(schema, schema);
  return value === undefined ? "" : JSON.stringify(value, null, 2);
}

interface AppFieldProps {
  readonly apps: readonly string[];
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (app: string) => void;
}

/** One of the apps there are; where none is known yet, its name. */
function AppField({ apps, value, error, onChange }: AppFieldProps): ReactElement {
  const { t } = useTranslation();
  const common = {
    label: t("jobLife.app"),
    description: t("jobLife.appHint"),
    classNames: ROW,
    inputWrapperOrder: ORDER,
    value,
    error,
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onChange(currentTarget.value),
  };
  return apps.length === 0 ? <TextInput {...common} /> : <NativeSelect {...common} data={[...apps]} />;
}
