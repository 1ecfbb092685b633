import type { TaskJson } from "../run/task-model.ts";
import type { NodeRow } from "./node-rows.ts";

/** What each view of a run's nodes is made of. */
export interface ViewProps {
  readonly task: TaskJson;
  /** The nodes that are looked for, in the order of the body. */
  readonly rows: readonly NodeRow[];
  /** Until when a run that goes on is drawn. */
  readonly nowMs: number;
  readonly selected: string | null;
  readonly onSelect: (id: string) => void;
}
