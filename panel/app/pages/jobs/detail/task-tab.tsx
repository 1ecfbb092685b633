import { Button, Skeleton, Stack, Title } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { type FormEvent, lazy, type ReactElement, type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { notifyError } from "../../../api/notify.ts";
import type { JobDetail } from "../../../api/operations.generated.ts";
import { withWords } from "../../../i18n/i18n.ts";
import { useMay } from "../../../session/use-may.ts";
import { Notice } from "../../../ui/notice.tsx";
import { UnsavedDialog } from "../../../ui/unsaved-dialog.tsx";
import { ScriptDiff } from "../script/script-diff.tsx";
import { ScriptHistory } from "../script/script-history.tsx";
import type { ScriptInJob } from "../script/script-in-job.ts";
import { ScriptSaving } from "../script/script-saving.tsx";
import { type ScriptForm, useScriptForm } from "../script/use-script-form.ts";
import { LateNodeWork } from "../work/late-node-work.ts";
import { LazyTryWork } from "../trial/lazy-try-work.tsx";
import { BodyFields } from "../../tasks/body/body-fields.tsx";
import { useBodyCheck } from "../../tasks/check/use-body-check.ts";
import "../script/script.css";

const route = getRouteApi("/jobs/$key");
const VersionsDifference = lazy(
  withWords(
    async () => ({
      default: (await import("../../tasks/difference/versions-difference.tsx")).VersionsDifference,
    }),
    "flow",
  ),
);

export interface TaskTabProps {
  readonly job: JobDetail;
  readonly script: ScriptInJob;
}

/** The work of a task: its graph, its body as JSON with the mistakes in it, and its versions. */
export function TaskTab({ job, script }: TaskTabProps): ReactElement {
  const { t } = useTranslation();
  const form = useScriptForm(job, script);
  const [compared, setCompared] = useState<readonly [from: number, to: number] | null>(null);
  const compare = (from: number, to: number): void => setCompared([from, to]);
  const inCode = job.differsFromCode.find(({ field }) => field === "work")?.code;
  return (
    <Stack gap="md">
      {inCode !== undefined && <WorkDiffers app={job.app} form={form} inCode={inCode} />}
      <BodyEditor app={job.app} form={form} jobKey={job.key} saved={script.source} onCompare={compare} />
      <LazyTryWork
        kind="task"
        app={job.app}
        jobKey={job.key}
        // Its body as it was typed.
        work={`{"kind":"task","body":${form.source}}`}
        args={job.args === null ? "" : JSON.stringify(job.args, null, 2)}
        hasArgsField={false}
        onRefused={notifyError}
      />
      {compared !== null && (
        <>
          <Title order={2} size="h4">
            {t("script.diff")}
          </Title>
          <Suspense fallback={<Skeleton height={240} />}>
            <VersionsDifference jobKey={job.key} from={compared[0]} to={compared[1]} />
          </Suspense>
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

interface WorkDiffersProps {
  readonly app: string;
  readonly form: ScriptForm;
  /** The work of the job as its code declares it. */
  readonly inCode: unknown;
}

/** The graph was edited and stays: what the code declares can be put back, and follows the code again once it is saved. */
function WorkDiffers({ app, form, inCode }: WorkDiffersProps): ReactNode {
  const { t } = useTranslation();
  const mayEdit = useMay("work:edit", app);
  const { body } = inCode as { readonly body?: unknown };
  if (body === undefined) return null;
  return (
    <Notice title={t("task.differs.title")}>
      {t("task.differs.hint")}{" "}
      <Button
        variant="default"
        size="compact-sm"
        disabled={!mayEdit}
        onClick={() => form.setSource(JSON.stringify(body, null, 2))}
      >
        {t("task.differs.putBack")}
      </Button>
    </Notice>
  );
}

interface BodyEditorProps {
  readonly app: string;
  readonly form: ScriptForm;
  readonly jobKey: string;
  /** The body in force. */
  readonly saved: string;
  readonly onCompare: (from: number, to: number) => void;
}

function BodyEditor({ app, form, jobKey, saved, onCompare }: BodyEditorProps): ReactElement {
  const { t } = useTranslation();
  const mayEdit = useMay("work:edit", app);
  const check = useBodyCheck(form.source, jobKey);
  const { node = null } = route.useSearch();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (form.isChanged && form.stale === null && !check.isBlocked) form.save();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        <BodyFields
          text={form.source}
          app={app}
          Work={LateNodeWork}
          jobKey={jobKey}
          check={check}
          mayEdit={mayEdit}
          isUnsaved={form.isChanged}
          saved={saved}
          node={node}
          onChange={form.setSource}
        />
        <ScriptSaving form={form} onCompare={onCompare} isBlocked={check.isBlocked} />
      </Stack>
      <UnsavedDialog isUnsaved={form.isChanged} text={t("task.body.unsaved")} />
    </form>
  );
}
