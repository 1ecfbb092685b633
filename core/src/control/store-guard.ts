import type { Clock } from "../base/clock.ts";
import type { JobDefinitionCache } from "../definition/definition-cache.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import { storeRestoredKey } from "../model/name/state-key.ts";
import type { IMoJobScheduleMetadataStore } from "../ports/metadata-store.ts";
import type { IMoStateStore } from "../ports/state-store.ts";

/** How long the panel shows it. */
const SHOWN_MS = 24 * 60 * 60 * 1000;

export interface StoreGuardOptions {
  readonly tenant: string;
  readonly store: Pick<IMoJobScheduleMetadataStore, "definitions" | "identify">;
  readonly state: IMoStateStore;
  readonly cache: JobDefinitionCache;
  readonly clock: Clock;
  /** Called once when the definitions have been stored again. */
  readonly onWarning: (warning: string) => void;
  /** Puts into force again what else the process decided at its start. @default nothing */
  readonly onRestored?: () => Promise<void>;
}

/**
 * Keeps the definitions of a tenant that this process last saw, and stores them again when the store has lost everything,
 * such as a database that was dropped. Runs cannot be stored again: their workflows end, each in words.
 */
export class StoreGuard {
  readonly #options: StoreGuardOptions;
  #identity: string | null = null;
  #definitions: readonly JobDefinition[] = [];

  constructor(options: StoreGuardOptions) {
    this.#options = options;
  }

  /** Compares the store with the one seen before. Several processes may store the definitions again at once. @throws what the store does */
  async look(): Promise<void> {
    const { store, cache } = this.#options;
    if (store.identify === undefined) return;
    const identity = await store.identify();
    if (this.#identity !== null && identity !== this.#identity) await this.#restore();
    const definitions = await cache.getAll();
    // Definitions that were read while the store changed are not to be trusted.
    if ((await store.identify()) !== identity) return;
    this.#identity = identity;
    this.#definitions = definitions;
  }

  async #restore(): Promise<void> {
    const { tenant, store, state, cache, clock, onWarning, onRestored } = this.#options;
    for (const definition of this.#definitions) await store.definitions.create(definition);
    await onRestored?.();
    const keys = this.#definitions.map(({ key }) => key);
    await cache.announce(await store.definitions.getMany(tenant, keys));
    await state.set(storeRestoredKey(tenant), [clock.now().toISOString(), ...keys], { ttlMs: SHOWN_MS });
    onWarning(
      `The store of tenant "${tenant}" had lost everything, such as by a dropped database; ${keys.length} jobs were stored again, their runs are lost`,
    );
  }
}
