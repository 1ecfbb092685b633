import type { MigrationIssue } from "./migration.ts";

/** Why a task cannot do what it is asked for. */
export const TaskRefusal = {
  NotBegun: "not_begun",
  Ended: "ended",
  /** It is to end, and cannot be changed any more. */
  Ending: "ending",
  NotPaused: "not_paused",
  NotRunning: "not_running",
  NotHeld: "not_held",
  NoSuchNode: "no_such_node",
  /** A run of the node is under way: it can be cancelled or waited for. */
  NodeRunning: "node_running",
  /** The node has not failed, or nothing of it can be repeated by itself. */
  NodeNotFailed: "node_not_failed",
  /** The node has no such items that failed. */
  ItemNotFailed: "item_not_failed",
  /** The node has no run of its own, or is cleanup. */
  NoRunByHand: "no_run_by_hand",
  /** The node has ended in another way, or is in a group that has not begun. */
  NodeNotOpen: "node_not_open",
  /** An approval stands before it, or it is one: it is given by those who may, and by nobody's hand. */
  NeedsApproval: "needs_approval",
  NoSuchBranch: "no_such_branch",
  NoSuchSignal: "no_such_signal",
  /** The signal came before and was not used yet. */
  SignalPending: "signal_pending",
  NotWaiting: "not_waiting",
  AlreadyApproved: "already_approved",
  /** Nobody may put another value there. */
  ReadOnly: "read_only",
  /** The value is a secret. */
  Secret: "secret",
  /** The task has nothing of that name. */
  NoSuchValue: "no_such_value",
  /** There is no result yet that another one could be put over. */
  NodeNotEnded: "node_not_ended",
  /** The task went on since it was looked at. */
  Stale: "stale",
  NoSuchVersion: "no_such_version",
  /** Nodes that were reached are not the same in the other version. */
  CannotMigrate: "cannot_migrate",
} as const;
export type TaskRefusal = (typeof TaskRefusal)[keyof typeof TaskRefusal];

/** The reason against an operation. */
export interface Refused {
  readonly reason: TaskRefusal;
  /** The nodes that keep a run from its migration. */
  readonly nodes?: readonly MigrationIssue[];
}
