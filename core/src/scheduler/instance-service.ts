import type { Carrier } from "../ports/runtime.ts";
import type { JobInstance, JobInstanceSummary, JobLogLine } from "../model/instance/job-instance.ts";
import type { StoredFile } from "../model/file/stored-file.ts";
import type { FileContent } from "../ports/file-store.ts";
import type { InstanceQuery } from "../ports/instance-queries.ts";
import type { FailureQuery, Failures, HandledFailure, HandleFailureRequest } from "./failures.ts";
import type { Page, PageRequest } from "../ports/page.ts";
import type {
  BulkResult,
  BulkRequest,
  CancelRequest,
  ReleaseRequest,
  RerunRequest,
  TriggerResult,
  TriggerRequest,
  TryRequest,
} from "./instance-requests.ts";

export interface InstanceService {
  /**
   * Creates a run and hands it to the runtime.
   * @throws MoJobError `job_not_found`, `job_disabled`, `invalid_args`,
   * `invalid_argument`, `idempotency_mismatch`
   */
  trigger(jobKey: string, request: TriggerRequest): Promise<JobInstance>;
  /** As `trigger` for each item, by itself: one that is refused does not keep the others back. */
  triggerMany(jobKey: string, requests: readonly TriggerRequest[]): Promise<readonly TriggerResult[]>;
  /**
   * Runs work once that no job has yet, or not as it is, on a worker of the app that takes such work. No list of whole runs has it; it can be
   * read, followed and cancelled by its id, and is removed an hour after its end. The history keeps who tried what.
   * @throws MoJobError `invalid_argument` (with pointers) also where no worker takes such work; `job_not_found`, `invalid_args`, `quota_exceeded`
   */
  tryWork(request: TryRequest): Promise<JobInstance>;
  list(query: Omit<InstanceQuery, "tenant">, page: PageRequest): Promise<Page<JobInstanceSummary>>;
  count(query: Omit<InstanceQuery, "tenant">, cap: number): Promise<number>;
  /** The newest runs of each of these jobs that has any. */
  recentByJob(
    jobKeys: readonly string[],
    limit: number,
  ): Promise<ReadonlyMap<string, readonly JobInstanceSummary[]>>;
  /** @throws MoJobError `instance_not_found` */
  get(id: string): Promise<JobInstance>;
  /** The runs of a broadcast's shards by their index, then those that the end of a run has started, of the children its job has now. @throws MoJobError `instance_not_found` */
  children(id: string): Promise<readonly JobInstance[]>;
  /** Which of these runs wait for a worker, because none that is there takes runs of their job: their ids. */
  waitingForWorker(instances: readonly JobInstanceSummary[]): Promise<ReadonlySet<string>>;
  /** The names of the workers of these runs, by their ids; without workers that have left and are forgotten. */
  workerNames(instances: readonly JobInstanceSummary[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Asks a run to end; resolves to the run after that, which never contradicts how it ends.
   * @throws MoJobError `instance_not_found`, `already_terminal`
   */
  cancel(id: string, request?: CancelRequest): Promise<JobInstance>;
  /**
   * Gives back the slot that a run's code still holds though its attempt has ended, and lets the next run begin: the caller knows
   * that the code does nothing any more, or may run beside another. Resolves to the run, unchanged where no code holds a slot.
   * @throws MoJobError `instance_not_found`
   */
  release(id: string, request?: ReleaseRequest): Promise<JobInstance>;
  /** A new run of the same job that points back. @throws as `trigger`, and `instance_not_found` */
  rerun(id: string, request?: RerunRequest): Promise<JobInstance>;
  /** Runs that failed for good, by job and cause: the newest 10,000 of those that the query finds. */
  failures(query: FailureQuery): Promise<Failures>;
  /** Mutes a group of failures or writes a note on it, for everybody. */
  handleFailure(groupId: string, request: HandleFailureRequest): Promise<HandledFailure>;
  bulk(request: BulkRequest): Promise<BulkResult>;
  /**
   * The carrier of a run to a worker: on Temporal its workflow; `null` where there is none.
   * @throws MoJobError `instance_not_found`, `runtime_unavailable`
   */
  carrier(id: string): Promise<Carrier | null>;
  /** @throws MoJobError `instance_not_found` */
  logs(id: string, after: number, limit: number): Promise<readonly JobLogLine[]>;
  /** The files that a run has stored, by name. @throws MoJobError `instance_not_found` */
  files(id: string): Promise<readonly StoredFile[]>;
  /**
   * One of them, to be read.
   * @throws MoJobError `instance_not_found`, `file_not_found`
   */
  file(id: string, name: string): Promise<FileContent>;
}
