import type { JsonValue } from "../base/json.ts";

/** Which nominal times a backfill makes up for. */
export const BackfillOnly = {
  /** Those without a run, and those whose run was skipped. */
  Missing: "missing",
  /** Those besides whose latest run failed or was cancelled. */
  Failed: "failed",
  /** Every one that has no run under way. */
  All: "all",
} as const;
export type BackfillOnly = (typeof BackfillOnly)[keyof typeof BackfillOnly];

export const BackfillOrder = { Oldest: "oldest", Newest: "newest" } as const;
export type BackfillOrder = (typeof BackfillOrder)[keyof typeof BackfillOrder];

export const BackfillState = {
  Running: "running",
  Paused: "paused",
  Cancelled: "cancelled",
  Completed: "completed",
} as const;
export type BackfillState = (typeof BackfillState)[keyof typeof BackfillState];

/** How the fires of a range of time are made up for. */
export interface BackfillPlan {
  /** The first nominal time that counts. */
  readonly from: Date;
  /** The first nominal time that no longer counts. */
  readonly to: Date;
  readonly only: BackfillOnly;
  readonly order: BackfillOrder;
  /** How many of its runs may be open at once. */
  readonly atOnce: number;
  /** How many runs it may create in a minute; `null` is any number. */
  readonly perMinute: number | null;
  /** The priority of its runs, from 1 (first) to 5 (last). */
  readonly priority: number;
  /** The arguments of its runs. @default those that the fires would have had */
  readonly args?: JsonValue;
  /** Whether times count of which runs are no longer kept, so that nobody knows whether they ran. */
  readonly beyondKept: boolean;
}

/** What became of the nominal times of a backfill. */
export interface BackfillCounts {
  /** How many fires the schedules have in its range. */
  readonly planned: number;
  /** How many of them had a run already, which stays as it is. */
  readonly present: number;
  /** How many lie before the oldest time of which runs are kept. */
  readonly unknown: number;
  readonly succeeded: number;
  /** Terminated ones. */
  readonly failed: number;
  readonly cancelled: number;
  readonly skipped: number;
}

/** A nominal time of a schedule, by which a backfill goes on. */
export interface BackfillCursor {
  readonly at: Date;
  readonly jobKey: string;
  readonly schedule: string | null;
}

/** Runs for nominal times that were missed or never planned. */
export interface Backfill extends BackfillPlan {
  readonly id: string;
  readonly tenant: string;
  /** Counts its writes from 1. */
  readonly revision: number;
  readonly app: string;
  /** The job; `null` for all recurring jobs of its app as they are. */
  readonly jobKey: string | null;
  readonly state: BackfillState;
  readonly counts: BackfillCounts;
  /** The time that was handled last; `null` before the first. */
  readonly cursor: BackfillCursor | null;
  /** The ids of its runs that have not ended. */
  readonly open: readonly string[];
  /** Why it does not go on for now: the code of a reason or of an error. */
  readonly waits: string | null;
  /** When the minute began in which runs are counted, and how many there are. */
  readonly minute: { readonly at: Date; readonly created: number };
  /** Who asked: `user:li`; `null` is the program itself. */
  readonly by: string | null;
  readonly note: string | null;
  readonly at: Date;
  readonly changedAt: Date;
  /** `null` while it may go on. */
  readonly endedAt: Date | null;
}

/** How the nominal times of a day stand. */
export interface BackfillDay {
  /** The civil day in the time zone of the job's schedule: `2026-11-29`. */
  readonly day: string;
  /** Its first nominal time, and the instant after its last: a range that has them all. */
  readonly from: Date;
  readonly to: Date;
  readonly planned: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly skipped: number;
  /** Under way or waiting. */
  readonly open: number;
  readonly missing: number;
}

/** The effect that a backfill would have. */
export interface BackfillPreview {
  readonly planned: number;
  readonly present: number;
  readonly unknown: number;
  /** How many runs it would create. */
  readonly toCreate: number;
  readonly days: readonly BackfillDay[];
  /** The first nominal times that it would create runs for. */
  readonly first: readonly BackfillCursor[];
}
