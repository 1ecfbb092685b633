/** How many finished runs of a job are kept; whichever bound is met first removes the oldest. */
export interface RetentionOptions {
  /** @default 1000 */
  readonly maxInstances: number;
  /** @default 30 */
  readonly maxAgeDays: number;
}
