import {
  alternativesOf,
  type IMoRecordStore,
  readerOf,
  type RecordDefinition,
  type Recorded,
  type RecordFilter,
  type RecordQuery,
  type RecordTest,
  testsOf,
  toComparable,
} from "@mojob/core/ports";
import type { StoreParts } from "./store-parts.ts";

/** Records by tenant, then by key. */
export type RecordRows<Item> = Map<string, Map<string, Item>>;

type Comparable = string | number | null;

/** Keeps small records of one kind in memory. */
export class RecordStoreInMemory<Item extends Recorded, Field extends string> implements IMoRecordStore<
  Item,
  Field
> {
  readonly definition: RecordDefinition<Item, Field>;
  readonly #parts: StoreParts;
  readonly #rows: RecordRows<Item>;

  constructor(parts: StoreParts, definition: RecordDefinition<Item, Field>, rows: RecordRows<Item>) {
    this.definition = definition;
    this.#parts = parts;
    this.#rows = rows;
  }

  async put(items: readonly Item[]): Promise<readonly boolean[]> {
    return items.map((item) => {
      const kept = this.#of(item.tenant);
      const key = this.definition.key(item);
      const stored = kept.get(key);
      const revision = stored === undefined ? 0 : (stored.revision ?? 1);
      if (revision !== (item.revision ?? 1) - 1) return false;
      this.#rows.set(item.tenant, kept.set(key, item));
      return true;
    });
  }

  async get(tenant: string, keys: readonly string[]): Promise<readonly (Item | null)[]> {
    const kept = this.#of(tenant);
    return keys.map((key) => kept.get(key) ?? null);
  }

  async find<Left extends keyof Item = never>(
    query: RecordQuery<Field>,
    without: readonly Left[] = [],
  ): Promise<readonly Omit<Item, Left>[]> {
    const { order, descending = false, after = [], skip = 0, limit } = query;
    const sign = descending ? -1 : 1;
    const readers = order.map((field) => this.#reader(field));
    const last = after.map(toComparable);
    const meetsAll = this.#predicate(testsOf(query.where));
    const wanted = alternativesOf(query).map((list) => list.map((tests) => this.#predicate(tests)));
    const isBehind = (item: Item): boolean => {
      const index = readers.findIndex((read, at) => read(item) !== last[at]);
      return index >= 0 && isLess(readers[index]?.(item), last[index]) === descending;
    };
    const found = [...this.#of(query.tenant).values()]
      .filter((item) => meetsAll(item) && wanted.every((list) => list.some((meets) => meets(item))))
      .filter((item) => last.length === 0 || isBehind(item))
      .sort((one, other) => sign * compare(readers, one, other));
    return found.slice(skip, skip + limit).map((item) => {
      const copy = { ...item };
      for (const name of without) delete copy[name];
      return copy;
    });
  }

  async remove(tenant: string, where: RecordFilter<Field>): Promise<number> {
    const kept = this.#of(tenant);
    const meets = this.#predicate(testsOf(where));
    const found = [...kept].filter(([, item]) => meets(item));
    for (const [key] of found) kept.delete(key);
    return found.length;
  }

  #predicate(tests: readonly RecordTest<Field>[]): (item: Item) => boolean {
    const predicates = tests.map(({ field, is, values }) => {
      const read = this.#reader(field);
      const wanted = values.map(toComparable);
      const [bound = null] = wanted;
      if (is === "in") return (item: Item) => wanted.includes(read(item));
      return (item: Item) => {
        const value = read(item);
        return value !== null && isLess(value, bound) === (is === "before");
      };
    });
    const [first] = predicates;
    return predicates.length === 1 && first !== undefined
      ? first
      : (item) => predicates.every((meets) => meets(item));
  }

  #reader(field: Field): (item: Item) => Comparable {
    const read = readerOf(this.definition, field);
    return (item) => toComparable(read(item));
  }

  #of(tenant: string): Map<string, Item> {
    this.#parts.lifetime.assertOpen();
    return this.#rows.get(tenant) ?? new Map<string, Item>();
  }
}

function isLess(value: Comparable = null, other: Comparable = null): boolean {
  return (value ?? "") < (other ?? "");
}

/** By the first of these values that differs. */
function compare<Item>(readers: readonly ((item: Item) => Comparable)[], one: Item, other: Item): number {
  for (const read of readers) {
    const [value, against] = [read(one), read(other)];
    if (value !== against) return isLess(value, against) ? -1 : 1;
  }
  return 0;
}
