import type { JsonValue } from "../base/json.ts";
import { keptWorkKey } from "../model/name/state-key.ts";
import type { IMoStateStore } from "../ports/state-store.ts";

/** For a worker that comes back late: what was executed is not executed again. */
const KEPT_LONGER_MS = 30 * 86_400_000;

/** The result that the code of a run left, whose work goes on elsewhere. */
export interface KeptWork {
  readonly result: JsonValue;
  /** When its end has to be known. */
  readonly until: Date;
}

/** Keeps what runs have done, from the end of their code until it is known how their work ended. */
export class KeptWorks {
  readonly #tenant: string;
  readonly #state: IMoStateStore;

  constructor(tenant: string, state: IMoStateStore) {
    this.#tenant = tenant;
    this.#state = state;
  }

  /** `null` for a run whose code is yet to be executed. */
  async find(instanceId: string): Promise<KeptWork | null> {
    const entry = await this.#state.get(keptWorkKey(this.#tenant, instanceId));
    if (entry === null) return null;
    const { result, until } = entry.value as { readonly result: JsonValue; readonly until: string };
    return { result, until: new Date(until) };
  }

  async keep(instanceId: string, { result, until }: KeptWork, ttlMs: number): Promise<void> {
    const value = { result, until: until.toISOString() };
    await this.#state.set(keptWorkKey(this.#tenant, instanceId), value, { ttlMs: ttlMs + KEPT_LONGER_MS });
  }

  async forget(instanceId: string): Promise<void> {
    await this.#state.delete(keptWorkKey(this.#tenant, instanceId));
  }
}
