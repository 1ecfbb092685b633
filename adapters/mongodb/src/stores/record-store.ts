import {
  fieldOf,
  type IMoRecordStore,
  type RecordDefinition,
  type Recorded,
  type RecordFilter,
  type RecordQuery,
} from "@mojob/core/ports";
import type { Collection } from "mongodb";
import { exactly } from "../documents/typed-filter.ts";
import type { StoreHandle } from "../connection/mongodb-connection.ts";
import { toPartialWrite } from "../connection/store-error.ts";
import { documentId } from "../documents/instance-document.ts";
import { fromRecordDocument, type RecordDocument, toRecordDocument } from "../documents/record-document.ts";
import { matchingRecords } from "../documents/record-filter.ts";

/** Keeps small records of one kind, one document each; the key in `_id` and the revision make a second writer lose. */
export class RecordStoreMongodb<Item extends Recorded, Field extends string> implements IMoRecordStore<
  Item,
  Field
> {
  readonly definition: RecordDefinition<Item, Field>;
  readonly #store: StoreHandle;
  readonly #prepare: () => Promise<void>;

  /** @param prepare makes the indexes, unless that was done */
  constructor(store: StoreHandle, definition: RecordDefinition<Item, Field>, prepare: () => Promise<void>) {
    this.definition = definition;
    this.#store = store;
    this.#prepare = prepare;
  }

  async put(items: readonly Item[]): Promise<readonly boolean[]> {
    if (items.length === 0) return [];
    const isFirst = ({ revision = 1 }: Item): boolean => revision === 1;
    const first = items.filter(isFirst);
    return this.#call("write", async (collection) => {
      const [taken, replaced] = await Promise.all([
        this.#insert(collection, first),
        Promise.all(items.map(async (item) => (isFirst(item) ? null : this.#replace(collection, item)))),
      ]);
      const inserted = first.map((_, index) => !taken.has(index)).values();
      return replaced.map((isWritten) => isWritten ?? inserted.next().value === true);
    });
  }

  async get(tenant: string, keys: readonly string[]): Promise<readonly (Item | null)[]> {
    const ids = keys.map((key) => documentId(tenant, key));
    const found = await this.#call("read", (collection) => collection.find({ _id: { $in: ids } }).toArray());
    const byId = new Map(found.map((document) => [document._id, fromRecordDocument<Item>(document)]));
    return ids.map((id) => byId.get(id) ?? null);
  }

  async find<Left extends keyof Item = never>(
    query: RecordQuery<Field>,
    without: readonly Left[] = [],
  ): Promise<readonly Omit<Item, Left>[]> {
    const { order, descending = false, skip = 0, limit } = query;
    // A limit of 0 would be none.
    if (limit === 0) return [];
    const way = descending ? -1 : 1;
    const found = await this.#call("list", (collection) =>
      collection
        .find(matchingRecords(this.definition, query), {
          projection: Object.fromEntries(without.map((name) => [name, 0])),
        })
        .sort(Object.fromEntries(order.map((field) => [fieldOf(this.definition, field).path, way])))
        .skip(skip)
        .limit(limit)
        .toArray(),
    );
    return found.map((document) => {
      const item = fromRecordDocument<Item>(document);
      for (const name of without) delete item[name];
      return item;
    });
  }

  count(tenant: string): Promise<number> {
    return this.#call("count", (collection) => collection.countDocuments({ tenant: exactly(tenant) }));
  }

  remove(tenant: string, where: RecordFilter<Field>): Promise<number> {
    const filter = matchingRecords(this.definition, { tenant, where, order: [] });
    return this.#call("remove", async (collection) => (await collection.deleteMany(filter)).deletedCount);
  }

  /** Resolves to the positions of those whose keys were taken. */
  async #insert(
    collection: Collection<RecordDocument>,
    items: readonly Item[],
  ): Promise<ReadonlySet<number>> {
    const documents = items.map((item) => toRecordDocument(this.definition, item));
    if (documents.length === 0) return new Set();
    const written = collection.insertMany(documents, { ordered: false });
    return written.then(
      () => new Set(),
      (error: unknown) => toPartialWrite(error).taken,
    );
  }

  async #replace(collection: Collection<RecordDocument>, item: Item): Promise<boolean> {
    const { _id, ...document } = toRecordDocument(this.definition, item);
    const before = (item.revision ?? 1) - 1;
    // Documents of earlier versions may have no revision.
    const revision = before === 1 ? { $in: [1, null] } : before;
    return (await collection.replaceOne({ _id, revision }, document)).matchedCount === 1;
  }

  #call<Result>(
    doing: string,
    work: (collection: Collection<RecordDocument>) => Promise<Result>,
  ): Promise<Result> {
    const { name } = this.definition;
    return this.#store.call(`${doing} ${name}`, async () => {
      await this.#prepare();
      return work(this.#store.db.collection<RecordDocument>(name));
    });
  }
}
