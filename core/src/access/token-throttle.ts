import type { Clock } from "../base/clock.ts";

const WINDOW_MS = 60_000;
const MOST_WRONG = 20;
/** Callers remembered at once; beyond it the oldest is forgotten. */
const MOST_CALLERS = 10_000;

interface Failures {
  readonly sinceMs: number;
  /** Digests of the wrong tokens. */
  readonly tokens: Set<string>;
}

/**
 * Counts wrong tokens by caller: after 20 different ones within a minute, the caller is refused until the minute is over.
 *
 * One token that is sent again and again counts once: it says nothing new to somebody who guesses, and a program with a wrong
 * token must not shut out those behind the same address. A correct token of a refused caller is refused too where it is short, because
 * otherwise guesses would have no limit; one that is too long to be guessed is looked up before.
 */
export class TokenThrottle {
  readonly #clock: Clock;
  readonly #onThrottled: (caller: string) => void;
  readonly #failures = new Map<string, Failures>();
  #reportedMs = Number.NEGATIVE_INFINITY;

  /** @param onThrottled is called at most once a minute, with a caller that sent too many wrong tokens */
  constructor(clock: Clock, onThrottled: (caller: string) => void) {
    this.#clock = clock;
    this.#onThrottled = onThrottled;
  }

  /** How long the caller is refused yet, in milliseconds; 0 where it may try. */
  waitMs(caller: string): number {
    const failures = this.#current(caller);
    if (failures === null || failures.tokens.size < MOST_WRONG) return 0;
    return failures.sinceMs + WINDOW_MS - this.#clock.monotonicMs();
  }

  /** Counts a wrong token, by its digest. */
  fail(caller: string, digest: string): void {
    const failures = this.#current(caller) ?? {
      sinceMs: this.#clock.monotonicMs(),
      tokens: new Set<string>(),
    };
    if (failures.tokens.has(digest)) return;
    failures.tokens.add(digest);
    this.#failures.delete(caller);
    this.#failures.set(caller, failures);
    const oldest = this.#failures.keys().next().value;
    if (this.#failures.size > MOST_CALLERS && oldest !== undefined) this.#failures.delete(oldest);
    if (failures.tokens.size === MOST_WRONG) this.#report(caller);
  }

  #current(caller: string): Failures | null {
    const failures = this.#failures.get(caller);
    if (failures === undefined || this.#clock.monotonicMs() - failures.sinceMs >= WINDOW_MS) return null;
    return failures;
  }

  #report(caller: string): void {
    const nowMs = this.#clock.monotonicMs();
    if (nowMs - this.#reportedMs < WINDOW_MS) return;
    this.#reportedMs = nowMs;
    this.#onThrottled(caller);
  }
}
