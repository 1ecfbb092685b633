/** The waits of a task that only its nodes would know. */
export const TaskWait = {
  /** A failure waits for somebody to decide. */
  Held: "held",
  Approval: "approval",
  Signal: "signal",
  /** Somebody has paused it. */
  Paused: "paused",
  /** A check that is made every so often. */
  Check: "check",
  Time: "time",
  /** The time until a node is tried again. */
  Retry: "retry",
} as const;
export type TaskWait = (typeof TaskWait)[keyof typeof TaskWait];

/** A wait for people, as a run shows it. */
export interface TaskWaiting {
  readonly for: TaskWait;
  /** The node that waits, or whose failure holds the task; `null` where it is the task itself. */
  readonly node: string | null;
  /** ISO 8601. */
  readonly since: string;
  /** When it is over by itself, as ISO 8601; `null` where that is not known. */
  readonly until: string | null;
}

/** The waits for somebody to do something. */
export const FOR_PEOPLE: ReadonlySet<TaskWait> = new Set([TaskWait.Held, TaskWait.Approval]);
