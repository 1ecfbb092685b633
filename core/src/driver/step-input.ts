import type { JobInstanceSummary } from "../model/instance/job-instance.ts";
import type { TaskEvent } from "../model/task/task-event.ts";
import type { NodeHost } from "../work/task-host.ts";

/** What a step takes: events, runs of nodes that have ended, and workers that have a place for what follows. */
export type StepInput =
  | TaskEvent
  | { readonly type: "run"; readonly run: JobInstanceSummary }
  | { readonly type: "host"; readonly host: NodeHost };
