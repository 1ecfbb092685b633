import type { CommonJobOptions, ResolvedJobOptions, StatedOptions } from "./job-options.ts";
import { applyStatedOptions } from "./resolve-options.ts";

/** The options of a job that one of its runs may have otherwise: those that a node of a task states. */
export interface RunOptions extends Pick<
  StatedOptions,
  "retryCount" | "retryIntervalMs" | "retryBackoff" | "retryOn" | "timeoutMs" | "waitTimeoutMs"
> {
  /** How many times as long each wait for a retry is as the one before. @default 2, where waits grow */
  readonly retryFactor?: number;
}

/** Options with those of a run over them. */
export interface OptionsOfRun extends ResolvedJobOptions {
  readonly retryFactor?: number;
}

/** The options that `retryWaitMs` reads. */
export type RetryOptions = Pick<CommonJobOptions, "retryIntervalMs" | "retryBackoff"> &
  Pick<RunOptions, "retryFactor">;

/** The options with those of a run over them. */
export function optionsWith(
  options: ResolvedJobOptions,
  { retryFactor, ...stated }: RunOptions,
): OptionsOfRun {
  const applied = applyStatedOptions(options, stated);
  return retryFactor === undefined ? applied : { ...applied, retryFactor };
}
