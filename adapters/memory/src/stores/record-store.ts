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
import { type Comparable, KeptRecords } from "./kept-records.ts";
import type { StoreParts } from "./store-parts.ts";

/** Records by tenant. */
export type RecordRows<Item> = Map<string, KeptRecords<Item>>;

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
      kept.set(key, item);
      this.#rows.set(item.tenant, kept);
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
    const found = this.#candidates(query)
      .filter((item) => meetsAll(item) && wanted.every((list) => list.some((meets) => meets(item))))
      .filter((item) => last.length === 0 || isBehind(item))
      .sort((one, other) => sign * compare(readers, one, other));
    return found.slice(skip, skip + limit).map((item) => {
      const copy = { ...item };
      for (const name of without) delete copy[name];
      return copy;
    });
  }

  async count(tenant: string): Promise<number> {
    return this.#of(tenant).all().length;
  }

  async remove(tenant: string, where: RecordFilter<Field>): Promise<number> {
    const kept = this.#of(tenant);
    const meets = this.#predicate(testsOf(where));
    const found = [...kept.entries()].filter(([, item]) => meets(item));
    for (const [key] of found) kept.delete(key);
    return found.length;
  }

  /** Those that an index finds by the first value that is wanted, or all. */
  #candidates({ tenant, where }: RecordQuery<Field>): readonly Item[] {
    const kept = this.#of(tenant);
    for (const { field, is, values } of testsOf(where)) {
      const found = is === "in" ? kept.having(field, values.map(toComparable)) : null;
      if (found !== null) return found;
    }
    return kept.all();
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

  #of(tenant: string): KeptRecords<Item> {
    this.#parts.lifetime.assertOpen();
    const kept = this.#rows.get(tenant);
    if (kept !== undefined) return kept;
    const leading = Object.values<Readonly<Partial<Record<Field, 1 | -1>>>>(this.definition.indexes ?? {});
    const fields = new Set(leading.flatMap((index) => Object.keys(index).slice(0, 1) as Field[]));
    return new KeptRecords(new Map([...fields].map((field) => [field, this.#reader(field)])));
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
