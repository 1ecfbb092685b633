import type { JobDefinition, JobInstanceSummary } from "@mojob/core";
import type { AlarmRule } from "@mojob/core/engine";
import { fireTimeOf, isPaused, lacksWorker, lateSince, nextFire, ruleFor } from "@mojob/core/feature";
import { waitsForSlot } from "@mojob/core/ports";
import { AlarmCondition } from "@mojob/core/words";
import type { Finder, Found, RuledFinding } from "./ruled-finding.ts";
import type { LongRun, Situation } from "./situation.ts";
import { codeThatGoesOn, waitingTasks } from "./task-findings.ts";

/** A job that fires so soon should have a worker. */
const DUE_SOON_MS = 10 * 60_000;
const SHOWN_JOBS = 5;
/** Fewer runs say nothing of how long one takes. */
const LEAST_DURATIONS = 20;

/** The findings that last now: each until it is no longer found. */
export function standingFindings(situation: Situation, own: readonly AlarmRule[]): readonly RuledFinding[] {
  const find: Finder = (condition, subject, judge) => {
    const rule = ruleFor(own, condition, subject);
    const found = rule.enabled ? judge(rule) : null;
    if (found === null) return [];
    const finding = { condition, app: subject.app, jobKey: subject.job?.key ?? null, error: null, ...found };
    return [{ finding, rule }];
  };
  return [
    ...unbegun(situation, find),
    ...slowRuns(situation, find),
    ...waitingTasks(situation, find),
    ...codeThatGoesOn(situation, find),
    ...appsWithoutWorker(situation, find),
    ...backlogs(situation, find),
    ...firingStopped(situation, find),
    ...deployment(situation, find),
  ];
}

/** The oldest run of each job that should have begun: a fire that is late, or a triggered run that waits. */
function unbegun({ now, jobs, enqueued, facts }: Situation, find: Finder): readonly RuledFinding[] {
  const owed = enqueued.filter(({ jobKey, part }) => {
    const job = jobs.get(jobKey);
    return part === null && job !== undefined && !job.options.disabled && !isPaused(job, now);
  });
  return [...Map.groupBy(owed, ({ jobKey }) => jobKey)].flatMap(([key, runs]) => {
    const job = jobs.get(key) as JobDefinition;
    const subject = { app: job.app, job };
    const fire = runs.find(({ trigger }) => trigger.nominalTime !== undefined);
    // That others run first is what a limit is for.
    const triggered = runs.find((run) => run.trigger.nominalTime === undefined && !waitsForSlot(run));
    return [
      ...(fire === undefined ? [] : find(AlarmCondition.Late, subject, lateFire(job, fire, { now, facts }))),
      ...(triggered === undefined ? [] : find(AlarmCondition.Waiting, subject, longWait(triggered, now))),
    ];
  });
}

function lateFire(
  job: JobDefinition,
  run: JobInstanceSummary,
  { now, facts }: Pick<Situation, "now" | "facts">,
): (rule: AlarmRule) => Found | null {
  return ({ parameters: { afterMs = 0, ofInterval = 0 } }) => {
    const due = fireTimeOf(run) ?? run.createdAt;
    const next = nextFire(job, due, facts);
    const intervalMs = next === null ? 0 : next.getTime() - due.getTime();
    const lateMs = now.getTime() - due.getTime();
    if (lateMs <= Math.max(afterMs, ofInterval * intervalMs)) return null;
    return { at: due, run: run.id, parameters: { due: due.toISOString(), reason: run.reason?.code ?? null } };
  };
}

function longWait(run: JobInstanceSummary, now: Date): (rule: AlarmRule) => Found | null {
  return ({ parameters: { afterMs = 0 } }) => {
    const since = waitsLongSince(run, now, afterMs);
    if (since === null) return null;
    return {
      at: since,
      run: run.id,
      parameters: { since: since.toISOString(), reason: run.reason?.code ?? null },
    };
  };
}

/** Since when a run has waited for longer than this; `null` where it has not. */
export function waitsLongSince(
  { enqueuedAt, createdAt }: JobInstanceSummary,
  now: Date,
  afterMs: number,
): Date | null {
  const since = enqueuedAt ?? createdAt;
  return now.getTime() - since.getTime() > afterMs ? since : null;
}

