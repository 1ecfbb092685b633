import { NativeSelect, Textarea } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { scriptLanguages } from "../script/script-languages.ts";
import { HandlerField } from "./handler-field.tsx";
import type { NewJob } from "./use-new-job.ts";

export interface WorkFieldProps {
  readonly job: NewJob;
  readonly error: string | undefined;
  readonly onChange: (changed: Partial<NewJob>) => void;
}

const COMMON = {
  classNames: { root: "option-row" },
  inputWrapperOrder: ["label", "input", "description", "error"] as ("label" | "input")[],
};

/** What a job runs: code of its app, or a script where workers of the app run scripts; else how they would. */
export function WorkField({ job, error, onChange }: WorkFieldProps): ReactElement {
  const { t } = useTranslation();
  const { app, handler, language, source } = job;
  const workers = useApi("listWorkers", {});
  const languages = scriptLanguages((workers.data?.items ?? []).filter((worker) => worker.app === app));
  const hasNone = workers.data !== undefined && languages.length === 0;
  return (
    <>
      <NativeSelect
        {...COMMON}
        label={t("jobLife.work")}
        description={hasNone && t("jobLife.noScripts", { app })}
        value={language}
        onChange={({ currentTarget }) =>
          onChange({ language: currentTarget.value, handler: "", argsText: "" })
        }
        data={[
          { value: "", label: t("jobLife.code") },
          ...(hasNone ? [{ value: "none", label: t("jobLife.anyScript"), disabled: true }] : []),
          ...languages.map((value) => ({ value, label: t("jobLife.script", { language: value }) })),
        ]}
      />
      {language === "" ? (
        <HandlerField
          app={app}
          value={handler}
          error={error}
          onChange={(value) => onChange({ handler: value, argsText: "" })}
        />
      ) : (
        <Textarea
          {...COMMON}
          className="mono-input"
          label={t("script.source")}
          value={source}
          error={error}
          autosize
          minRows={6}
          maxRows={24}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          wrap="off"
          required
          onChange={({ currentTarget }) => onChange({ source: currentTarget.value })}
        />
      )}
    </>
  );
}
