import type { TaskWaiting } from "./task/task-waiting.ts";
import type { InputIssue } from "../base/issue/issue-code.ts";
import { beginningOf } from "../base/truncate.ts";
import type { MisfirePolicy } from "./option/value/misfire-options.ts";
import type { ExecutorRule } from "./option/value/executor-rule.ts";
import type { WorkKind } from "./job-work.ts";
import type { ShardEnd } from "./run-routing.ts";
import type { JobKind } from "./option/job-kind.ts";
import type { ScriptRef } from "./script-version.ts";

/** Why a run is in its state, or took an edge of the state machine: a closed set. `@mojob/core/words` has the sentences. */
export const ReasonCode = {
  /** The time of a delayed run has come. */
  Due: "due",
  Started: "started",
  /** The first attempt of a job that is a script began. */
  ScriptStarted: "script_started",
  /** A retry began. */
  Retry: "retry",
  AttemptFailed: "attempt_failed",
  /** Scheduled again: the job asked to be executed later. */
  Snoozed: "snoozed",
  /** Scheduled again: its worker died, and its work goes on elsewhere. */
  TakenOver: "taken_over",
  /** Skipped: every slot of the job was taken. */
  JobFull: "job_full",
  /** Enqueued, or Failed before a retry: every slot of its lane is taken, or others wait before it. */
  WaitsForSlot: "waits_for_slot",
  /** Failed before a retry: the code of the attempt before it goes on. */
  WaitsForCode: "waits_for_code",
  /** Enqueued: a run of the same unique key has begun, and this one is executed after it. */
  WaitsForRun: "waits_for_run",
  /** As before: the slot that abandoned code held is free again. */
  SlotGivenBack: "slot_given_back",
  /** Enqueued, or Failed before a retry: its job or app is paused, and it begins when that is resumed. */
  Held: "held",
  /** Enqueued, or Failed before a retry, as before: somebody changed its priority. */
  Prioritized: "prioritized",
  /** An attempt that no worker began before the job's `waitTimeoutMs` was over. */
  NotBegun: "not_begun",
  /** Skipped: a fire that could not begin within its misfire grace, and that the misfire policy does not make up for. */
  BegunTooLate: "begun_too_late",
  /** Skipped: the fire waited for a worker, and the code of the app no longer declares its job. */
  LeftCode: "left_code",
  /** Skipped: as many runs of the job wait as may wait. */
  WaitingLimit: "waiting_limit",
  /** Cancelled: somebody cleared the queue in which it waited. */
  QueueCleared: "queue_cleared",
  /** Cancelled: somebody cleared what ran for so long. */
  ExecutionCleared: "execution_cleared",
  /** Cancelled, or Terminated before a retry: a newer run of its lane took its place. */
  Replaced: "replaced",
  /** Skipped: the job is `unique`, and another run of the same key waits or runs. */
  NotUnique: "not_unique",
  /** Skipped: another run has taken over its arguments. */
  Debounced: "debounced",
  JobDisabled: "job_disabled",
  /** A worker has nothing that can run the work of the job. */
  NoRunner: "no_runner",
  /** A worker lacks the version or the labels that the job asks for. */
  ExecutorRule: "executor_rule",
  /** A worker takes no new runs. */
  Draining: "draining",
  /** Skipped: debug mode suppresses what is not started by hand. */
  DebugMode: "debug_mode",
  /** Skipped: a child job does not take the arguments that the end of its parent gives it. */
  ChildArgsRefused: "child_args_refused",
  /** Skipped: the condition under which the end of a run starts the job has no value for that run. */
  ChildConditionRefused: "child_condition_refused",
  /** Skipped: the job is its own child, by way of others. */
  ChildCycle: "child_cycle",
  /** Skipped: runs begin each other, and are as many as may be. */
  ChainTooLong: "chain_too_long",
  /** Skipped: as much of the app waits as may wait. */
  QuotaUsedUp: "quota_used_up",
  /** Skipped: the tenant is disabled. */
  TenantDisabled: "tenant_disabled",
  /** Skipped: stands for fires that were missed together. */
  Missed: "missed",
  /** Processing: its shards run, one on each executor. */
  Broadcast: "broadcast",
  /** Terminated: a broadcast is not retried, because each of its shards is retried by itself. */
  ShardsFailed: "shards_failed",
  ShardsSkipped: "shards_skipped",
  /** Processing: the jobs of its graph run in its place. */
  Task: "task",
  /** Terminated: a task whose job has no retries, because each of its nodes is retried by itself. */
  TaskFailed: "task_failed",
  /** Terminated: the executor of a shard was gone before the shard, or its retry, began, and no other one may run it. */
  ExecutorGone: "executor_gone",
  Cancelled: "cancelled",
  /** A cancel request called off the retry that was due. */
  RetryCancelled: "retry_cancelled",
  /** Cancelled: the job was paused, and its fires that waited were to end. */
  JobPaused: "job_paused",
  /** Cancelled: the job's app was stopped, and what waited was to end. */
  AppStopped: "app_stopped",
  /** The job's definition was deleted. */
  JobDeleted: "job_deleted",
  /** Terminated: the error says that a retry is of no use. */
  NotRetryable: "not_retryable",
  /** Terminated: the job retries on other errors only. */
  NotRetriedOn: "not_retried_on",
  /** Terminated: the job has no retries. */
  NoRetries: "no_retries",
  RetriesUsedUp: "retries_used_up",
  /** The run succeeded, but its result is not JSON and was dropped. */
  ResultDropped: "result_dropped",
  /** The run succeeded, and its result is kept in part. */
  ResultTruncated: "result_truncated",
  /** A text that no code stands for: written by an earlier version. */
  Note: "note",
} as const;
export type ReasonCode = (typeof ReasonCode)[keyof typeof ReasonCode];

