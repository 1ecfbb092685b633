import type { RunIntake } from "@mojob/core/engine";
import type { ExecutionRequest } from "@mojob/core/ports";
import { createFakeClock, type FakeClock } from "@mojob/core/testing";
import { describe, expect, test } from "vitest";
import { Wakeup } from "@mojob/temporal-link";
import { BatchQueue } from "./batch-queue.ts";
import { ExecutionBatch } from "./execution-batch.ts";

interface Place {
  readonly batch: ExecutionBatch;
  readonly clock: FakeClock;
  readonly changed: Wakeup;
  /** What was executed, call by call. */
  readonly calls: string[][];
  readonly due: string[];
  readonly handedBack: string[][];
  readonly passedOn: string[];
  readonly queue: BatchQueue;
  readonly state: {
    capacity: number;
    isDraining: boolean;
    begun: number;
    failure: Error | null;
    isCut: boolean;
    foreign: string[];
  };
  /** Ends everything that runs. */
  finish(): Promise<void>;
}

function request(instanceId: string, dueInMs: number | null = null): ExecutionRequest {
  const dueAt = dueInMs === null ? null : new Date(START + dueInMs).toISOString();
  return { instanceId, jobKey: "job", lane: "job", attempt: 1, priority: 3, dueAt };
}

const START = Date.parse("2026-03-02T10:00:00Z");

function aBatch(
  requests: readonly ExecutionRequest[],
  capacity = 100,
  queue: BatchQueue = new BatchQueue(),
): Place {
  const clock = createFakeClock(new Date(START).toISOString());
  const changed = new Wakeup();
  const calls: string[][] = [];
  const due: string[] = [];
  const handedBack: string[][] = [];
  const passedOn: string[] = [];
  const state = {
    capacity,
    isDraining: false,
    begun: 0,
    failure: null as Error | null,
    isCut: false,
    foreign: [] as string[],
  };
  let gate = Promise.withResolvers<void>();
  const intake = {
    get capacity() {
      return state.capacity;
    },
    load: { take: (count: number) => void (state.capacity -= count) },
    async execute(some: readonly ExecutionRequest[], onLeft: (left: readonly ExecutionRequest[]) => void) {
      calls.push(some.map(({ instanceId }) => instanceId));
      const left = some.filter(({ instanceId }) => state.foreign.includes(instanceId));
      if (left.length > 0) onLeft(left);
      if (state.failure !== null) throw state.failure;
      state.capacity -= some.length;
      await gate.promise;
      state.capacity += some.length;
    },
  } as unknown as RunIntake;
  const batch = new ExecutionBatch({
    requests,
    intake,
    clock,
    queue,
    changed,
    isDraining: () => state.isDraining,
    onDue: async (some) => void due.push(...some.map(({ instanceId }) => instanceId)),
    onBegun: () => {
      state.begun += 1;
    },
    async handBack(left) {
      if (state.isCut) throw new Error("the server is unavailable");
      handedBack.push(left.map(({ instanceId }) => instanceId));
    },
    passOn: async (left) => void passedOn.push(...left.map(({ instanceId }) => instanceId)),
  });
  const finish = async (): Promise<void> => {
    gate.resolve();
    gate = Promise.withResolvers();
    await clock.settle();
  };
  return { batch, clock, changed, calls, due, handedBack, passedOn, queue, state, finish };
}

