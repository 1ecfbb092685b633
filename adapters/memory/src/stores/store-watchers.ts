import type { StoreChange, StoreTopic, StoreWatch, StoreWatchFilter } from "@mojob/core/ports";

type Listener = (changes: readonly StoreChange[]) => void;

interface Watcher {
  readonly filter: StoreWatchFilter;
  readonly listener: Listener;
  pending: StoreChange[];
}

/** Listeners for changes, called in a microtask after the write with all changes that came together. */
export class StoreWatchers {
  #watchers: readonly Watcher[] = [];
  readonly #onError: (error: unknown) => void;
  #isNotifying = false;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  add(filter: StoreWatchFilter, listener: Listener): StoreWatch {
    const watcher: Watcher = { filter, listener, pending: [] };
    this.#watchers = [...this.#watchers, watcher];
    return {
      close: async () => {
        this.#watchers = this.#watchers.filter((one) => one !== watcher);
      },
    };
  }

  /** Reports one change; `describe` is called only where there is a listener. */
  notify(tenant: string, app: string, topic: StoreTopic, describe: () => StoreChange): void {
    let change: StoreChange | null = null;
    for (const { filter, pending } of this.#watchers) {
      if (filter.tenant !== tenant || !filter.topics.includes(topic)) continue;
      if (filter.app !== undefined && filter.app !== app) continue;
      pending.push((change ??= describe()));
    }
    if (change === null || this.#isNotifying) return;
    this.#isNotifying = true;
    queueMicrotask(() => this.#deliver());
  }

  close(): void {
    this.#watchers = [];
  }

  #deliver(): void {
    this.#isNotifying = false;
    for (const watcher of this.#watchers) {
      if (watcher.pending.length === 0) continue;
      const changes = watcher.pending;
      watcher.pending = [];
      try {
        watcher.listener(changes);
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}
