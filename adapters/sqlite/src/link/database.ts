import type { Operations } from "../engine/operations.ts";

/** A file's operations, wherever they run. Calls that wait together are committed together. */
export interface Database {
  /** Rejects with `store_unavailable` where the file cannot be used now, and after `close()`. */
  call<Name extends keyof Operations>(
    name: Name,
    ...args: Parameters<Operations[Name]>
  ): Promise<ReturnType<Operations[Name]>>;
  /** Ends once what was called before has been written. Twice is once. */
  close(): Promise<void>;
}
