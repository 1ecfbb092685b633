/** How to treat a run that finds every slot of its lane taken. */
export const WhenFull = {
  /** It ends as Skipped. */
  Skip: "skip",
  /** It waits, and begins in the order of priority, then creation. */
  Queue: "queue",
  /** It waits, and the oldest of its lane is asked to end; of those that wait the newest stay. */
  Replace: "replace",
} as const;
export type WhenFull = (typeof WhenFull)[keyof typeof WhenFull];
