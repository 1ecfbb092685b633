import type { Language } from "./words/language.ts";

/** How often a summary is sent. */
export const SummaryInterval = { Daily: "daily", Weekly: "weekly" } as const;
export type SummaryInterval = (typeof SummaryInterval)[keyof typeof SummaryInterval];

/** What somebody wants to be sent again and again: what became of runs since the last time. */
export interface ReportSummary {
  readonly id: string;
  readonly tenant: string;
  /** Counts its changes from 1. */
  readonly revision: number;
  readonly name: string;
  /** With whose rights it is made: `user:li`; `null` is the program itself. */
  readonly owner: string | null;
  /** The job that sends it, as a route of alarms has one. */
  readonly job: string;
  readonly interval: SummaryInterval;
  /** 1 is Monday, 7 is Sunday; `null` of one that is sent each day. */
  readonly weekday: number | null;
  /** 0 to 23, by the clock of the zone. */
  readonly hour: number;
  /** An IANA name. */
  readonly timeZone: string;
  readonly language: Language;
  /** `null` for all that its owner may read then. */
  readonly apps: readonly string[] | null;
  /** Jobs that have this tag alone; `null` for all. */
  readonly tag: string | null;
  readonly enabled: boolean;
  /** For which instant it was sent last, or when it was made or changed: what was due before is not sent. */
  readonly sentFor: Date;
  readonly createdAt: Date;
  readonly changedAt: Date;
}
