import { liveSince } from "@mojob/core/engine";
import { type Clock, type IMoExecutorStore, sleep } from "@mojob/core/ports";

const LOOK_EVERY_MS = 500;

export interface VanishedWorkerOptions {
  readonly tenant: string;
  readonly store: IMoExecutorStore;
  readonly clock: Clock;
}

/**
 * Temporal lost a worker's heartbeat. Waits for its heartbeat in the store: resolves to `false` if one arrives, to `true`
 * after ten seconds without. After an outage Temporal has lost the heartbeats of every worker, and all are alive.
 */
export async function isVanished(workerId: string, options: VanishedWorkerOptions): Promise<boolean> {
  const { tenant, store, clock } = options;
  let lastSeen: Date | null = null;
  for (;;) {
    const since = liveSince(clock.now());
    const worker = (await store.list(tenant, since)).find(({ id }) => id === workerId);
    if (worker === undefined) return true;
    lastSeen ??= worker.lastSeenAt;
    if (worker.lastSeenAt > lastSeen) return false;
    await sleep(clock, LOOK_EVERY_MS);
  }
}
