import type { MisfirePolicy } from "../option/value/misfire-options.ts";
import type { Reason } from "../reason.ts";

/** Why a run or a fire is as it is: a closed set. `@mojob/core/words` has the sentences. */
export const CauseCode = {
  /** The reason in the run's own record. */
  Recorded: "recorded",
  /** A gate that is closed for it now. */
  Closed: "closed",

  /** It began on time, or as soon as it was asked for. */
  OnTime: "on_time",
  /** Its trigger named a later time. */
  AskedForLater: "asked_for_later",
  /** Its fire was recorded late: no control plane fired at its time. */
  FiredLate: "fired_late",
  /** Other runs held the slots of its lane while it waited. */
  SlotsTaken: "slots_taken",
  /** Others wait before it. */
  RunsBefore: "runs_before",
  /** No worker that is online takes its job. */
  NoWorker: "no_worker",
  /** Every worker that takes its job has as many runs as it may. */
  WorkersFull: "workers_full",
  /** The tenant is disabled, and begins nothing. */
  TenantDisabled: "tenant_disabled",
  /** As many runs of the tenant are executed as may be. */
  TenantFull: "tenant_full",
  /** It waited for a worker, and what for is not recorded. */
  WaitedForWorker: "waited_for_worker",
  /** The worker that executes it has not been heard of for a while. */
  WorkerSilent: "worker_silent",
  /** The event loop of its worker did not turn for a while. */
  LoopBlocked: "loop_blocked",
  /** A retry, or a run that was snoozed, begins later. */
  BeginsAt: "begins_at",
  CancelAsked: "cancel_asked",
  /** A node of a task waits. */
  NodeWaits: "node_waits",

  /** Runs of its job fail, one after the other. */
  FailsInARow: "fails_in_a_row",
  NeverSucceeded: "never_succeeded",
  /** Somebody changed the job since it last succeeded. */
  JobChanged: "job_changed",
  ScriptChanged: "script_changed",
  ArgsChanged: "args_changed",
  /** Another version of the app's code executed the run that last succeeded. */
  CodeChanged: "code_changed",
  WorkerChanged: "worker_changed",
  /** Nothing that is recorded differs from the run that last succeeded. */
  NothingChanged: "nothing_changed",

  /** The fire has its run. */
  Fired: "fired",
  NotRecurring: "not_recurring",
  /** There was no such job then. */
  UnknownThen: "unknown_then",
  /** The job's schedules do not name this time. */
  NotScheduled: "not_scheduled",
  /** The clocks were set back, and a schedule fires at the first of two equal times only. */
  RepeatedHour: "repeated_hour",
  /** The clocks were set forward over the time that the schedule names: it fires as much later. */
  MovedByClocks: "moved_by_clocks",
  /** The same, where the schedule then does not fire. */
  LeftOutByClocks: "left_out_by_clocks",
  BeforeStart: "before_start",
  AfterEnd: "after_end",
  Disabled: "disabled",
  ScheduleDisabled: "schedule_disabled",
  /** The code of its app no longer declares the job. */
  LeftCode: "left_code",
  Paused: "paused",
  AppStopped: "app_stopped",
  /** The schedule is in force since a later time. */
  ScheduledSince: "scheduled_since",
  /** It was missed, and another record stands for it. */
  Missed: "missed",
  /** Its interval counts from the ends of runs: no time was named before the run ended. */
  CountsFromEnds: "counts_from_ends",
  /** Every control plane is behind. */
  FiringLate: "firing_late",
  /** Runs of that time are no longer kept. */
  NoLongerKept: "no_longer_kept",
  /** The time has not come, and the fire is due. */
  ToCome: "to_come",
  /** The job has no further fire. */
  NoFireToCome: "no_fire_to_come",
  /** Nothing that is recorded explains it. */
  Unexplained: "unexplained",
} as const;
export type CauseCode = (typeof CauseCode)[keyof typeof CauseCode];

