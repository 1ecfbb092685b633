const SLICE_MS = 8;

export interface TurnsOptions {
  /** Ends the work at its next turn. @default never */
  readonly signal?: AbortSignal;
  /** How long `takeWithin` computes, over all its calls. @default Infinity */
  readonly budgetMs?: number;
  /** The time in milliseconds, from any origin. @default performance.now */
  readonly now?: () => number;
}

/** Runs long computations in slices, so that a process which fires jobs goes on doing so, however many they are. */
export class Turns {
  readonly #signal: AbortSignal | null;
  readonly #now: () => number;
  #leftMs: number;
  #since: number;

  constructor({ signal, budgetMs = Infinity, now = () => performance.now() }: TurnsOptions = {}) {
    this.#signal = signal ?? null;
    this.#now = now;
    this.#leftMs = budgetMs;
    this.#since = now();
  }

  /** Whether the budget is used up. */
  get isSpent(): boolean {
    return this.#leftMs <= 0;
  }

  /** @throws the signal's reason */
  async take<Result>(work: Generator<void, Result>): Promise<Result> {
    for (;;) {
      const step = work.next();
      if (this.#now() - this.#since >= SLICE_MS) await this.#pause();
      if (step.done === true) return step.value;
    }
  }

  /** Resolves to `null` where the budget was used up before the end. @throws the signal's reason */
  async takeWithin<Result>(work: Generator<void, Result>): Promise<Result | null> {
    while (this.#leftMs > 0) {
      const begunMs = this.#now();
      const step = work.next();
      const nowMs = this.#now();
      this.#leftMs -= nowMs - begunMs;
      if (nowMs - this.#since >= SLICE_MS) await this.#pause();
      if (step.done === true) return step.value;
    }
    return null;
  }

  async #pause(): Promise<void> {
    this.#signal?.throwIfAborted();
    await new Promise<void>((resolve) => setTimeout(resolve, 0));
    this.#signal?.throwIfAborted();
    this.#since = this.#now();
  }
}

/** Runs one long computation in slices. */
export async function takeTurns<Result>(work: Generator<void, Result>): Promise<Result> {
  return new Turns().take(work);
}
