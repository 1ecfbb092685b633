import type { JobPause } from "../model/job-definition.ts";

/** An app in one look. */
export interface AppSummary {
  readonly app: string;
  readonly jobs: number;
  /** Its workers that are online. */
  readonly workers: number;
  /** The names on its list of executors under which no worker is online. */
  readonly missing: readonly string[];
  /** Its runs that wait for a worker or a slot. */
  readonly waiting: number;
  /** Its runs under way. */
  readonly running: number;
  /** Runs that ended in a minute, on average over the last five. */
  readonly endedPerMinute: number;
  /** How long the waiting runs take at that pace; `null` where none ends. */
  readonly drainMs: number | null;
  /** Since when, why and by whom its jobs are stopped; `null` where they are not. */
  readonly stopped: JobPause | null;
}
