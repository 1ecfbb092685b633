/** The gate takes at most this many times as long as the quick list in the same run: machines differ, and the ratio hardly does. */
const MOST_TIMES_QUICK = 4;
const QUICK = "npm test";

/** How long the steps of a gate take. */
export class GateClock {
  readonly #beganMs: number;
  readonly #seconds = new Map<string, number>();

  /** @param beganMs when the gate began, since 1970 */
  constructor(beganMs: number) {
    this.#beganMs = beganMs;
  }

  /** What took place since the beginning is one step. */
  note(step: string): void {
    this.#seconds.set(step, this.#elapsed());
  }

  async time<Result>(step: string, run: () => Promise<Result>): Promise<Result> {
    const began = this.#elapsed();
    try {
      return await run();
    } finally {
      this.#seconds.set(step, this.#elapsed() - began);
    }
  }

  /** What the ratio leaves for further steps; what is begun at its end takes a while to end. */
  secondsLeft(): number {
    const margin = 0.95;
    return Math.max(0, margin * MOST_TIMES_QUICK * this.#quick() - this.#elapsed());
  }

  print(): void {
    const rows = [...this.#seconds, ["in all", this.#elapsed()] as const];
    for (const [step, seconds] of rows) console.log(`${seconds.toFixed(0).padStart(7)} s  ${step}`);
    const ratio = this.#elapsed() / this.#quick();
    console.log(
      `The gate took ${ratio.toFixed(2)} times as long as npm test; at most ${MOST_TIMES_QUICK} are wanted`,
    );
  }

  #quick(): number {
    return this.#seconds.get(QUICK) ?? 0;
  }

  #elapsed(): number {
    return (Date.now() - this.#beganMs) / 1000;
  }
}
