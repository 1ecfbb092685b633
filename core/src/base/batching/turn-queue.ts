import type { Clock } from "../clock.ts";

/** Longer than this, timers and sockets would feel the wait. */
const LONGEST_STRETCH_MS = 8;

/** Stretches of work in the turns of the event loop, one in each turn where one waits. */
export interface TurnQueue {
  readonly clock: Clock;
  /** What waits of each tenant; the one whose turn is next stands first. */
  readonly waiting: Map<string, (() => void)[]>;
  /** When the running stretch began; `null` once the loop has turned. */
  sinceMs: number | null;
}

export function beginQueue(clock: Clock): TurnQueue {
  return { clock, waiting: new Map(), sinceMs: null };
}

/** Whether the running stretch has been long enough; where none runs, one begins. */
export function isDue(queue: TurnQueue): boolean {
  const nowMs = queue.clock.monotonicMs();
  if (queue.sinceMs !== null) return nowMs - queue.sinceMs > LONGEST_STRETCH_MS;
  begin(queue, nowMs);
  return false;
}

/** One of those that wait has the turn after this one: others follow in the next ones. */
function begin(queue: TurnQueue, nowMs: number): void {
  queue.sinceMs = nowMs;
  queue.clock.nextTurn(() => {
    queue.sinceMs = null;
    const next = nextOf(queue);
    if (next === undefined) return;
    begin(queue, queue.clock.monotonicMs());
    next();
  });
}

/** Takes one of the tenant whose turn it is, which goes behind all others where more of it waits. */
function nextOf({ waiting }: TurnQueue): (() => void) | undefined {
  const [[tenant, own] = ["", []]] = waiting;
  waiting.delete(tenant);
  const next = own.shift();
  if (own.length > 0) waiting.set(tenant, own);
  return next;
}