/** What a sentence about a failed attempt needs; `JobFailure` has the stack too. */
export interface FailureSummary {
  readonly code: string;
  /** What its author gave it with `jobError`. @default that of the code */
  readonly number?: number;
  readonly message: string;
  readonly parameters?: FailureParameters;
}

/** The numbers and names in a failure of ours: `timeout` has `limitMs`, `worker_lost` has `worker`, `full` has `limit`, `no_worker` and `waited_too_long` have `limitMs`, `executor_gone` has `name`, `shards_failed` has `shards`, `node_failed` and `cleanup_failed` have `name`. */
export interface FailureParameters {
  /** Of a task: the node whose failure this is, of tasks within it the way to it: `monthly › load`, with its item: `load[3]`. */
  readonly node?: string;
  /** Of a task: how many more nodes failed, unhandled. */
  readonly others?: number;
  readonly limitMs?: number;
  readonly worker?: string;
  readonly limit?: number;
  /** The code ignored its signal: it was still running when the attempt was settled, unless it was stopped by force. */
  readonly ignoredSignal?: boolean;
  /** The code was stopped by force. */
  readonly stopped?: boolean;
  /** Of `exit_code`. */
  readonly exitCode?: number;
  /** Of `http_status`. */
  readonly status?: number;
  /** Of `script_changed`. */
  readonly version?: number;
  /** The program, signal or address that the failure is about. */
  readonly name?: string;
  /** The id of the key that a secret was sealed with. */
  readonly key?: string;
  /** The last line that the work wrote about it. */
  readonly line?: string;
  /** How many shards ended in which state, of `shards_failed`. */
  readonly shards?: Readonly<Partial<Record<ShardEnd, number>>>;
  /** What is wrong with the arguments, of `invalid_args`. */
  readonly issues?: readonly InputIssue[];
}

/** What gave the slot of abandoned code back: the code returned, its worker ended, or somebody asked for it. */
export interface SlotGiver {
  readonly how: "returned" | "worker_ended" | "asked";
  /** Who asked, as far as known. */
  readonly by: string | null;
}

