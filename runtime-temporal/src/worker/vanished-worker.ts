import { type Clock, type IMoExecutorStore, sleep } from "@mojob/core";
import { WORKER_SILENT_MS } from "../temporal-runtime.ts";

const LOOK_EVERY_MS = 500;

export interface VanishedWorkerOptions {
  readonly tenant: string;
  readonly store: IMoExecutorStore;
  readonly clock: Clock;
}

/**
 * Whether a worker is gone that Temporal has not heard of: resolves when the store has heard of it again, or has not for
 * long enough. After an outage of Temporal's every worker looks lost to it, and all of them are there.
 */
export async function isVanished(workerId: string, options: VanishedWorkerOptions): Promise<boolean> {
  const { tenant, store, clock } = options;
  let lastSeen: Date | null = null;
  for (;;) {
    const since = new Date(clock.now().getTime() - WORKER_SILENT_MS);
    const worker = (await store.list(tenant, since)).find(({ id }) => id === workerId);
    if (worker === undefined) return true;
    lastSeen ??= worker.lastSeenAt;
    if (worker.lastSeenAt > lastSeen) return false;
    await sleep(clock, LOOK_EVERY_MS);
  }
}
