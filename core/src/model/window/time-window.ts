import type { JobSelector } from "./job-selector.ts";
import type { MaintenanceWindow } from "./maintenance-window.ts";

/** What a window keeps from beginning while it is open. */
export const WindowHolds = {
  /** What schedules fire; runs that somebody triggers begin. */
  Fires: "fires",
  /** Everything but runs by hand, as in an app that is stopped. */
  Runs: "runs",
} as const;
export type WindowHolds = (typeof WindowHolds)[keyof typeof WindowHolds];

/** What becomes of the fires of a window at its end. */
export const WindowFires = {
  /** They are left out. */
  Skip: "skip",
  /** The latest of each schedule fires at the end. */
  FireOnce: "fireOnce",
} as const;
export type WindowFires = (typeof WindowFires)[keyof typeof WindowFires];

/**
 * A time in which jobs do not fire: an exclusion window, or a release window that holds every run. It changes no job, so that at its
 * end everything is as it was.
 */
export interface TimeWindow extends JobSelector {
  readonly tenant: string;
  readonly id: string;
  readonly name: string;
  /** When it opens first. */
  readonly from: Date;
  /** When it closes for good; `null` for one that comes again until somebody ends it. */
  readonly until: Date | null;
  /** When it comes again between `from` and `until`; `null` for one that is open all that time. */
  readonly repeats: MaintenanceWindow | null;
  readonly holds: WindowHolds;
  readonly fires: WindowFires;
  /** Whether nobody is notified of incidents of its jobs while it is open. */
  readonly silences: boolean;
  readonly reason: string;
  /** Who made it; `null` is the program itself. */
  readonly by: string | null;
  readonly createdAt: Date;
  readonly changedAt: Date;
  readonly revision: number;
}

/** What a window would do. */
export interface WindowEffect {
  /** The jobs that it is for. */
  readonly jobs: number;
  /** Up to when fires were counted: its end, or 31 days after it opens. */
  readonly countedTo: Date;
  /** How many fires less there are until then. */
  readonly leftOut: number;
  /** The jobs that lose most fires, at most 20. */
  readonly mostHit: readonly HitJob[];
}

export interface HitJob {
  readonly jobKey: string;
  readonly leftOut: number;
  /** Its first fire after those that were counted; `null` where none will come. */
  readonly next: Date | null;
}
