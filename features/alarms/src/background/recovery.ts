import { type JobDefinition, type JobInstanceSummary, JobKind, JobState } from "@mojob/core";
import type { AlarmRule } from "@mojob/core/engine";
import { fireTimeOf, hasLeftCode, isPaused, resolveIncident, ruleFor } from "@mojob/core/feature";
import type { Incident } from "@mojob/core/ports";
import { AlarmCondition, Resolution } from "@mojob/core/words";
import { isHeldOpen } from "./held-open.ts";

/** A job that is not scheduled and did not fail again for so long counts as well. */
const QUIET_MS = 24 * 3_600_000;
/** Successes that end a row of failures. */
const ROW_ENDS_WITH = 2;
/** A fire that began so soon was on time. */
const ON_TIME_MS = 60_000;

export interface Recovery {
  readonly now: Date;
  readonly jobs: ReadonlyMap<string, JobDefinition>;
  /** The newest runs of the jobs of these incidents, the newest first. */
  readonly recent: ReadonlyMap<string, readonly JobInstanceSummary[]>;
  readonly rules: readonly AlarmRule[];
}

/** The incidents of what happened to jobs that are over now, resolved. */
export function recovered(open: readonly Incident[], recovery: Recovery): readonly Incident[] {
  return open.flatMap((incident) => {
    const end = endOf(incident, recovery);
    if (end === null) return [];
    return [
      resolveIncident(
        incident,
        end.how,
        { by: null, at: recovery.now },
        end.run === null ? {} : { run: end.run },
      ),
    ];
  });
}

interface End {
  readonly how: Resolution;
  /** The run that showed it. */
  readonly run: string | null;
}

function endOf(incident: Incident, { now, jobs, recent, rules }: Recovery): End | null {
  const job = incident.jobKey === null ? undefined : jobs.get(incident.jobKey);
  if (job === undefined || job.options.disabled || hasLeftCode(job)) return unwatched;
  if (!ruleFor(rules, incident.condition, { app: job.app, job }).enabled) return unwatched;
  const runs = recent.get(job.key) ?? [];
  if (isHeldOpen(incident, now)) return null;
  if (incident.condition === AlarmCondition.Missed) return onTimeAgain(incident, job, runs, now);
  const success = successAfter(incident, runs);
  if (success !== null) return { how: Resolution.Recovered, run: success.id };
  const isQuiet = now.getTime() - incident.lastAt.getTime() >= QUIET_MS;
  return isQuiet && job.kind === JobKind.Triggered ? { how: Resolution.Quiet, run: null } : null;
}

const unwatched: End = { how: Resolution.NoLongerWatched, run: null };

/** The success that ends the incident: the last to have ended, and of a row of failures the second. */
function successAfter(
  { condition, lastAt }: Incident,
  runs: readonly JobInstanceSummary[],
): JobInstanceSummary | null {
  const ended = runs
    .filter(
      ({ part, state }) => part === null && (state === JobState.Succeeded || state === JobState.Terminated),
    )
    .toSorted((a, b) => (b.completedAt?.getTime() ?? 0) - (a.completedAt?.getTime() ?? 0));
  const wanted = condition === AlarmCondition.FailuresInRow ? ROW_ENDS_WITH : 1;
  const last = ended.slice(0, wanted);
  const isOver =
    last.length === wanted &&
    last.every(
      ({ state, completedAt }) =>
        state === JobState.Succeeded && completedAt !== null && completedAt > lastAt,
    );
  return isOver ? (last[0] ?? null) : null;
}

/** A fire after those that were missed that was recorded on time; a job that no longer fires owes none. */
function onTimeAgain(
  { parameters, lastAt }: Incident,
  job: JobDefinition,
  runs: readonly JobInstanceSummary[],
  now: Date,
): End | null {
  if (job.kind !== JobKind.Recurring || isPaused(job, now)) return unwatched;
  const to = typeof parameters["to"] === "string" ? new Date(parameters["to"]) : lastAt;
  const fire = runs.find((run) => {
    const due = fireTimeOf(run);
    if (due === undefined || run.missed !== null || due <= to) return false;
    return run.createdAt.getTime() - due.getTime() <= ON_TIME_MS;
  });
  return fire === undefined ? null : { how: Resolution.Recovered, run: fire.id };
}
