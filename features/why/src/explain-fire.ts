import { type JobDefinition, JobKind } from "@mojob/core";
import type { FireExplanation } from "@mojob/core/engine";
import {
  closedGates,
  type Deed,
  GateEffect,
  hasLeftCode,
  isAfterEnd,
  isInForce,
  type JobSchedule,
  lateSince,
  nextFire,
  owedAfter,
} from "@mojob/core/feature";
import { type Act, type JobPause, ReasonCode, TriggerType } from "@mojob/core/ports";
import type { Cause } from "@mojob/core/words";
import { deedOf, namesOf } from "./deed-of.ts";
import type { FireEvidence, JobEvidence } from "./fire-evidence.ts";
import { jobThen } from "./job-then.ts";
import { type NamedTimes, namedTimes } from "./named-times.ts";
import { appStopped, paused, windowsOpen } from "./pause-causes.ts";
import { tenantCauses } from "./tenant-causes.ts";
import { workersInTheWay } from "./waiting-causes.ts";

/** An act and what it wrote are stamped by one process, a moment apart. */
const SAME_MOMENT_MS = 1000;
const NOBODY: Deed = { by: null, at: null, note: null };

/** When a job fires next, and what keeps its runs from beginning now. */
export function explainNow(evidence: JobEvidence): FireExplanation {
  const { job, now, facts, firedTo } = evidence;
  const next = nextFire(job, now, facts);
  const late = lateSince(job, firedTo, now, facts);
  const isRecurring = job.kind === JobKind.Recurring;
  return {
    at: null,
    run: null,
    next,
    causes: [
      ...hindrances(evidence),
      ...(late === null || firedTo === null ? [] : [firingLate(firedTo)]),
      isRecurring ? toCome(next) : { code: "not_recurring" },
    ],
  };
}

/** Why a job fired at a time, or did not. */
export function explainFire(evidence: FireEvidence): FireExplanation {
  const { at, now, job, run, miss, facts } = evidence;
  const next = nextFire(job, at > now ? at : now, facts);
  const stands = run ?? miss;
  const explained = { at, run: stands?.id ?? null, next };
  if (run !== null) {
    const causes: readonly Cause[] = [{ code: "fired", parameters: { run: run.id } }];
    const named = namedTimes(job, at, facts);
    return { ...explained, causes: [...causes, ...moved(named), ...calendarCauses(named)] };
  }
  if (miss?.missed != null) return { ...explained, causes: [missed(miss.id, miss)] };
  if (job.kind !== JobKind.Recurring) return { ...explained, causes: [{ code: "not_recurring" }] };
  const causes = at > now ? ahead(evidence) : behind(evidence);
  return { ...explained, causes: causes.length > 0 ? causes : [{ code: "unexplained" }] };
}

function missed(run: string, { missed: fires, reason }: NonNullable<FireEvidence["miss"]>): Cause {
  const policy = reason?.code === ReasonCode.Missed ? reason.parameters.policy : null;
  const { count = 1, from = null, to = null } = fires ?? {};
  const parameters = { run, count, from: from?.toISOString() ?? "", to: to?.toISOString() ?? "", policy };
  return { code: "missed", parameters };
}

/** The causes for a fire whose time has not come. */
function ahead(evidence: FireEvidence): readonly Cause[] {
  const { job, at, facts } = evidence;
  const named = namedTimes(job, at, facts);
  if (named.schedules.length === 0) return unnamed(job, named);
  const causes = [
    ...moved(named),
    ...calendarCauses(named),
    ...bounds(named.schedules, at),
    ...hindrances(evidence),
  ];
  return [...causes, ...(nextFire(job, new Date(at.getTime() - 1), facts) === null ? [] : [toCome(at)])];
}

