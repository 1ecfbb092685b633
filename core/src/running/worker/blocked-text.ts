import type { BlockedLoop } from "../../model/executor-record.ts";

const MOST_NAMED = 5;

/** Says what kept an event loop from turning, for people. */
export function blockedText({ ms, jobKeys, waitedMs = 0 }: BlockedLoop): string {
  if (jobKeys.length === 0)
    return `The machine is overloaded: the event loop did not turn for ${seconds(ms)} s, and its thread waited for a processor for ${seconds(waitedMs)} s of that`;
  const named = jobKeys.slice(0, MOST_NAMED).map((key) => `"${key}"`);
  const more = jobKeys.length - named.length;
  const jobs = `${jobKeys.length === 1 ? "job" : "jobs"} ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return `The event loop did not turn for ${seconds(ms)} s while ${jobs} ran`;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}
