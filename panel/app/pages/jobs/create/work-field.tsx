import { NativeSelect } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { scriptLanguages } from "../work/script-languages.ts";
import { SourceField } from "../../../ui/source-field.tsx";
import { HandlerField } from "../work/handler-field.tsx";
import { absentWorkKinds, JSON_WORK_KINDS, jsonWorkKind, workTemplate } from "../work/json-work.ts";
import { SecretsInput } from "../work/secrets-input.tsx";
import { WorkInput } from "../work/work-input.tsx";
import type { NewJob } from "./use-new-job.ts";

export interface WorkFieldProps {
  readonly job: NewJob;
  readonly error: string | undefined;
  /** Of what is written as JSON, by pointer into that. */
  readonly mistakes: ReadonlyMap<string, string>;
  readonly onChange: (changed: Partial<NewJob>) => void;
}

const COMMON = {
  classNames: { root: "option-row" },
  inputWrapperOrder: ["label", "input", "description", "error"] as ("label" | "input")[],
};

/** The work of a job: code of its app, or other work that workers of the app run; of scripts also how they would. */
export function WorkField({ job, error, mistakes, onChange }: WorkFieldProps): ReactElement {
  const { t } = useTranslation();
  const { app, handler, language, source, secrets, jsonKind, workText } = job;
  const workers = useApi("listWorkers", {});
  const ofApp = (workers.data?.items ?? []).filter((worker) => worker.app === app);
  const languages = scriptLanguages(ofApp);
  const hasNone = workers.data !== undefined && languages.length === 0;
  // Which variables switch on what no worker of the app runs.
  const absent = absentWorkKinds(ofApp);
  const hints = [
    ...(hasNone ? [t("jobLife.noScripts", { app })] : []),
    ...(workers.data === undefined ? [] : absent).map((kind) => t(`jobLife.switchOn.${kind}`)),
  ];
  return (
    <>
      <NativeSelect
        {...COMMON}
        label={t("jobLife.work")}
        description={hints.join(" · ")}
        value={jsonKind ?? language}
        onChange={({ currentTarget: { value } }) => {
          const json = jsonWorkKind(value);
          onChange({
            language: json === null ? value : "",
            jsonKind: json,
            // Alarms start it: a schedule would send a message a day.
            ...(json === "notice" && { kind: "triggered" }),
            workText: json === null ? "" : workTemplate(json),
            handler: "",
            argsText: "",
          });
        }}
        data={[
          { value: "", label: t("jobLife.code") },
          ...(hasNone ? [{ value: "none", label: t("jobLife.anyScript"), disabled: true }] : []),
          ...languages.map((value) => ({ value, label: t("jobLife.script", { language: value }) })),
          ...JSON_WORK_KINDS.map((value) => ({
            value,
            label: t(`jobLife.${value}`),
            disabled: absent.some((kind) => kind === value),
          })),
        ]}
      />
      {jsonKind !== null ? (
        <WorkInput
          app={app}
          text={workText}
          onChange={(text) => onChange({ workText: text })}
          mistakes={mistakes}
        />
      ) : language === "" ? (
        <HandlerField
          app={app}
          value={handler}
          error={error}
          onChange={(value) => onChange({ handler: value, argsText: "" })}
        />
      ) : (
        <>
          <SourceField
            {...COMMON}
            label={t("script.source")}
            value={source}
            error={error}
            minRows={6}
            maxRows={24}
            required
            onChange={(written) => onChange({ source: written })}
          />
          <SecretsInput app={app} value={secrets} onChange={(names) => onChange({ secrets: names })} />
        </>
      )}
    </>
  );
}
