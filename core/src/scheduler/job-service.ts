import type { TimeWindow } from "../model/window/time-window.ts";
import type { WaitingFires } from "../model/option/value/waiting-fires.ts";
import type { JobInstanceSummary } from "../model/instance/job-instance.ts";
import type { JobKind } from "../model/option/job-kind.ts";
import type { JobDefaults } from "../model/option/job-options.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import type { UpcomingFire } from "../model/upcoming-fire.ts";
import type { CodeDifference } from "../model/option/option-difference.ts";
import type { JobListQuery } from "./job-list-query.ts";
import type { Page, PageRequest } from "../ports/page.ts";

export interface JobService {
  list(query: JobListQuery, page: PageRequest): Promise<Page<JobView>>;
  /** How many jobs the query finds. */
  count(query: JobListQuery): Promise<number>;
  /** The names of those of these jobs that exist, by key. */
  names(keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Makes a job that no code declares; it can share the handler of another job of its app.
   * @throws MoJobError `job_key_taken`, `invalid_argument` (with pointers), `invalid_args`, `invalid_cron`
   */
  create(request: CreateJobRequest): Promise<JobDetail>;
  /**
   * Makes a job with the work, options and arguments of another one. The copy of a recurring job begins paused, so that
   * nothing fires twice until it is changed.
   * @throws MoJobError `job_not_found`, `job_key_taken`, `invalid_argument`
   */
  copy(key: string, request: CopyJobRequest): Promise<JobDetail>;
  /**
   * Removes a job: it never fires again, runs that wait end as Cancelled and those under way end by themselves. All its
   * runs can be read until its retention removes them. A job that code declares comes back when its app registers it.
   * @throws MoJobError `job_not_found`, `stale_revision`; `task_refused` while runs of a task are under way
   */
  remove(key: string, expectedRevision: number): Promise<void>;
  /** @throws MoJobError `job_not_found` */
  get(key: string): Promise<JobDetail>;
  /**
   * The job as `create` or `update` would write it; nothing is written.
   * @param together what else is to be so by then
   * @throws MoJobError as `create` and `update`, but `stale_revision`
   */
  check(change: JobChange, together?: ChangedTogether): Promise<JobDefinition>;
  /**
   * Changes options, and `args`, `argsSchema` and `work` where they are given, at once and for every later decision.
   * @param patch what a client sent: option names of the job's kind, every field optional
   * @param note why, for those who read the history
   * @throws MoJobError `job_not_found`, `invalid_argument` (with pointers), `invalid_args`, `invalid_cron`, `stale_revision`
   */
  update(
    key: string,
    patch: unknown,
    expectedRevision: number,
    note?: { readonly comment?: string | null },
  ): Promise<JobDetail>;
  /**
   * Holds the fires of a job back until it is resumed; it can still be run by hand.
   * @throws MoJobError `job_not_found`, `wrong_job_kind` unless recurring, `invalid_argument` for an `until` in the past
   */
  pause(key: string, request?: PauseRequest): Promise<JobDetail>;
  /** Lifts a pause: what it held begins, what was due meanwhile does not fire. @throws MoJobError `job_not_found`, `wrong_job_kind` */
  resume(key: string, request?: ResumeRequest): Promise<JobDetail>;
  /**
   * Stops an app: its jobs do not fire, and nothing of them begins but what is run by hand, until the app is started again. Jobs that it
   * registers meanwhile are stopped too. A job's own pause stays what it is.
   * @throws MoJobError `invalid_argument` for an app that there cannot be
   */
  stopApp(app: string, request?: StopAppRequest): Promise<void>;
  /** Starts an app again: what was held begins, what was due meanwhile does not fire; jobs that were paused stay paused. */
  startApp(app: string): Promise<void>;
  /** The next fires, from the planner itself; empty where none is to come. @throws MoJobError `job_not_found`, `wrong_job_kind` */
  upcoming(key: string, count: number): Promise<readonly UpcomingFire[]>;
}

export interface CreateJobRequest {
  readonly key: string;
  readonly app: string;
  readonly kind: JobKind;
  /** Options of the kind, flat, any left out. @default {} */
  readonly options?: unknown;
  /** A `JobWork`. @default the code that the app declares under the job's key */
  readonly work?: unknown;
  /** The arguments of each fire, which must be JSON. @default null */
  readonly args?: unknown;
  /** JSON Schema of the arguments, for work that is not code; code declares its own. @default null: any JSON */
  readonly argsSchema?: unknown;
  /** Whether a recurring job begins paused, without a moment in which it fires. @default false */
  readonly isPaused?: boolean;
  /** Whether it comes from another scheduler, for its history. @default false */
  readonly isImported?: boolean;
  /** Why, for those who read the history. @default null */
  readonly comment?: string | null;
}

/** A job that is to be made, or how one is to be changed. */
export type JobChange =
  | { readonly create: CreateJobRequest }
  | { readonly update: { readonly key: string; readonly patch: unknown } };

/** What is to be changed before a job is. */
export interface ChangedTogether {
  /** Jobs by their keys, as earlier checks returned them. @default none */
  readonly jobs?: ReadonlyMap<string, JobDefinition>;
  /** The stored defaults of the tenant. @default those there are */
  readonly defaults?: JobDefaults | undefined;
  /** The keys of calendars. @default none besides those there are */
  readonly calendars?: ReadonlySet<string>;
}

export interface CopyJobRequest {
  /** The key of the copy. */
  readonly key: string;
}

export interface PauseRequest {
  readonly until?: Date | null;
  readonly note?: string | null;
  /** How to treat its fires that wait. @default "hold" */
  readonly waiting?: WaitingFires;
  /** Refuses with `already_paused` where another pause is in force, which would be replaced. @default false */
  readonly unlessPaused?: boolean;
  /** The operation on many that it is a part of. @default none */
  readonly operation?: string;
}

export interface ResumeRequest {
  /** The operation on many that it is a part of. @default none */
  readonly operation?: string;
}

export interface StopAppRequest {
  readonly note?: string | null;
  /** How to treat runs that wait, for a retry too, whatever started them but by hand. @default `SchedulerOptions.stopWaiting` */
  readonly waiting?: WaitingFires;
}

export interface JobView {
  readonly definition: JobDefinition;
  /** `null` for a triggered, disabled, paused-for-good or ended job, and while debug mode holds all recurring jobs back. */
  readonly nextFire: Date | null;
  readonly latest: JobInstanceSummary | null;
  /** The window that keeps it at rest now. */
  readonly window: OpenWindow | null;
}

/** A window that is open. */
export interface OpenWindow extends Pick<TimeWindow, "id" | "name"> {
  /** When it closes; `null` while no end is in sight. */
  readonly until: Date | null;
}

export interface JobDetail extends JobView {
  /** Options whose stored value is not what the code says. */
  readonly differsFromCode: readonly CodeDifference[];
  /** It could run, and no worker that is online takes it. */
  readonly lacksWorker: boolean;
}
