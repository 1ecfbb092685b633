import type { StandardSchemaV1 } from "@standard-schema/spec";
import { NonRetryableError } from "../base/error.ts";
import { parseArgs } from "../definition/args-check.ts";
import { jobKeyOf } from "../definition/job-key.ts";
import { type AroundRun, executeWithin } from "../job/around-run.ts";
import type { Container } from "../job/container.ts";
import { JobActivator, type JobFactory } from "../job/job-activator.ts";
import type { JobContext } from "../job/job-context.ts";
import { assertRegistration } from "../job/assert-registration.ts";
import type { JobRegistration, RunnableJob } from "../job/job-registration.ts";
import type { JobInstance } from "../model/instance/job-instance.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import { WorkKind } from "../model/job-work.ts";
import { Isolation } from "../model/option/value/isolation.ts";
import type { IMoWorkRunner, WorkAttempt } from "../ports/work-runner.ts";

const NO_THREAD =
  "register it with its module, as in recurring(Job, { module: import.meta.url }), and give the worker threads";

interface Handler {
  readonly create: JobFactory<RunnableJob>;
  readonly args: StandardSchemaV1 | null;
  readonly around: AroundRun | null;
}

/** Runs the jobs whose classes and functions this process holds. */
export class CodeRunner implements IMoWorkRunner<JobContext> {
  readonly kind: typeof WorkKind.Code = WorkKind.Code;
  readonly app: string;
  readonly #handlers = new Map<string, Handler>();
  readonly #activator: JobActivator;
  #checked: Promise<void> | null = null;

  /**
   * @param app the service these jobs belong to
   * @throws MoJobError `invalid_configuration` for a class that injects where there is neither a factory nor a container;
   * `invalid_argument` for what is no registered job, such as a class that was not wrapped
   */
  constructor(app: string, registrations: readonly JobRegistration[], container: Container | null) {
    this.app = app;
    this.#activator = new JobActivator(container);
    for (const registration of registrations) {
      assertRegistration(registration);
      if (registration.task !== undefined) continue;
      const { options } = registration;
      this.#handlers.set(jobKeyOf(registration, app), {
        create:
          options.isolation === Isolation.Thread
            ? // Its module provides what it injects; this is for when somebody edits the option.
              () => registration.activate(new JobActivator(container))()
            : registration.activate(this.#activator),
        args: "args" in options ? (options.args ?? null) : null,
        around: registration.around ?? null,
      });
    }
  }

  /** Checks once that all that its jobs inject is provided. @throws MoJobError `invalid_configuration` */
  check(): Promise<void> {
    return (this.#checked ??= this.#activator.check());
  }

  get handlers(): readonly string[] {
    return [...this.#handlers.keys()];
  }

  canRun(definition: JobDefinition): boolean {
    return this.#handlerOf(definition) !== undefined;
  }

  /** The schema with which the code itself checks a job's arguments; `null` where it has none or not this job's code. */
  argsSchema(definition: JobDefinition): StandardSchemaV1 | null {
    return this.#handlerOf(definition)?.args ?? null;
  }

  /** Builds the job's object, executes it and disposes of it; rejects with the error of any. */
  run({ definition, instance, context }: WorkAttempt<JobContext>): Promise<unknown> {
    const { work, options } = definition;
    const { jobKey, args } = instance;
    // A runner that can give it a thread comes before this one.
    if (options.isolation === Isolation.Thread && this.canRun(definition)) {
      const message = `Cannot run job "${jobKey}" in a thread of its own: ${NO_THREAD}`;
      return Promise.reject(new NonRetryableError(message));
    }
    return this.call(work.kind === WorkKind.Code ? work.handler : "", { jobKey, args }, context);
  }

  /** As `run`, for an attempt of which the handler and the arguments are known, and no more. */
  async call(
    name: string,
    { jobKey, args: given }: Pick<JobInstance, "jobKey" | "args">,
    context: JobContext,
  ): Promise<unknown> {
    const handler = this.#handlers.get(name);
    if (handler === undefined)
      throw new TypeError(`Cannot run job "${jobKey}": this worker has no code for it`);
    const args = handler.args === null ? given : await parseArgs(jobKey, handler.args, given);
    if (handler.around === null) return this.#execute(handler, args, context);
    return executeWithin(handler.around, context, () => this.#execute(handler, args, context));
  }

  /** Resolves as the job's own code does. */
  async #execute(handler: Handler, args: unknown, context: JobContext): Promise<unknown> {
    const created = handler.create();
    const job = created instanceof Promise ? await created : created;
    // Nothing comes after the job: thousands that wait within theirs should not keep this call as well.
    if (job.dispose === undefined) return job.execute(args, context);
    let result: unknown;
    try {
      result = await job.execute(args, context);
    } catch (error) {
      // The run has failed already: what its end adds changes nothing.
      await job.dispose().catch(() => {});
      throw error;
    }
    await job.dispose();
    return result;
  }

  #handlerOf({ work }: JobDefinition): Handler | undefined {
    return work.kind === WorkKind.Code ? this.#handlers.get(work.handler) : undefined;
  }
}
