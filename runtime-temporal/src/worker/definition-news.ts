import type { JobDefinitionCache } from "@mojob/core";
import type { TemporalRuntime } from "../temporal-runtime.ts";

export interface DefinitionNewsOptions {
  readonly cache: JobDefinitionCache;
  readonly runtime: TemporalRuntime;
  readonly onError: (error: unknown) => void;
}

/** Passes on to the scheduler that definitions changed; what changes while it is being told is told together. */
export class DefinitionNews {
  readonly #options: DefinitionNewsOptions;
  readonly #stopListening: () => void;
  #telling: Promise<void> | null = null;
  #hasMore = false;

  constructor(options: DefinitionNewsOptions) {
    this.#options = options;
    this.#stopListening = options.cache.onChange(() => this.#tell());
  }

  async close(): Promise<void> {
    this.#stopListening();
    await this.#telling;
  }

  #tell(): void {
    this.#hasMore = true;
    this.#telling ??= this.#tellAll();
  }

  async #tellAll(): Promise<void> {
    while (this.#hasMore) {
      this.#hasMore = false;
      await this.#options.runtime.definitionsChanged().catch(this.#options.onError);
    }
    this.#telling = null;
  }
}
