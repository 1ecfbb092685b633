import { unlessAborted } from "@mojob/core/ports";

/** Lets one at a time through for each key, in the order in which they came. */
export class KeyedLocks {
  readonly #last = new Map<string, Promise<void>>();

  /** Resolves to what lets the next one through. @throws the signal's reason */
  async acquire(key: string, signal: AbortSignal): Promise<() => void> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const last = before.then(() => held);
    this.#last.set(key, last);
    void last.then(() => {
      if (this.#last.get(key) === last) this.#last.delete(key);
    });
    try {
      await unlessAborted(before, signal);
      return release;
    } catch (error) {
      release();
      throw error;
    }
  }
}
