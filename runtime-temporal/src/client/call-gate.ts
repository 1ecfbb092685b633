/** Calls about single workflows that are under way at once: more only wait for each other in the server. */
const MAX_PARALLEL_CALLS = 20;

interface WaitingCall {
  readonly priority: number;
  readonly begin: () => void;
}

/** Lets a bounded number of calls be under way; of those that wait, the most urgent begins first, and of equals the oldest. */
export class CallGate {
  readonly #atOnce: number;
  readonly #waiting: WaitingCall[] = [];
  #underWay = 0;

  constructor(atOnce: number = MAX_PARALLEL_CALLS) {
    this.#atOnce = atOnce;
  }

  /** Resolves to the call's result. `priority` is 1 (first) to 5 (last). */
  async run<Result>(priority: number, call: () => Promise<Result>): Promise<Result> {
    if (this.#underWay >= this.#atOnce) await this.#turn(priority);
    else this.#underWay += 1;
    try {
      return await call();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#underWay -= 1;
      else next.begin();
    }
  }

  /** Resolves when a call that ends leaves its place to this one. */
  #turn(priority: number): Promise<void> {
    return new Promise((begin) => {
      const index = this.#waiting.findLastIndex((other) => other.priority <= priority) + 1;
      this.#waiting.splice(index, 0, { priority, begin });
    });
  }
}