function slowRuns({ now, jobs, running }: Situation, find: Finder): readonly RuledFinding[] {
  return [...Map.groupBy(running, ({ run }) => run.jobKey)].flatMap(([key, runs]) => {
    const job = jobs.get(key);
    if (job === undefined) return [];
    return find(AlarmCondition.Slow, { app: job.app, job }, (rule) => slowest(runs, rule, now));
  });
}

/** The run of one job that is furthest out of its band. */
function slowest(
  runs: readonly LongRun[],
  { parameters: { factor = 0, leastMs = 0 } }: AlarmRule,
  now: Date,
): Found | null {
  for (const { run, durationsMs } of runs) {
    if (run.startedAt === null || durationsMs.length < LEAST_DURATIONS) continue;
    const sorted = durationsMs.toSorted((a, b) => a - b);
    const medianMs = sorted[Math.floor(sorted.length / 2)] ?? 0;
    const p95Ms = sorted[Math.floor(sorted.length * 0.95)] ?? 0;
    const most = Math.max(factor * medianMs, 1.5 * p95Ms, medianMs + leastMs);
    if (now.getTime() - run.startedAt.getTime() <= most) continue;
    return {
      at: run.startedAt,
      run: run.id,
      parameters: { began: run.startedAt.toISOString(), medianMs, mostMs: Math.round(most) },
    };
  }
  return null;
}

/** One for each app: what it lacks is a worker, whichever of its jobs notices. */
function appsWithoutWorker(situation: Situation, find: Finder): readonly RuledFinding[] {
  const { now, jobs, executors, facts, enqueued } = situation;
  const waiting = new Set(enqueued.map(({ jobKey }) => jobKey));
  const isDue = (job: JobDefinition): boolean => {
    if (waiting.has(job.key)) return true;
    const next = nextFire(job, now, facts);
    return next !== null && next.getTime() - now.getTime() <= DUE_SOON_MS;
  };
  const lacking = [...jobs.values()].filter(
    (job) => lacksWorker(job, executors) && !isPaused(job, now) && isDue(job),
  );
  return [...Map.groupBy(lacking, ({ app }) => app)].flatMap(([app, of]) =>
    find(AlarmCondition.NoWorker, { app, job: null }, () => ({
      at: now,
      run: null,
      parameters: {
        jobs: of.length,
        keys: of.slice(0, SHOWN_JOBS).map(({ key }) => key),
        online: executors.filter((executor) => executor.app === app).length,
      },
    })),
  );
}

function backlogs({ now, waiting }: Situation, find: Finder): readonly RuledFinding[] {
  return [...waiting].flatMap(([app, count]) =>
    find(AlarmCondition.Backlog, { app, job: null }, ({ parameters: { most = 0 } }) =>
      count <= most ? null : { at: now, run: null, parameters: { waiting: count, most } },
    ),
  );
}

function firingStopped({ now, jobs, firedTo, facts }: Situation, find: Finder): readonly RuledFinding[] {
  const owed = [...jobs.values()].flatMap((job) => {
    const at = lateSince(job, firedTo, now, facts);
    return at === null ? [] : [{ job, at }];
  });
  const [first] = owed.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  if (first === undefined || firedTo === null) return [];
  return find(AlarmCondition.FiringStopped, { app: null, job: null }, () => ({
    at: first.at,
    run: null,
    parameters: {
      since: firedTo.toISOString(),
      jobs: owed.length,
      keys: owed.slice(0, SHOWN_JOBS).map(({ job }) => job.key),
    },
  }));
}

function deployment({ now, controlPlanes, clockAheadMs }: Situation, find: Finder): readonly RuledFinding[] {
  const whole = { app: null, job: null };
  return [
    ...find(AlarmCondition.ControlPlaneDown, whole, ({ parameters: { least = 0 } }) =>
      controlPlanes >= least ? null : { at: now, run: null, parameters: { online: controlPlanes, least } },
    ),
    ...find(AlarmCondition.ClockOff, whole, ({ parameters: { mostMs = 0 } }) =>
      clockAheadMs === null || Math.abs(clockAheadMs) <= mostMs
        ? null
        : { at: now, run: null, parameters: { aheadMs: clockAheadMs, mostMs } },
    ),
  ];
}
