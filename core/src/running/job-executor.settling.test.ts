import { describe, expect, test } from "vitest";
import { anExecutorSetup, Doors } from "@mojob/test-fixtures/executor";
import type { RunScope } from "../ports/platform/platform.ts";
import { storeGone } from "@mojob/test-fixtures/world";

describe("JobExecutor settles", () => {
  test("as failed a run whose call throws before it returns a promise", async () => {
    const scope: RunScope = {
      run() {
        throw new Error("no promise");
      },
    };
    const place = await anExecutorSetup({ scope });
    await place.enqueue("a");
    await place.take("a");
    expect(await place.instance("a")).toMatchObject({
      state: "Terminated",
      error: { message: "no promise" },
    });
    expect(place.executor.describe()).toMatchObject({ running: 0, abandoned: 0 });
  });

  test("what a job threw also where its options cannot be read then: by those the attempt began with", async () => {
    let isDown = false;
    const place = await anExecutorSetup({
      execute: () => {
        isDown = true;
        throw new Error("It broke");
      },
      options: { retryCount: 1, retryIntervalMs: 5000 },
      state: (real) => ({ getMany: (keys) => (isDown ? Promise.reject(storeGone()) : real.getMany(keys)) }),
    });
    await place.enqueue("a");
    await place.take("a");
    expect(await place.instance("a")).toMatchObject({ state: "Failed", error: { message: "It broke" } });
  });

  test("a retry that has begun, also where its options cannot be read", async () => {
    let isDown = false;
    const place = await anExecutorSetup({
      execute: (_args, { attempt }) => {
        isDown = true;
        if (attempt === 1) throw new Error("It broke");
        return "done";
      },
      options: { retryCount: 1 },
      state: (real) => ({ getMany: (keys) => (isDown ? Promise.reject(storeGone()) : real.getMany(keys)) }),
    });
    await place.enqueue("a");
    await place.take("a");
    expect(await place.instance("a")).toMatchObject({ state: "Succeeded", attempt: 2, result: "done" });
  });

  test("by the options in force when the attempt ends, not when it began", async () => {
    const doors = new Doors();
    const place = await anExecutorSetup({ execute: doors.pass });
    await place.enqueue("a");
    const taken = place.take("a");
    await place.clock.settle();
    const { definition } = place;
    await place.cache.save(
      { ...definition, revision: 2, options: { ...definition.options, retryCount: 1 } },
      1,
    );
    doors.fail("a/1");
    await place.clock.settle();
    expect(doors.entered).toEqual(["a/1", "a/2"]);
    doors.succeed("a/2");
    await taken;
  });

  test("runs that were taken apart and end in one millisecond, each by its own claim", async () => {
    const doors = new Doors();
    const place = await anExecutorSetup({ execute: doors.pass });
    const taken: Promise<void>[] = [];
    for (const id of ["a", "b"]) {
      await place.enqueue(id);
      taken.push(place.take(id));
      await place.clock.settle();
    }
    for (const id of ["a", "b"]) doors.succeed(`${id}/1`);
    await Promise.all(taken);
    for (const id of ["a", "b"]) {
      const { state, history } = (await place.instance(id)) ?? {};
      expect([state, history?.map(({ to }) => to)]).toEqual([
        "Succeeded",
        ["Enqueued", "Processing", "Succeeded"],
      ]);
    }
  });

  test("an error that escaped the run's own promise, and leaves other workers' runs alone", async () => {
    const tokens: string[] = [];
    const doors = new Doors();
    const place = await anExecutorSetup({
      execute: doors.pass,
      scope: {
        run: (token, call) => {
          tokens.push(token);
          return call();
        },
      },
    });
    await place.enqueue("a");
    const taken = place.take("a");
    await place.clock.settle();
    expect(place.executor.failEscaped("nobody's", new Error("x"))).toBe(false);
    expect(place.executor.failEscaped(tokens[0] ?? "", new Error("It escaped"))).toBe(true);
    await taken;
    expect(await place.instance("a")).toMatchObject({
      state: "Terminated",
      error: { message: "It escaped" },
    });
    expect(place.executor.describe()).toMatchObject({ running: 1, abandoned: 1 });
    doors.succeed("a/1");
    await place.clock.settle();
    expect(place.executor.describe()).toMatchObject({ running: 0, abandoned: 0 });
  });

  test("a late attempt without effect once another has taken its place", async () => {
    const doors = new Doors();
    const place = await anExecutorSetup({ execute: doors.pass });
    await place.enqueue("a");
    const taken = place.take("a");
    await place.clock.settle();
    const now = place.clock.now();
    await place.store.instances.update([
      {
        tenant: "default",
        id: "a",
        at: now,
        when: { states: ["Processing"] },
        set: { attempt: 2, claim: "other" },
        append: [],
      },
    ]);
    doors.succeed("a/1", "late");
    await taken;
    expect(await place.instance("a")).toMatchObject({ state: "Processing", claim: "other", result: null });
  });

  test("log and progress with the run before its end is seen, whatever was taken out of the context", async () => {
    const place = await anExecutorSetup({
      execute: (_args, { log, progress }) => {
        const { info } = log;
        info("begun");
        progress(0.5, "half way");
        progress(7);
        progress(Number.NaN);
      },
    });
    await place.enqueue("a");
    await place.take("a");
    expect(await place.instance("a")).toMatchObject({
      state: "Succeeded",
      progress: { fraction: 1, message: null },
    });
    expect(await place.store.logs.list("default", "a", 0, 10)).toMatchObject([{ message: "begun" }]);
  });
});
