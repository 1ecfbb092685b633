import type { ReportSummary } from "../model/report-summary.ts";
import type { ShownGrain } from "../model/rollup/rollup.ts";

/** The named times up to now of which reports are made. */
export const REPORT_RANGES = ["1h", "6h", "24h", "7d", "30d", "90d", "13mo"] as const;
export type ReportRange = (typeof REPORT_RANGES)[number];

/** What a report is by: kinds of subjects, and the tags of jobs. */
export const REPORT_SUBJECTS = ["tenant", "app", "job", "node", "executor", "tag"] as const;
export type ReportSubject = (typeof REPORT_SUBJECTS)[number];

/** Which runs a report is of; all of it comes from outside. */
export interface ReportQuery {
  /** A named time up to now, instead of `from` and `to`. @default "24h" */
  readonly range?: string;
  /** The beginning of its hour or day counts. */
  readonly from?: Date;
  /** The end of its hour or day counts. @default now */
  readonly to?: Date;
  /** @default "tenant" */
  readonly by?: string;
  readonly app?: string;
  /** Of these apps alone, of those that the caller may read. @default all */
  readonly apps?: readonly string[];
  readonly jobKey?: string;
  /** The name of an executor. */
  readonly executor?: string;
  /** Jobs that have this tag now. */
  readonly tag?: string;
}

/** How long something took, over many runs. */
export interface ReportSpread {
  /** How many runs it is of. */
  readonly count: number;
  /** `null` where it is of none, as the others. */
  readonly meanMs: number | null;
  /** To 5 %, as `p95Ms`. */
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly maxMs: number | null;
}

/** A name and how often it was there. */
export interface ReportCount {
  readonly name: string;
  readonly count: number;
}

/** The runs of a time. */
export interface ReportFigures {
  readonly runs: number;
  readonly succeeded: number;
  readonly terminated: number;
  readonly cancelled: number;
  readonly skipped: number;
  /** Which part of those that succeeded or failed for good succeeded, 0 to 1; `null` where none did. */
  readonly successRate: number | null;
  /** Attempts after the first, those after a snooze included. */
  readonly retries: number;
  /** How long workers were at the latest attempts, parts of runs included. */
  readonly workMs: number;
  /** Processor time of those attempts whose programs or threads were measured; `null` where none was. */
  readonly cpuMs: number | null;
  /** The most resident memory of one of them; `null` where none was measured. */
  readonly peakMemoryBytes: number | null;
  /** From begin to end, of runs that succeeded or failed for good. */
  readonly duration: ReportSpread;
  /** From the queue to the begin, of runs that began once. */
  readonly wait: ReportSpread;
  /** From when they were due to the begin, of the same. */
  readonly lateness: ReportSpread;
}

/** The runs of a whole report or of one of its subjects. */
export interface ReportTotal extends ReportFigures {
  /** Failures by their code, with a number of its author as `job_error/1042`: the most frequent first, at most 50 and `other`. */
  readonly codes: readonly ReportCount[];
  /** Why runs were skipped or cancelled: the codes of the reasons, as many. */
  readonly causes: readonly ReportCount[];
}

/** The runs of one hour or day. */
export interface ReportBucket extends ReportFigures {
  readonly at: Date;
}

export interface ReportedSubject {
  /** The name of the app, job, executor or tag; of a node `<task>#<node>`. */
  readonly id: string;
  /** `null` for a tag. */
  readonly app: string | null;
  readonly total: ReportTotal;
  /** The time of the same length before it. */
  readonly before: ReportTotal;
}

/** Somebody changed, stopped, started or deployed something. */
export interface ReportMark {
  readonly at: Date;
  /** The act, as the history has it. */
  readonly id: string;
  readonly kind: string;
  readonly app: string | null;
  readonly jobKey: string | null;
  /** Who did it; `null` is the program itself. */
  readonly by: string | null;
}

