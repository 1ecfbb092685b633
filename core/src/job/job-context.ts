import type { WorkContext, WorkLog } from "../ports/work-runner.ts";
import type { MoJobScheduler } from "../scheduler/mo-job-scheduler.ts";

/** Lines a job leaves with its run; they outlive the worker. */
export type JobLog = WorkLog;

/** What a job can know about its run, and what it can do besides returning and throwing. */
export interface JobContext extends WorkContext {
  /**
   * The scheduler of the run's tenant: a job can start, look at and cancel others. A retry executes the job again, so give
   * what it starts an `idempotencyKey` made of `instanceId`.
   */
  readonly scheduler: MoJobScheduler;
}
