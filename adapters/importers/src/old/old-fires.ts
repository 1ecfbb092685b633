/** When a job fired in the scheduler it comes from. All instants are in ms since the epoch. */
export interface OldFires {
  /** Fires in [fromMs, toMs), ascending. */
  between(fromMs: number, toMs: number): Iterable<number>;
  /** How many fires there are in [fromMs, toMs). */
  count(fromMs: number, toMs: number): number;
}
