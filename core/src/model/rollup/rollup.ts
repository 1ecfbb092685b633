import type { Histogram } from "./histogram.ts";

/** How long the time is that a roll-up is of. Weeks begin on Thursdays, and four of them with every fourth, counted from 1970. */
export const RollupGrain = { Hour: "hour", Day: "day", Week: "week", FourWeeks: "four_weeks" } as const;
export type RollupGrain = (typeof RollupGrain)[keyof typeof RollupGrain];

/** The grains that reports are shown by; longer ones make few rows of a long time. */
export type ShownGrain = "hour" | "day";

/** The kinds of subjects that runs are summed up by. */
export const RollupKind = {
  Tenant: "tenant",
  App: "app",
  Job: "job",
  /** A node of a task; its runs are parts of the task's. */
  Node: "node",
  /** What executes runs; those that are parts of others count too. */
  Executor: "executor",
} as const;
export type RollupKind = (typeof RollupKind)[keyof typeof RollupKind];

/** The sums of some runs. Those of two times or subjects are added number by number (`FiguresSum`). */
export interface RollupFigures {
  readonly succeeded: number;
  readonly terminated: number;
  readonly cancelled: number;
  readonly skipped: number;
  /** Attempts after the first, those after a snooze included. */
  readonly retries: number;
  /** How long workers were at the latest attempts. Parts of a run count for its job, which itself is at no worker then. */
  readonly workMs: number;
  /** Processor time of those attempts whose programs or threads were measured, as `workMs`. @default none was */
  readonly cpuMs?: number;
  /** The most resident memory of one of them. @default none was measured */
  readonly peakMemoryBytes?: number;
  /** From the begin of the latest attempt to the end, of runs that succeeded or failed. */
  readonly duration: Histogram;
  /** From the queue to the begin, of runs that began once: later begins are written over it. */
  readonly wait: Histogram;
  /** From when they were due to the begin, of the same. */
  readonly lateness: Histogram;
  /** Failures by their code; with the number of its author as `job_error/1042`. At most 50 names, and `other`. */
  readonly codes: Readonly<Record<string, number>>;
  /** Why runs were skipped or cancelled: the codes of the reasons, as many. */
  readonly causes: Readonly<Record<string, number>>;
  /** Runs that ended in each minute of the hour that has some, 0 to 59: of tenants and apps, by hours. */
  readonly minutes: Readonly<Record<string, number>>;
}

/** What a roll-up is of. */
export interface RollupKey {
  readonly tenant: string;
  readonly grain: RollupGrain;
  /** The beginning of the hour, the day or the weeks, in UTC, in which the runs ended. */
  readonly at: Date;
  readonly kind: RollupKind;
  /** The app, the key of the job, `<task>#<node>` or the name of the executor; empty for the tenant. */
  readonly id: string;
  /** Whose runs they are; empty for the tenant. */
  readonly app: string;
}

/** The runs of a subject that ended in an hour, on a day or in weeks. */
export interface Rollup extends RollupKey {
  readonly figures: RollupFigures;
}

const HOUR_MS = 3_600_000;

const DAY_MS = 24 * HOUR_MS;

export const GRAIN_MS: Readonly<Record<RollupGrain, number>> = {
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  four_weeks: 28 * DAY_MS,
};

/** The beginning of the hour, day or weeks that an instant is in. */
export function grainOf(at: Date, grain: RollupGrain): Date {
  const lengthMs = GRAIN_MS[grain];
  return new Date(Math.floor(at.getTime() / lengthMs) * lengthMs);
}

/** The end of the hour, day or weeks that an instant is in or ends. */
export function grainEndOf(at: Date, grain: RollupGrain): Date {
  const lengthMs = GRAIN_MS[grain];
  return new Date(Math.ceil(at.getTime() / lengthMs) * lengthMs);
}
