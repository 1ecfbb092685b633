import { MoJobError, MoJobErrorCode } from "../base/error.ts";
import type { JobDefaults } from "../job/job-options.ts";
import type { JobRegistration } from "../job/job-registration.ts";
import { declareJob, jobKeyOf } from "./declare-job.ts";
import type { JobRegistry, RegistrationResult } from "./job-registry.ts";

export interface RegisterJobsOptions {
  readonly app: string;
  readonly jobs: readonly JobRegistration[];
  readonly defaults: JobDefaults;
  readonly registry: JobRegistry;
  readonly onWarning: (warning: string) => void;
}

/**
 * Registers this process's jobs at start; what is stored wins over the code.
 * @throws MoJobError `job_key_taken` where a key is another app's or another kind's; as `declareJob` for a bad option
 */
export async function registerJobs(options: RegisterJobsOptions): Promise<readonly RegistrationResult[]> {
  const { app, jobs, defaults, registry, onWarning } = options;
  for (const job of jobs) {
    if (job.options.key === undefined) {
      onWarning(
        `Job "${jobKeyOf(job)}" takes its key from its class name; a minifier would rename it: say static options = { key: "…" }`,
      );
    }
  }
  const results = await registry.register(
    app,
    jobs.map((job) => declareJob(job, defaults)),
  );
  for (const result of results) {
    if (result.outcome === "refused") {
      throw new MoJobError(
        MoJobErrorCode.JobKeyTaken,
        `Cannot register job "${result.key}": ${result.message}`,
      );
    }
    if (result.outcome === "differs") {
      onWarning(
        `Job "${result.key}" runs with stored options that differ from the code: ${result.fields.join(", ")}`,
      );
    }
  }
  return results;
}
