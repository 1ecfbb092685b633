import type { StoreWatchFilter } from "@mojob/core/ports";
import type { ChangeSource } from "./change-source.ts";
import type { WatchedCollection } from "./changed-ids.ts";
import type { StoreHandle } from "../connection/mongodb-connection.ts";
import { runsBeingCancelled } from "../documents/typed-filter.ts";

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

/** Asks again and again which runs are to end: a change stream would go through every write for the sake of these few. */
export class CancelRequests implements ChangeSource {
  readonly #store: StoreHandle;
  readonly #filter: StoreWatchFilter;
  #told: ReadonlySet<string> = new Set();

  constructor(store: StoreHandle, filter: StoreWatchFilter) {
    this.#store = store;
    this.#filter = filter;
  }

  async next(changed: (collection: WatchedCollection, id: string) => void): Promise<void> {
    const asked = new Set(await findBeingCancelled(this.#store, this.#filter.tenant));
    for (const id of asked.difference(this.#told)) changed("instances", id);
    this.#told = asked;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
