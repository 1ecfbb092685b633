/** Where the code of a job runs on its worker. */
export const Isolation = {
  /** On the worker's event loop, beside the other jobs: code that computes makes them wait. */
  None: "none",
  /** In a thread of its own, which is ended when its code ignores the signal to end. */
  Thread: "thread",
} as const;
export type Isolation = (typeof Isolation)[keyof typeof Isolation];
