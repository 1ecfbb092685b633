/** How the stores of one database behave. Names no type of the driver, so that users of the stores need not have its types. */
export interface MongodbOptions {
  /** Longest a call may take, looking for the server and trying again included. @default 10_000 */
  readonly timeoutMs?: number;
  /** Longest a call looks for a server that is unavailable. @default 3_000 */
  readonly serverSelectionTimeoutMs?: number;
  /** Emits an event for each command sent; for tests and measurements. @default false */
  readonly monitorCommands?: boolean;
  /** How often cancels are asked for, and changes where the server has no change streams. @default 500 */
  readonly pollMs?: number;
  /** Asks for changes even where the server has change streams. @default false */
  readonly polling?: boolean;
  /**
   * How long after the server stamped it a write may still be invisible, in whole seconds: `endedAfter` returns ends no
   * sooner. Shorter makes following faster and, with a server that stands still for longer, may skip an end.
   * @default 10_000
   */
  readonly endsSettleMs?: number;
  /** Called with what a watcher's listener threw, and with why a watch waits. @default ignored */
  readonly onError?: (error: unknown) => void;
}
