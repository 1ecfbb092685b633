import { cancelled } from "../model/reason.ts";
import { describe, expect, test } from "vitest";
import { anExecutorSetup, Doors } from "@mojob/test-fixtures/executor";
import { storeGone } from "@mojob/test-fixtures/world";
import type { MoJobError } from "../base/error.ts";
import type { JobContext } from "../job/job-context.ts";

describe("JobExecutor asks a run to end", () => {
  const told: MoJobError[] = [];
  const obedient = (_args: unknown, { signal }: JobContext): Promise<never> =>
    new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => {
        told.push(signal.reason as MoJobError);
        reject(signal.reason as MoJobError);
      });
    });

  test("after its time, and says so before what the code made of it", async () => {
    told.length = 0;
    const place = await anExecutorSetup({ execute: obedient, options: { timeoutMs: 1000 } });
    await place.enqueue("a");
    const taken = place.take("a");
    await place.clock.advance(1000);
    await taken;
    expect(told).toMatchObject([{ code: "timeout", message: "The attempt took longer than 1000 ms" }]);
    expect(await place.instance("a")).toMatchObject({ state: "Terminated", error: { code: "timeout" } });
  });

  test("when a cancel is asked for, with the reason it was asked with, also through an outage", async () => {
    told.length = 0;
    let readsFail = false;
    const place = await anExecutorSetup({
      execute: obedient,
      options: { retryCount: 3 },
      instances: (real) => ({
        get: (...query) => (readsFail ? Promise.reject(storeGone()) : real.get(...query)),
      }),
    });
    await place.executor.start();
    await place.enqueue("a");
    const taken = place.take("a");
    await place.clock.settle();
    readsFail = true;
    await place.store.instances.update([
      {
        tenant: "default",
        id: "a",
        at: place.clock.now(),
        when: { states: ["Processing"] },
        set: { cancelRequestedAt: place.clock.now(), cancelReason: cancelled("ada") },
        append: [],
      },
    ]);
    await place.clock.settle();
    readsFail = false;
    await place.clock.advance(500);
    await taken;
    expect(told).toMatchObject([{ code: "cancelled" }]);
    expect(await place.instance("a")).toMatchObject({ state: "Cancelled", reason: cancelled("ada") });
    await place.executor.close(0);
  });

  test("once: what comes first is the reason", async () => {
    told.length = 0;
    const place = await anExecutorSetup({
      execute: (_args, { signal }) => {
        signal.addEventListener("abort", () => told.push(signal.reason as MoJobError));
        return new Promise(() => {});
      },
      options: { timeoutMs: 1000 },
      worker: { abortGraceMs: 5000 },
    });
    await place.enqueue("a");
    const taken = place.take("a");
    await place.clock.advance(1000);
    const closed = place.executor.close(0);
    await place.clock.advance(5000);
    await taken;
    expect(told.map(({ code }) => code)).toEqual(["timeout"]);
    expect(await place.instance("a")).toMatchObject({
      error: {
        code: "timeout",
        message: "The attempt took longer than 1000 ms; its code ignored the signal and still runs",
      },
    });
    await place.clock.advance(10_000);
    await closed;
  });

  test("and counts nothing of what its code throws or says after the grace", async () => {
    const doors = new Doors();
    const contexts: JobContext[] = [];
    const place = await anExecutorSetup({
      execute: (args, context) => {
        contexts.push(context);
        return doors.pass(args, context);
      },
      options: { timeoutMs: 1000 },
      worker: { abortGraceMs: 500 },
    });
    await place.enqueue("a");
    const taken = place.take("a");
    await place.clock.advance(1500);
    await taken;
    const settled = await place.instance("a");
    contexts[0]?.log.info("late");
    contexts[0]?.progress(1);
    doors.fail("a/1", undefined);
    await place.clock.advance(10_000);
    expect(await place.instance("a")).toEqual(settled);
    expect(await place.store.logs.list("default", "a", 0, 10)).toEqual([]);
  });

  test("and does not retry it at once beside code that still runs", async () => {
    const doors = new Doors();
    const place = await anExecutorSetup({
      execute: doors.pass,
      options: { timeoutMs: 1000, retryCount: 1 },
      worker: { abortGraceMs: 500, maxConcurrentRuns: 1 },
    });
    await place.enqueue("a");
    const taken = place.take("a");
    await place.clock.advance(1500);
    await taken;
    expect(doors.entered).toEqual(["a/1"]);
    expect(await place.instance("a")).toMatchObject({ state: "Failed", slot: null });
    expect(place.bus.requests).toMatchObject([{ instanceId: "a", attempt: 2 }]);
    expect(place.executor.intake.capacity).toBe(0);
    doors.succeed("a/1");
    await place.clock.settle();
    expect(place.executor.intake.capacity).toBe(1);
  });

  test("that asks for its signal only after it was aborted", async () => {
    let context: JobContext | undefined;
    const doors = new Doors();
    const place = await anExecutorSetup({
      execute: (args, given) => {
        context = given;
        return doors.pass(args, given);
      },
      options: { timeoutMs: 1000 },
    });
    await place.enqueue("a");
    const taken = place.take("a");
    await place.clock.advance(1000);
    expect(context?.signal.aborted).toBe(true);
    expect(context?.signal.reason).toMatchObject({ code: "timeout" });
    doors.succeed("a/1");
    await taken;
  });
});
