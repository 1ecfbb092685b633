import type { ApiAnswer } from "../../api/call-api.ts";

export type Storage = ApiAnswer<"getStorage">;
export type JobStorage = Storage["jobs"][number];
export type RetentionName = keyof Storage["retention"];

/** What is kept, in the order in which it is shown. */
export const PARTS = ["runs", "logs", "files", "history", "reports"] as const;
export type StoragePart = (typeof PARTS)[number];

/** How long what belongs to no job is kept; what belongs to one, each job says. */
export const RETENTION_OF: Readonly<Partial<Record<StoragePart, readonly RetentionName[]>>> = {
  history: ["historyDays", "maxActs"],
  reports: ["hourlyReportDays", "dailyReportDays"],
};

/** The values that each may have, and the one without a setting. */
export const RETENTION: Readonly<
  Record<RetentionName, { readonly least: number; readonly most: number; readonly usual: number }>
> = {
  historyDays: { least: 30, most: 3660, usual: 400 },
  maxActs: { least: 1000, most: 10_000_000, usual: 200_000 },
  hourlyReportDays: { least: 8, most: 3660, usual: 90 },
  dailyReportDays: { least: 31, most: 3660, usual: 400 },
};

export const RETENTION_NAMES = Object.keys(RETENTION) as readonly RetentionName[];
