import type { JobContext } from "./job-context.ts";
import type { TriggeredJobOptions } from "../model/option/job-options.ts";

/** A job that runs when asked, with arguments. Subclass it, say `static readonly options`, write `execute`. */
export abstract class TriggeredJob<TArgs = unknown, TInput = TArgs> {
  /** For the compiler alone: what a caller gives, where the schema of `args` makes something else of it. */
  declare readonly "~input"?: readonly [TInput];
  static readonly options: TriggeredJobOptions = {};

  /** Does the work; the JSON value it returns becomes the run's result. Throwing fails the attempt. */
  abstract execute(args: TArgs, context: JobContext): unknown;
}
