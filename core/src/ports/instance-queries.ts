import type { JobInstanceSummary } from "../model/instance/job-instance.ts";
import type { RunSearch } from "../model/instance/run-search.ts";
import type { JobState } from "../model/instance/job-state.ts";
import type { ReasonCode } from "../model/reason.ts";
import type { Page, PageRequest } from "./page.ts";

/** Finds runs for people: lists and the latest runs of jobs, without arguments, results and history. */
export interface IMoInstanceQueries {
  /** Newest first (createdAt, then id), stable while runs arrive. A cursor is `creationCursor` of the last item, whatever the query is. */
  list(query: InstanceQuery, page: PageRequest): Promise<Page<JobInstanceSummary>>;
  /** Counts up to `cap` and stops there. */
  count(query: InstanceQuery, cap: number): Promise<number>;
  /** The runs whose `abandoned` code holds a slot, in whichever state, oldest first (createdAt, then id). */
  abandoned(tenant: string, page: PageRequest): Promise<Page<JobInstanceSummary>>;
  /** The newest run of each job that has one; parts of other runs do not count. */
  latestByJob(tenant: string, jobKeys: readonly string[]): Promise<ReadonlyMap<string, JobInstanceSummary>>;
  /** The newest runs of each job that has any, newest first (createdAt, then id), at most `limit` of each; without parts of other runs. */
  recentByJob(
    tenant: string,
    jobKeys: readonly string[],
    limit: number,
  ): Promise<ReadonlyMap<string, readonly JobInstanceSummary[]>>;
}

export interface InstanceQuery extends RunSearch {
  readonly tenant: string;
  readonly app?: string;
  readonly jobKey?: string;
  readonly states?: readonly JobState[];
  /** The code of the reason it is in its state for. */
  readonly reason?: ReasonCode;
  /** createdAt, inclusive. */
  readonly from?: Date;
  /** createdAt, exclusive. */
  readonly to?: Date;
  /** The beginning of an id. */
  readonly search?: string;
  /** `false` leaves out runs that are parts of others: the whole stands for them. @default true */
  readonly parts?: boolean;
}
