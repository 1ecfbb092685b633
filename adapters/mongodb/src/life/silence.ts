import type { LoopSign } from "./loop-sign.ts";

/** Measures, in another thread, for how long an event loop has been silent. */
export class Silence {
  readonly #sign: LoopSign;
  #seenTurns = -1;
  #changedAtMs = 0;

  constructor(sign: LoopSign) {
    this.#sign = sign;
  }

  /**
   * The time until which the loop counts as alive, by its own clock; `null` while it speaks for itself, or is silent for longer than
   * it may be.
   *
   * @param nowMs of a clock that never jumps
   * @param fromMs silence that is normal
   */
  aliveAt(nowMs: number, fromMs: number): Date | null {
    const { turns, quietMs, turnedAtWallMs } = this.#sign;
    if (turns !== this.#seenTurns) {
      this.#seenTurns = turns;
      this.#changedAtMs = nowMs;
    }
    const silentMs = nowMs - this.#changedAtMs;
    if (turns === 0 || silentMs < fromMs || silentMs > quietMs) return null;
    return new Date(turnedAtWallMs + silentMs);
  }
}
