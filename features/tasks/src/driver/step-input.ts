import type { JobInstanceSummary } from "@mojob/core";
import type { NodeHost, TaskEvent } from "@mojob/core/feature";

/** The input of a step: events, runs of nodes that have ended, and workers that have a place for the runs that follow. */
export type StepInput =
  | TaskEvent
  | { readonly type: "run"; readonly run: JobInstanceSummary }
  | { readonly type: "host"; readonly host: NodeHost };
