import type { RecurringJobOptions, TriggeredJobOptions } from "../model/option/job-options.ts";

const OPTIONS_BY_CLASS = new WeakMap<object, RecurringJobOptions | TriggeredJobOptions>();

/**
 * Gives a job class its options from outside: `@jobOptions({ … })` where the toolchain lowers decorators (either
 * flavour), `jobOptions({ … })(CloseDay)` anywhere. They win over the class's static `options`.
 * @example
 * ```ts
 * import { jobOptions, recurring, RecurringJob } from "@mojob/core";
 *
 * class CloseDay extends RecurringJob {
 *   override execute(): void {}
 * }
 * jobOptions({ key: "ledger.close-day", cron: "0 0 1 * * *" })(CloseDay);
 * recurring(CloseDay).options; // { key: "ledger.close-day", cron: "0 0 1 * * *" }
 * ```
 */
export function jobOptions(
  options: RecurringJobOptions | TriggeredJobOptions,
): (jobClass: abstract new (...args: never[]) => unknown, context?: unknown) => void {
  return (jobClass) => {
    OPTIONS_BY_CLASS.set(jobClass, options);
  };
}

/** The options `jobOptions()` left for this class, if any. */
export function decoratedOptions(jobClass: object): RecurringJobOptions | TriggeredJobOptions | undefined {
  return OPTIONS_BY_CLASS.get(jobClass);
}
