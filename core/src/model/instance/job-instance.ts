import type { JsonObject, JsonValue } from "../../base/json.ts";
import type { FairShare } from "../fairness/fair-share.ts";
import type { JobKind } from "../option/job-kind.ts";
import type { RunOptions } from "../option/run-options.ts";
import type { FailureParameters, Reason } from "../reason.ts";
import type { JobState } from "./job-state.ts";
import type { RunUsage, RunUsageSeries } from "./run-usage.ts";
import type { RunRouting } from "../run-routing.ts";

/** The kinds of triggers of a run. */
export const TriggerType = {
  Cron: "cron",
  Api: "api",
  Panel: "panel",
  Code: "code",
  Temporal: "temporal",
  Rerun: "rerun",
  /** The end of a run whose job names this one as its child. */
  Parent: "parent",
  /** A condition that became true, with the end of a run whose job names this one as its child. */
  Condition: "condition",
  /** An alarm, which it reports. */
  Alarm: "alarm",
  /** A broadcast, of which it is a shard. */
  Broadcast: "broadcast",
  /** A task, of which it is a node. */
  Task: "task",
  /** A backfill, which makes up for a fire. */
  Backfill: "backfill",
} as const;
export type TriggerType = (typeof TriggerType)[keyof typeof TriggerType];

export interface JobTrigger {
  readonly type: TriggerType;
  /** For a fire, and for a run that makes up for one: the time the schedule named. */
  readonly nominalTime?: Date;
  /** As `nominalTime`: the name of the schedule. @default the job's own `cron` */
  readonly schedule?: string;
  /** Who asked, as far as known. */
  readonly by?: string;
  /** For a re-run the id of the run it repeats, for a child that of the run whose end started it, for a condition that of the run that met it, for a shard that of its broadcast, for a node that of its task, for one that makes up for a fire that of its backfill, for one that a run's code began that of the run. */
  readonly of?: string;
  /** How many runs began each other before it, see `LONGEST_CHAIN`. @default 0 */
  readonly depth?: number;
  /** The part of a task that its re-run executes again. @default all */
  readonly mode?: JsonObject;
  /** The secrets of its app that a node gets from the body of its task, by the names of its arguments. @default none */
  readonly secrets?: Readonly<Record<string, string>>;
  /** The options that a node states for its runs, over those of their job. @default nothing */
  readonly options?: RunOptions;
  /** The version of a task's graph that is executed. @default the one in force when it begins */
  readonly version?: number;
  /** Asked by hand: its attempts begin in debug mode too. @default false */
  readonly manual?: true;
  /** The trace that it belongs to, as the header `traceparent` of W3C Trace Context has it. @default none */
  readonly traceparent?: string;
}

/** How far a run says it is. */
export interface JobProgress {
  /** 0 to 1. */
  readonly fraction: number;
  readonly message: string | null;
  readonly at: Date;
}

export interface JobFailure {
  /** `job_error` for what the job threw, else why the attempt was ended: `timeout`, `worker_lost`, … */
  readonly code: string;
  /** The number that its author gave it with `jobError`. @default that of the code: `numberOfFailure` */
  readonly number?: number;
  /** The job's own message, or the English sentence of a failure of ours. */
  readonly message: string;
  /** The parameters of the sentence, where the failure is ours. */
  readonly parameters?: FailureParameters;
  readonly stack?: string;
}

/** One edge a run took. */
export interface HistoryEntry {
  readonly at: Date;
  /** `null` for the creation. */
  readonly from: JobState | null;
  readonly to: JobState;
  readonly attempt: number;
  readonly worker: string | null;
  readonly reason: Reason | null;
}

/** An attempt that has ended although its code goes on: it ignored its signal past the grace. */
export interface AbandonedAttempt {
  readonly attempt: number;
  /** The worker on which its code goes on. */
  readonly worker: string;
  /** When it ended. */
  readonly at: Date;
}

/** Fires that were not run one by one, recorded by the Skipped instance that stands for them. */
export interface MissedFires {
  readonly count: number;
  readonly from: Date;
  readonly to: Date;
}

/** Which part of another run a run is. */
export interface RunPart {
  /** The id of the run that it is a part of. */
  readonly of: string;
  /** Distinguishes the parts of one run. */
  readonly name: string;
}

