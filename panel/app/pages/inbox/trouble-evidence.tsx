import { ActionIcon, Skeleton, Title } from "@mantine/core";
import { X } from "lucide-react";
import { lazy, type ReactElement, type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiRequest } from "../../api/call-api.ts";
import { useApi, useApiChange } from "../../api/use-api.ts";
import { withWords } from "../../i18n/i18n.ts";
import { RunError } from "../../ui/failure/run-error.tsx";
import { HiddenPart } from "../../ui/hidden-part.tsx";
import { JsonView } from "../../ui/json/json-view.tsx";
import { IncidentActs } from "../alarms/incident-acts.tsx";
import { IncidentRow } from "../alarms/incident-row.tsx";
import { FailureRow } from "../failures/failure-row.tsx";
import { RunWhy } from "../why/run-why.tsx";
import type { Broken, Trouble } from "./troubles.ts";
import "../../ui/page/run.css";
import "../alarms/incidents.css";
import "../failures/failures.css";

const LogView = lazy(async () => ({ default: (await import("../runs/log/log-view.tsx")).LogView }));
const TaskCause = lazy(
  withWords(
    async () => ({ default: (await import("../tasks/failure/task-cause.tsx")).TaskCause }),
    "task",
    "runJob",
  ),
);
const RerunCauses = lazy(
  withWords(async () => ({ default: (await import("./rerun-causes.tsx")).RerunCauses }), "history"),
);

export interface TroubleEvidenceProps {
  readonly trouble: Trouble;
  readonly from: string;
  readonly onClose: () => void;
}

/** All that is known of one trouble, and what can be done about it: the error, the arguments, what changed, and the log. */
export function TroubleEvidence({ trouble, from, onClose }: TroubleEvidenceProps): ReactElement {
  const { t } = useTranslation();
  const runId = trouble.kind === "broken" ? trouble.group.newestId : trouble.incident.runs.at(-1);
  return (
    <aside className="inbox-evidence" aria-label={t("inbox.evidence")}>
      <ActionIcon className="inbox-close" aria-label={t("common.close")} onClick={onClose}>
        <X size={16} />
      </ActionIcon>
      {trouble.kind === "broken" ? (
        <BrokenHead {...trouble} from={from} />
      ) : (
        <>
          <ul className="incidents">
            <IncidentRow incident={trouble.incident} />
          </ul>
          <IncidentActs incident={trouble.incident} />
        </>
      )}
      {runId !== undefined && <RunEvidence id={runId} />}
    </aside>
  );
}

function BrokenHead({ group, alarms, from }: Broken & Pick<TroubleEvidenceProps, "from">): ReactElement {
  const { mutate } = useApiChange("handleFailure");
  const [isRerunning, setRerunning] = useState(false);
  const change = (id: string, body: NonNullable<ApiRequest<"handleFailure">["body"]>): void =>
    mutate({ path: { id }, body });
  return (
    <>
      <ul className="failures">
        <FailureRow
          group={group}
          from={from}
          isMuted={false}
          onChange={change}
          onRerun={() => setRerunning(true)}
        />
      </ul>
      {alarms.length > 0 && (
        <ul className="incidents">
          {alarms.map((incident) => (
            <li key={incident.id} className="inbox-alarm">
              <ul>
                <IncidentRow incident={incident} />
              </ul>
              <IncidentActs incident={incident} />
            </li>
          ))}
        </ul>
      )}
      {isRerunning && (
        <Suspense fallback={null}>
          <RerunCauses groups={[group]} from={from} onClose={() => setRerunning(false)} onDone={() => {}} />
        </Suspense>
      )}
    </>
  );
}

/** The newest run of it. */
function RunEvidence({ id }: { readonly id: string }): ReactNode {
  const { t } = useTranslation();
  const { data: run, error } = useApi("getInstance", { path: { id } });
  if (error !== null && run === undefined) return null;
  if (run === undefined) return <Skeleton height={160} />;
  const isTask = run.history.some(({ reasonCode }) => reasonCode === "task");
  return (
    <>
      {isTask ? (
        <Suspense fallback={<Skeleton height={120} />}>
          <TaskCause run={run} />
        </Suspense>
      ) : (
        run.error !== null && <RunError error={run.error} />
      )}
      <RunWhy run={run} />
      <Title order={3} size="h5">
        {t("inbox.args")}
      </Title>
      {run.hidden?.includes("args") === true ? (
        <HiddenPart part="args" />
      ) : (
        <JsonView value={run.args} label={t("inbox.args")} />
      )}
      {!isTask && (
        <>
          <Title order={3} size="h5">
            {t("inbox.log")}
          </Title>
          <Suspense fallback={<Skeleton height={80} />}>
            <LogView id={id} isRunning={run.completedAt === null} />
          </Suspense>
        </>
      )}
    </>
  );
}
