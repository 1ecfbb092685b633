import type { RerunMode } from "../model/task/rerun-mode.ts";
import type { MoJobErrorCode } from "../base/error.ts";
import type { InputIssue } from "../base/issue/issue-code.ts";
import type { JobInstance, TriggerType } from "../model/instance/job-instance.ts";
import type { OperationPart } from "../model/history/operation.ts";
import type { InstanceQuery } from "../ports/instance-queries.ts";

/** A run whose code starts others: what says where it stands among those that begin each other. */
export type StartingRun = Pick<JobInstance, "id" | "jobKey" | "trigger">;

export interface TriggerRequest {
  /** Must be JSON and fit the job's schema; not for recurring jobs. */
  readonly args?: unknown;
  /** Run it this much later; not together with `runAt`. */
  readonly delayMs?: number;
  /** Run it then; a time in the past is now. */
  readonly runAt?: Date;
  /** Asked by hand: runs in debug mode too. @default false */
  readonly manual?: boolean;
  /** 1 (first) to 5 (last). @default the job's */
  readonly priority?: number;
  /** The same key and request return the same run. */
  readonly idempotencyKey?: string;
  /** The trace that it belongs to, as the header `traceparent` of W3C Trace Context has it; what follows from the run belongs to it too. @default none */
  readonly traceparent?: string;
  /** @default "code" */
  readonly source?: TriggerType;
  /** On whose behalf, for the record; of another principal than the program itself its own name is kept. */
  readonly by?: string;
  /** The operation on many that it is a part of. @default none */
  readonly operation?: string;
  /** The run whose code asks, or the id of one that the caller may see; `context.scheduler` says it by itself: runs that begin each other are bounded. @default none */
  readonly startedBy?: string | StartingRun;
}

/** Work to be run once before a job has it. */
export interface TryRequest extends Pick<TriggerRequest, "args" | "source" | "by"> {
  readonly app: string;
  /** A script, a request or a program: a `JobWork`. */
  readonly work: unknown;
  /** The job of the app that is edited: it gives the time limit, the executors and the schema of the arguments. @default a new one */
  readonly jobKey?: string;
}

export type TriggerResult =
  | { readonly instance: JobInstance; readonly problem?: never }
  | { readonly instance?: never; readonly problem: OperationProblem };

export interface OperationProblem {
  readonly code: MoJobErrorCode;
  readonly message: string;
  readonly issues: readonly InputIssue[];
}

export interface CancelRequest {
  readonly reason?: string;
  readonly by?: string;
  /** The operation on many that it is a part of. @default none */
  readonly operation?: string;
}

export interface ReleaseRequest {
  readonly by?: string;
}

export interface RerunRequest {
  /** @default the args of the run it repeats */
  readonly args?: unknown;
  /** The part of a task to execute again; with other `args` nothing is taken over unless it says so. @default all of it */
  readonly mode?: RerunMode & { readonly hasOtherArgs?: true };
  /** The version of a task's graph. @default that of the run it repeats; the newest where it is not kept any more */
  readonly version?: number | "newest";
  /** How long from now. @default 0 */
  readonly delayMs?: number;
  readonly idempotencyKey?: string;
  readonly source?: TriggerType;
  readonly by?: string;
  /** The operation on many that it is a part of. @default none */
  readonly operation?: string;
  /** As of `TriggerRequest`. */
  readonly startedBy?: string | StartingRun;
}

export interface BulkRequest {
  readonly action: "cancel" | "rerun";
  /** Either these runs … */
  readonly ids?: readonly string[];
  /** … or all that match, at most 10 000 a call, newest first. */
  readonly filter?: Omit<InstanceQuery, "tenant">;
  /** With a filter: only those whose error has this cause, as `failures()` names it. @default any */
  readonly cause?: string;
  /** Only counts. @default false */
  readonly dryRun?: boolean;
  readonly reason?: string;
  readonly by?: string;
  readonly idempotencyKey?: string;
  /** Leaves those alone that were run again already. @default false */
  readonly unlessRerun?: boolean;
  /** The id of the operation: given by a caller who wants to follow it. @default a new one */
  readonly operation?: string;
  /** The operation that it undoes. @default none */
  readonly undoOf?: string;
}

export interface BulkResult {
  /** The record of it; `null` where it only counted, or found nothing. */
  readonly operation: string | null;
  /** How many of each job, the most first; at most 200 jobs. */
  readonly parts: readonly OperationPart[];
  /** How many of them were run again before, where that is what is asked for. */
  readonly rerunBefore: number;
  readonly matched: number;
  readonly done: number;
  readonly failed: readonly (OperationProblem & { readonly id: string })[];
}
