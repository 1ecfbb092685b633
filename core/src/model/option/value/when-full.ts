/** What becomes of a run that finds every slot of its lane taken. */
export const WhenFull = {
  /** It ends as Skipped. */
  Skip: "skip",
  /** It waits, and begins in the order of priority, then creation. */
  Queue: "queue",
} as const;
export type WhenFull = (typeof WhenFull)[keyof typeof WhenFull];
