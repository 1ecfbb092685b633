import { describe, expect, test } from "vitest";
import { anExecutorSetup, aRequest, Doors } from "@mojob/test-fixtures/executor";
import { aDefinition } from "@mojob/test-fixtures/records";
import { storeGone } from "@mojob/test-fixtures/world";

describe("JobExecutor takes", () => {
  test("a batch in one admission, runs each, and resolves when all of it is settled", async () => {
    const admissions: number[] = [];
    const place = await anExecutorSetup({
      execute: (_args, { instanceId }) => `did ${instanceId}`,
      instances: (real) => ({
        admit(batch) {
          admissions.push(batch.length);
          return real.admit(batch);
        },
      }),
    });
    await place.enqueue("a", "b", "c");
    await place.take("a", "b", "c");
    expect(admissions).toEqual([3]);
    expect((await place.instances()).map(({ state, result }) => [state, result])).toEqual([
      ["Succeeded", "did c"],
      ["Succeeded", "did b"],
      ["Succeeded", "did a"],
    ]);
  });

  test("very many piece by piece, and begins those admitted while the next are not", async () => {
    const doors = new Doors();
    const held = Promise.withResolvers<void>();
    const admissions: number[] = [];
    const place = await anExecutorSetup({
      execute: doors.pass,
      options: { maxConcurrency: null },
      instances: (real) => ({
        async admit(batch) {
          admissions.push(batch.length);
          if (admissions.length > 1) await held.promise;
          return real.admit(batch);
        },
      }),
    });
    const ids = Array.from({ length: 200 }, (_, index) => `run-${index}`);
    await place.enqueue(...ids);
    const taken = place.take(...ids);
    await place.clock.settle();
    expect(admissions).toEqual([125, 75]);
    expect(doors.entered).toHaveLength(125);
    held.resolve();
    await place.clock.settle();
    for (const id of ids) doors.succeed(`${id}/1`);
    await taken;
    expect((await place.instances()).every(({ state }) => state === "Succeeded")).toBe(true);
  });

  test("what it can where some of it cannot be admitted, and resolves when that has been settled", async () => {
    const doors = new Doors();
    let admissions = 0;
    const place = await anExecutorSetup({
      execute: doors.pass,
      options: { maxConcurrency: null },
      instances: (real) => ({
        admit: (batch) =>
          (admissions += 1) === 1 ? real.admit(batch) : Promise.reject(new Error("No such collection")),
      }),
      worker: { maxConcurrentRuns: 1000 },
    });
    const ids = Array.from({ length: 130 }, (_, index) => `run-${index}`);
    await place.enqueue(...ids);
    let hasEnded = false;
    const taken = place.take(...ids).finally(() => {
      hasEnded = true;
    });
    await place.clock.settle();
    expect([place.executor.intake.capacity, hasEnded]).toEqual([1000 - 125, false]);
    for (const id of ids.slice(0, 125)) doors.succeed(`${id}/1`);
    await expect(taken).rejects.toThrow("No such collection");
    expect(place.executor.intake.capacity).toBe(1000);
    const states = Map.groupBy(await place.instances(), ({ state }) => state);
    expect([states.get("Succeeded")?.length, states.get("Enqueued")?.length]).toEqual([125, 5]);
  });

  test("a request twice, and runs it once", async () => {
    let calls = 0;
    const place = await anExecutorSetup({ execute: () => (calls += 1) });
    await place.enqueue("a");
    await Promise.all([
      place.take("a", "a"),
      place.take("a"),
      place.another().intake.execute([aRequest("a")]),
    ]);
    expect(calls).toBe(1);
    expect((await place.instance("a")).attempt).toBe(1);
  });

  test("nothing more than it may run, places of settled but running code included", async () => {
    const doors = new Doors();
    const place = await anExecutorSetup({
      execute: doors.pass,
      options: { timeoutMs: 1000 },
      worker: { maxConcurrentRuns: 2, abortGraceMs: 500 },
    });
    const { executor, clock } = place;
    await place.enqueue("a", "b");
    expect(executor.intake.capacity).toBe(2);
    const taken = place.take("a", "b");
    expect(executor.intake.capacity).toBe(0);
    await clock.settle();
    expect(executor.intake.capacity).toBe(0);
    doors.succeed("b/1");
    await clock.settle();
    expect(executor.intake.capacity).toBe(1);
    await clock.advance(1500);
    await taken;
    expect((await place.instance("a")).state).toBe("Terminated");
    expect(executor.intake.capacity).toBe(1);
    expect(executor.describe()).toMatchObject({ running: 1, abandoned: 1, limit: 2 });
    const before = place.rooms();
    doors.succeed("a/1");
    await clock.settle();
    expect(executor.intake.capacity).toBe(2);
    expect(executor.describe()).toMatchObject({ running: 0, abandoned: 0 });
    expect(place.rooms()).toBeGreaterThan(before);
  });

  test.each([0, 60_000])(
    "no code past its own end: a shutdown %i ms after the grace settles what ignores its signal",
    async (laterMs) => {
      const doors = new Doors();
      const place = await anExecutorSetup({
        execute: doors.pass,
        options: { timeoutMs: 1000, maxConcurrency: 1 },
        worker: { abortGraceMs: 500 },
      });
      const { executor, clock } = place;
      await place.enqueue("a");
      const taken = place.take("a");
      await clock.advance(1000 + laterMs);
      const closing = executor.close(0);
      await clock.advance(3000);
      await Promise.all([closing, taken]);
      expect(await place.instance("a")).toMatchObject({
        state: "Terminated",
        error: { code: "timeout" },
        slot: null,
        abandoned: null,
      });
    },
  );

  test("without a limit however much comes", async () => {
    const { executor } = await anExecutorSetup();
    expect(executor.intake.capacity).toBe(Infinity);
  });

  test("no other run in the place of one that is about to be retried at once", async () => {
    const doors = new Doors();
    const place = await anExecutorSetup({
      execute: doors.pass,
      options: { retryCount: 1 },
      worker: { maxConcurrentRuns: 1 },
    });
    const { executor, clock } = place;
    const seen: number[] = [];
    await place.enqueue("a");
    void place.take("a");
    await clock.settle();
    const watch = async (): Promise<void> => {
      for (let turn = 0; turn < 20; turn += 1) {
        seen.push(executor.intake.capacity);
        await Promise.resolve();
      }
    };
    doors.fail("a/1");
    await watch();
    await clock.settle();
    expect(doors.entered).toEqual(["a/1", "a/2"]);
    expect(new Set(seen)).toEqual(new Set([0]));
    doors.succeed("a/2");
    await clock.settle();
    expect(executor.intake.capacity).toBe(1);
  });

  test("nothing of what it has no code for, and leaves it as it is", async () => {
    const place = await anExecutorSetup();
    await place.define(aDefinition({ key: "mail.read" }));
    await place.enqueue({ id: "a", jobKey: "mail.read" });
    await place.executor.intake.execute([{ ...aRequest("a"), jobKey: "mail.read" }]);
    expect((await place.instance("a")).state).toBe("Enqueued");
  });

  test("a run of another job with the same handler, with the arguments of that run", async () => {
    const seen: unknown[] = [];
    const place = await anExecutorSetup({ execute: (args, context) => void seen.push([args, context.args]) });
    const work = { kind: "code", handler: "mail.send" } as const;
    await place.define(aDefinition({ key: "mail.monthly", kind: "recurring", work }));
    await place.enqueue({ id: "a", jobKey: "mail.monthly", args: { to: "all" } });
    await place.executor.intake.execute([{ ...aRequest("a"), jobKey: "mail.monthly" }]);
    expect(seen).toEqual([[{ to: "all" }, { to: "all" }]]);
    expect((await place.instance("a")).state).toBe("Succeeded");
  });

  test("ends a run whose job was deleted, and gives up its retry", async () => {
    const place = await anExecutorSetup();
    await place.enqueue("a", { id: "b", state: "Failed", attempt: 1 });
    await place.cache.remove("mail.send", 1);
    await place.executor.intake.execute([aRequest("a"), aRequest("b", 2)]);
    const ends = await Promise.all(["a", "b"].map((id) => place.instance(id)));
    expect(ends).toMatchObject([
      { state: "Cancelled", reason: { code: "job_deleted" }, cancelReason: { code: "job_deleted" } },
      { state: "Terminated", reason: { code: "job_deleted" } },
    ]);
  });

  test("no place twice where the definitions cannot be read", async () => {
    let isDown = true;
    const place = await anExecutorSetup({
      worker: { maxConcurrentRuns: 3 },
      state: (real) => ({ getMany: (keys) => (isDown ? Promise.reject(storeGone()) : real.getMany(keys)) }),
    });
    await place.enqueue("a");
    await expect(place.take("a")).rejects.toMatchObject({ code: "store_unavailable" });
    expect(place.executor.intake.capacity).toBe(3);
    isDown = false;
    await place.take("a");
    expect((await place.instance("a")).state).toBe("Succeeded");
  });
});
