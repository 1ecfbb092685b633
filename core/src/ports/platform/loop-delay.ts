import type { Clock, Timer } from "../../base/clock.ts";

/** How late the event loop was in a stretch of time. */
export interface LoopDelay {
  /** The delay that 99 % of its turns kept below. */
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** Measures how late the event loop is, until it is closed. */
export interface LoopDelayMeter {
  /** The delays since the call before; `null` where there was no turn. */
  take(): LoopDelay | null;
  close(): void;
}

/** Ten times a second: it costs nothing that can be measured, and sees each pause of more than that. */
const EVERY_MS = 100;
/** Turns of the longest stretch that is asked for: five minutes. */
const MOST_TURNS = 3000;

type LoopClock = Pick<Clock, "monotonicMs" | "setTimer">;

/** One for each clock: a process may have many workers, and its loop is the same for all. */
const loops = new WeakMap<LoopClock, WatchedLoop>();

/**
 * Measures by a timer that comes late, because this is the same on every runtime: not all have `monitorEventLoopDelay`, and its values are
 * not those of another one.
 */
export function measureLoopDelay(clock: LoopClock): LoopDelayMeter {
  const loop = loops.get(clock) ?? new WatchedLoop(clock);
  loops.set(clock, loop);
  return loop.open();
}

/** The delays of one event loop, which each meter of it is given. */
class WatchedLoop {
  readonly #clock: LoopClock;
  readonly #meters = new Set<number[]>();
  #timer: Timer | null = null;
  #dueMs = 0;

  constructor(clock: LoopClock) {
    this.#clock = clock;
  }

  open(): LoopDelayMeter {
    const delays: number[] = [];
    this.#meters.add(delays);
    if (this.#timer === null) this.#arm();
    return {
      take: () => {
        // A pause that goes on until now has no turn yet.
        const late = this.#lateMs;
        const spread = spreadOf(late > EVERY_MS ? [...delays, late] : delays);
        delays.length = 0;
        return spread;
      },
      close: () => {
        this.#meters.delete(delays);
        if (this.#meters.size > 0) return;
        this.#timer?.cancel();
        this.#timer = null;
      },
    };
  }

  get #lateMs(): number {
    return Math.max(0, this.#clock.monotonicMs() - this.#dueMs);
  }

  #arm(): void {
    this.#dueMs = this.#clock.monotonicMs() + EVERY_MS;
    this.#timer = this.#clock.setTimer(() => this.#turn(), EVERY_MS, { background: true });
  }

  #turn(): void {
    const late = this.#lateMs;
    for (const delays of this.#meters) {
      if (delays.length >= MOST_TURNS) delays.splice(0, MOST_TURNS / 2);
      delays.push(late);
    }
    this.#arm();
  }
}

function spreadOf(delays: readonly number[]): LoopDelay | null {
  if (delays.length === 0) return null;
  const sorted = delays.toSorted((a, b) => a - b);
  const at = (part: number): number => sorted[Math.ceil(part * sorted.length) - 1] ?? 0;
  return { p99Ms: rounded(at(0.99)), maxMs: rounded(at(1)) };
}

/** To a tenth. */
function rounded(ms: number): number {
  return Math.round(ms * 10) / 10;
}
