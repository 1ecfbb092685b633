import type { JsonValue } from "../base/json.ts";
import type { InputIssue, MoJobErrorCode } from "../base/error.ts";
import type { JobDefinition } from "../definition/job-definition.ts";
import type { JobRegistry } from "../definition/job-registry.ts";
import type { JobInstance, JobInstanceSummary, JobLogLine, TriggerType } from "../instance/job-instance.ts";
import type { JobState } from "../instance/job-state.ts";
import type {
  CompletionMinute,
  DefinitionQuery,
  ExecutorRecord,
  InstanceQuery,
  Page,
  PageRequest,
  StoreChange,
  StoreTopic,
  StoreWatch,
} from "../ports/metadata-store.ts";

/**
 * The control plane as callers see it: everything the HTTP API, the panel and code can ask.
 *
 * A scoped one sees and touches the jobs of one app only; to it, everything else does not exist.
 */
export interface MoJobScheduler {
  readonly tenant: string;
  /** The one app it is limited to; `null` sees all. */
  readonly scope: string | null;
  readonly registry: JobRegistry;
  readonly jobs: JobService;
  readonly instances: InstanceService;
  /** Executors seen within the last 30 s. */
  workers(): Promise<readonly ExecutorRecord[]>;
  overview(): Promise<Overview>;
  /** Runs that ended, minute by minute; the store keeps the minutes of a day. */
  completions(since: Date): Promise<readonly CompletionMinute[]>;
  /** What somebody should look at, the most urgent first; empty when all is well. */
  attention(): Promise<readonly AttentionItem[]>;
  watch(
    topics: readonly StoreTopic[],
    listener: (changes: readonly StoreChange[]) => void,
  ): Promise<StoreWatch>;
  /** Each part the scheduler needs and whether it answers. */
  health(): Promise<readonly HealthCheck[]>;
  scoped(app: string): MoJobScheduler;
}

export interface HealthCheck {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string | null;
}

export interface Overview {
  readonly counts: Readonly<Record<JobState, number>>;
  readonly jobs: {
    readonly total: number;
    readonly recurring: number;
    readonly triggered: number;
    readonly paused: number;
    readonly disabled: number;
  };
  /** The next fires over all jobs, soonest first, at most 10. */
  readonly upcoming: readonly UpcomingFire[];
  /** The last hour, minute by minute. */
  readonly completions: readonly CompletionMinute[];
  readonly workers: number;
  readonly running: number;
}

/** Why something needs somebody, the most urgent first. */
export const AttentionKind = {
  /** Fires are due and nobody made them happen. */
  FiringLate: "firing_late",
  /** Its latest runs failed for good. */
  Failing: "failing",
  /** No worker that is there has its code. */
  NoWorker: "no_worker",
  /** A run has waited for its turn for minutes. */
  Waiting: "waiting",
  /** Fires were missed and not made up for. */
  Missed: "missed",
  /** Runs were skipped since the one before was still under way. */
  Overlapped: "overlapped",
  /** Paused for a week or more. */
  PausedLong: "paused_long",
  /** Stored options are not those of the code. */
  Differs: "differs",
} as const;
export type AttentionKind = (typeof AttentionKind)[keyof typeof AttentionKind];

export interface AttentionItem {
  readonly kind: AttentionKind;
  /** How many jobs it is about. */
  readonly total: number;
  /** The worst of them, at most 5. */
  readonly jobs: readonly AttentionJob[];
}

export interface AttentionJob {
  readonly key: string;
  readonly name: string;
  /** Failures in a row, fires missed or runs skipped; 1 where there is nothing to count. */
  readonly count: number;
  /** Whether there may be more than counted. */
  readonly atLeast: boolean;
  /** Since when, or when last. */
  readonly at: Date | null;
  /** The run to look at. */
  readonly instanceId: string | null;
}

export interface UpcomingFire {
  readonly jobKey: string;
  readonly name: string;
  readonly at: Date;
}

