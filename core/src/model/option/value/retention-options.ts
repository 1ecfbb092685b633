/** How many finished runs of a job are kept, and of these how many logs and files; whichever bound is met first removes the oldest. */
export interface RetentionOptions {
  /** @default 1000 */
  readonly maxInstances: number;
  /** Most skipped runs, which are counted apart, so that they do not push out runs that were executed. @default 100 */
  readonly maxSkipped: number;
  /** @default 30 */
  readonly maxAgeDays: number;
  /** Of how many of them the log is kept, each shard of a broadcast counted by itself; `null` is of all. @default null */
  readonly maxLogs: number | null;
  /** How long their logs are kept; `null` is as long as they. @default null */
  readonly maxLogAgeDays: number | null;
  /** Of how many of them the files are kept, each shard of a broadcast counted by itself; `null` is of all. @default null */
  readonly maxFiles: number | null;
  /** How long their files are kept; `null` is as long as they. @default null */
  readonly maxFileAgeDays: number | null;
}
