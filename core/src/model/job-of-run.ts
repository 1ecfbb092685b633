import type { JobDefinition } from "./job-definition.ts";
import { optionsWith, type RunOptions } from "./option/run-options.ts";

/** Each definition with options of runs over it, by these as JSON: runs of a node share one. */
const MADE = new WeakMap<JobDefinition, Map<string, JobDefinition>>();
/** Of one definition: a body has few nodes with different options for a job. */
const MOST_MADE = 100;

/**
 * A job as it is for one of its runs: what the node of a task says for the run wins over what the job says.
 * @returns the definition itself for a run that has no options of its own
 */
export function withRunOptions(
  definition: JobDefinition,
  { trigger: { options } }: { readonly trigger: { readonly options?: RunOptions } },
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