/** One run of a job, from its creation to a terminal state; for a fire also its entry in the ledger. */
export interface JobInstance {
  /** Unique in the tenant: `<jobKey>@<nominal time>`, which `:<schedule>` may follow, `<jobKey>#<idempotency key>` or a UUIDv7. */
  readonly id: string;
  readonly tenant: string;
  /** The service whose workers hold the job's code. */
  readonly app: string;
  readonly jobKey: string;
  /** The lane whose slots it competes for (`laneOf`), from its creation on: the job key for the job's own. */
  readonly lane: string;
  /** The key that no other open run of the tenant has: where its job is `unique`, until it has ended. */
  readonly uniqueKey: string | null;
  /** Set at its creation; `null` where its job has no `fairness`. */
  readonly fairShare: FairShare | null;
  /** Its place among those of its priority that wait in its lane, smallest first: set by the store, while it waits for a slot and has a fair share. */
  readonly turn: number | null;
  readonly kind: JobKind;
  readonly state: JobState;
  /** Why it is in this state. */
  readonly reason: Reason | null;
  readonly trigger: JobTrigger;
  /** Which part of another run it is: they are listed, counted and kept as one. `null` for a run of its own. */
  readonly part: RunPart | null;
  /** 1 (first) to 5 (last); 3 unless asked otherwise. */
  readonly priority: number;
  readonly args: JsonValue;
  /** The beginning of `args` for lists, at most 80 characters with secrets masked; `null` for no arguments. */
  readonly argsPreview: string | null;
  /** When it is due; `null` for one that was due at once. A snooze moves it. */
  readonly scheduledFor: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly enqueuedAt: Date | null;
  /** When its latest attempt began. */
  readonly startedAt: Date | null;
  /** When it ended: there exactly while its state is terminal. */
  readonly completedAt: Date | null;
  /** Attempts begun so far, those that ended in a snooze included; 0 before the first. */
  readonly attempt: number;
  /** The job's `retryCount` when the latest attempt began (at creation before that), and one more for each snooze. */
  readonly retryCount: number;
  /** When the next retry is due, while Failed. */
  readonly retryAt: Date | null;
  /** The executor that runs or ran its latest attempt. */
  readonly worker: string | null;
  /** The fence of the running attempt: a late write names an old one and changes nothing. `null` unless Processing. */
  readonly claim: string | null;
  /** The concurrency slot of its lane that it holds: while it is Processing or `abandoned`. `null` also where the job is unlimited. */
  readonly slot: number | null;
  /** The attempt that has ended and whose code still holds the slot, until that is given back. */
  readonly abandoned: AbandonedAttempt | null;
  /** The latest dispatch that delivered it to the workers. */
  readonly dispatchId: string;
  /** How its executor was chosen; `null` where any that has room takes it. */
  readonly routing: RunRouting | null;
  readonly cancelRequestedAt: Date | null;
  readonly cancelReason: Reason | null;
  readonly progress: JobProgress | null;
  /** What its latest measured attempt has used; `null` where none was: the code of a worker shares its process. */
  readonly usage: RunUsage | null;
  /** The same over time, where the attempt ran for some seconds. */
  readonly usageSeries: RunUsageSeries | null;
  readonly result: JsonValue;
  /** The error of the latest attempt that failed. */
  readonly error: JobFailure | null;
  /** `error` in one line of at most 200 characters, its innermost cause included; `null` exactly while `error` is. */
  readonly errorSummary: string | null;
  readonly missed: MissedFires | null;
  /** A hash of the creating request, where it had an idempotency key: distinguishes a repeat from a clash. */
  readonly fingerprint: string | null;
  readonly history: readonly HistoryEntry[];
}

/** The fields of lists: all small ones. Args, result, error and history are read one instance at a time. */
export type JobInstanceSummary = Omit<
  JobInstance,
  | "args"
  | "result"
  | "error"
  | "history"
  | "claim"
  | "fingerprint"
  | "routing"
  | "uniqueKey"
  | "fairShare"
  | "turn"
  | "usageSeries"
>;

/** One line a job wrote about its run. */
export interface JobLogLine {
  readonly tenant: string;
  readonly instanceId: string;
  /** Ascends within the instance; each attempt counts on from a billion times the attempts before it. */
  readonly seq: number;
  readonly at: Date;
  readonly attempt: number;
  readonly level: LogLevel;
  readonly message: string;
}

export const LogLevel = { Debug: "debug", Info: "info", Warn: "warn", Error: "error" } as const;
export type LogLevel = (typeof LogLevel)[keyof typeof LogLevel];
