import type { JobDefinitionCache } from "@mojob/core/engine";

export interface SchedulerNotifierOptions {
  readonly cache: Pick<JobDefinitionCache, "onChange">;
  /** Signals the scheduler workflow; called with the jobs that have changed. */
  readonly notify: (keys: readonly string[]) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Notifies the scheduler of changed definitions; changes during a notification are combined into the next one. */
export class SchedulerNotifier {
  readonly #options: SchedulerNotifierOptions;
  readonly #stopListening: () => void;
  #notifying: Promise<void> | null = null;
  readonly #changed = new Set<string>();
  #hasMore = false;

  constructor(options: SchedulerNotifierOptions) {
    this.#options = options;
    this.#stopListening = options.cache.onChange((keys) => {
      for (const key of keys) this.#changed.add(key);
      this.#hasMore = true;
      this.#notifying ??= this.#notifyAll();
    });
  }

  async close(): Promise<void> {
    this.#stopListening();
    await this.#notifying;
  }

  async #notifyAll(): Promise<void> {
    while (this.#hasMore) {
      this.#hasMore = false;
      const keys = [...this.#changed];
      this.#changed.clear();
      await this.#options.notify(keys).catch(this.#options.onError);
    }
    this.#notifying = null;
  }
}
