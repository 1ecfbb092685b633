/** How to treat fires that are late by more than `graceMs` (an outage, a stopped process). */
export const MisfirePolicy = {
  /** The latest missed fire runs once, the others are recorded as skipped. */
  FireOnce: "fireOnce",
  /** None runs; they are recorded as skipped. */
  Skip: "skip",
  /** Every one runs, up to a bound; what is beyond it is recorded as skipped. */
  FireAll: "fireAll",
} as const;
export type MisfirePolicy = (typeof MisfirePolicy)[keyof typeof MisfirePolicy];

/** The longest grace: a day. */
export const LONGEST_GRACE_MS: number = 24 * 60 * 60 * 1000;

export interface MisfireOptions {
  /** @default "fireOnce" */
  readonly policy: MisfirePolicy;
  /** How late a fire may be and still count as on time; a day at most. @default 5000 */
  readonly graceMs: number;
}
