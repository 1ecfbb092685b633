import type { StoreTopic } from "@mojob/core/ports";

/** The collections that are watched. */
export type WatchedCollection = "instances" | "definitions" | "executors";

export const COLLECTION_OF: Readonly<Record<StoreTopic, WatchedCollection>> = {
  instance: "instances",
  cancel: "instances",
  definition: "definitions",
  executor: "executors",
  drain: "executors",
};

/** The changed documents that have not been reported: each once, however often it was written. */
export class ChangedIds {
  readonly #ids = new Map<string, { readonly collection: WatchedCollection; readonly id: string }>();

  add(collection: WatchedCollection, id: string): void {
    const name = `${collection}\n${id}`;
    // Reported in the order of the latest writes.
    this.#ids.delete(name);
    this.#ids.set(name, { collection, id });
  }

  get size(): number {
    return this.#ids.size;
  }

  /** Takes up to this many out, by collection. */
  take(limit: number): ReadonlyMap<WatchedCollection, readonly string[]> {
    const taken = new Map<WatchedCollection, string[]>();
    for (const [name, { collection, id }] of [...this.#ids].slice(0, limit)) {
      this.#ids.delete(name);
      taken.set(collection, [...(taken.get(collection) ?? []), id]);
    }
    return taken;
  }
}
