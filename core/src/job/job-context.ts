import type { WorkContext, WorkLog } from "../ports/work-runner.ts";
import type { MoJobScheduler } from "../scheduler/mo-job-scheduler.ts";

/** Lines a job leaves with its run; they outlive the worker. */
export type JobLog = WorkLog;

/** A job's view of its run, and all it can do besides returning and throwing. */
export interface JobContext extends WorkContext {
  /**
   * The scheduler of the run's tenant: a job can start, look at and cancel others. A retry executes the job again, so give
   * what it starts an `idempotencyKey` made of `instanceId`.
   */
  readonly scheduler: MoJobScheduler;
  /**
   * Ends this attempt by throwing: the run is Scheduled again and executed again after the delay, with all of its retries left. Do
   * not catch what it throws. A run can be snoozed 1,000 times.
   *
   * @param delayMs milliseconds, at most a year
   * @throws always; MoJobError `invalid_argument` for a delay that is none
   * @example
   * ```ts
   * import { triggered } from "@mojob/core";
   *
   * export const importOrders = triggered<{ file: string }>("shop.import-orders", async ({ file }, context) => {
   *   const response = await fetch(`https://files.example/${file}`);
   *   if (response.status === 404) context.snooze(600_000); // not there yet: ask again in ten minutes
   *   context.log.info(`${file} has ${(await response.text()).length} characters`);
   * });
   * ```
   */
  snooze(delayMs: number): never;
}
