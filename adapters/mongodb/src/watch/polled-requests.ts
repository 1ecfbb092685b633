import type { StoreWatchFilter } from "@mojob/core/ports";
import type { ChangeSource } from "./change-source.ts";
import type { WatchedCollection } from "./changed-ids.ts";
import type { StoreHandle } from "../connection/mongodb-connection.ts";
import { exactly, runsBeingCancelled } from "../documents/typed-filter.ts";

/** The document ids of a tenant's runs that are under way and asked to end. */
export async function findBeingCancelled(
  { collections }: StoreHandle,
  tenant: string,
): Promise<readonly string[]> {
  const found = await collections.instances
    .find(runsBeingCancelled(tenant))
    .project<{ _id: string }>({ _id: 1 })
    .toArray();
  return found.map(({ _id }) => _id);
}

/** The document ids of a tenant's executors that were asked to drain. */
async function findDraining({ collections }: StoreHandle, tenant: string): Promise<readonly string[]> {
  const found = await collections.executors
    .find({ tenant: exactly(tenant), left: exactly(false), "drain.at": { $gt: new Date(0) } })
    .project<{ _id: string }>({ _id: 1 })
    .toArray();
  return found.map(({ _id }) => _id);
}

/**
 * Asks again and again which runs are to end and which executors are to drain: a change stream would go through every write for
 * the sake of these few.
 */
export class PolledRequests implements ChangeSource {
  readonly #store: StoreHandle;
  readonly #filter: StoreWatchFilter;
  #told: ReadonlySet<string> = new Set();
  #draining: ReadonlySet<string> = new Set();

  constructor(store: StoreHandle, filter: StoreWatchFilter) {
    this.#store = store;
    this.#filter = filter;
  }

  async next(changed: (collection: WatchedCollection, id: string) => void): Promise<void> {
    const { tenant, topics } = this.#filter;
    const [cancelled, drained] = await Promise.all([
      topics.includes("cancel") ? findBeingCancelled(this.#store, tenant) : [],
      topics.includes("drain") ? findDraining(this.#store, tenant) : [],
    ]);
    const [asked, draining] = [new Set(cancelled), new Set(drained)];
    for (const id of asked.difference(this.#told)) changed("instances", id);
    for (const id of draining.symmetricDifference(this.#draining)) changed("executors", id);
    [this.#told, this.#draining] = [asked, draining];
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
