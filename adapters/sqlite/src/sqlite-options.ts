import type { Clock } from "@mojob/core/ports";
import type { WaitOptions } from "./link/open-database.ts";

/** `signal` and `onStandby` are about the wait of `whenHeld`. */
export interface SqliteOptions extends WaitOptions {
  /**
   * Does not wait for the disk at each commit. A process that is killed still loses nothing; a machine that loses its
   * power loses what was acknowledged in the last moments before. @default false
   */
  readonly relaxed?: boolean;
  /** How much of the file is kept in memory by SQLite; the system keeps more of it. @default 4 */
  readonly cacheMiB?: number;
  /** How to open a file that another process holds: reject with `lock_held`, or wait for it. @default "refuse" */
  readonly whenHeld?: "refuse" | "wait";
  /** Decides when entries and leases of the state store expire. @default the system's */
  readonly clock?: Clock;
  /** Called with what a listener of `watch()` threw. @default ignored */
  readonly onError?: (error: unknown) => void;
}