/** The causes for a fire whose time is over, and of which there is no record. */
function behind(evidence: FireEvidence): readonly Cause[] {
  const { job, at, acts, facts } = evidence;
  if (at < job.createdAt)
    return [{ code: "unknown_then", parameters: { createdAt: job.createdAt.toISOString() } }];
  const then = jobThen(
    job,
    acts.filter((act) => act.at > at),
  );
  const named = namedTimes(then, at, facts);
  if (named.schedules.length === 0) return unnamed(then, named);
  const causes = [
    ...calendarCauses(named),
    ...bounds(named.schedules, at),
    ...(then.options.disabled ? [disabled(acts, at)] : []),
    ...leftCode(job),
    ...pausesAt(job.pause, at).map((pause) => paused(withActor(pause, acts))),
    ...pausesAt(job.appPause, at).map((pause) => appStopped(withActor(pause, acts), job.app)),
    ...windowsOpen(job.windows, at),
    ...since(job, named.schedules, evidence),
    ...(isOwedStill(evidence) ? [firingLate(evidence.firedTo)] : []),
  ];
  return causes.length > 0 ? causes : noLongerKept(evidence);
}

/** The causes for a time that stands for a local one which the clocks leave out that day. */
function moved({ gap, schedules }: NamedTimes): readonly Cause[] {
  return gap === null || schedules.length === 0 ? [] : [{ code: "moved_by_clocks", parameters: gap }];
}

/** What a calendar has made of the time. */
function calendarCauses({ calendar: verdict }: NamedTimes): readonly Cause[] {
  if (verdict === null) return [];
  const { calendar } = verdict;
  switch (verdict.kind) {
    case "missing":
      return [{ code: "calendar_missing", parameters: { calendar } }];
    case "here":
      return [{ code: "moved_here", parameters: { calendar, from: verdict.from.toISOString() } }];
    case "off":
      return [{ code: "off_calendar", parameters: { calendar, day: verdict.day, name: verdict.name } }];
    case "held":
      return [{ code: "calendar_ended", parameters: { calendar, day: verdict.day } }];
    case "moved": {
      const { day, name, to } = verdict;
      return [{ code: "moved_by_calendar", parameters: { calendar, day, name, to: to.toISOString() } }];
    }
  }
}

/** Why the schedules of a job do not name a time. */
function unnamed({ options: { schedule } }: JobDefinition, named: NamedTimes): readonly Cause[] {
  const { isRepeated, gap, before, after } = named;
  const parameters = { before: before?.toISOString() ?? null, after: after?.toISOString() ?? null };
  return [
    ...calendarCauses(named),
    ...(gap === null ? [] : [{ code: "left_out_by_clocks", parameters: gap } as const]),
    ...(isRepeated
      ? [{ code: "repeated_hour", parameters: { timeZone: schedule?.timeZone ?? "UTC" } } as const]
      : []),
    ...(schedule !== null && isAfterEnd(schedule)
      ? [{ code: "counts_from_ends", parameters: { everyMs: schedule.everyMs ?? 0 } } as const]
      : []),
    { code: "not_scheduled", parameters },
  ];
}

/** The causes in the schedules that name a time; none where one of them lets it fire. */
function bounds(schedules: readonly JobSchedule[], at: Date): readonly Cause[] {
  const of = schedules.map(({ name, isDisabled, timing: { startTime, endTime } }): readonly Cause[] => [
    ...(isDisabled ? [{ code: "schedule_disabled", parameters: { schedule: name ?? "" } } as const] : []),
    ...(startTime !== null && at < startTime
      ? [{ code: "before_start", parameters: { startTime: startTime.toISOString() } } as const]
      : []),
    ...(endTime !== null && at > endTime
      ? [{ code: "after_end", parameters: { endTime: endTime.toISOString() } } as const]
      : []),
  ]);
  return of.some((causes) => causes.length === 0) ? [] : of.flat();
}

