import type { AroundRun } from "./around-run.ts";
import type { JobContext } from "./job-context.ts";
import type { TypedJob } from "../scheduler/typed-job.ts";
import type { ActiveJob, InjectableClass, JobActivator, JobFactory } from "./job-activator.ts";
import { JobKind } from "../model/option/job-kind.ts";
import type { TaskBody } from "../model/task/task-body.ts";
import type { RecurringJobOptions, TriggeredJobOptions } from "../model/option/job-options.ts";
import type { RecurringJob } from "./recurring-job.ts";
import type { TriggeredJob } from "./triggered-job.ts";
import { decoratedOptions } from "./options-decorator.ts";

/** One object that executes one run. */
export interface RunnableJob {
  execute(args: unknown, context: JobContext): unknown;
  /** Called after the run, however it ended. @default there is nothing to dispose of */
  dispose?(): Promise<void>;
}

/** Where the code of a job class is, and how its objects are built. */
export interface JobSource<Job> {
  /** Builds the object of each run. @default its class, with its `inject` tokens from the container */
  readonly factory?: JobFactory<Job>;
  /** The module that exports the class, as `import.meta.url`: with it the job can run in a thread of its own. */
  readonly module?: string;
  /** Stands around each attempt, inside of the scheduler's own `hooks.around`. @default nothing does */
  readonly around?: AroundRun;
}

/** A job as its worker knows it: options from the code, and how to build the object that runs it. */
export interface JobRegistration {
  readonly kind: JobKind;
  /** The class's name: the default of `name`, and after the app the end of the default key. */
  readonly typeName: string;
  readonly options: RecurringJobOptions | TriggeredJobOptions;
  /** The module that exports the job, by its URL. @default none: it cannot run in a thread of its own */
  readonly module?: string;
  /** Stands around each attempt in the process that executes it. @default nothing does */
  readonly around?: AroundRun;
  /** The graph of a task, which has no code. @default none: it is code */
  readonly task?: TaskBody;
  /** Returns the factory of the runs' objects; called once, when the worker starts. */
  activate(activator: JobActivator): JobFactory<RunnableJob>;
}

interface RecurringJobClass<TResult> extends InjectableClass<
  RecurringJob & { execute(context: JobContext): TResult }
> {
  readonly options: RecurringJobOptions;
}

interface TriggeredJobClass<TArgs, TResult, TInput> extends InjectableClass<
  TriggeredJob<TArgs, TInput> & { execute(args: TArgs, context: JobContext): TResult }
> {
  readonly options: TriggeredJobOptions<TArgs>;
}

/**
 * Registers a recurring job class; without a factory it is built from its `inject` tokens.
 * @example
 * ```ts
 * import { type JobContext, recurring, RecurringJob, type RecurringJobOptions } from "@mojob/core";
 * import { startEmbedded } from "@mojob/runtime-local";
 *
 * class CloseDay extends RecurringJob {
 *   static override readonly options: RecurringJobOptions = { key: "ledger.close-day", cron: "0 0 1 * * *" };
 *   override execute({ log }: JobContext): void {
 *     log.info("The books are closed");
 *   }
 * }
 * const { close } = await startEmbedded({ app: "ledger", jobs: [recurring(CloseDay)] });
 * await close();
 * ```
 */
export function recurring<TResult>(
  jobClass: RecurringJobClass<TResult>,
  source: JobFactory<RecurringJob> | JobSource<RecurringJob> = {},
): JobRegistration & TypedJob<null, TResult> {
  const { factory, ...rest } = sourceOf(source);
  return {
    ...rest,
    kind: JobKind.Recurring,
    typeName: jobClass.name,
    options: { ...jobClass.options, ...decoratedOptions(jobClass) },
    activate: (activator) => {
      const create = factory ? activator.fromFactory(factory) : activator.fromClass(jobClass);
      return mapped(create, (job) => (_args, context) => job.execute(context));
    },
  };
}

/**
 * Registers a triggered job class; without a factory it is built from its `inject` tokens.
 * @example
 * ```ts
 * import { triggered, TriggeredJob, type TriggeredJobOptions } from "@mojob/core";
 * import { startEmbedded } from "@mojob/runtime-local";
 *
 * interface Mail {
 *   readonly to: string;
 * }
 * class SendMail extends TriggeredJob<Mail> {
 *   static override readonly options: TriggeredJobOptions<Mail> = { key: "mail.send" };
 *   override execute({ to }: Mail): string {
 *     return `sent to ${to}`;
 *   }
 * }
 * const { scheduler, close } = await startEmbedded({ app: "mail", jobs: [triggered(SendMail)] });
 * const run = await scheduler.trigger(SendMail, { to: "ada@example.com" });
 * console.log(await run.result());
 * await close();
 * ```
 */
export function triggered<TArgs, TResult, TInput = TArgs>(
  jobClass: TriggeredJobClass<TArgs, TResult, TInput>,
  source: JobFactory<TriggeredJob<TArgs>> | JobSource<TriggeredJob<TArgs>> = {},
): JobRegistration & TypedJob<TInput, TResult> {
  const { factory, ...rest } = sourceOf(source);
  return {
    ...rest,
    kind: JobKind.Triggered,
    typeName: jobClass.name,
    options: { ...jobClass.options, ...decoratedOptions(jobClass) },
    activate: (activator) => {
      const create: JobFactory<ActiveJob<Pick<TriggeredJob<TArgs>, "execute">>> = factory
        ? activator.fromFactory(factory)
        : activator.fromClass(jobClass);
      return mapped(create, (job) => (args, context) => job.execute(args as TArgs, context));
    },
  };
}

/** Makes each object that is created one that runs a job; no promise where creating it takes none. */
function mapped<Job>(
  create: JobFactory<ActiveJob<Job>>,
  executeOf: (job: Job) => RunnableJob["execute"],
): JobFactory<RunnableJob> {
  const runnable = ({ job, dispose }: ActiveJob<Job>): RunnableJob => ({
    execute: executeOf(job),
    ...(dispose !== undefined && { dispose }),
  });
  return () => {
    const active = create();
    return active instanceof Promise ? active.then(runnable) : runnable(active);
  };
}

function sourceOf<Job>(source: JobFactory<Job> | JobSource<Job>): JobSource<Job> {
  return typeof source === "function" ? { factory: source } : source;
}
