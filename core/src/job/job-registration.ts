import type { JobContext } from "./job-context.ts";
import type { InjectableClass, JobActivator, JobFactory } from "./job-activator.ts";
import { JobKind } from "./job-kind.ts";
import type { RecurringJobOptions, TriggeredJobOptions } from "./job-options.ts";
import type { RecurringJob } from "./recurring-job.ts";
import type { TriggeredJob } from "./triggered-job.ts";
import { decoratedOptions } from "./options-decorator.ts";

/** One object that executes one run. */
export interface RunnableJob {
  execute(args: unknown, context: JobContext): unknown;
}

/** A job as its worker knows it: options from the code, and how to build the object that runs it. */
export interface JobRegistration {
  readonly kind: JobKind;
  /** The class's name: the default for key and name. */
  readonly typeName: string;
  readonly options: RecurringJobOptions | TriggeredJobOptions;
  /** Answers the factory of the runs' objects; asked once, when the worker starts. */
  activate(activator: JobActivator): JobFactory<RunnableJob>;
}

interface RecurringJobClass extends InjectableClass<RecurringJob> {
  readonly options: RecurringJobOptions;
}

interface TriggeredJobClass<TArgs> extends InjectableClass<TriggeredJob<TArgs>> {
  readonly options: TriggeredJobOptions<TArgs>;
}

/** Registers a recurring job class; without a factory it is built from its `inject` tokens. */
export function recurring(jobClass: RecurringJobClass, factory?: JobFactory<RecurringJob>): JobRegistration {
  return {
    kind: JobKind.Recurring,
    typeName: jobClass.name,
    options: { ...jobClass.options, ...decoratedOptions(jobClass) },
    activate: (activator) => {
      const create = factory ?? activator.factoryFor(jobClass);
      return async () => {
        const job = await create();
        return { execute: (_args, context) => job.execute(context) };
      };
    },
  };
}

/** Registers a triggered job class; without a factory it is built from its `inject` tokens. */
export function triggered<TArgs>(
  jobClass: TriggeredJobClass<TArgs>,
  factory?: JobFactory<TriggeredJob<TArgs>>,
): JobRegistration {
  return {
    kind: JobKind.Triggered,
    typeName: jobClass.name,
    options: { ...jobClass.options, ...decoratedOptions(jobClass) },
    activate: (activator) => {
      const create = factory ?? activator.factoryFor(jobClass);
      return async () => {
        const job = await create();
        return { execute: (args, context) => job.execute(args as TArgs, context) };
      };
    },
  };
}
