import { LONGEST_SAMPLE_MS, SAMPLES_OF_HEARTBEAT, type WorkerSample } from "@mojob/core/ports";

/** The clocks of two machines may be apart by this. */
const MOST_AHEAD_MS = 60_000;
/** What no machine has: a value beyond is no measurement. */
const MOST_PROCESSORS = 4096;
const MOST_MEMORY_BYTES = 2 ** 50;
const MOST_DELAY_MS = 3_600_000;
const MOST_PLACES = 1_000_000;

/**
 * The samples of a heartbeat that can be kept, in the order of their times: none of a time to come or before `since`, none without a time, and
 * no more than a heartbeat has. A value that is none is left out of its sample; one beyond what there can be is that bound.
 */
export function acceptedSamples(given: unknown, since: Date, now: Date): readonly WorkerSample[] {
  if (!Array.isArray(given)) return [];
  const latest = now.getTime() + MOST_AHEAD_MS;
  return given
    .slice(-SAMPLES_OF_HEARTBEAT)
    .flatMap((one: Partial<Record<keyof WorkerSample, unknown>> | null) => {
      const at = one?.at;
      if (!(at instanceof Date)) return [];
      const atMs = at.getTime();
      if (!(atMs > since.getTime() && atMs <= latest)) return [];
      return [
        {
          at,
          ms: bounded(one?.ms, LONGEST_SAMPLE_MS) ?? 0,
          processor: bounded(one?.processor, MOST_PROCESSORS),
          memoryBytes: bounded(one?.memoryBytes, MOST_MEMORY_BYTES),
          loopDelayMs: bounded(one?.loopDelayMs, MOST_DELAY_MS),
          loopDelayP99Ms: bounded(one?.loopDelayP99Ms, MOST_DELAY_MS),
          running: bounded(one?.running, MOST_PLACES) ?? 0,
          limit: bounded(one?.limit, MOST_PLACES),
        },
      ];
    })
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

function bounded(value: unknown, most: number): number | null {
  if (typeof value !== "number" || !(value >= 0)) return null;
  return Math.min(value, most);
}
