import type { JobDefinitionCache } from "../../definition/definition-cache.ts";
import { jobOfLane } from "../../model/instance/lane.ts";
import type { IMoInstanceStore } from "../../ports/instance-store.ts";
import { dispatchAgain, type DispatchAgainOptions } from "../../dispatch/dispatch-again.ts";

/** Runs of one lane that are handed over at once; the runs that end then give the turns after them. */
const MOST_TURNS = 250;

export interface GiveTurnsOptions extends DispatchAgainOptions {
  readonly tenant: string;
  readonly store: Pick<IMoInstanceStore, "firstWaiting" | "update">;
  readonly cache: Pick<JobDefinitionCache, "getMany">;
}

/** Hands over the runs that wait in these lanes, as many as have a free slot there, where no worker does it that ends one. */
export async function giveTurns(lanes: Iterable<string>, options: GiveTurnsOptions): Promise<void> {
  const asked = [...new Set(lanes)];
  if (asked.length === 0) return;
  const { tenant, store, cache } = options;
  const definitions = await cache.getMany([...new Set(asked.map(jobOfLane))]);
  const queries = asked.map((lane) => {
    const options = definitions.get(jobOfLane(lane))?.options;
    const limit = options?.maxConcurrency ?? null;
    // Where a rate decides, the worker that gets the first looks for more.
    const most = (options?.rateLimit.max ?? null) === null ? MOST_TURNS : 1;
    return { tenant, lane, most, ...(limit !== null && { limit }) };
  });
  await dispatchAgain((await store.firstWaiting(queries)).flat(), options);
}