/** The causes that keep runs of a job from being made or from beginning now. */
function hindrances({ job, now, modes, tenant, workers, acts }: JobEvidence): readonly Cause[] {
  const { pause, appPause = null } = job;
  const run = { kind: job.kind, trigger: { type: TriggerType.Cron } };
  const others = closedGates({ job, now, modes, run }).filter(
    ({ gate: { effect }, reason: { code } }) => effect === GateEffect.Skip && code !== ReasonCode.JobDisabled,
  );
  return [
    ...tenantCauses(tenant),
    ...(job.options.disabled ? [disabled(acts, now)] : []),
    ...leftCode(job),
    ...(pause !== null && isInForce(pause, now) ? [paused(pause)] : []),
    ...(appPause !== null && isInForce(appPause, now) ? [appStopped(appPause, job.app)] : []),
    ...windowsOpen(job.windows, now),
    ...others.map(({ reason }): Cause => ({ code: "closed", parameters: { reason } })),
    ...workersInTheWay(job, workers),
  ];
}

function leftCode(job: JobDefinition): readonly Cause[] {
  return hasLeftCode(job) ? [{ code: "left_code", parameters: { app: job.app } }] : [];
}

function disabled(acts: readonly Act[], by: Date): Cause {
  const act = acts.find(
    ({ at, changes }) =>
      at <= by && changes.some(({ pointer, after }) => pointer === "/disabled" && after === "true"),
  );
  return { code: "disabled", parameters: act === undefined ? NOBODY : deedOf(act) };
}

/** The pauses that were in force at a time. */
function pausesAt(pause: JobPause | null | undefined, at: Date): readonly JobPause[] {
  if (pause == null) return [];
  const all = [...(pause.earlier ?? []).map((one): JobPause => ({ ...one, note: null })), pause];
  return all.filter((one) => one.at <= at && (one.until === null || one.until > at));
}

/** Adds the actor to an earlier pause: the record of the job does not say who made it. */
function withActor(pause: JobPause, acts: readonly Act[]): JobPause {
  const act = acts.find(({ kind, at }) => (kind === "pause" || kind === "stop_app") && isAbout(at, pause.at));
  if (pause.by !== undefined || act === undefined) return pause;
  return { ...pause, note: pause.note ?? act.note, ...(act.by !== null && { by: act.by.name }) };
}

/** Schedules that are in force only since a time after the one in question. */
function since(
  job: JobDefinition,
  schedules: readonly JobSchedule[],
  { at, acts }: FireEvidence,
): readonly Cause[] {
  const inForce = schedules.map(({ name }) => owedAfter(job, name));
  const [first] = inForce.toSorted((a, b) => a.getTime() - b.getTime());
  if (first === undefined || first < at) return [];
  const act = acts.find((one) => isAbout(one.at, first));
  const deed = act === undefined ? NOBODY : deedOf(act);
  const names = act === undefined ? [] : namesOf(act);
  return [{ code: "scheduled_since", parameters: { ...deed, since: first.toISOString(), names } }];
}

/** Runs of a time that are swept leave nothing but the schedule to judge by. */
function noLongerKept({ job, at, now, isFull }: FireEvidence): readonly Cause[] {
  const { maxAgeDays, maxInstances } = job.options.retention;
  const isOld = at.getTime() < now.getTime() - maxAgeDays * 24 * 60 * 60 * 1000;
  return isOld || isFull ? [{ code: "no_longer_kept", parameters: { maxAgeDays, maxInstances } }] : [];
}

/** Whether the fire is one that a control plane has yet to record. */
function isOwedStill(evidence: FireEvidence): evidence is FireEvidence & { readonly firedTo: Date } {
  const { job, at, firedTo, facts } = evidence;
  const next = firedTo === null ? null : nextFire(job, firedTo, facts);
  return next !== null && next <= at;
}

function firingLate(firedTo: Date): Cause {
  return { code: "firing_late", parameters: { firedTo: firedTo.toISOString() } };
}

function toCome(next: Date | null): Cause {
  return next === null
    ? { code: "no_fire_to_come" }
    : { code: "to_come", parameters: { at: next.toISOString() } };
}

function isAbout(one: Date, other: Date): boolean {
  return Math.abs(one.getTime() - other.getTime()) <= SAME_MOMENT_MS;
}
