import type { EventLoopBeacon } from "./event-loop-beacon.ts";

/** Measures, in another thread, for how long an event loop has been silent. */
export class Silence {
  readonly #sign: EventLoopBeacon;
  #seenTurns = -1;
  #changedAtMs = 0;
  #seenRenewals = -1;
  #renewedAtMs = 0;

  constructor(sign: EventLoopBeacon) {
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
    const { quietMs, turnedAtWallMs } = this.#sign;
    const silentMs = this.#silentMs(nowMs);
    if (silentMs === null || silentMs < fromMs || silentMs > quietMs) return null;
    return new Date(turnedAtWallMs + silentMs);
  }

  /** Whether a loop that counts as alive has prolonged no lease for so long. */
  leavesLeases(nowMs: number, fromMs: number): boolean {
    const { renewals, quietMs } = this.#sign;
    if (renewals !== this.#seenRenewals) {
      this.#seenRenewals = renewals;
      this.#renewedAtMs = nowMs;
    }
    const silentMs = this.#silentMs(nowMs);
    return renewals > 0 && silentMs !== null && silentMs <= quietMs && nowMs - this.#renewedAtMs >= fromMs;
  }

  /** Since when it was not seen to turn; `null` where it never did. */
  #silentMs(nowMs: number): number | null {
    const { turns } = this.#sign;
    if (turns !== this.#seenTurns) {
      this.#seenTurns = turns;
      this.#changedAtMs = nowMs;
    }
    return turns === 0 ? null : nowMs - this.#changedAtMs;
  }
}
