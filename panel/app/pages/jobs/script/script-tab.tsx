import { Stack, Title } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { JobDetail } from "../../../api/operations.generated.ts";
import { notifyError } from "../../../api/notify.ts";
import { useApi } from "../../../api/use-api.ts";
import { LazyTryWork } from "../trial/lazy-try-work.tsx";
import { jsonText } from "../../../ui/json/json-text.ts";
import { ScriptDiff } from "./script-diff.tsx";
import { ScriptEditor } from "./script-editor.tsx";
import { ScriptHistory } from "./script-history.tsx";
import type { ScriptInJob } from "./script-in-job.ts";
import { scriptLanguages } from "../work/script-languages.ts";
import { ScriptSecretsField, useScriptSecrets } from "./script-secrets.tsx";
import { ScriptWorkers } from "./script-workers.tsx";
import { useScriptForm } from "./use-script-form.ts";
import "../edit/options.css";
import "./script.css";

export interface ScriptTabProps {
  readonly job: JobDetail;
  readonly script: ScriptInJob;
}

/** The script of a job: its text, who runs it, and its versions. */
export function ScriptTab({ job, script }: ScriptTabProps): ReactElement {
  const { t } = useTranslation();
  const form = useScriptForm(job, script);
  const workers = useApi("listWorkers", {});
  const secrets = useScriptSecrets(job);
  const [compared, setCompared] = useState<readonly [from: number, to: number] | null>(null);
  const ofApp = (workers.data?.items ?? []).filter(({ app }) => app === job.app);
  const kind = String(job.work["kind"]);
  const languages = kind === "script" ? scriptLanguages(ofApp) : [];
  const compare = (from: number, to: number): void => setCompared([from, to]);
  return (
    <Stack gap="md">
      <ScriptWorkers workers={ofApp} kind={kind} language={form.language} />
      <ScriptEditor app={job.app} form={form} languages={languages} onCompare={compare} />
      {kind === "script" && <ScriptSecretsField app={job.app} secrets={secrets} />}
      <LazyTryWork
        kind={kind}
        app={job.app}
        jobKey={job.key}
        work={jsonText({
          ...job.work,
          language: form.language,
          source: form.source,
          secrets: secrets.names.length === 0 ? undefined : secrets.names,
        })}
        args={job.args === null ? "" : jsonText(job.args)}
        hasArgsField={false}
        onRefused={notifyError}
      />
      {compared !== null && (
        <>
          <Title order={2} size="h4">
            {t("script.diff")}
          </Title>
          <ScriptDiff
            jobKey={job.key}
            from={compared[0]}
            to={compared[1]}
            newest={script.version}
            onChange={compare}
          />
        </>
      )}
      <Title order={2} size="h4">
        {t("script.versions")}
      </Title>
      <ScriptHistory
        jobKey={job.key}
        app={job.app}
        inForce={script.version}
        onCompare={compare}
        onEdit={form.take}
      />
    </Stack>
  );
}
