import type { JobContext } from "./job-context.ts";
import type { TriggeredJobOptions } from "./job-options.ts";

/** A job that runs when asked, with arguments. Subclass it, say `static readonly options`, write `execute`. */
export abstract class TriggeredJob<TArgs = unknown> {
  static readonly options: TriggeredJobOptions = {};

  /** Does the work; the JSON value it answers becomes the run's result. Throwing fails the attempt. */
  abstract execute(args: TArgs, context: JobContext): unknown;
}
