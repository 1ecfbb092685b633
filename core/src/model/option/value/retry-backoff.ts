/** How the wait before a retry changes from one to the next. */
export const RetryGrowth = {
  /** Each wait is `retryIntervalMs`. */
  Constant: "constant",
  /** Each wait is twice the one before it. */
  Exponential: "exponential",
} as const;
export type RetryGrowth = (typeof RetryGrowth)[keyof typeof RetryGrowth];

export interface RetryBackoff {
  /** @default "constant" */
  readonly growth: RetryGrowth;
  /** No wait is longer. @default 3_600_000 */
  readonly maxMs: number;
  /** By how many percent a wait may be shorter, so that runs which failed together are not retried together. @default 0 */
  readonly jitterPercent: number;
}
