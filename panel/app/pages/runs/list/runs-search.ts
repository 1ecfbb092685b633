import * as v from "valibot";
import { pageSize } from "../../../ui/page/page-size.ts";
import type { JobState } from "../../../ui/state-badge.tsx";

const text = v.fallback(v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))), undefined);
const instant = v.fallback(v.optional(v.pipe(v.string(), v.isoTimestamp("An instant is needed"))), undefined);

/** How far back from now a list may look. */
export const TIME_WINDOWS = {
  "15m": 900_000,
  "1h": 3_600_000,
  "24h": 86_400_000,
  "7d": 604_800_000,
} as const;
export type TimeWindow = keyof typeof TIME_WINDOWS;

/** In the order of a run's life. */
export const STATES = [
  "Scheduled",
  "Enqueued",
  "Processing",
  "Failed",
  "Succeeded",
  "Terminated",
  "Cancelled",
  "Skipped",
] as const satisfies readonly JobState[];

/**
 * The state of the list of runs: everything in the URL. Values that make no sense are dropped. `pinFrom` and `pinTo` come with a cursor,
 * which is good only for the list it was made for: they are what "now" was on its first page.
 */
export const runsSearch = v.object({
  search: text,
  jobKey: text,
  state: v.fallback(v.optional(v.pipe(v.array(v.picklist(STATES)), v.minLength(1))), undefined),
  app: text,
  /** The id of an executor. */
  worker: text,
  /** Lists the shards of broadcasts beside the broadcasts. */
  shards: v.fallback(v.optional(v.literal(true)), undefined),
  window: v.fallback(v.optional(v.picklist(Object.keys(TIME_WINDOWS) as readonly TimeWindow[])), undefined),
  from: instant,
  to: instant,
  size: pageSize,
  cursor: v.fallback(v.optional(v.string()), undefined),
  pinFrom: instant,
  pinTo: instant,
});

export type RunsSearch = v.InferOutput<typeof runsSearch>;
