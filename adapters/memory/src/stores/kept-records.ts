/** A value that records are compared by. */
export type Comparable = string | number | null;

/** The records of one kind of a tenant, and those that have a value in one of some fields. */
export class KeptRecords<Item> {
  readonly #byKey = new Map<string, Item>();
  readonly #readers: ReadonlyMap<string, (item: Item) => Comparable>;
  readonly #byValue = new Map<string, Map<Comparable, Map<string, Item>>>();

  /** @param readers of the fields by which records are found without looking at the others */
  constructor(readers: ReadonlyMap<string, (item: Item) => Comparable>) {
    this.#readers = readers;
    for (const field of readers.keys()) this.#byValue.set(field, new Map());
  }

  get(key: string): Item | undefined {
    return this.#byKey.get(key);
  }

  entries(): Iterable<readonly [string, Item]> {
    return this.#byKey;
  }

  /** The records that have one of the values; `null` where the field is not one of those. */
  having(field: string, values: readonly Comparable[]): readonly Item[] | null {
    const byValue = this.#byValue.get(field);
    if (byValue === undefined) return null;
    return [...new Set(values)].flatMap((value) => [...(byValue.get(value)?.values() ?? [])]);
  }

  all(): readonly Item[] {
    return [...this.#byKey.values()];
  }

  set(key: string, item: Item): void {
    this.#leave(key);
    this.#byKey.set(key, item);
    for (const [field, read] of this.#readers) {
      const byValue = this.#byValue.get(field)!;
      const value = read(item);
      const items = byValue.get(value) ?? new Map<string, Item>();
      byValue.set(value, items.set(key, item));
    }
  }

  delete(key: string): void {
    this.#leave(key);
    this.#byKey.delete(key);
  }

  #leave(key: string): void {
    const before = this.#byKey.get(key);
    if (before === undefined) return;
    for (const [field, read] of this.#readers) {
      const byValue = this.#byValue.get(field)!;
      const value = read(before);
      const items = byValue.get(value);
      items?.delete(key);
      if (items?.size === 0) byValue.delete(value);
    }
  }
}
