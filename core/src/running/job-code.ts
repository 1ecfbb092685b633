import type { StandardSchemaV1 } from "@standard-schema/spec";
import { parseArgs } from "../definition/args-check.ts";
import { jobKeyOf } from "../definition/declare-job.ts";
import type { JobInstance } from "../instance/job-instance.ts";
import { type Container, JobActivator, type JobFactory } from "../job/job-activator.ts";
import type { JobContext } from "../job/job-context.ts";
import type { JobRegistration, RunnableJob } from "../job/job-registration.ts";

interface Entry {
  readonly create: JobFactory<RunnableJob>;
  readonly args: StandardSchemaV1 | null;
}

/** The jobs whose code this process holds, ready to be called. */
export class JobCode {
  readonly #entries = new Map<string, Entry>();

  /** @throws TypeError for a class that injects dependencies where there is neither a factory nor a container */
  constructor(registrations: readonly JobRegistration[], container: Container | null) {
    const activator = new JobActivator(container);
    for (const registration of registrations) {
      const { options } = registration;
      this.#entries.set(jobKeyOf(registration), {
        create: registration.activate(activator),
        args: "args" in options ? (options.args ?? null) : null,
      });
    }
  }

  get keys(): readonly string[] {
    return [...this.#entries.keys()];
  }

  has(jobKey: string): boolean {
    return this.#entries.has(jobKey);
  }

  /** The schema the code itself checks a job's arguments with. */
  argsSchema(jobKey: string): StandardSchemaV1 | null {
    return this.#entries.get(jobKey)?.args ?? null;
  }

  /** Builds the job's object and runs it; rejects with whatever goes wrong on the way. */
  async call(instance: JobInstance, context: JobContext): Promise<unknown> {
    const entry = this.#entries.get(instance.jobKey);
    if (entry === undefined)
      throw new TypeError(`Cannot run job "${instance.jobKey}": this worker has no code for it`);
    const args =
      entry.args === null ? instance.args : await parseArgs(instance.jobKey, entry.args, instance.args);
    const job = await entry.create();
    return job.execute(args, context);
  }
}
