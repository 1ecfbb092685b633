import type { Clock } from "../../base/clock.ts";

/** An attempt that may take so long and no longer. */
export interface LimitedAttempt {
  /** Sets its timer, unless it has ended. */
  limitTime(): void;
}

/**
 * Limits the time of attempts: their timers are set in the turn of the event loop after they began. Most short ones have ended by then, and a
 * timer costs more than they take.
 */
export class TimeLimits {
  readonly #clock: Clock;
  #begun: LimitedAttempt[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(attempt: LimitedAttempt): void {
    if (this.#begun.push(attempt) === 1) this.#clock.nextTurn(() => this.#limit());
  }

  #limit(): void {
    const begun = this.#begun;
    this.#begun = [];
    for (const attempt of begun) attempt.limitTime();
  }
}
