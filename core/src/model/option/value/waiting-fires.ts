/** What becomes of the fires of a job that wait when it is paused; what was started by hand or by a program runs either way. */
export const WaitingFires = {
  /** They are held: they begin when the job is resumed. */
  Hold: "hold",
  /** They end as Cancelled. */
  Cancel: "cancel",
} as const;
export type WaitingFires = (typeof WaitingFires)[keyof typeof WaitingFires];