describe("ExecutionBatch", () => {
  test("begins runs that came together together, and ends when all have ended", async () => {
    const { batch, clock, calls, state, finish } = aBatch([request("a"), request("b")]);
    const done = batch.run();
    await clock.settle();
    expect([calls, state.begun]).toEqual([[["a", "b"]], 1]);
    await finish();
    await done;
    expect(state.begun).toBe(1);
  });

  test("begins no more than the executor takes, and the rest as places free up", async () => {
    const { batch, clock, calls, state, finish } = aBatch([request("a"), request("b"), request("c")], 2);
    const done = batch.run();
    await clock.settle();
    expect([calls, state.begun]).toEqual([[["a", "b"]], 0]);
    await finish();
    expect([calls, state.begun]).toEqual([[["a", "b"], ["c"]], 1]);
    await finish();
    await done;
  });

  test("begins a delayed run when it is due, to the millisecond, and reports it before", async () => {
    const { batch, clock, calls, due, finish } = aBatch([request("now"), request("later", 700)]);
    const done = batch.run();
    await clock.advance(699);
    expect(calls).toEqual([["now"]]);
    await clock.advance(1);
    expect([calls, due]).toEqual([[["now"], ["later"]], ["later"]]);
    await finish();
    await done;
  });

  test("keeps a retry that is due within a second, and no other", async () => {
    const { batch, clock, calls, finish } = aBatch([request("a")]);
    const done = batch.run();
    await clock.settle();
    const retry = { ...request("a"), attempt: 2 };
    expect(batch.takeRetry({ ...retry, dueAt: new Date(START + 1500).toISOString() })).toBe(false);
    expect(batch.takeRetry({ ...retry, dueAt: new Date(START + 400).toISOString() })).toBe(true);
    await finish();
    await clock.advance(400);
    expect(calls).toEqual([["a"], ["a"]]);
    await finish();
    await done;
  });

  test("hands back after half a second what is due and finds no place, and keeps what is not due", async () => {
    const place = aBatch([request("a"), request("b"), request("c"), request("later", 30_000)], 1);
    const { batch, clock, calls, handedBack, finish } = place;
    const done = batch.run();
    await clock.advance(499);
    expect(handedBack).toEqual([]);
    await clock.advance(1);
    expect(handedBack).toEqual([["b", "c"]]);
    await finish();
    await clock.advance(30_000);
    expect(calls).toEqual([["a"], ["later"]]);
    await finish();
    await done;
  });

  test("keeps what it cannot hand back, and tries again", async () => {
    const { batch, clock, calls, handedBack, state, finish } = aBatch(
      [request("a"), request("b"), request("c")],
      1,
    );
    state.isCut = true;
    const done = batch.run();
    await clock.advance(600);
    await finish();
    expect(calls).toEqual([["a"], ["b"]]);
    state.isCut = false;
    await clock.advance(500);
    expect(handedBack).toEqual([["c"]]);
    await finish();
    await done;
  });

  test("waits while a more urgent batch of the worker waits, and begins when that one has begun", async () => {
    const place = aBatch([request("a"), request("b")], 1);
    const { batch, clock, calls, queue, changed, state, finish } = place;
    const done = batch.run();
    await clock.settle();
    const urgent = {};
    queue.enter(urgent, 1);
    await finish();
    expect([calls, state.capacity]).toEqual([[["a"]], 1]);
    queue.leave(urgent);
    changed.notify();
    await clock.settle();
    expect(calls).toEqual([["a"], ["b"]]);
    await finish();
    await done;
  });

  test("passes on what this worker has no code for, before the others have ended", async () => {
    const { batch, clock, passedOn, state, finish } = aBatch([request("a"), request("b")]);
    state.foreign = ["b"];
    const done = batch.run();
    await clock.settle();
    expect(passedOn).toEqual(["b"]);
    await finish();
    await done;
  });

  test("hands back what it has not begun when the worker stops", async () => {
    const place = aBatch([request("a"), request("b"), request("later", 30_000)], 1);
    const { batch, clock, handedBack, state, changed, finish } = place;
    const done = batch.run();
    await clock.settle();
    state.isDraining = true;
    changed.notify();
    await clock.settle();
    expect(handedBack).toEqual([["b", "later"]]);
    await finish();
    await done;
  });

  test("throws where the worker stops and can hand nothing back, once the others have ended", async () => {
    const { batch, clock, calls, state, changed, finish } = aBatch([request("a"), request("b")], 1);
    state.isCut = true;
    const done = batch.run();
    const failed = expect(done).rejects.toThrow("before it had begun");
    await clock.settle();
    state.isDraining = true;
    changed.notify();
    expect(batch.takeRetry(request("a"))).toBe(false);
    await finish();
    await failed;
    expect(calls).toEqual([["a"]]);
  });

  test("a call that fails does not keep the others from ending, and its error is thrown then", async () => {
    const { batch, clock, calls, state, finish } = aBatch([request("a"), request("b")], 1);
    const done = batch.run();
    const failed = expect(done).rejects.toThrow("store unavailable");
    await clock.settle();
    state.failure = new Error("store unavailable");
    await finish();
    await failed;
    expect(calls).toEqual([["a"], ["b"]]);
  });
});
