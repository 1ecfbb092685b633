import type { JobInstanceSummary } from "@mojob/core";
import type { NodeHost, TaskEvent } from "@mojob/core/feature";

/** What a step takes: events, runs of nodes that have ended, and workers that have a place for what follows. */
export type StepInput =
  | TaskEvent
  | { readonly type: "run"; readonly run: JobInstanceSummary }
  | { readonly type: "host"; readonly host: NodeHost };
