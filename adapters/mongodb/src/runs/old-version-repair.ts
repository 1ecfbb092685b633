import { documentId } from "../documents/instance-document.ts";
import { runsFrom } from "../documents/run-stretch.ts";
import type { StoreHandle } from "../connection/mongodb-connection.ts";
import { SCHEMA_CHANGES } from "../connection/schema-changes.ts";

/** Runs looked at in one call. */
const LARGEST_STRETCH = 500;

/**
 * Brings runs up to date that a process of an earlier version writes while this one runs, which is what a roll to a new
 * version and back does. It goes through a tenant's runs in the order of their ids, a stretch with each call, and then again.
 */
export class OldVersionRepair {
  readonly #store: StoreHandle;
  /** Where the next stretch of a tenant begins; absent at its first run. */
  readonly #reached = new Map<string, string>();

  constructor(store: StoreHandle) {
    this.#store = store;
  }

  /** Resolves to how many were brought up to date. */
  async repair(tenant: string): Promise<number> {
    const { instances } = this.#store.collections;
    const after = this.#reached.get(tenant) ?? documentId(tenant, "");
    const stretch = await instances
      .find(runsFrom(tenant, after), { projection: { _id: 1 } })
      .sort({ _id: 1 })
      .limit(LARGEST_STRETCH)
      .toArray();
    const last = stretch.at(-1)?._id;
    if (last === undefined || stretch.length < LARGEST_STRETCH) this.#reached.delete(tenant);
    else this.#reached.set(tenant, last);
    if (last === undefined) return 0;
    let repaired = 0;
    for (const { repair } of SCHEMA_CHANGES) repaired += (await repair?.(this.#store, { after, last })) ?? 0;
    return repaired;
  }
}
