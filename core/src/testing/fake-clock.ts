import type { Clock } from "../base/clock.ts";

/** A clock that stands still until it is told to move. */
export interface FakeClock extends Clock {
  /** Moves on by `ms`, firing each timer at its own time and letting what it started settle before the next. */
  advance(ms: number): Promise<void>;
  /** Moves on to an instant; see `advance`. */
  advanceTo(instant: Date): Promise<void>;
  /** Lets everything that waits for no timer run. */
  settle(): Promise<void>;
  /** Jumps the wall clock alone, as an operator or NTP does: no timer fires because of it. */
  jumpWallClock(ms: number): void;
  /** Timers not yet fired. */
  readonly pending: number;
}

interface Pending {
  readonly dueMs: number;
  readonly order: number;
  readonly callback: () => void;
}

/** How many turns of the event loop count as "everything has settled": a chain of promises needs one, a fetch handler a few. */
const SETTLE_TURNS = 8;

export interface FakeClockOptions {
  /** Whether something outside the event loop is under way, such as a call to a server: settling waits for it. @default nothing ever is */
  readonly isBusy?: () => boolean;
}

/** A clock for tests, starting at `start`. */
export function createFakeClock(
  start: Date | string = "2026-01-01T00:00:00.000Z",
  { isBusy = () => false }: FakeClockOptions = {},
): FakeClock {
  const timers = new Set<Pending>();
  let wallMs = new Date(start).getTime();
  let elapsedMs = 0;
  let order = 0;

  const settle = async (): Promise<void> => {
    for (let quietTurns = 0; quietTurns < SETTLE_TURNS; quietTurns = isBusy() ? 0 : quietTurns + 1) {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
  };

  const earliest = (untilMs: number): Pending | undefined => {
    let first: Pending | undefined;
    for (const timer of timers) {
      if (timer.dueMs > untilMs) continue;
      if (!first || timer.dueMs < first.dueMs || (timer.dueMs === first.dueMs && timer.order < first.order)) {
        first = timer;
      }
    }
    return first;
  };

  const moveTo = (targetMs: number): void => {
    wallMs += targetMs - elapsedMs;
    elapsedMs = targetMs;
  };

  const advance = async (ms: number): Promise<void> => {
    const targetMs = elapsedMs + ms;
    await settle();
    for (let next = earliest(targetMs); next; next = earliest(targetMs)) {
      const dueMs = Math.max(next.dueMs, elapsedMs);
      moveTo(dueMs);
      // All timers of one instant fire together, as they would in one turn of an event loop.
      for (let due: Pending | undefined = next; due; due = earliest(dueMs)) {
        timers.delete(due);
        due.callback();
      }
      await settle();
    }
    moveTo(targetMs);
  };

  return {
    now: () => new Date(wallMs),
    monotonicMs: () => elapsedMs,
    setTimer(callback, delayMs) {
      const timer: Pending = { dueMs: elapsedMs + Math.max(0, delayMs), order: (order += 1), callback };
      timers.add(timer);
      return { cancel: () => void timers.delete(timer) };
    },
    nextTurn: (callback) => void setImmediate(callback),
    advance,
    advanceTo: (instant) => advance(instant.getTime() - wallMs),
    settle,
    jumpWallClock(ms) {
      wallMs += ms;
    },
    get pending() {
      return timers.size;
    },
  };
}
