import type { Clock, Timer } from "../base/clock.ts";
import type { JobDefinitionCache } from "../definition/definition-cache.ts";
import type { IMoInstanceStore } from "../ports/metadata-store.ts";

const A_DAY_MS = 24 * 60 * 60 * 1000;
const LARGEST_SWEEP = 1000;
/** Often and little: what else the store is asked meanwhile hardly waits. */
const EVERY_MS = 2000;
/** A store that is gone is not asked for this as often. */
const AFTER_FAILURE_MS = 10_000;
/** What one round may take: with very many jobs, the next one goes on where it left off. */
const LONGEST_ROUND_MS = 100;

export interface JanitorOptions {
  readonly tenant: string;
  readonly store: IMoInstanceStore;
  readonly cache: JobDefinitionCache;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
  /** How often it sweeps. @default 2_000 */
  readonly everyMs?: number;
}

/** Keeps of each job's finished runs what its retention says, a bounded piece at a time. */
export class Janitor {
  readonly #options: JanitorOptions;
  #timer: Timer | null = null;
  #isClosed = false;
  /** The job the round before had no time left for. */
  #nextKey: string | null = null;

  constructor(options: JanitorOptions) {
    this.#options = options;
  }

  start(): void {
    const { everyMs = EVERY_MS } = this.#options;
    this.#arm(everyMs);
  }

  close(): void {
    this.#isClosed = true;
    this.#timer?.cancel();
  }

  /**
   * Removes what is beyond each job's retention; resolves to how many runs that were.
   * @param withinMs begins no other job after this
   */
  async sweep(withinMs: number = Infinity): Promise<number> {
    const { tenant, store, cache, clock } = this.#options;
    const endAtMs = clock.monotonicMs() + withinMs;
    const jobs = await cache.getAll();
    const first = Math.max(
      0,
      jobs.findIndex(({ key }) => key === this.#nextKey),
    );
    this.#nextKey = null;
    let removed = 0;
    for (const { key, options } of [...jobs.slice(first), ...jobs.slice(0, first)]) {
      if (clock.monotonicMs() > endAtMs || this.#isClosed) {
        this.#nextKey = key;
        break;
      }
      const endedBefore = new Date(clock.now().getTime() - options.retention.maxAgeDays * A_DAY_MS);
      let swept: number;
      do {
        swept = await store.sweep({
          tenant,
          jobKey: key,
          keep: options.retention.maxInstances,
          endedBefore,
          limit: LARGEST_SWEEP,
        });
        removed += swept;
      } while (swept === LARGEST_SWEEP && !this.#isClosed);
    }
    return removed;
  }

  #arm(waitMs: number): void {
    if (this.#isClosed) return;
    this.#timer = this.#options.clock.setTimer(() => void this.#round(), waitMs, { background: true });
  }

  async #round(): Promise<void> {
    try {
      await this.sweep(LONGEST_ROUND_MS);
      this.start();
    } catch (error) {
      // Past its end the store may be closed under it.
      if (!this.#isClosed) this.#options.onError(error);
      this.#arm(AFTER_FAILURE_MS);
    }
  }
}
