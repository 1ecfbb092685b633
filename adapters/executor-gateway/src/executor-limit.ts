import { MoJobError, MoJobErrorCode } from "@mojob/core";

export interface ExecutorLimitOptions {
  readonly maxExecutors: number;
  readonly maxExecutorsPerCaller: number;
}

/** How many executors may be registered at once: all together, and by one token, so that none takes the places of all others. */
export class ExecutorLimit {
  readonly #options: ExecutorLimitOptions;
  readonly #taken = new Map<string, number>();
  #all = 0;

  constructor(options: ExecutorLimitOptions) {
    this.#options = options;
  }

  /** Takes a place; returns how to give it back. @throws MoJobError `quota_exceeded` where there is none */
  take(caller: string): () => void {
    const { maxExecutors, maxExecutorsPerCaller } = this.#options;
    const own = this.#taken.get(caller) ?? 0;
    if (this.#all >= maxExecutors) throw full(`${maxExecutors} executors are registered here already`);
    if (own >= maxExecutorsPerCaller)
      throw full(`${maxExecutorsPerCaller} executors of "${caller}" are registered here already`);
    this.#taken.set(caller, own + 1);
    this.#all += 1;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      const left = (this.#taken.get(caller) ?? 1) - 1;
      if (left === 0) this.#taken.delete(caller);
      else this.#taken.set(caller, left);
      this.#all -= 1;
    };
  }
}

function full(why: string): MoJobError {
  return new MoJobError(MoJobErrorCode.QuotaExceeded, `Cannot register: ${why}`);
}
