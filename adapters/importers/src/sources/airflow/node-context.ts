import type { TaskDraft } from "../task/task-draft.ts";
import type { DagGraph } from "./dag-graph.ts";

/** The parts with which the nodes of a DAG are made. */
export interface NodeContext {
  readonly draft: TaskDraft;
  readonly dag: DagGraph;
  /** The key of the job that the DAG becomes. */
  readonly key: string;
  /** The keys that the DAGs of the source become, by their ids. */
  readonly keys: ReadonlyMap<string, string>;
  /** Filled on the way: the ids of the DAGs that are executed within this one. */
  readonly within: Set<string>;
}
