import { MoJobError, MoJobErrorCode } from "../base/error.ts";
import type { TriggeredJobOptions } from "../model/option/job-options.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import { schedulesOf } from "../schedule/job-schedules.ts";
import type { JobRegistration } from "../job/job-registration.ts";
import { NewJobs } from "../model/option/new-jobs.ts";
import { OptionRule } from "../model/option/option-rule.ts";
import { jobKeyOf } from "./job-key.ts";
import { stateJob } from "./declare-job.ts";
import type { JobRegistry, RegistrationResult } from "../scheduler/job-registry.ts";

export interface RegisterJobsOptions {
  readonly app: string;
  readonly jobs: readonly JobRegistration[];
  readonly registry: JobRegistry;
  /** Whether these are all the jobs that the code of the app declares. @default true */
  readonly isComplete?: boolean;
  /** @default "stored" */
  readonly optionRule?: OptionRule;
  /** How jobs begin that are registered for the first time. @default "running" */
  readonly newJobs?: NewJobs;
  readonly onWarning: (warning: string) => void;
}

/** Whether it is one that is to fire by itself, and has nothing to fire by. */
function neverFires({ options: { schedule } }: JobDefinition): boolean {
  return (
    schedule !== null &&
    schedulesOf(schedule).every(({ timing }) => timing.cron === null && timing.everyMs === null)
  );
}

/**
 * Registers this process's jobs at start, by the app's rule for options that are stored already.
 * @throws MoJobError `job_key_taken` where a key is another app's or another kind's; as `JobRegistry.declare` for a bad option
 */
export async function registerJobs(options: RegisterJobsOptions): Promise<readonly RegistrationResult[]> {
  const { app, jobs, registry, onWarning, isComplete = true, optionRule = OptionRule.Stored } = options;
  const { newJobs = NewJobs.Running } = options;
  for (const job of jobs) {
    if (job.options.key === undefined) {
      onWarning(
        `Job "${jobKeyOf(job, app)}" takes its key from its class name; a minifier would rename it: say static options = { key: "…" }`,
      );
    }
  }
  const defaults = await registry.defaults();
  for (const job of jobs) {
    const { args, argsJsonSchema } = job.options as TriggeredJobOptions;
    if (args === undefined || argsJsonSchema !== undefined || stateJob(job, app).argsSchema !== null)
      continue;
    onWarning(
      `The schema of the arguments of job "${jobKeyOf(job, app)}" has no JSON Schema, so that the panel has no form for them and a process without its code does not check them: with valibot wrap it in toStandardJsonSchema() of @valibot/to-json-schema, with others state argsJsonSchema`,
    );
  }
  const results = await registry.register(
    app,
    jobs.map((job) => registry.declare(stateJob(job, app), defaults)),
    { isComplete, optionRule, newJobs },
  );
  for (const result of results) {
    if ("argsSchemaChanged" in result && result.argsSchemaChanged) {
      const { key, definition } = result;
      onWarning(
        `Job "${key}" has another schema of its arguments since revision ${definition.revision}: the one of this code`,
      );
    }
    if (result.outcome === "refused") {
      throw new MoJobError(
        MoJobErrorCode.JobKeyTaken,
        `Cannot register job "${result.key}": ${result.message}`,
      );
    }
    if (neverFires(result.definition))
      onWarning(
        `Job "${result.key}" is a recurring one without a schedule: it never fires until its code states cron, everyMs or schedules, or somebody gives it one in the panel`,
      );
    if (result.definition.key !== result.key) {
      onWarning(
        `Job "${result.key}" is stored as "${result.definition.key}", because another app has a job of this key`,
      );
    }
    if ((result.outcome === "differs" || result.outcome === "updated") && result.fields.length > 0) {
      onWarning(
        `Job "${result.key}" runs with stored options that differ from the code: ${result.fields.join(", ")}`,
      );
    }
  }
  return results;
}
