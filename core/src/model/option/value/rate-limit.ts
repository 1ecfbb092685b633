/** When within its window a rate's runs begin. */
export const RateSpread = {
  /** As they come, until the window's number is used up. */
  Burst: "burst",
  /** Spread over the window. */
  Smooth: "smooth",
} as const;
export type RateSpread = (typeof RateSpread)[keyof typeof RateSpread];

export interface RateLimitOptions {
  /** Attempts of a lane that begin within any `perMs`; `null` is any number. @default null */
  readonly max: number | null;
  /** @default 60_000 */
  readonly perMs: number;
  /** @default "burst" */
  readonly spread: RateSpread;
}
