import { isTerminal } from "@mojob/core";
import type { JobInstance } from "@mojob/core/ports";
import type { StoreHandle } from "../connection/mongodb-connection.ts";
import { documentId, toInstance } from "../documents/instance-document.ts";
import { withUniqueKeys } from "../documents/typed-filter.ts";

/** The open runs that have a unique key, which the index keeps from being two. */
export class KeyHolders {
  readonly #store: StoreHandle;

  constructor(store: StoreHandle) {
    this.#store = store;
  }

  /** The run that has the key of each of these; `null` where none has it any more. */
  async find(wanted: readonly JobInstance[]): Promise<readonly (JobInstance | null)[]> {
    const holders = new Map<string, JobInstance | null>();
    for (const [tenant, some] of Map.groupBy(wanted, (run) => run.tenant)) {
      const keys = [...new Set(some.flatMap(({ uniqueKey }) => uniqueKey ?? []))];
      const found = await this.findByKey(tenant, keys);
      keys.forEach((key, index) => holders.set(documentId(tenant, key), found[index] ?? null));
    }
    return wanted.map(({ tenant, uniqueKey }) =>
      uniqueKey === null ? null : (holders.get(documentId(tenant, uniqueKey)) ?? null),
    );
  }

  async findByKey(tenant: string, keys: readonly string[]): Promise<readonly (JobInstance | null)[]> {
    const found = keys.length === 0 ? [] : await this.#read(tenant, [...new Set(keys)]);
    const holders = new Map(found.map((run) => [run.uniqueKey, run]));
    return keys.map((key) => holders.get(key) ?? null);
  }

  /** A run that a program of an earlier version ended still has its key: it is taken from it. */
  async #read(tenant: string, keys: readonly string[]): Promise<readonly JobInstance[]> {
    const { instances } = this.#store.collections;
    const found = (await instances.find(withUniqueKeys(tenant, keys)).toArray()).map(toInstance);
    const ended = found.filter(({ state }) => isTerminal(state));
    if (ended.length > 0) {
      await instances.updateMany(
        { _id: { $in: ended.map(({ id }) => documentId(tenant, id)) } },
        { $unset: { uniqueKey: "" } },
      );
    }
    return found.filter(({ state }) => !isTerminal(state));
  }
}
