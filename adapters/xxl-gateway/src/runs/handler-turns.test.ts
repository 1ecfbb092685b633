import { createFakeClock, type FakeClock } from "@mojob/core/testing";
import { StateStoreInMemory } from "@mojob/memory";
import { beforeEach, describe, expect, it } from "vitest";
import { HandlerTurns } from "./handler-turns.ts";

const NODE = "http://10.1.0.5:9999/";
const SETTLED_AFTER_MS = 20_000;
const never = new AbortController().signal;

let clock: FakeClock;
let state: StateStoreInMemory;
/** Runs that their executor does not have any more. */
let ended: Set<number>;

beforeEach(() => {
  clock = createFakeClock();
  state = new StateStoreInMemory({ clock });
  ended = new Set();
});

/** A process of the deployment. */
function open(): HandlerTurns {
  const hasEnded = (_: string, { logId }: { logId: number }): Promise<boolean> =>
    Promise.resolve(ended.has(logId));
  return new HandlerTurns({ state, clock, settledAfterMs: SETTLED_AFTER_MS, hasEnded });
}

interface Waiting {
  readonly turn: Promise<() => Promise<void>>;
  isTaken: boolean;
}

function take(turns: HandlerTurns, logId: number, handler = "demo"): Waiting {
  const turn = turns.take(NODE, handler, { logId, jobId: logId }, never);
  const waiting = { turn, isTaken: false };
  void turn.then(() => (waiting.isTaken = true));
  return waiting;
}

describe("turns of a handler", () => {
  it("come one after the other in a process, and do not hold up other handlers", async () => {
    const turns = open();
    const first = await take(turns, 1).turn;
    const second = take(turns, 2);
    await take(turns, 3, "other").turn;
    await clock.advance(60_000);
    expect(second.isTaken).toBe(false);
    await first();
    await second.turn;
  });

  it("come one after the other in two processes", async () => {
    const first = await take(open(), 1).turn;
    const second = take(open(), 2);
    await clock.advance(60_000);
    expect(second.isTaken).toBe(false);
    await first();
    await clock.advance(1000);
    await second.turn;
  });

  it("outlive their process, until the run is taken over and ends", async () => {
    await take(open(), 1).turn;
    const after = open();
    const second = take(after, 2);
    await clock.advance(3_600_000);
    expect(second.isTaken).toBe(false);
    await after.end(NODE, "demo", 7);
    await clock.advance(1000);
    expect(second.isTaken).toBe(false);
    await after.end(NODE, "demo", 1);
    await clock.advance(1000);
    await second.turn;
  });

  it("pass on where their executor has the run no more, and it cannot be on its way any more", async () => {
    await take(open(), 1).turn;
    ended.add(1);
    const second = take(open(), 2);
    await clock.advance(SETTLED_AFTER_MS - 1000);
    expect(second.isTaken).toBe(false);
    await clock.advance(2000);
    await second.turn;
  });

  it("are the same run's again after a restart, and are not waited for by one that is aborted", async () => {
    await take(open(), 1).turn;
    const after = open();
    await take(after, 1).turn;
    const abort = new AbortController();
    const waiting = open().take(NODE, "demo", { logId: 2, jobId: 2 }, abort.signal);
    abort.abort(new Error("cancelled"));
    await expect(waiting).rejects.toThrow("cancelled");
  });
});
