/** How many finished runs of a job are kept; whichever bound is met first removes the oldest. */
export interface RetentionOptions {
  /** @default 1000 */
  readonly maxInstances: number;
  /** Most skipped runs, which are counted apart, so that they do not push out runs that were executed. @default 100 */
  readonly maxSkipped: number;
  /** @default 30 */
  readonly maxAgeDays: number;
}
