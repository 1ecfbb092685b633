import { isMoJobError, MoJobError, MoJobErrorCode } from "@mojob/core";
import { liveSince } from "@mojob/core/engine";
import { type Clock, createId, type IMoExecutorStore, sleep } from "@mojob/core/ports";
import { ProcessLock } from "../process-lock.ts";
import type { StorePair } from "./store-pair.ts";

const LOOK_EVERY_MS = 500;

export interface HeldStoresOptions {
  readonly tenant: string;
  readonly from: StorePair;
  readonly to: StorePair;
  readonly clock: Clock;
}

/** Two stores on which no scheduler can start. */
export interface HeldStores {
  /** @throws MoJobError `lock_held` once another process has taken a store over */
  assertHeld(): void;
  release(): Promise<void>;
}

/**
 * Keeps schedulers off both stores.
 * @throws MoJobError `lock_held` where a scheduler or a worker runs on either
 */
export async function holdBoth({ tenant, from, to, clock }: HeldStoresOptions): Promise<HeldStores> {
  const taken: ProcessLock[] = [];
  let lost: MoJobError | null = null;
  const release = async (): Promise<void> => {
    for (const lock of taken.splice(0)) await lock.release();
  };
  try {
    for (const [name, { store, state }] of [
      ["source", from],
      ["target", to],
    ] as const) {
      const lock = new ProcessLock({
        tenant,
        state,
        clock,
        holder: createId(clock.now()),
        onLost: (error) => (lost = error),
        // Whatever a renewal failed of, the next batch fails of too.
        onError: () => {},
      });
      // Also where taking it fails half-way, it is given back.
      taken.push(lock);
      await lock.acquire().catch((error: unknown) => {
        throw isMoJobError(error, MoJobErrorCode.LockHeld)
          ? stillRuns(tenant, name, "scheduler", error)
          : error;
      });
      await assertNoWorker(store.executors, tenant, clock, name);
    }
  } catch (error) {
    await release();
    throw error;
  }
  return {
    assertHeld() {
      if (lost !== null) throw lost;
    },
    release,
  };
}

/** A worker that was killed is still in the list: only one that is seen again is alive. */
async function assertNoWorker(
  executors: IMoExecutorStore,
  tenant: string,
  clock: Clock,
  name: string,
): Promise<void> {
  const seen = new Map<string, number>();
  for (;;) {
    const recent = await executors.list(tenant, liveSince(clock.now()));
    for (const { id, lastSeenAt } of recent) {
      const before = seen.get(id);
      if (before !== undefined && before !== lastSeenAt.getTime()) throw stillRuns(tenant, name, "worker");
      seen.set(id, lastSeenAt.getTime());
    }
    if (recent.length === 0) return;
    await sleep(clock, LOOK_EVERY_MS);
  }
}

function stillRuns(tenant: string, name: string, what: string, cause?: unknown): MoJobError {
  return new MoJobError(
    MoJobErrorCode.LockHeld,
    `Cannot copy tenant "${tenant}": a ${what} runs on the ${name}; stop it, and keep it stopped`,
    cause === undefined ? {} : { cause },
  );
}