/** The parameters of each code; every value is JSON. */
export interface ReasonParameters {
  due: undefined;
  started: undefined;
  script_started: { readonly script: ScriptRef };
  /** `of` is the job's `retryCount`, where it is known; `script` is there where the worker read the job's script again. */
  retry: { readonly number: number; readonly of: number | null; readonly script?: ScriptRef };
  attempt_failed: { readonly attempt: number; readonly failure: FailureSummary };
  /** `verifies`: its code has ended, and whether its work has is looked at then. */
  snoozed: { readonly delayMs: number; readonly verifies?: true };
  taken_over: { readonly worker: string };
  job_full: { readonly limit: number };
  /** With `perMs` so many may begin within that time; else so many may run. */
  waits_for_slot: { readonly limit: number; readonly perMs?: number };
  /** `attempt` is the one whose code goes on. */
  waits_for_code: { readonly attempt: number };
  /** `other` is the id of the run that it waits for. */
  waits_for_run: { readonly other: string };
  slot_given_back: { readonly attempt: number } & SlotGiver;
  held: undefined;
  /** A `to` below 1 made it the next of its lane. */
  prioritized: { readonly by: string | null; readonly from: number; readonly to: number };
  not_begun: { readonly limitMs: number };
  left_code: undefined;
  begun_too_late: { readonly graceMs: number; readonly policy: MisfirePolicy };
  waiting_limit: { readonly limit: number };
  /** `by` is the newer run's id. */
  replaced: { readonly by: string };
  /** `other` is the id of the run that was there. */
  not_unique: { readonly other: string };
  /** `other` is the id of the run that has its arguments. */
  debounced: { readonly other: string };
  /** `shards` is how many there are. */
  broadcast: { readonly shards: number };
  shards_failed: undefined;
  shards_skipped: { readonly count: number };
  /** `version` is that of its graph; a retry keeps that of the attempt before, and `of` is the job's `retryCount`. */
  task: {
    readonly version: number;
    readonly retry?: { readonly number: number; readonly of: number | null };
    /** What it waits for. @default its nodes run */
    readonly waits?: TaskWaiting;
  };
  task_failed: undefined;
  executor_gone: { readonly name: string };
  job_disabled: undefined;
  no_runner: { readonly work: WorkKind };
  executor_rule: ExecutorRule;
  draining: undefined;
  debug_mode: { readonly kind: JobKind };
  child_args_refused: { readonly issues: readonly InputIssue[] };
  /** `position` counts characters from 1. */
  child_condition_refused: { readonly when: string; readonly position: number; readonly text: string };
  /** Job keys, from a job to itself. */
  child_cycle: { readonly path: readonly string[] };
  /** The keys of the latest runs of the chain, and that of this one. */
  chain_too_long: { readonly max: number; readonly path: readonly string[] };
  quota_used_up: {
    readonly quota: "maxWaitingRuns" | "maxWaitingBytes" | "maxRunsPerMinute";
    readonly limit: number;
  };
  tenant_disabled: undefined;
  /** `from` and `to` are ISO 8601. */
  missed: {
    readonly count: number;
    readonly from: string;
    readonly to: string;
    readonly policy: MisfirePolicy;
  };
  queue_cleared: { readonly by: string | null };
  execution_cleared: { readonly by: string | null; readonly ms: number };
  cancelled: { readonly by: string | null; readonly note: string | null };
  retry_cancelled: { readonly by: string | null; readonly note: string | null };
  job_paused: undefined;
  /** Of runs of earlier versions none. */
  app_stopped: { readonly by: string | null; readonly note: string | null };
  job_deleted: undefined;
  not_retryable: undefined;
  not_retried_on: undefined;
  no_retries: undefined;
  retries_used_up: { readonly count: number };
  result_dropped: { readonly problem: string; readonly issue?: InputIssue };
  result_truncated: { readonly bytes: number; readonly kept: number };
  note: { readonly text: string };
}

/** A code with its parameters; `parameters` is absent where the code has none. */
export type Reason = {
  readonly [Code in ReasonCode]: undefined extends ReasonParameters[Code]
    ? { readonly code: Code; readonly parameters?: undefined }
    : { readonly code: Code; readonly parameters: ReasonParameters[Code] };
}[ReasonCode];

const LONGEST_TEXT = 500;

/** A text of a person or a job as a reason keeps it: one line's worth. */
export function shortText(text: string): string {
  return text.length <= LONGEST_TEXT ? text : `${beginningOf(text, LONGEST_TEXT - 1)}…`;
}

/** The reason of a cancel. */
export interface CancelReason {
  readonly code: typeof ReasonCode.Cancelled;
  readonly parameters: ReasonParameters["cancelled"];
}

/** Why what waited for an app was ended as that was stopped. */
export interface Stopped {
  readonly code: typeof ReasonCode.AppStopped;
  readonly parameters: ReasonParameters["app_stopped"];
}

/** The reason of a cancel: who asked and what was said. */
export function cancelled(by: string | null = null, note: string | null = null): CancelReason {
  return { code: ReasonCode.Cancelled, parameters: { by, note: note === null ? null : shortText(note) } };
}

/** The reason that is a text and nothing else. */
export function note(text: string): Reason {
  return { code: ReasonCode.Note, parameters: { text: shortText(text) } };
}

/** The reason of a failed attempt, without the stack that its record keeps. */
export function attemptFailed(
  attempt: number,
  { code, number, message, parameters }: FailureSummary,
): Reason {
  const failure = {
    code,
    ...(number !== undefined && { number }),
    message: shortText(message),
    ...(parameters !== undefined && { parameters }),
  };
  return { code: ReasonCode.AttemptFailed, parameters: { attempt, failure } };
}
