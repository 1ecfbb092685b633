import type { NodeStatus } from "./node-status.ts";
import type { NodeType } from "./task-body.ts";

/** A node as a state of its task has it. */
export interface ShownNode {
  readonly id: string;
  readonly type: NodeType;
  /** Its column in a drawing. */
  readonly sort: number;
  /** `null`: it is not decided yet whether it begins. */
  readonly status: NodeStatus | null;
  /** The visits of the loops around it, as `2.3`; empty where it is in none. */
  readonly visit: string;
  /** Its latest run: the task's run that it is a part of, and its name there; `null` where it has none. */
  readonly run: { readonly of: string; readonly name: string } | null;
  /** The run that it started and does not wait for; `null` where there is none. */
  readonly started: string | null;
  /** Why it failed. */
  readonly code: string | null;
  readonly branches: readonly string[];
  /** The items of a batch: how many there are, and how they ended. */
  readonly items: {
    readonly count: number;
    readonly ok: number;
    readonly bad: number;
    readonly open: number;
  } | null;
  readonly dueAt: Date | null;
  /** The nodes that it follows and that have not ended. */
  readonly waitsFor: readonly string[];
  /** Taken over from the run that was run again. */
  readonly isTakenOver: boolean;
}
