import type { Destination } from "../../model/destination.ts";
import type { ExecutorRecord } from "../../model/executor-record.ts";
import type { JobDefinition } from "../../model/job-definition.ts";

/** What was chosen before for a job, for strategies that depend on it. */
export interface RoutingMemory {
  /** How many runs each executor was given, and its place in the order of the latest choices. */
  readonly given: ReadonlyMap<string, { readonly count: number; readonly latest: number }>;
}

/** Nothing was chosen before. */
export const NO_MEMORY: RoutingMemory = { given: new Map() };

/** Returns a destination for each run that a request makes; it is pure, so that every process chooses alike. */
export type Strategy = (
  definition: Pick<JobDefinition, "tenant" | "app" | "key" | "work">,
  executors: readonly ExecutorRecord[],
  memory: RoutingMemory,
) => readonly [Destination, ...Destination[]];
