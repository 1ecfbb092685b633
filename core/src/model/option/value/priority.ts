/** The most urgent priority of a run or an event. */
export const FIRST_PRIORITY = 1;
/** The least urgent one. */
export const LAST_PRIORITY = 5;
export const DEFAULT_PRIORITY = 3;

/** The priority that a stated one stands for: a whole number from `FIRST_PRIORITY` to `LAST_PRIORITY`. */
export function boundedPriority(stated: number = DEFAULT_PRIORITY): number {
  return Math.min(Math.max(Math.round(stated), FIRST_PRIORITY), LAST_PRIORITY);
}