export interface JobService {
  list(query: Omit<DefinitionQuery, "tenant">, page: PageRequest): Promise<Page<JobView>>;
  /** @throws MoJobError `job_not_found` */
  get(key: string): Promise<JobDetail>;
  /**
   * Changes options, at once and for every later decision.
   * @param patch what a client sent: option names of the job's kind, every field optional
   * @throws MoJobError `job_not_found`, `invalid_argument` (with pointers), `invalid_cron`, `stale_revision`
   */
  update(key: string, patch: unknown, expectedRevision: number): Promise<JobDetail>;
  /** @throws MoJobError `job_not_found`, `wrong_job_kind` unless recurring, `invalid_argument` for an `until` in the past */
  pause(key: string, request?: PauseRequest): Promise<JobDetail>;
  /** Lifts a pause; what was due meanwhile does not fire. @throws MoJobError `job_not_found`, `wrong_job_kind` */
  resume(key: string): Promise<JobDetail>;
  /** The next fires, from the planner itself; empty where none is to come. @throws MoJobError `job_not_found`, `wrong_job_kind` */
  upcoming(key: string, count: number): Promise<readonly Date[]>;
}

export interface PauseRequest {
  readonly until?: Date | null;
  readonly note?: string | null;
}

export interface JobView {
  readonly definition: JobDefinition;
  /** `null` for a triggered, disabled, paused-for-good or ended job. */
  readonly nextFire: Date | null;
  readonly latest: JobInstanceSummary | null;
}

export interface JobDetail extends JobView {
  /** Options whose stored value is not what the code says. */
  readonly differsFromCode: readonly OptionDifference[];
}

export interface OptionDifference {
  readonly field: string;
  readonly code: JsonValue;
  readonly stored: JsonValue;
}

export interface InstanceService {
  /**
   * Creates a run and hands it to the runtime.
   * @throws MoJobError `job_not_found`, `job_disabled`, `wrong_job_kind` (args for a recurring job), `invalid_args`,
   * `invalid_argument`, `idempotency_mismatch`
   */
  trigger(jobKey: string, request: TriggerRequest): Promise<JobInstance>;
  /** As `trigger` for each item, by itself: one that is refused does not keep the others back. */
  triggerMany(jobKey: string, requests: readonly TriggerRequest[]): Promise<readonly TriggerAnswer[]>;
  list(query: Omit<InstanceQuery, "tenant">, page: PageRequest): Promise<Page<JobInstanceSummary>>;
  count(query: Omit<InstanceQuery, "tenant">, cap: number): Promise<number>;
  /** The newest runs of each of these jobs that has any. */
  recentByJob(
    jobKeys: readonly string[],
    limit: number,
  ): Promise<ReadonlyMap<string, readonly JobInstanceSummary[]>>;
  /** @throws MoJobError `instance_not_found` */
  get(id: string): Promise<JobInstance>;
  /**
   * Asks a run to end; the answer is the run after it was asked, and never contradicts how it ends.
   * @throws MoJobError `instance_not_found`, `already_terminal`
   */
  cancel(id: string, request?: CancelRequest): Promise<JobInstance>;
  /** A new run of the same job that points back. @throws as `trigger`, and `instance_not_found` */
  rerun(id: string, request?: RerunRequest): Promise<JobInstance>;
  bulk(request: BulkRequest): Promise<BulkAnswer>;
  /** @throws MoJobError `instance_not_found` */
  logs(id: string, after: number, limit: number): Promise<readonly JobLogLine[]>;
}

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
  /** The same key and request answer the same run. */
  readonly idempotencyKey?: string;
  /** @default "code" */
  readonly source?: TriggerType;
  /** Who asked, for the record. */
  readonly by?: string;
}

export type TriggerAnswer =
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
}

export interface RerunRequest {
  /** @default the args of the run it repeats */
  readonly args?: unknown;
  readonly idempotencyKey?: string;
  readonly source?: TriggerType;
  readonly by?: string;
}

export interface BulkRequest {
  readonly action: "cancel" | "rerun";
  /** Either these runs … */
  readonly ids?: readonly string[];
  /** … or all that match, at most 10 000 a call, newest first. */
  readonly filter?: Omit<InstanceQuery, "tenant">;
  /** Only counts. @default false */
  readonly dryRun?: boolean;
  readonly reason?: string;
  readonly by?: string;
  readonly idempotencyKey?: string;
}

export interface BulkAnswer {
  readonly matched: number;
  readonly done: number;
  readonly failed: readonly (OperationProblem & { readonly id: string })[];
}