/** A worker, and why it does not begin the run. */
export interface WorkerRefusal {
  readonly id: string;
  readonly name: string;
  readonly reason: Reason;
}

/** Who did something, when, and what was said; `null` where it is not known. */
export interface Deed {
  readonly by: string | null;
  readonly at: string | null;
  readonly note: string | null;
}

/** The parameters of each code; every value is JSON, and every time ISO 8601. */
export interface CauseParameters {
  recorded: { readonly reason: Reason; readonly at: string };
  closed: { readonly reason: Reason };

  on_time: undefined;
  asked_for_later: { readonly at: string };
  fired_late: { readonly lateMs: number };
  /** `runs` are ids, at most ten; `limit` is the job's `maxConcurrency`, `null` where that is not known. */
  slots_taken: {
    readonly limit: number | null;
    readonly count: number;
    readonly runs: readonly string[];
    readonly waitedMs: number;
  };
  runs_before: { readonly count: number; readonly atLeast: boolean };
  no_worker: { readonly app: string; readonly workers: readonly WorkerRefusal[] };
  workers_full: { readonly running: number; readonly limit: number; readonly workers: number };
  tenant_disabled: undefined;
  tenant_full: { readonly running: number; readonly limit: number };
  waited_for_worker: { readonly waitedMs: number };
  worker_silent: { readonly worker: string; readonly name: string; readonly lastSeenAt: string | null };
  loop_blocked: {
    readonly worker: string;
    readonly name: string;
    readonly ms: number;
    readonly at: string;
    readonly jobKeys: readonly string[];
  };
  begins_at: { readonly at: string };
  cancel_asked: Deed;
  /** `run` is that of the node, and `cause` what is in its way. */
  node_waits: { readonly node: string; readonly run: string; readonly cause: Cause };

  /** `since` is the first of them that is known. */
  fails_in_a_row: { readonly count: number; readonly atLeast: boolean; readonly since: string };
  never_succeeded: { readonly count: number };
  /** `names` are options, `args`, `work` or `script`. */
  job_changed: Deed & { readonly names: readonly string[] };
  script_changed: { readonly from: number | null; readonly to: number | null };
  args_changed: { readonly run: string };
  code_changed: { readonly from: string | null; readonly to: string | null };
  worker_changed: { readonly from: string; readonly to: string };
  nothing_changed: { readonly run: string };

  fired: { readonly run: string };
  not_recurring: undefined;
  unknown_then: { readonly createdAt: string };
  not_scheduled: { readonly before: string | null; readonly after: string | null };
  repeated_hour: { readonly timeZone: string };
  /** `local` is the time that does not exist that day, such as `02:30:00`. */
  moved_by_clocks: { readonly timeZone: string; readonly local: string };
  left_out_by_clocks: { readonly timeZone: string; readonly local: string };
  before_start: { readonly startTime: string };
  after_end: { readonly endTime: string };
  disabled: Deed;
  schedule_disabled: { readonly schedule: string };
  left_code: { readonly app: string };
  paused: Deed & { readonly since: string; readonly until: string | null };
  app_stopped: Deed & { readonly app: string; readonly since: string; readonly until: string | null };
  scheduled_since: Deed & { readonly since: string; readonly names: readonly string[] };
  missed: {
    readonly run: string;
    readonly count: number;
    readonly from: string;
    readonly to: string;
    readonly policy: MisfirePolicy | null;
  };
  counts_from_ends: { readonly everyMs: number };
  firing_late: { readonly firedTo: string };
  no_longer_kept: { readonly maxAgeDays: number; readonly maxInstances: number };
  to_come: { readonly at: string };
  no_fire_to_come: undefined;
  unexplained: undefined;
}

/** One cause: a code with its parameters, absent where the code has none. */
export type Cause = {
  readonly [Code in CauseCode]: undefined extends CauseParameters[Code]
    ? { readonly code: Code; readonly parameters?: undefined }
    : { readonly code: Code; readonly parameters: CauseParameters[Code] };
}[CauseCode];
