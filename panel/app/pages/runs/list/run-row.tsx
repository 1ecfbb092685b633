import { Link } from "@tanstack/react-router";
import { ArrowUpRight } from "lucide-react";
import { memo, type ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { InstanceSummary } from "../../../api/operations.generated.ts";
import { Relative, Time } from "../../../time/time.tsx";
import { StateBadge } from "../../../ui/state-badge.tsx";
import { TickBox } from "../../../ui/table/tick-box.tsx";
import { RunDuration } from "../parts/run-duration.tsx";
import { WorkerName } from "../parts/worker-name.tsx";
import { runNote } from "../parts/run-note.ts";
import { ShortRunId } from "../parts/short-run-id.tsx";

export interface RunRowProps {
  readonly run: InstanceSummary;
  readonly isOfOneJob: boolean;
  /** State and note stand below the name. */
  readonly isNarrow: boolean;
  readonly isTicked: boolean;
  readonly onTick: (id: string, isTicked: boolean) => void;
}

/** A run in one line, on a phone in two; plain elements, because many rows are rendered at once, and again only those that changed. */
export const RunRow = memo(function RunRow({ isTicked, onTick, ...shown }: RunRowProps): ReactElement {
  const { t } = useTranslation();
  const { id, jobKey, jobName, state } = shown.run;
  return (
    <tr data-row={id} data-run={id} data-ticked={isTicked || undefined}>
      <td className="tick">
        <TickBox
          label={t("instances.select", { job: jobName ?? jobKey, state: t(`state.${state}`) })}
          isTicked={isTicked}
          onTick={(ticked) => onTick(id, ticked)}
        />
      </td>
      <RunCells {...shown} />
    </tr>
  );
});

/** Not drawn again where its row is ticked. */
const RunCells = memo(function RunCells({
  run,
  isOfOneJob,
  isNarrow,
}: Omit<RunRowProps, "isTicked" | "onTick">): ReactElement {
  const { t, i18n } = useTranslation();
  const {
    id,
    jobKey,
    state,
    trigger,
    attempt,
    retryCount,
    worker,
    workerName,
    createdAt,
    startedAt,
    argsPreview,
  } = run;
  const name = run.jobName ?? jobKey;
  const note = runNote(run, t, i18n.language);
  return (
    <>
      {!isNarrow && (
        <td className="runs-state">
          <StateBadge state={state} />
        </td>
      )}
      <td>
        <div className="runs-name">
          <Link to="/runs/$id" params={{ id }} className="row-link" title={`${name}\n${jobKey}\n${id}`}>
            {isOfOneJob ? <ShortRunId id={id} jobKey={jobKey} /> : name}
          </Link>
          {!isOfOneJob && (
            <Link
              to="/jobs/$key"
              params={{ key: jobKey }}
              className="mono dimmed runs-key"
              title={t("instances.openJob", { job: name })}
              aria-label={t("instances.openJob", { job: name })}
            >
              <span className="runs-key-text">{jobKey}</span>
              <ArrowUpRight size={13} aria-hidden="true" />
            </Link>
          )}
          {run.shard !== null && (
            <span className="dimmed runs-args">{t("instances.shardIndex", { index: run.shard })}</span>
          )}
          {argsPreview !== null && (
            <span className="mono dimmed runs-args" title={argsPreview}>
              {argsPreview}
            </span>
          )}
        </div>
        {isNarrow && (
          <span className="narrow-line">
            <StateBadge state={state} />
            {note && <span className={note.isWarning ? "warning" : "dimmed"}> · {note.text}</span>}
          </span>
        )}
      </td>
      <td className="runs-trigger one-line wide-cell">{t(`instances.triggerType.${trigger.type}`)}</td>
      <td className="runs-started one-line">
        <Started run={run} at={startedAt ?? createdAt} />
      </td>
      <td className="runs-duration end">
        <RunDuration run={run} />
      </td>
      <td className="runs-worker one-line large-cell">
        {worker !== null && <WorkerName id={worker} name={workerName} />}
      </td>
      {!isNarrow && (
        <td className="one-line" title={note?.text ?? ""}>
          {attempt > 1 && (
            <span className="warning runs-attempt" title={t("instances.attempt")}>
              {attempt}/{retryCount + 1}
            </span>
          )}
          {note && <span className={note.isWarning ? "warning" : "dimmed"}>{note.text}</span>}
        </td>
      )}
    </>
  );
});

/** When it began; before that, when it is to. */
function Started({
  run: { state, scheduledFor, startedAt },
  at,
}: {
  readonly run: InstanceSummary;
  readonly at: string;
}): ReactElement {
  if (state === "Scheduled" && scheduledFor !== null)
    return (
      <span className="dimmed">
        <Relative at={scheduledFor} />
      </span>
    );
  return (
    <span className={startedAt === null ? "dimmed" : undefined}>
      <span className="wide-only">
        <Time at={at} />
      </span>
      <span className="narrow-only">
        <Relative at={at} />
      </span>
    </span>
  );
}
