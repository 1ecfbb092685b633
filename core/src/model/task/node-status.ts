/** The states of a task's node in its current visit; one that waits for others has none. */
export const NodeStatus = {
  /** It may begin, and waits for a place or for the task to be resumed. */
  Ready: "Ready",
  /** Its run, its items or its nodes are under way. */
  Running: "Running",
  /** It waits for a time, a signal, a check or a person. */
  Waiting: "Waiting",
  Succeeded: "Succeeded",
  Failed: "Failed",
  Cancelled: "Cancelled",
  /** It did not run, because no way led to it or it was not wanted. */
  Skipped: "Skipped",
  /** It did not run, because of a failure before it. */
  Blocked: "Blocked",
} as const;
export type NodeStatus = (typeof NodeStatus)[keyof typeof NodeStatus];

export type DecidedStatus = Exclude<NodeStatus, "Ready" | "Running" | "Waiting">;

const UNDECIDED: ReadonlySet<NodeStatus> = new Set([
  NodeStatus.Ready,
  NodeStatus.Running,
  NodeStatus.Waiting,
]);

export function isDecided(status: NodeStatus | undefined): status is DecidedStatus {
  return status !== undefined && !UNDECIDED.has(status);
}