export interface Report {
  readonly from: Date;
  readonly to: Date;
  readonly grain: ShownGrain;
  readonly by: ReportSubject;
  /** When runs were last added to what reports are made of; `null` before the first time. */
  readonly countedAt: Date | null;
  readonly total: ReportTotal;
  /** The time of the same length before it. */
  readonly before: ReportTotal;
  /** All hours or days, the earliest first. */
  readonly buckets: readonly ReportBucket[];
  /** Those with the most runs first, at most 100; none by tenant. */
  readonly subjects: readonly ReportedSubject[];
  /** How many subjects there are. */
  readonly subjectsTotal: number;
  /** Minutes in which the most runs ended, at most 10: by hours, of all runs or of apps. */
  readonly busiest: readonly { readonly at: Date; readonly runs: number }[];
  /** At most 50, the newest first: for those who may read jobs. */
  readonly marks: readonly ReportMark[];
}

/** A subject that got worse. */
export interface WorseSubject {
  readonly id: string;
  readonly app: string | null;
  readonly now: number;
  readonly before: number;
  readonly change: number;
}

export interface WorstReport extends Pick<Report, "from" | "to" | "grain" | "by" | "countedAt"> {
  /** By how many more runs failed for good. */
  readonly failures: readonly WorseSubject[];
  /** By the growth of the 95th percentile of the duration, in milliseconds. */
  readonly duration: readonly WorseSubject[];
  /** By the growth of the 95th percentile of the lateness, in milliseconds. */
  readonly lateness: readonly WorseSubject[];
}

/** How far the sums have got that reports are made of. */
export interface ReportState {
  /** When runs were last added; `null` before the first time. */
  readonly countedAt: Date | null;
  /** Sums that are made again now; `null` where none are. */
  readonly rebuild: { readonly since: Date; readonly begunAt: Date } | null;
}

export interface SentSummary {
  readonly summary: ReportSummary;
  /** The run of its job. */
  readonly run: string;
}

/** What a request says of a summary: all of it comes from outside. */
export type SummaryRequest = Pick<ReportSummary, "name" | "job" | "interval" | "hour" | "timeZone"> &
  Partial<Pick<ReportSummary, "weekday" | "language" | "apps" | "tag" | "enabled">>;

/** Sums of ended runs by hour and day, kept longer than the runs. A run is in those of the hour in which it ended, in UTC. */
export interface ReportService {
  /**
   * @throws MoJobError `invalid_argument` for a time of more than 400 days, filters that do not go together, and what would be made of more
   * than 50,000 sums
   */
  report(query: ReportQuery): Promise<Report>;
  /** The ten that got worse most, each way, against the time of the same length before. @throws MoJobError as `report` */
  worst(query: ReportQuery): Promise<WorstReport>;
  state(): Promise<ReportState>;
  /**
   * Has the sums of a time on made again from the runs that are kept. It goes on in the background; until it is done, reports are made of the
   * sums before. It is given up where the kept runs are fewer than those that were counted: retention has removed some.
   * @param since the beginning of its day in UTC counts
   * @throws MoJobError `invalid_argument` also while sums are made again
   */
  rebuild(since: Date): Promise<ReportState>;
  /** One's own summaries, by name; all of them for who may edit the whole tenant. */
  summaries(): Promise<readonly ReportSummary[]>;
  /**
   * Has a summary sent each day or week from now on.
   * @param request as `SummaryRequest`
   * @throws MoJobError `invalid_argument` also beyond 20 of one owner or 100 of the tenant, and for a caller that is no person; `forbidden`
   */
  createSummary(request: unknown): Promise<ReportSummary>;
  /**
   * Replaces all that a request says; its owner stays. What was due before is not sent.
   * @param revisions which revisions may be replaced; `null` is any
   * @throws MoJobError `summary_not_found`, `stale_revision`, as `createSummary`
   */
  replaceSummary(id: string, request: unknown, revisions: readonly number[] | null): Promise<ReportSummary>;
  /** @throws MoJobError `summary_not_found`, `stale_revision` */
  removeSummary(id: string, revisions: readonly number[] | null): Promise<ReportSummary>;
  /**
   * Sends one's own summary now as well, of the time up to now; resolves to it and to the run that sends it.
   * @throws MoJobError `summary_not_found`, `forbidden` where its owner may no longer read or send it
   */
  sendSummary(id: string): Promise<SentSummary>;
}
