import type { JobContext } from "./job-context.ts";
import type { RecurringJobOptions } from "../model/option/job-options.ts";

/** A job that runs by its cron expression. Subclass it, say `static readonly options`, write `execute`. */
export abstract class RecurringJob {
  /** For the compiler alone: a caller gives no arguments. */
  declare readonly "~input"?: readonly [null];
  static readonly options: RecurringJobOptions = {};

  /** Does the work; the JSON value it returns becomes the run's result. Throwing fails the attempt. */
  abstract execute(context: JobContext): unknown;
}
