import { isRouted, type JobDefinitionCache, repeat, type Repetition } from "@mojob/core/engine";
import type { Clock } from "@mojob/core/ports";

/** A change whose announcement was lost is noticed after this. */
const LOOK_EVERY_MS = 10_000;

export interface ExecutorQueueOptions {
  readonly app: string;
  readonly cache: Pick<JobDefinitionCache, "getAll" | "onChange">;
  readonly clock: Clock;
  /** Begins to poll the queue. */
  readonly poll: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/**
 * Polls the queue of one executor from the moment on when a job of its app chooses executors. A second poller is a second native
 * worker with its calls, which most workers never need.
 */
export class ExecutorQueue {
  readonly #options: ExecutorQueueOptions;
  #loop: Repetition | null = null;
  #stopListening = (): void => {};
  #polling: Promise<void> | null = null;

  constructor(options: ExecutorQueueOptions) {
    this.#options = options;
  }

  /** Resolves once it polls, where it does from the beginning. */
  async start(): Promise<void> {
    const { cache, clock, onError } = this.#options;
    await this.#look();
    if (this.#polling !== null) return;
    this.#loop = repeat(() => this.#look(), { clock, everyMs: LOOK_EVERY_MS, slackMs: Infinity, onError });
    this.#stopListening = cache.onChange(() => void this.#look().catch(onError));
  }

  async close(): Promise<void> {
    this.#stopListening();
    await this.#loop?.close();
    await this.#polling?.catch(() => {});
  }

  async #look(): Promise<void> {
    const { app, cache, poll } = this.#options;
    if (this.#polling !== null) return this.#polling;
    const isNeeded = (await cache.getAll()).some(
      (definition) => definition.app === app && isRouted(definition),
    );
    if (!isNeeded) return;
    this.#polling ??= poll();
    try {
      await this.#polling;
    } catch (error) {
      this.#polling = null;
      throw error;
    }
  }
}
