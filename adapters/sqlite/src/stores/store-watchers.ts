import type { StoreChange, StoreTopic, StoreWatch, StoreWatchFilter } from "@mojob/core/ports";

type Listener = (changes: readonly StoreChange[]) => void;

interface Watcher {
  readonly filter: StoreWatchFilter;
  readonly listener: Listener;
}

/** A change and the app it belongs to, which a filter may ask for. */
export interface WatchedChange {
  readonly app: string;
  readonly change: StoreChange;
}

/** The listeners of one store. They are called once the write is on the disk, with all that was written together. */
export class StoreWatchers {
  readonly #watchers = new Set<Watcher>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  add(filter: StoreWatchFilter, listener: Listener): StoreWatch {
    const watcher: Watcher = { filter, listener };
    this.#watchers.add(watcher);
    return {
      close: async () => {
        this.#watchers.delete(watcher);
      },
    };
  }

  /** Whether changes of a topic are watched at all: where not, nothing is read for their sake. */
  isWatched(topic: StoreTopic): boolean {
    return this.#watchers.size > 0 && [...this.#watchers].some(({ filter }) => filter.topics.includes(topic));
  }

  /** Calls the listeners whose filter names any of these changes, all of one tenant. */
  notify(tenant: string, changes: readonly WatchedChange[]): void {
    for (const { filter, listener } of this.#watchers) {
      if (filter.tenant !== tenant) continue;
      const wanted = changes
        .filter(({ app, change }) => filter.topics.includes(change.topic) && (filter.app ?? app) === app)
        .map(({ change }) => change);
      if (wanted.length === 0) continue;
      try {
        listener(wanted);
      } catch (error) {
        this.#onError(error);
      }
    }
  }

  close(): void {
    this.#watchers.clear();
  }
}
