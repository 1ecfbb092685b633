/** When a job fired in the scheduler it comes from. All instants are in ms since the epoch. */
export interface OldFires {
  /** Those in [fromMs, toMs), ascending. */
  between(fromMs: number, toMs: number): Iterable<number>;
  /** How many they are. */
  count(fromMs: number, toMs: number): number;
}
