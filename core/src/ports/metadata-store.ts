import type { JobDefinition } from "../definition/job-definition.ts";
import type { InstanceChange } from "../instance/instance-change.ts";
import type { JobInstance, JobInstanceSummary, JobLogLine } from "../instance/job-instance.ts";
import type { JobState } from "../instance/job-state.ts";
import type { JobKind } from "../job/job-kind.ts";

/**
 * Remembers definitions, runs, their logs and who is there to run them (seed row M16).
 *
 * Records go in and come out as plain data that nobody changes afterwards. Every call that fails for want of the server
 * rejects with `store_unavailable`. Not part of the contract, on purpose: deciding anything. A store compares and
 * writes; which change is right is the core's business.
 */
export interface IMoJobScheduleMetadataStore {
  readonly definitions: IMoDefinitionStore;
  readonly instances: IMoInstanceStore;
  readonly logs: IMoLogStore;
  readonly executors: IMoExecutorStore;
  /** Whether what it holds outlives the process. */
  readonly durable: boolean;
  /**
   * Tells of every change the filter names, after it was written, in the order of the writes to one record. A change
   * may be told more than once and several may be told as one; none is left out.
   */
  watch(filter: StoreWatchFilter, listener: (changes: readonly StoreChange[]) => void): Promise<StoreWatch>;
  /** Rejects with `store_unavailable` unless the store answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface StoreWatchFilter {
  readonly tenant: string;
  readonly topics: readonly StoreTopic[];
  /** Only what belongs to this app. */
  readonly app?: string;
}

/** What can be watched; `cancel` is told when a cancel is asked of a run that is Processing. */
export const StoreTopic = {
  Instance: "instance",
  Definition: "definition",
  Executor: "executor",
  Cancel: "cancel",
} as const;
export type StoreTopic = (typeof StoreTopic)[keyof typeof StoreTopic];

export type StoreChange =
  | { readonly topic: "instance"; readonly instance: JobInstanceSummary }
  | { readonly topic: "cancel"; readonly id: string; readonly jobKey: string }
  | { readonly topic: "definition"; readonly key: string; readonly app: string; readonly revision: number }
  | { readonly topic: "executor"; readonly id: string; readonly app: string };

export interface StoreWatch {
  close(): Promise<void>;
}

/** A page of a list; `nextCursor` is `null` on the last one. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

export interface PageRequest {
  /** 1 to 200. */
  readonly limit: number;
  /** Opaque; from the page before. A malformed one rejects with `invalid_argument`. */
  readonly cursor?: string;
}

/** Keeps job definitions. */
export interface IMoDefinitionStore {
  /**
   * Writes those whose (tenant, key) is new. Where the key exists, nothing of what is in force changes (first write
   * wins, seed row M4); `declared` and `argsSchema` are taken over when app and kind are the same.
   * Resolves to what is stored for each, in order.
   */
  register(definitions: readonly JobDefinition[]): Promise<readonly RegisteredDefinition[]>;
  /** Resolves to those that exist, in any order. */
  getMany(tenant: string, keys: readonly string[]): Promise<readonly JobDefinition[]>;
  getAll(tenant: string): Promise<readonly JobDefinition[]>;
  /** By key, ascending. */
  list(query: DefinitionQuery, page: PageRequest): Promise<Page<JobDefinition>>;
  /** Writes the definition if the stored revision is `expectedRevision`; resolves to whether it was. */
  replace(definition: JobDefinition, expectedRevision: number): Promise<boolean>;
}

export interface RegisteredDefinition {
  readonly definition: JobDefinition;
  readonly created: boolean;
}

export interface DefinitionQuery {
  readonly tenant: string;
  readonly kind?: JobKind;
  readonly app?: string;
  readonly tag?: string;
  readonly disabled?: boolean;
  /** Part of key or name, case ignored. */
  readonly search?: string;
}

