import type { FileParts } from "../engine/file-parts.ts";

/** A file that is read and written by functions over its parts. Those that wait together are committed together. */
export interface Database {
  /** Rejects with `store_unavailable` where the file cannot be used now, and after `close()`. */
  read<Result>(work: (file: FileParts) => Result): Promise<Result>;
  /**
   * Also where the function is called a second time, alone: another one's failure rolls back what was written with it.
   * @param runs how many it writes
   */
  write<Result>(work: (file: FileParts) => Result, runs?: number): Promise<Result>;
  /** Ends once what was called before has been written. Twice is once. */
  close(): Promise<void>;
}
