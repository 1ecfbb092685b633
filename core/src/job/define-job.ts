import type { JobContext } from "./job-context.ts";
import { JobKind } from "./job-kind.ts";
import type { RecurringJobOptions, TriggeredJobOptions } from "./job-options.ts";
import type { JobRegistration } from "./job-registration.ts";

export interface RecurringJobDefinition extends RecurringJobOptions {
  readonly key: string;
  execute(context: JobContext): unknown;
}

export interface TriggeredJobDefinition<TArgs> extends TriggeredJobOptions<TArgs> {
  readonly key: string;
  execute(args: TArgs, context: JobContext): unknown;
}

/** A recurring job without a class. */
export function defineRecurringJob(definition: RecurringJobDefinition): JobRegistration {
  const { execute: _, ...options } = definition;
  const job = { execute: (_args: unknown, context: JobContext): unknown => definition.execute(context) };
  return { kind: JobKind.Recurring, typeName: options.key, options, activate: () => () => job };
}

/** A triggered job without a class; its arguments are typed by the schema. */
export function defineTriggeredJob<TArgs = unknown>(
  definition: TriggeredJobDefinition<TArgs>,
): JobRegistration {
  const { execute: _, ...options } = definition;
  const job = {
    execute: (args: unknown, context: JobContext): unknown => definition.execute(args as TArgs, context),
  };
  return { kind: JobKind.Triggered, typeName: options.key, options, activate: () => () => job };
}
