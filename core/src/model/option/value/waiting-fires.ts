/** How to treat the waiting fires of a job that is paused; runs that were started by hand or by a program run either way. */
export const WaitingFires = {
  /** They are held: they begin when the job is resumed. */
  Hold: "hold",
  /** They end as Cancelled. */
  Cancel: "cancel",
} as const;
export type WaitingFires = (typeof WaitingFires)[keyof typeof WaitingFires];
