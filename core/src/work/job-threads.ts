import { MoJobError, MoJobErrorCode } from "../base/error.ts";
import { jobKeyOf } from "../definition/job-key.ts";
import type { JobContext } from "../job/job-context.ts";
import type { JobRegistration } from "../job/job-registration.ts";
import { Isolation } from "../model/option/value/isolation.ts";
import type { IMoWorkRunner } from "../ports/work-runner.ts";

/** Gives jobs threads of their own. */
export interface IMoJobThreads {
  /**
   * Returns the runner of these jobs; it leaves to other runners what is not isolated.
   * @param modules the URL of the module that exports each job, by handler
   */
  runnerFor(modules: ReadonlyMap<string, string>): IMoWorkRunner<JobContext>;
  /** Ends its threads; a run in one of them fails. */
  close(): Promise<void>;
}

/**
 * The runner of the jobs whose modules are known; `null` where no threads are given.
 * @throws MoJobError `invalid_configuration` for a job that is isolated by its code and can have no thread
 */
export function threadRunner(
  app: string,
  jobs: readonly JobRegistration[],
  threads: IMoJobThreads | null,
): IMoWorkRunner<JobContext> | null {
  const modules = new Map<string, string>();
  for (const job of jobs) {
    const key = jobKeyOf(job, app);
    if (job.module !== undefined) modules.set(key, job.module);
    if (job.options.isolation !== Isolation.Thread) continue;
    if (job.module === undefined)
      throw cannotIsolate(key, "say which module exports it, with { module: import.meta.url }");
    if (threads === null) throw cannotIsolate(key, "pass threads: jobThreads() of @mojob/threads");
  }
  return threads?.runnerFor(modules) ?? null;
}

function cannotIsolate(key: string, advice: string): MoJobError {
  return new MoJobError(
    MoJobErrorCode.InvalidConfiguration,
    `Cannot run job "${key}" in a thread of its own: ${advice}`,
  );
}
