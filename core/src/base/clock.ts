/** A pending timer; cancelling one that has fired does nothing. */
export interface Timer {
  cancel(): void;
}

/** The only source of time and timers, so that a test can own both. */
export interface Clock {
  /** Wall-clock time, for records and schedules. */
  now(): Date;
  /** Milliseconds that never jump, for durations. */
  monotonicMs(): number;
  /** Calls back once after `delayMs` (any length; waits beyond a platform's limit are split). Keeps the process alive unless `background`. */
  setTimer(callback: () => void, delayMs: number, options?: TimerOptions): Timer;
  /** Calls back in the next turn of the event loop, after what waits there. */
  nextTurn(callback: () => void): void;
}

export interface TimerOptions {
  /** Does not keep the process alive by itself. @default false */
  readonly background?: boolean;
  /**
   * How much later it may be called where nothing else happens: a fake clock then goes over idle hours in long steps.
   * `Infinity` for what looks again and again. A real clock is always on time. @default 0
   */
  readonly slackMs?: number;
}

/** `setTimeout` holds at most a 32-bit signed number of milliseconds and fires at once beyond it. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  setTimer(callback, delayMs, options = {}) {
    // As nearly all: there may be one for each of thousands of runs.
    if (delayMs <= LONGEST_TIMEOUT_MS) {
      const timeout = setTimeout(callback, Math.max(delayMs, 0));
      if (options.background) unref(timeout);
      return { cancel: () => clearTimeout(timeout) };
    }
    let handle: ReturnType<typeof setTimeout>;
    const arm = (leftMs: number): void => {
      const waitMs = Math.min(Math.max(leftMs, 0), LONGEST_TIMEOUT_MS);
      handle = setTimeout(() => (leftMs > waitMs ? arm(leftMs - waitMs) : callback()), waitMs);
      if (options.background) unref(handle);
    };
    arm(delayMs);
    return { cancel: () => clearTimeout(handle) };
  },
  nextTurn: (callback) => void setImmediate(callback),
};

/** On Node, Bun and Deno a timer is an object that has `unref`; on a platform where it is a number it stays referenced. */
function unref(handle: unknown): void {
  if (
    typeof handle === "object" &&
    handle !== null &&
    "unref" in handle &&
    typeof handle.unref === "function"
  ) {
    handle.unref();
  }
}

/** Resolves after `delayMs` of the clock's time, or as soon as the signal aborts. */
export function sleep(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const finish = (): void => {
      timer.cancel();
      signal?.removeEventListener("abort", finish);
      resolve();
    };
    const timer = clock.setTimer(finish, delayMs);
    signal?.addEventListener("abort", finish, { once: true });
  });
}
