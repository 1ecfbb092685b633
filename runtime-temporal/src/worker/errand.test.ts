import type { ExecutionRequest, JobExecutor } from "@mojob/core";
import { createFakeClock, type FakeClock } from "@mojob/core/testing";
import { describe, expect, test } from "vitest";
import { Bell } from "./bell.ts";
import { Errand } from "./errand.ts";

interface Place {
  readonly errand: Errand;
  readonly clock: FakeClock;
  readonly room: Bell;
  /** What was executed, call by call. */
  readonly calls: string[][];
  readonly due: string[];
  readonly state: { capacity: number; isDraining: boolean; handedOver: number; failure: Error | null };
  /** Ends everything that runs. */
  finish(): Promise<void>;
}

function request(instanceId: string, dueInMs: number | null = null): ExecutionRequest {
  const dueAt = dueInMs === null ? null : new Date(START + dueInMs);
  return { instanceId, jobKey: "job", attempt: 1, priority: 3, dueAt };
}

const START = Date.parse("2026-03-02T10:00:00Z");

function anErrand(requests: readonly ExecutionRequest[], capacity = 100): Place {
  const clock = createFakeClock(new Date(START).toISOString());
  const room = new Bell();
  const calls: string[][] = [];
  const due: string[] = [];
  const state = { capacity, isDraining: false, handedOver: 0, failure: null as Error | null };
  let gate = Promise.withResolvers<void>();
  const executor = {
    get capacity() {
      return state.capacity;
    },
    async execute(some: readonly ExecutionRequest[]) {
      calls.push(some.map(({ instanceId }) => instanceId));
      if (state.failure !== null) throw state.failure;
      state.capacity -= some.length;
      await gate.promise;
      state.capacity += some.length;
    },
  } as unknown as JobExecutor;
  const errand = new Errand({
    requests,
    executor,
    clock,
    room,
    isDraining: () => state.isDraining,
    onDue: async (some) => void due.push(...some.map(({ instanceId }) => instanceId)),
    onHandedOver: () => {
      state.handedOver += 1;
    },
  });
  const finish = async (): Promise<void> => {
    gate.resolve();
    gate = Promise.withResolvers();
    await clock.settle();
  };
  return { errand, clock, room, calls, due, state, finish };
}

describe("Errand", () => {
  test("begins together what came together, and ends when all of it has", async () => {
    const { errand, clock, calls, state, finish } = anErrand([request("a"), request("b")]);
    const done = errand.run();
    await clock.settle();
    expect([calls, state.handedOver]).toEqual([[["a", "b"]], 1]);
    await finish();
    await done;
    expect(state.handedOver).toBe(1);
  });

  test("begins no more than there is room for, and the rest as room comes", async () => {
    const { errand, clock, calls, state, finish } = anErrand([request("a"), request("b"), request("c")], 2);
    const done = errand.run();
    await clock.settle();
    expect([calls, state.handedOver]).toEqual([[["a", "b"]], 0]);
    await finish();
    expect([calls, state.handedOver]).toEqual([[["a", "b"], ["c"]], 1]);
    await finish();
    await done;
  });

  test("begins what is delayed when it is due, to the millisecond, and says so before", async () => {
    const { errand, clock, calls, due, finish } = anErrand([request("now"), request("later", 700)]);
    const done = errand.run();
    await clock.advance(699);
    expect(calls).toEqual([["now"]]);
    await clock.advance(1);
    expect([calls, due]).toEqual([[["now"], ["later"]], ["later"]]);
    await finish();
    await done;
  });

  test("keeps a retry that is due within a second, and no other", async () => {
    const { errand, clock, calls, finish } = anErrand([request("a")]);
    const done = errand.run();
    await clock.settle();
    const retry = { ...request("a"), attempt: 2 };
    expect(errand.takeRetry({ ...retry, dueAt: new Date(START + 1500) })).toBe(false);
    expect(errand.takeRetry({ ...retry, dueAt: new Date(START + 400) })).toBe(true);
    await finish();
    await clock.advance(400);
    expect(calls).toEqual([["a"], ["a"]]);
    await finish();
    await done;
  });

  test("leaves what it has not begun when the worker stops, and says so once the rest has ended", async () => {
    const { errand, clock, calls, state, room, finish } = anErrand([request("a"), request("b")], 1);
    const done = errand.run();
    const failed = expect(done).rejects.toThrow("before it had begun");
    await clock.settle();
    state.isDraining = true;
    room.ring();
    expect(errand.takeRetry(request("a"))).toBe(false);
    await finish();
    await failed;
    expect(calls).toEqual([["a"]]);
  });

  test("a call that fails does not keep the others from ending, and is told of then", async () => {
    const { errand, clock, calls, state, finish } = anErrand([request("a"), request("b")], 1);
    const done = errand.run();
    const failed = expect(done).rejects.toThrow("store gone");
    await clock.settle();
    state.failure = new Error("store gone");
    await finish();
    await failed;
    expect(calls).toEqual([["a"], ["b"]]);
  });
});
