import type { JobTrigger } from "../instance/job-instance.ts";
import type { JobDefinition } from "../job-definition.ts";
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

/** What `retryWaitMs` reads. */
export type RetryOptions = Pick<CommonJobOptions, "retryIntervalMs" | "retryBackoff"> &
  Pick<RunOptions, "retryFactor">;

/** Each definition with options of runs over it, by these as JSON: runs of a node share one. */
const MADE = new WeakMap<JobDefinition, Map<string, JobDefinition>>();
/** Of one definition: a body has few nodes with different options for a job. */
const MOST_MADE = 100;

/** The options with those of a run over them. */
export function optionsWith(
  options: ResolvedJobOptions,
  { retryFactor, ...stated }: RunOptions,
): OptionsOfRun {
  const applied = applyStatedOptions(options, stated);
  return retryFactor === undefined ? applied : { ...applied, retryFactor };
}

/**
 * A job as it is for one of its runs: what the node of a task says for the run wins over what the job says.
 * @returns the definition itself for a run that has no options of its own
 */
export function withRunOptions(
  definition: JobDefinition,
  { trigger: { options } }: { readonly trigger: Pick<JobTrigger, "options"> },
): JobDefinition {
  if (options === undefined) return definition;
  const made = MADE.get(definition) ?? new Map<string, JobDefinition>();
  MADE.set(definition, made);
  const name = JSON.stringify(options);
  let own = made.get(name);
  if (own === undefined) {
    own = { ...definition, options: optionsWith(definition.options, options) };
    if (made.size < MOST_MADE) made.set(name, own);
  }
  return own;
}
