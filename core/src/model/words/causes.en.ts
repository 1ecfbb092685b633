import type { Cause, Deed, WorkerRefusal } from "../explanation/cause.ts";
import { durationText, UNITS_EN } from "./duration-text.ts";
import { reasonText } from "./reason-text.ts";
import type { CauseWords, TimeText } from "./language.ts";

const MOST_WORKERS = 3;

export const CAUSES_EN: CauseWords = {
  recorded: ({ reason }) => reasonText(reason),
  closed: ({ reason }) => reasonText(reason),

  on_time: () => "It began on time",
  asked_for_later: ({ at }, time) => `It was triggered for ${time(at)}`,
  fired_late: ({ lateMs }) => `No control plane fired at its time: it was recorded ${duration(lateMs)} late`,
  slots_taken: ({ limit, count, waitedMs }) =>
    `Its slots were taken by ${count === 1 ? "another run" : `${count} other runs`}${limit === null ? "" : ` (maxConcurrency ${limit})`}: ${duration(waitedMs)} of waiting`,
  runs_before: ({ count, atLeast }) =>
    `${atLeast ? "At least " : ""}${count} ${count === 1 ? "run waits" : "runs wait"} before it`,
  no_worker: ({ app, workers }) =>
    workers.length === 0
      ? `No worker of app "${app}" is online`
      : `No worker of app "${app}" takes it: ${refusals(workers)}`,
  workers_full: ({ running, limit, workers }) =>
    `${workers === 1 ? "Its worker has" : `All ${workers} workers that take it have`} as many runs as they may: ${running} of ${limit}`,
  tenant_disabled: () => "The tenant is disabled: nothing of it begins",
  tenant_full: ({ running, limit }) =>
    `As many runs of the tenant are executed as may be: ${running} of ${limit} (maxConcurrentRuns)`,
  waited_for_worker: ({ waitedMs }) =>
    `It waited ${duration(waitedMs)} for a worker; what kept the workers is not recorded`,
  worker_silent: ({ name, lastSeenAt }, time) =>
    lastSeenAt === null
      ? `Worker "${name}" is gone; the run will be found lost`
      : `Worker "${name}" was last heard of at ${time(lastSeenAt)}`,
  loop_blocked: ({ name, ms, at, jobKeys }, time) =>
    `The event loop of worker "${name}" did not turn for ${duration(ms)} until ${time(at)}${jobKeys.length === 0 ? "" : `, while ${jobKeys.join(", ")} ran`}`,
  begins_at: ({ at }, time) => `It is executed again at ${time(at)}`,
  cancel_asked: (deed, time) => `A cancel was requested${said(deed, time)}`,
  node_waits: ({ node, cause }, time) => `${node} waits: ${wordsOf(cause, time)}`,

  fails_in_a_row: ({ count, atLeast, since }, time) =>
    `${atLeast ? "At least " : ""}${count} runs in a row have failed, since ${time(since)}`,
  never_succeeded: ({ count }) =>
    count === 1
      ? "No run of the job has succeeded before"
      : `None of the job's ${count} kept runs has succeeded`,
  job_changed: ({ names, ...deed }, time) =>
    `Since the job last succeeded, ${names.join(", ")} changed${said(deed, time)}`,
  script_changed: ({ from, to }) =>
    `It ran version ${shown(to)} of the script; version ${shown(from)} succeeded last`,
  args_changed: ({ run }) => `Its arguments differ from those of run "${run}", the last that succeeded`,
  code_changed: ({ from, to }) =>
    `Version ${shown(to)} of the app's code ran it; version ${shown(from)} succeeded last`,
  worker_changed: ({ from, to }) => `It ran on worker "${to}"; the last that succeeded ran on "${from}"`,
  nothing_changed: ({ run }) =>
    `Nothing recorded differs from run "${run}", the last that succeeded: options, arguments, script, worker and code are the same`,

  fired: ({ run }) => `It fired: run "${run}"`,
  not_recurring: () => "The job has no schedule: it runs when it is triggered",
  unknown_then: ({ createdAt }, time) => `There was no such job before ${time(createdAt)}`,
  not_scheduled: ({ before, after }, time) =>
    `No schedule of the job names this time: the fire before is ${before === null ? "none" : time(before)}, the one after ${after === null ? "none" : time(after)}`,
  repeated_hour: ({ timeZone }) =>
    `The clocks of ${timeZone} were set back: the job fires at the first of two equal times only (dst.overlap)`,
  moved_by_clocks: ({ timeZone, local }) =>
    `The clocks of ${timeZone} were set forward: there is no ${local} that day, and its fire comes as much later (dst.gap "shift")`,
  left_out_by_clocks: ({ timeZone, local }) =>
    `The clocks of ${timeZone} were set forward: there is no ${local} that day, and its fire is left out (dst.gap "skip")`,
  before_start: ({ startTime }, time) => `The schedule begins at ${time(startTime)} (startTime)`,
  after_end: ({ endTime }, time) => `The schedule ended at ${time(endTime)} (endTime)`,
  disabled: (deed, time) => `The job was disabled${said(deed, time)}`,
  schedule_disabled: ({ schedule }) => `Schedule "${schedule}" is disabled`,
  left_code: ({ app }) => `The code of app "${app}" no longer declares the job`,
  paused: ({ until, ...deed }, time) => `The job was paused${said(deed, time)}${ending(until, time)}`,
  app_stopped: ({ app, until, ...deed }, time) =>
    `App "${app}" was stopped${said(deed, time)}${ending(until, time)}`,
  scheduled_since: ({ since, names, ...deed }, time) =>
    `The schedule is in force since ${time(since)} only${names.length === 0 ? "" : `: ${names.join(", ")} changed${said({ ...deed, at: null }, time)}`}`,
  missed: ({ count, from, to, policy }, time) =>
    `Nothing could fire then: ${count === 1 ? "this fire was" : `${count} fires from ${time(from)} to ${time(to)} were`} missed${policy === null ? "" : ` (misfire.policy "${policy}")`}`,
  counts_from_ends: ({ everyMs }) =>
    `Its interval of ${duration(everyMs)} counts from the end of each run, so that no time is named before`,
  firing_late: ({ firedTo }, time) => `No control plane fires: everything up to ${time(firedTo)} is recorded`,
  no_longer_kept: ({ maxAgeDays, maxInstances }) =>
    `Runs of that time are no longer kept (retention: ${maxAgeDays} days, ${maxInstances} runs)`,
  to_come: ({ at }, time) => `It fires at ${time(at)}`,
  no_fire_to_come: () => "The job has no further fire",
  unexplained: () => "Nothing that is recorded explains it",
};

function duration(ms: number): string {
  return durationText(ms, UNITS_EN);
}

function shown(version: string | number | null): string {
  return version === null ? "(none)" : String(version);
}

function said({ by, at, note }: Deed, time: TimeText): string {
  return [
    by === null ? "" : ` by ${by}`,
    at === null ? "" : ` at ${time(at)}`,
    note === null || note === "" ? "" : ` (“${note}”)`,
  ].join("");
}

function ending(until: string | null, time: TimeText): string {
  return until === null ? "" : `, until ${time(until)}`;
}

function refusals(workers: readonly WorkerRefusal[]): string {
  const named = workers.slice(0, MOST_WORKERS).map(({ name, reason }) => `${name}: ${reasonText(reason)}`);
  const more = workers.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join("; ");
}

function wordsOf({ code, ...given }: Cause, time: TimeText): string {
  const parameters = "parameters" in given ? given.parameters : undefined;
  return (CAUSES_EN[code] as (parameters: unknown, time: TimeText) => string)(parameters, time);
}
