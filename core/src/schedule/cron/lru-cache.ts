/** Keeps the values asked for last, at most `capacity` of them. */
export class LruCache<Key, Value> {
  readonly #capacity: number;
  readonly #entries = new Map<Key, Value>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Returns the kept value, or the one that `create` makes; nothing is kept when it throws. */
  getOrCreate(key: Key, create: () => Value): Value {
    const kept = this.#entries.get(key);
    const value = kept ?? create();
    // A map iterates in order of insertion: what is put back last is dropped last.
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size > this.#capacity) {
      for (const oldest of this.#entries.keys()) {
        this.#entries.delete(oldest);
        break;
      }
    }
    return value;
  }
}
