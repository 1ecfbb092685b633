import type { MoJobScheduler } from "@mojob/core";
import { pause } from "./figures.ts";

/** Calls at once, where each run is triggered with a call. */
export const IN_FLIGHT = 50;
/** Runs that are triggered with one call. */
export const BATCH = 500;

/** Triggers so many runs of `noop` with a call each. */
export async function triggerOneByOne({ instances }: MoJobScheduler, count: number): Promise<void> {
  let next = 0;
  const caller = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      await instances.trigger("noop", { args: { n: next } });
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, caller));
}

/** Triggers so many runs of `noop` in batches. */
export async function triggerInBulk({ instances }: MoJobScheduler, count: number): Promise<void> {
  for (let start = 0; start < count; start += BATCH) {
    const requests = Array.from({ length: BATCH }, (_, index) => ({ args: { n: start + index } }));
    await instances.triggerMany("noop", requests);
  }
}

/** Waits until so many runs have succeeded. */
export async function finished(scheduler: MoJobScheduler, count: number, lookEveryMs = 20): Promise<void> {
  while ((await scheduler.overview()).counts.Succeeded < count) await pause(lookEveryMs);
}
