import type { Clock } from "../../base/clock.ts";
import type { IMoStateStore } from "../../ports/state-store.ts";

/** A process takes this part of what is left of a window at once, so that few of its runs cost a write. */
const PORTION = 10;

export interface WindowCountOptions {
  readonly state: Pick<IMoStateStore, "get" | "compareAndSet">;
  /** The entry that all processes share. */
  readonly key: string;
  readonly windowMs: number;
  readonly clock: Clock;
}

/**
 * Counts what may happen so often within each minute, hour or day of the clock. Processes count together, in the state store: each takes
 * a portion of what is left, so that it never happens more often, and a few times less where several processes take.
 */
export class WindowCount {
  readonly #options: WindowCountOptions;
  #window = -1;
  /** What this process may still take in that window. */
  #left = 0;
  #isUsedUp = false;
  #taking: Promise<void> | null = null;

  constructor(options: WindowCountOptions) {
    this.#options = options;
  }

  /** Takes one; returns whether there was one. @throws MoJobError `store_unavailable` */
  take(limit: number): boolean | Promise<boolean> {
    return this.#takeOwn() || this.#takeShared(limit);
  }

  /** One that was taken was not needed. */
  giveBack(): void {
    this.#left += 1;
  }

  /** Whether what this process has of the window sufficed. */
  #takeOwn(): boolean {
    const window = this.#windowNow();
    if (window !== this.#window) {
      this.#window = window;
      this.#left = 0;
      this.#isUsedUp = false;
    }
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }

  async #takeShared(limit: number): Promise<boolean> {
    while (!this.#takeOwn()) {
      if (this.#isUsedUp) return false;
      await (this.#taking ??= this.#takePortion(limit).finally(() => (this.#taking = null)));
    }
    return true;
  }

  async #takePortion(limit: number): Promise<void> {
    const { state, key, windowMs } = this.#options;
    for (;;) {
      const window = this.#windowNow();
      const entry = await state.get(key);
      const [at, count] = (entry?.value ?? [window, 0]) as readonly [number, number];
      const taken = at === window ? count : 0;
      const portion = Math.min(limit - taken, Math.max(1, Math.floor((limit - taken) / PORTION)));
      if (window !== this.#window) return;
      if (portion <= 0) {
        this.#isUsedUp = true;
        return;
      }
      const value = [window, taken + portion];
      const expected = entry?.version ?? null;
      if ((await state.compareAndSet(key, expected, value, { ttlMs: 2 * windowMs })) === null) continue;
      if (window === this.#window) this.#left += portion;
      return;
    }
  }

  #windowNow(): number {
    return Math.floor(this.#options.clock.now().getTime() / this.#options.windowMs);
  }
}
