import { JobKind } from "../model/option/job-kind.ts";
import type { ArgsSchema, RecurringJobOptions, TriggeredJobOptions } from "../model/option/job-options.ts";
import type { TypedJob } from "../scheduler/typed-job.ts";
import type { AroundRun } from "./around-run.ts";
import type { JobContext } from "./job-context.ts";
import type { JobRegistration } from "./job-registration.ts";

/** A recurring job that is a function and its options. */
export interface RecurringJobSpec<TResult = unknown> extends RecurringJobOptions {
  readonly key: string;
  /** The module that exports the job, as `import.meta.url`: with it the job can run in a thread of its own. */
  readonly module?: string;
  /** Stands around each attempt, inside of the scheduler's own `hooks.around`. @default nothing does */
  readonly around?: AroundRun;
  execute(context: JobContext): TResult;
}

/** A triggered job that is a function and its options. */
export interface TriggeredJobSpec<TArgs = unknown, TResult = unknown, TInput = TArgs> extends Omit<
  TriggeredJobOptions<TArgs>,
  "args"
> {
  readonly key: string;
  /** The module that exports the job, as `import.meta.url`: with it the job can run in a thread of its own. */
  readonly module?: string;
  /** Stands around each attempt, inside of the scheduler's own `hooks.around`. @default nothing does */
  readonly around?: AroundRun;
  /** Checks the arguments when a run is created and again before it begins. */
  readonly args?: ArgsSchema<TArgs, TInput>;
  execute(args: TArgs, context: JobContext): TResult;
}

/** A job as a value: what a scheduler registers, and what `scheduler.trigger` takes. */
export type DefinedJob<TInput, TResult> = JobRegistration & TypedJob<TInput, TResult>;

/**
 * A recurring job without a class.
 * @example
 * ```ts
 * import { defineRecurringJob } from "@mojob/core";
 *
 * const heartbeat = defineRecurringJob({
 *   key: "ops.heartbeat",
 *   cron: "0 * * * * *",
 *   execute: ({ log }) => log.info("alive"),
 * });
 * ```
 */
export function defineRecurringJob<TResult = unknown>(
  definition: RecurringJobSpec<TResult>,
): DefinedJob<null, TResult> {
  const { execute: _, module, around, ...options } = definition;
  const job = { execute: (_args: unknown, context: JobContext): unknown => definition.execute(context) };
  return {
    kind: JobKind.Recurring,
    typeName: options.key,
    options,
    activate: () => () => job,
    ...(module !== undefined && { module }),
    ...(around !== undefined && { around }),
  };
}

/**
 * A triggered job without a class. Its arguments are typed by the schema, or by the parameter of `execute`.
 * @example
 * ```ts
 * import { defineTriggeredJob } from "@mojob/core";
 * import { startEmbedded } from "@mojob/runtime-local";
 *
 * const sendMail = defineTriggeredJob({
 *   key: "mail.send",
 *   retryCount: 3,
 *   execute: (mail: { readonly to: string }, { log }) => {
 *     log.info(`to ${mail.to}`);
 *     return { sent: true };
 *   },
 * });
 * const { scheduler, close } = await startEmbedded({ app: "mail", jobs: [sendMail] });
 * const run = await scheduler.trigger(sendMail, { to: "ada@example.com" });
 * console.log((await run.result()).sent);
 * await close();
 * ```
 */
export function defineTriggeredJob<TArgs = unknown, TResult = unknown, TInput = TArgs>(
  definition: TriggeredJobSpec<TArgs, TResult, TInput>,
): DefinedJob<TInput, TResult> {
  const { execute: _, module, around, ...options } = definition;
  const job = {
    execute: (args: unknown, context: JobContext): unknown => definition.execute(args as TArgs, context),
  };
  return {
    kind: JobKind.Triggered,
    typeName: options.key,
    options,
    activate: () => () => job,
    ...(module !== undefined && { module }),
    ...(around !== undefined && { around }),
  };
}
