/** Longer than a year, so that the same week of last year can be looked up. */
export const ACTS_KEPT_MS: number = 400 * 24 * 3_600_000;
