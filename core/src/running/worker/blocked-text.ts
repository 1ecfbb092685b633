import type { BlockedLoop } from "../../model/executor-record.ts";

const MOST_NAMED = 5;

/** Says what kept an event loop from turning, for people. */
export function blockedText({ ms, jobKeys }: BlockedLoop): string {
  const named = jobKeys.slice(0, MOST_NAMED).map((key) => `"${key}"`);
  const more = jobKeys.length - named.length;
  const jobs = `${jobKeys.length === 1 ? "job" : "jobs"} ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return `The event loop did not turn for ${(ms / 1000).toFixed(1)} s while ${jobs} ran`;
}
