import type { Clock } from "../clock.ts";

/** Longer than this, timers and sockets would feel the wait. */
const LONGEST_STRETCH_MS = 8;

/** A stretch of work that waits for its turn; the turn is over after one that goes on by itself. */
export type Stretch = () => "done" | "goesOn";

/** Stretches of work in the turns of the event loop: in each turn as many of those that wait as it has time for. */
export interface TurnQueue {
  readonly clock: Clock;
  /** The waiting stretches of each tenant; the tenant whose turn is next stands first. */
  readonly waiting: Map<string, Stretch[]>;
  /** When the running stretch began; `null` once the loop has turned. */
  sinceMs: number | null;
}

export function beginQueue(clock: Clock): TurnQueue {
  return { clock, waiting: new Map(), sinceMs: null };
}

/** Whether this turn has been long enough; where nothing has begun in it, that does. */
export function isDue(queue: TurnQueue): boolean {
  const nowMs = queue.clock.monotonicMs();
  if (queue.sinceMs !== null) return nowMs - queue.sinceMs > LONGEST_STRETCH_MS;
  begin(queue, nowMs);
  return false;
}

/** Those that wait follow in the turns after this one. */
function begin(queue: TurnQueue, nowMs: number): void {
  queue.sinceMs = nowMs;
  queue.clock.nextTurn(() => {
    queue.sinceMs = null;
    if (queue.waiting.size === 0) return;
    begin(queue, queue.clock.monotonicMs());
    giveTurns(queue);
  });
}

function giveTurns(queue: TurnQueue): void {
  while (nextOf(queue)?.() === "done") if (isDue(queue)) return;
}

/** Takes one of the tenant whose turn it is, which goes behind all others where more of it waits. */
function nextOf({ waiting }: TurnQueue): Stretch | undefined {
  const [[tenant, own] = ["", []]] = waiting;
  waiting.delete(tenant);
  const next = own.shift();
  if (own.length > 0) waiting.set(tenant, own);
  return next;
}
