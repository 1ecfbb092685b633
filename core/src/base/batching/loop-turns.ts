import type { Clock } from "../clock.ts";

/** Longer than this, timers and sockets would feel the wait. */
const LONGEST_STRETCH_MS = 8;

/**
 * Hands out the turns of the event loop to long work: one stretch after the other, in the order in which they were asked for, so that
 * much work of many callers keeps timers and sockets no longer waiting than one stretch does. A process has one for each clock.
 */
export class LoopTurns {
  static readonly #ofClocks = new WeakMap<Clock, LoopTurns>();
  readonly #clock: Clock;
  readonly #waiting: (() => void)[] = [];
  /** When the running stretch began; `null` once the loop has turned. */
  #since: number | null = null;

  private constructor(clock: Clock) {
    this.#clock = clock;
  }

  static of(clock: Clock): LoopTurns {
    let turns = this.#ofClocks.get(clock);
    if (turns === undefined) this.#ofClocks.set(clock, (turns = new LoopTurns(clock)));
    return turns;
  }

  /** `null` where the caller may go on at once; else resolves when its turn has come. */
  take(): Promise<void> | null {
    if (this.#waiting.length === 0 && !this.#isDue()) return null;
    return new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** Runs long work that yields where it may be interrupted. @throws the signal's reason, and as the work */
  async run<Result>(work: Generator<void, Result>, signal?: AbortSignal): Promise<Result> {
    for (;;) {
      const turn = this.take();
      if (turn !== null) {
        // Each stretch begins where the one before has ended.
        // oxlint-disable-next-line no-await-in-loop
        await turn;
        signal?.throwIfAborted();
      }
      const step = work.next();
      if (step.done === true) return step.value;
    }
  }

  #isDue(): boolean {
    const nowMs = this.#clock.monotonicMs();
    if (this.#since !== null) return nowMs - this.#since > LONGEST_STRETCH_MS;
    this.#begin(nowMs);
    return false;
  }

  #begin(nowMs: number): void {
    this.#since = nowMs;
    this.#clock.nextTurn(() => this.#turn());
  }

  /** One of those that wait has this turn: others follow in the next ones. */
  #turn(): void {
    this.#since = null;
    const next = this.#waiting.shift();
    if (next === undefined) return;
    this.#begin(this.#clock.monotonicMs());
    next();
  }
}

/** Runs work that could be interrupted in one stretch. */
export function runAtOnce<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
