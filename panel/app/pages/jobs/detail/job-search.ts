import * as v from "valibot";
import { pageSize } from "../../../ui/page/page-size.ts";
import { JOB_STATES } from "../../../ui/state-badge.tsx";

const instant = v.fallback(v.optional(v.pipe(v.string(), v.isoTimestamp("An instant is needed"))), undefined);

/** The parts of a job's page. */
export const JobTab = {
  Runs: "runs",
  Waiting: "waiting",
  Script: "script",
  Task: "task",
  Work: "work",
  Options: "options",
  Statistics: "statistics",
  Calendar: "calendar",
  Backfill: "backfill",
  History: "history",
} as const;
export type JobTab = (typeof JobTab)[keyof typeof JobTab];

/** How far back statistics look. */
export const STATISTICS_WINDOWS = {
  "24h": 86_400_000,
  "7d": 604_800_000,
  "30d": 2_592_000_000,
} as const;
export type StatisticsWindow = keyof typeof STATISTICS_WINDOWS;

/** Which part of a job is shown, and of its runs which, with or without shards. `window`, `from` and `to` are of the statistics. */
export const jobSearch = v.object({
  tab: v.fallback(v.optional(v.picklist(Object.values(JobTab))), undefined),
  state: v.fallback(v.optional(v.picklist(JOB_STATES)), undefined),
  shards: v.fallback(v.optional(v.literal(true)), undefined),
  window: v.fallback(
    v.optional(v.picklist(Object.keys(STATISTICS_WINDOWS) as readonly StatisticsWindow[])),
    undefined,
  ),
  /** The node of a workflow that is chosen. */
  node: v.fallback(v.optional(v.string()), undefined),
  from: instant,
  to: instant,
  size: pageSize,
  cursor: v.fallback(v.optional(v.string()), undefined),
});
