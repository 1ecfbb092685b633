import type { JsonValue } from "../../base/json.ts";
import { rateKey, storeClockLease } from "../../model/name/state-key.ts";
import type { IMoStateStore, StateEntry } from "../../ports/state-store.ts";
import { type Begins, type Grant, grant, type Rate, without } from "./rate.ts";

/** Asked for and at once forgotten: only the time it is given at counts. */
const CLOCK_LEASE_MS = 1000;

export interface RateGateOptions {
  readonly tenant: string;
  readonly state: IMoStateStore;
}

/**
 * Counts the begins of a lane in the state store, for all workers together: what is granted was written with
 * compare-and-set, and its time is the store's, so that neither races nor clocks that differ let more begin. What a worker
 * was granted that dies is lost, which lets fewer begin.
 */
export class RateGate {
  readonly #options: RateGateOptions;

  constructor(options: RateGateOptions) {
    this.#options = options;
  }

  /** Grants as many of the wanted begins as the rate allows now. */
  take(lane: string, rate: Rate, wanted: number): Promise<Grant> {
    return this.#write(lane, rate, async (begins) => grant(begins, rate, await this.#storeMs(), wanted));
  }

  /** Some of a grant did not begin. */
  async giveBack(lane: string, rate: Rate, { atMs }: Grant, count: number): Promise<void> {
    await this.#write(lane, rate, (begins) =>
      Promise.resolve({ granted: count, begins: without(begins, atMs, count) }),
    );
  }

  async #write<Outcome extends Pick<Grant, "granted" | "begins">>(
    lane: string,
    { perMs }: Rate,
    decide: (begins: Begins) => Promise<Outcome>,
  ): Promise<Outcome> {
    const { state, tenant } = this.#options;
    const key = rateKey(tenant, lane);
    const ttlMs = Math.ceil(perMs) * 2;
    for (;;) {
      const entry = await state.get(key);
      const outcome = await decide(beginsOf(entry));
      if (outcome.granted === 0) return outcome;
      const value: JsonValue = outcome.begins.map(([atMs, count]) => [atMs, count]);
      if ((await state.compareAndSet(key, entry?.version ?? null, value, { ttlMs })) !== null) return outcome;
    }
  }

  /** The time by the store's clock, which every process can read off a lease that all take under one name. */
  async #storeMs(): Promise<number> {
    const { state, tenant } = this.#options;
    const name = storeClockLease(tenant);
    const lease = await state.acquireLease(name, name, CLOCK_LEASE_MS);
    return (lease?.expiresAt.getTime() ?? 0) - CLOCK_LEASE_MS;
  }
}

function beginsOf(entry: StateEntry | null): Begins {
  return (entry?.value ?? []) as unknown as Begins;
}
