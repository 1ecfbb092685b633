import type { Clock } from "@mojob/core/ports";

export interface SqliteOptions {
  /**
   * Does not wait for the disk at each commit. A process that is killed still loses nothing; a machine that loses its
   * power loses what was acknowledged in the last moments before. @default false
   */
  readonly relaxed?: boolean;
  /** How much of the file is kept in memory by SQLite; the system keeps more of it. @default 4 */
  readonly cacheMiB?: number;
  /** What to do while another process holds the file: reject with `lock_held`, or wait for it. @default "refuse" */
  readonly whenHeld?: "refuse" | "wait";
  /** Ends the wait of `whenHeld`. @default none */
  readonly signal?: AbortSignal;
  /** Decides when entries and leases of the state store expire. @default the system's */
  readonly clock?: Clock;
  /** Called with what a listener of `watch()` threw. @default ignored */
  readonly onError?: (error: unknown) => void;
}
