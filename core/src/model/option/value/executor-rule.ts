/** Which executors of its app may run a job. */
export interface ExecutorRule {
  /** The lowest version of the app's code, such as `2.4.0`; "" is any. @default "" */
  readonly minVersion: string;
  /** The labels an executor must have, each with this text. @default {} */
  readonly labels: Readonly<Record<string, string>>;
}