/** Keeps runs. The methods of the hot path take and answer arrays, one answer per item, in order. */
export interface IMoInstanceStore {
  /** Writes those whose (tenant, id) is new; answers what already stood under an id, or `null` where it was written. */
  insert(instances: readonly JobInstance[]): Promise<readonly (JobInstance | null)[]>;
  /**
   * Applies each change whose condition holds, each also taking one of the job's `limit` slots in the same write:
   * two Processing runs of one (tenant, jobKey) never share a slot. An unlimited job (`limit: null`) takes none.
   */
  admit(admissions: readonly Admission[]): Promise<readonly AdmissionAnswer[]>;
  /**
   * Applies each change whose condition holds and answers for each whether it did. A patch that leaves Processing
   * also frees the slot and the claim. An unknown id answers `false`.
   */
  update(changes: readonly InstanceChange[]): Promise<readonly boolean[]>;
  /** Answers `null` for an unknown id. */
  get(tenant: string, ids: readonly string[]): Promise<readonly (JobInstance | null)[]>;
  /** Newest first (createdAt, then id), stable while runs arrive. */
  list(query: InstanceQuery, page: PageRequest): Promise<Page<JobInstanceSummary>>;
  /** Counts up to `cap` and stops there. */
  count(query: InstanceQuery, cap: number): Promise<number>;
  /** Every state has a number, 0 included; no scan behind it. */
  countByState(tenant: string, app?: string): Promise<Readonly<Record<JobState, number>>>;
  /** Runs that ended, per minute, oldest first, minutes without any left out; no scan behind it. */
  completions(tenant: string, since: Date, app?: string): Promise<readonly CompletionMinute[]>;
  /** Runs in these states that nothing was written to since `unmovedSince`, oldest first (createdAt, then id). */
  findOpen(query: OpenInstanceQuery, page: PageRequest): Promise<Page<JobInstance>>;
  /** Which of these runs, all of them Processing, are asked to cancel. */
  findCancelRequested(tenant: string, ids: readonly string[]): Promise<readonly string[]>;
  /** The newest run of each job that has one. */
  latestByJob(tenant: string, jobKeys: readonly string[]): Promise<ReadonlyMap<string, JobInstanceSummary>>;
  /** The newest runs of each job that has any, newest first (createdAt, then id), at most `limit` of each. */
  recentByJob(
    tenant: string,
    jobKeys: readonly string[],
    limit: number,
  ): Promise<ReadonlyMap<string, readonly JobInstanceSummary[]>>;
  /**
   * Removes terminal runs of one job that ended before `endedBefore` or are beyond its newest `keep`, with their logs,
   * at most `limit`, oldest first. Resolves to how many.
   */
  sweep(retention: RetentionSweep): Promise<number>;
}

export interface Admission {
  /** Must set `state: "Processing"`. */
  readonly change: InstanceChange;
  readonly jobKey: string;
  readonly limit: number | null;
}

export type AdmissionAnswer =
  /** Written; the record as it is now. */
  | { readonly outcome: "admitted"; readonly instance: JobInstance }
  /** The condition held but every slot is taken; nothing was written. */
  | { readonly outcome: "full" }
  /** The condition did not hold (somebody else won, it was cancelled, the id is unknown); nothing was written. */
  | { readonly outcome: "refused" };

export interface InstanceQuery {
  readonly tenant: string;
  readonly app?: string;
  readonly jobKey?: string;
  readonly states?: readonly JobState[];
  /** createdAt, inclusive. */
  readonly from?: Date;
  /** createdAt, exclusive. */
  readonly to?: Date;
  /** The beginning of an id. */
  readonly search?: string;
}

export interface OpenInstanceQuery {
  readonly tenant: string;
  readonly states: readonly JobState[];
  readonly unmovedSince: Date;
  readonly app?: string;
}

export interface CompletionMinute {
  /** The beginning of the minute. */
  readonly at: Date;
  readonly succeeded: number;
  readonly terminated: number;
  readonly cancelled: number;
  readonly skipped: number;
}

export interface RetentionSweep {
  readonly tenant: string;
  readonly jobKey: string;
  readonly keep: number;
  readonly endedBefore: Date;
  readonly limit: number;
}

/** Keeps the lines jobs write. */
export interface IMoLogStore {
  /** A line whose (instance, seq) is already there is left alone, so that a repeat is harmless. */
  append(lines: readonly JobLogLine[]): Promise<void>;
  /** Lines with `seq` above `after`, ascending, at most `limit`. */
  list(tenant: string, instanceId: string, after: number, limit: number): Promise<readonly JobLogLine[]>;
}

/** Keeps who is there to run jobs. */
export interface IMoExecutorStore {
  /** Writes the executor's latest word, whole. */
  save(executor: ExecutorRecord): Promise<void>;
  /** Those seen since, by id. */
  list(tenant: string, seenSince: Date, app?: string): Promise<readonly ExecutorRecord[]>;
  /** An unknown id is no error. */
  remove(tenant: string, id: string): Promise<void>;
}

/** One worker process, as it last described itself. */
export interface ExecutorRecord {
  /** New at every start, so that a restarted process is never taken for the one before it. */
  readonly id: string;
  readonly tenant: string;
  readonly app: string;
  /** `node`, `bun` or `deno`. */
  readonly runtime: string;
  readonly runtimeVersion: string;
  readonly startedAt: Date;
  readonly lastSeenAt: Date;
  /** Runs under way, those included whose code goes on after they were settled. */
  readonly running: number;
  /** Of these, runs already settled whose code ignored its signal. */
  readonly abandoned: number;
  /** `maxConcurrentRuns`. */
  readonly limit: number | null;
  readonly draining: boolean;
  readonly jobKeys: readonly string[];
}
