import type { Clock } from "../base/clock.ts";

/** A clock that stands still until it is advanced. */
export interface FakeClock extends Clock {
  /**
   * Moves on by `ms`, firing each timer at its own time and letting what it started settle before the next.
   *
   * After `exactMs`, work that only looks again and again (`TimerOptions.slackMs`) is called late, by at most three times as
   * long as nothing else has happened. Thirty days of a daily job take less than a second.
   */
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
  /** Later than this it must not be called. */
  readonly latestMs: number;
  readonly order: number;
  readonly callback: () => void;
}

/** How many turns of the event loop count as "everything has settled": a chain of promises needs one, a fetch handler a few. */
const SETTLE_TURNS = 8;
/** How long other work gets the processor: turns in a row would take it from a server on the same machine. */
const BUSY_TURN_MS = 1;

const EXACT_MS = 10 * 60 * 1000;
/** How many times as late as nothing has happened for what looks again may look: what it finds is that old by then. */
const LATENESS = 3;

export interface FakeClockOptions {
  /** For so long after an advance began each timer is called at its own time. @default 600_000 */
  readonly exactMs?: number;
  /** Whether something outside the event loop is under way, such as a call to a server: settling waits for it. @default nothing ever is */
  readonly isBusy?: () => boolean;
}

/**
 * A clock for tests, starting at `start`.
 *
 * @example
 * ```ts
 * import { defineRecurringJob } from "@mojob/core";
 * import { createFakeClock } from "@mojob/core/testing";
 * import { startEmbedded } from "@mojob/runtime-local";
 *
 * const clock = createFakeClock("2026-01-01T00:00:00Z");
 * const days: string[] = [];
 * const closeDay = defineRecurringJob({
 *   key: "ledger.close-day",
 *   cron: "0 0 1 * * *",
 *   execute: () => void days.push(clock.now().toISOString()),
 * });
 * const { close } = await startEmbedded({ app: "ledger", jobs: [closeDay], clock });
 * await clock.advance(30 * 24 * 60 * 60 * 1000);
 * console.log(days.length); // 30
 * await close();
 * ```
 */
export function createFakeClock(
  start: Date | string = "2026-01-01T00:00:00.000Z",
  { exactMs = EXACT_MS, isBusy = () => false }: FakeClockOptions = {},
): FakeClock {
  const timers = new Set<Pending>();
  let wallMs = new Date(start).getTime();
  let elapsedMs = 0;
  let order = 0;

  const settle = async (): Promise<void> => {
    for (let quietTurns = 0; quietTurns < SETTLE_TURNS; quietTurns = isBusy() ? 0 : quietTurns + 1) {
      await new Promise((resolve) => {
        if (isBusy()) setTimeout(resolve, BUSY_TURN_MS);
        else setImmediate(resolve);
      });
    }
  };

  /** The first timer that is due by then. */
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
    if (targetMs <= elapsedMs) return;
    wallMs += targetMs - elapsedMs;
    elapsedMs = targetMs;
  };

  /** Calls the timers that were due first by now, as one turn of an event loop would; returns whether one of them had no slack. */
  const fire = (dueMs: number): boolean => {
    let isEvent = false;
    for (let due = earliest(dueMs); due; due = earliest(dueMs)) {
      timers.delete(due);
      isEvent ||= due.latestMs === due.dueMs;
      due.callback();
    }
    return isEvent;
  };

  /** Where the next step ends: at the next timer, or later as far as every timer's slack and the idle time so far allow. */
  const nextStop = (next: Pending, targetMs: number, idleMs: number): number => {
    let stopMs = targetMs;
    for (const { dueMs, latestMs } of timers) {
      stopMs = Math.min(stopMs, latestMs, Math.max(dueMs, elapsedMs) + LATENESS * idleMs);
    }
    return Math.max(next.dueMs, stopMs);
  };

  const advance = async (ms: number): Promise<void> => {
    const targetMs = elapsedMs + ms;
    const exactUntilMs = elapsedMs + exactMs;
    let eventMs = elapsedMs;
    await settle();
    for (let next = earliest(targetMs); next; next = earliest(targetMs)) {
      const isExact = next.dueMs <= exactUntilMs;
      moveTo(isExact ? next.dueMs : nextStop(next, targetMs, elapsedMs - eventMs));
      if (fire(next.dueMs)) eventMs = elapsedMs;
      await settle();
    }
    moveTo(targetMs);
  };

  return {
    now: () => new Date(wallMs),
    monotonicMs: () => elapsedMs,
    setTimer(callback, delayMs, { slackMs = 0 } = {}) {
      const dueMs = elapsedMs + Math.max(0, delayMs);
      const timer: Pending = { dueMs, latestMs: dueMs + slackMs, order: (order += 1), callback };
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
