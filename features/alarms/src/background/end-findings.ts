import { type JobDefinition, type JobInstanceSummary, JobState } from "@mojob/core";
import type { AlarmRule } from "@mojob/core/engine";
import { ruleFor } from "@mojob/core/feature";
import { type Finding, ReasonCode } from "@mojob/core/ports";
import { AlarmCondition } from "@mojob/core/words";
import type { RuledFinding } from "./ruled-finding.ts";

export interface EndedRuns {
  /** Runs that failed for good, or stand for fires that were missed, in the order they ended. */
  readonly runs: readonly JobInstanceSummary[];
  readonly jobs: ReadonlyMap<string, JobDefinition>;
  /** The newest runs of each job that failed, the newest first. */
  readonly recent: ReadonlyMap<string, readonly JobInstanceSummary[]>;
}

/** The findings in runs that have ended, in their order. A part of another run shows nothing: its whole does. */
export function endFindings(
  { runs, jobs, recent }: EndedRuns,
  own: readonly AlarmRule[],
): readonly RuledFinding[] {
  return runs.flatMap((run): readonly RuledFinding[] => {
    const job = jobs.get(run.jobKey);
    if (job === undefined || run.part !== null) return [];
    if (run.missed !== null) return counted(own, AlarmCondition.Missed, job, missed(run));
    if (isSkippedFire(run)) return skippedFires(own, job, run, recent.get(job.key) ?? []);
    if (run.state !== JobState.Terminated) return [];
    return [
      ...counted(own, AlarmCondition.RunFailed, job, failed(run)),
      ...inRow(own, job, run, recent.get(job.key) ?? []),
    ];
  });
}

/** Whether a fire was skipped because its job was full. */
export function isSkippedFire({ state, trigger, missed, reason }: JobInstanceSummary): boolean {
  const isFire = state === JobState.Skipped && trigger.nominalTime !== undefined && missed === null;
  return isFire && reason?.code === ReasonCode.JobFull;
}

/** Fires that were skipped one after the other up to this one, where they are as many as the rule says. */
function skippedFires(
  own: readonly AlarmRule[],
  job: JobDefinition,
  run: JobInstanceSummary,
  recent: readonly JobInstanceSummary[],
): readonly RuledFinding[] {
  const others = recent.filter(({ trigger }) => trigger.nominalTime !== undefined);
  const ended = others.findIndex((one) => !isSkippedFire(one) && one.completedAt !== null);
  const row =
    ended === -1 ? others.filter(isSkippedFire).length : others.slice(0, ended).filter(isSkippedFire).length;
  const [ruled] = counted(own, AlarmCondition.FiresSkipped, job, {
    at: run.completedAt ?? run.updatedAt,
    run: run.id,
    error: null,
    parameters: { row },
  });
  return ruled === undefined || row < (ruled.rule.parameters["count"] ?? Infinity) ? [] : [ruled];
}

/** How many runs of a job failed, one after the other, up to this one; what was cancelled or skipped does not count. */
export function failuresUpTo(run: JobInstanceSummary, recent: readonly JobInstanceSummary[]): number {
  const ended = recent
    .filter(({ state }) => state === JobState.Terminated || state === JobState.Succeeded)
    .filter(({ id, completedAt }) => id === run.id || endsBefore(completedAt, run.completedAt));
  const others = ended.filter(({ id }) => id !== run.id);
  const success = others.findIndex(({ state }) => state === JobState.Succeeded);
  return 1 + (success === -1 ? others.length : success);
}

function endsBefore(one: Date | null, other: Date | null): boolean {
  return (one?.getTime() ?? Infinity) <= (other?.getTime() ?? Infinity);
}

type Shown = Pick<Finding, "at" | "parameters" | "run" | "error">;

function counted(
  own: readonly AlarmRule[],
  condition: AlarmCondition,
  job: JobDefinition,
  shown: Shown,
): readonly RuledFinding[] {
  const rule = ruleFor(own, condition, { app: job.app, job });
  if (!rule.enabled) return [];
  return [{ finding: { condition, app: job.app, jobKey: job.key, ...shown }, rule }];
}

function failed(run: JobInstanceSummary): Shown {
  const { id, completedAt, updatedAt, attempt, errorSummary, worker } = run;
  return {
    at: completedAt ?? updatedAt,
    run: id,
    error: errorSummary ?? run.reason?.code ?? JobState.Terminated,
    parameters: { attempts: attempt, worker },
  };
}

function missed({ id, missed: fires, completedAt, updatedAt }: JobInstanceSummary): Shown {
  return {
    at: completedAt ?? updatedAt,
    run: id,
    error: null,
    parameters: {
      count: fires?.count ?? 1,
      from: fires?.from.toISOString() ?? null,
      to: fires?.to.toISOString() ?? null,
    },
  };
}

function inRow(
  own: readonly AlarmRule[],
  job: JobDefinition,
  run: JobInstanceSummary,
  recent: readonly JobInstanceSummary[],
): readonly RuledFinding[] {
  const row = failuresUpTo(run, recent);
  const [ruled] = counted(own, AlarmCondition.FailuresInRow, job, {
    ...failed(run),
    parameters: { row, attempts: run.attempt },
  });
  return ruled === undefined || row < (ruled.rule.parameters["count"] ?? Infinity) ? [] : [ruled];
}
