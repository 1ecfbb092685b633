import { cancelled } from "../model/reason.ts";
import { describe, expect, test } from "vitest";
import { anExecutorPlace, aRequest, Doors } from "../../fixtures/executor.ts";
import type { RunScope } from "../ports/platform/platform.ts";
import { aDefinition } from "../../fixtures/records.ts";
import { storeGone } from "../../fixtures/world.ts";
import type { MoJobError } from "../base/error.ts";
import type { JobContext } from "../job/job-context.ts";
import { JobState } from "../model/instance/job-state.ts";
import { enqueue, requestCancel } from "../model/instance/transitions.ts";
import type { ExecutionRequest } from "../ports/runtime.ts";

describe("JobExecutor takes", () => {
  test("a batch in one admission, runs each, and resolves when all of it is settled", async () => {
    const admissions: number[] = [];
    const place = await anExecutorPlace({
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
    const place = await anExecutorPlace({
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
    const place = await anExecutorPlace({
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
    const place = await anExecutorPlace({ execute: () => (calls += 1) });
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
    const place = await anExecutorPlace({
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

  test("one execution of a job with a limit of one, while its code ignores its signal and whichever worker is asked", async () => {
    const doors = new Doors();
    const place = await anExecutorPlace({
      execute: doors.pass,
      options: { timeoutMs: 1000, maxConcurrency: 1, retryCount: 1 },
      worker: { abortGraceMs: 500 },
    });
    const { executor, clock } = place;
    const other = place.another({ abortGraceMs: 500 });
    await place.enqueue("a", "b");
    const taken = place.take("a");
    await clock.settle();
    await clock.advance(60_000);
    expect(await place.instance("a")).toMatchObject({
      state: "Processing",
      error: { code: "timeout", parameters: { limitMs: 1000, ignoredSignal: true } },
    });
    expect(executor.describe()).toMatchObject({ running: 1, abandoned: 1 });
    await other.intake.execute([aRequest("b"), { ...aRequest("a"), attempt: 2 }]);
    expect((await place.instance("b")).state).toBe("Skipped");
    expect(doors.entered).toEqual(["a/1"]);
    doors.succeed("a/1", "too late");
    await clock.settle();
    expect(doors.entered).toEqual(["a/1", "a/2"]);
    expect(executor.describe()).toMatchObject({ running: 1, abandoned: 0 });
    doors.succeed("a/2", "in time");
    await taken;
    expect(await place.instance("a")).toMatchObject({ state: "Succeeded", attempt: 2, result: "in time" });
  });

  test.each([0, 60_000])(
    "no code past its own end: a shutdown %i ms after the grace settles what ignores its signal",
    async (laterMs) => {
      const doors = new Doors();
      const place = await anExecutorPlace({
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
      expect(await place.instance("a")).toMatchObject({ state: "Terminated", error: { code: "timeout" } });
    },
  );

  test("without a limit however much comes", async () => {
    const { executor } = await anExecutorPlace();
    expect(executor.intake.capacity).toBe(Infinity);
  });

  test("no other run in the place of one that is about to be retried at once", async () => {
    const doors = new Doors();
    const place = await anExecutorPlace({
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
    const place = await anExecutorPlace();
    await place.define(aDefinition({ key: "mail.read" }));
    await place.enqueue({ id: "a", jobKey: "mail.read" });
    await place.executor.intake.execute([{ ...aRequest("a"), jobKey: "mail.read" }]);
    expect((await place.instance("a")).state).toBe("Enqueued");
  });

  test("a run of another job with the same handler, with the arguments of that run", async () => {
    const seen: unknown[] = [];
    const place = await anExecutorPlace({ execute: (args, context) => void seen.push([args, context.args]) });
    const work = { kind: "code", handler: "mail.send" } as const;
    await place.define(aDefinition({ key: "mail.monthly", kind: "recurring", work }));
    await place.enqueue({ id: "a", jobKey: "mail.monthly", args: { to: "all" } });
    await place.executor.intake.execute([{ ...aRequest("a"), jobKey: "mail.monthly" }]);
    expect(seen).toEqual([[{ to: "all" }, { to: "all" }]]);
    expect((await place.instance("a")).state).toBe("Succeeded");
  });

  test("ends a run whose job was deleted, and gives up its retry", async () => {
    const place = await anExecutorPlace();
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
    const place = await anExecutorPlace({
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

describe("JobExecutor refuses", () => {
  test("a run of a full job: Skipped, and why", async () => {
    const doors = new Doors();
    const place = await anExecutorPlace({ execute: doors.pass, options: { maxConcurrency: 1 } });
    await place.enqueue("a", "b");
    const taken = place.take("a", "b");
    await place.clock.settle();
    expect(await place.instance("b")).toMatchObject({
      state: "Skipped",
      reason: { code: "job_full", parameters: { limit: 1 } },
    });
    doors.succeed("a/1");
    await taken;
  });

  test("a retry that finds the job full: a failed attempt, with the next on the way while there is one", async () => {
    const doors = new Doors();
    const options = { maxConcurrency: 1, retryCount: 2, retryIntervalMs: 5000 };
    const place = await anExecutorPlace({ execute: doors.pass, options });
    await place.enqueue("a", { id: "b", state: "Failed", attempt: 1, retryAt: place.clock.now() });
    const taken = place.take("a");
    await place.clock.settle();
    await place.executor.intake.execute([aRequest("b", 2)]);
    const failed = await place.instance("b");
    expect(failed).toMatchObject({
      state: "Failed",
      attempt: 2,
      error: { code: "full", message: "No free slot: 1 of 1 in use" },
    });
    expect(place.runtime.requests).toMatchObject([{ instanceId: "b", attempt: 3, dueAt: failed.retryAt }]);
    await place.executor.intake.execute([aRequest("b", 3)]);
    expect(await place.instance("b")).toMatchObject({
      state: "Terminated",
      reason: { code: "retries_used_up", parameters: { count: 2 } },
    });
    doors.succeed("a/1");
    await taken;
  });

  test("a run of a job that was disabled meanwhile, and a retry of one", async () => {
    const place = await anExecutorPlace({ options: { disabled: true } });
    await place.enqueue("a", { id: "b", state: "Failed", attempt: 1 });
    await place.executor.intake.execute([aRequest("a"), aRequest("b", 2)]);
    expect(await place.instance("a")).toMatchObject({ state: "Skipped", reason: { code: "job_disabled" } });
    expect(await place.instance("b")).toMatchObject({
      state: "Terminated",
      reason: { code: "job_disabled" },
    });
  });
});

describe("JobExecutor snoozes", () => {
  const snoozing = (_args: unknown, { snooze }: JobContext): never => snooze(60_000);
  /** The request for the attempt that ends the snooze of an attempt. */
  const after = (id: string, attempt: number): ExecutionRequest => ({
    ...aRequest(id, attempt + 1),
    retry: 0,
  });

  test("a run that asks for it: it waits as Scheduled, and its next attempt is dispatched for then", async () => {
    const place = await anExecutorPlace({ execute: snoozing, options: { maxConcurrency: 1 } });
    await place.enqueue("a");
    await place.take("a");
    const dueAt = new Date(place.clock.now().getTime() + 60_000);
    expect(await place.instance("a")).toMatchObject({
      state: "Scheduled",
      reason: { code: "snoozed", parameters: { delayMs: 60_000 } },
      scheduledFor: dueAt,
      attempt: 1,
      retryCount: 1,
      slot: null,
      claim: null,
      error: null,
    });
    expect(place.runtime.requests).toMatchObject([{ instanceId: "a", attempt: 2, retry: 0, dueAt }]);
  });

  test("no run whose cancel was accepted before", async () => {
    const doors = new Doors();
    const place = await anExecutorPlace({
      execute: async (args, context) => {
        await doors.pass(args, context);
        context.snooze(60_000);
      },
    });
    await place.enqueue("a");
    const taken = place.take("a");
    await place.clock.settle();
    await place.store.instances.update([
      requestCancel(await place.instance("a"), place.clock.now(), cancelled()),
    ]);
    doors.succeed("a/1");
    await taken;
    expect(await place.instance("a")).toMatchObject({ state: "Cancelled" });
  });

  test.each([Number.NaN, 0, -1, Infinity, 400 * 86_400_000])("no run for %s ms", async (delayMs) => {
    const place = await anExecutorPlace({ execute: (_args, context) => context.snooze(delayMs) });
    await place.enqueue("a");
    await place.take("a");
    expect(await place.instance("a")).toMatchObject({
      state: "Terminated",
      error: { code: "invalid_argument", message: expect.stringContaining(`"${delayMs}" ms`) },
    });
  });

  test("no run for the thousand and first time", async () => {
    const place = await anExecutorPlace({ execute: snoozing, options: { retryCount: 5 } });
    const at = place.clock.now();
    const entry = { at, worker: "w", reason: null };
    const history = Array.from({ length: 1000 }, (_, index) => [
      { ...entry, from: JobState.Enqueued, to: JobState.Processing, attempt: index + 1 },
      { ...entry, from: JobState.Processing, to: JobState.Scheduled, attempt: index + 1 },
      { ...entry, from: JobState.Scheduled, to: JobState.Enqueued, attempt: index + 1 },
    ]).flat();
    await place.enqueue({ id: "a", attempt: 1000, history });
    await place.executor.intake.execute([after("a", 1000)]);
    expect(await place.instance("a")).toMatchObject({
      state: "Terminated",
      reason: { code: "not_retryable" },
      error: { message: "Cannot snooze the run: it was snoozed 1000 times already" },
    });
  });

  test("and begins it when a slot is given back, whichever worker gives it, where it found the job full", async () => {
    const doors = new Doors();
    const place = await anExecutorPlace({
      options: { maxConcurrency: 1 },
      execute: (args, context) =>
        context.instanceId === "b" && context.attempt === 1
          ? context.snooze(60_000)
          : doors.pass(args, context),
    });
    const { clock, executor, runtime } = place;
    await place.enqueue("a", "b", "c");
    await place.take("b");
    const [again] = runtime.requests;
    const other = place.another();
    const first = other.intake.execute([aRequest("a")]);
    await clock.settle();
    await clock.advance(60_000);
    await place.store.instances.update([enqueue({ tenant: "default", id: "b" }, clock.now(), 2)]);
    await executor.intake.execute([again!]);
    expect(await place.instance("b")).toMatchObject({
      state: "Enqueued",
      attempt: 1,
      reason: { code: "waits_for_slot" },
    });
    // A first attempt is skipped as ever.
    await place.take("c");
    expect((await place.instance("c")).state).toBe("Skipped");
    doors.succeed("a/1");
    await clock.settle();
    expect(doors.entered).toEqual(["a/1", "b/2"]);
    doors.succeed("b/2", "at last");
    await first;
    await clock.settle();
    expect(await place.instance("b")).toMatchObject({ state: "Succeeded", attempt: 2, result: "at last" });
    expect(runtime.requests).toHaveLength(1);
  });

  test("and notes with the job that its runs are snoozed, once", async () => {
    const place = await anExecutorPlace({ execute: snoozing, options: { maxConcurrency: 1 } });
    await place.enqueue("a", "b");
    await place.take("a");
    await place.take("b");
    expect(await place.cache.get("mail.send")).toMatchObject({ snoozes: true, revision: 2, updatedBy: null });
  });

  test("and does not begin a run again for a request that came before the snooze", async () => {
    const place = await anExecutorPlace();
    await place.enqueue({ id: "a", attempt: 1 });
    await place.take("a");
    expect(await place.instance("a")).toMatchObject({ state: "Enqueued", attempt: 1 });
  });
});

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
    const place = await anExecutorPlace({ execute: obedient, options: { timeoutMs: 1000 } });
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
    const place = await anExecutorPlace({
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
    const place = await anExecutorPlace({
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
    const place = await anExecutorPlace({
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
    const place = await anExecutorPlace({
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
    expect(place.runtime.requests).toMatchObject([{ instanceId: "a", attempt: 2 }]);
    expect(place.executor.intake.capacity).toBe(0);
    doors.succeed("a/1");
    await place.clock.settle();
    expect(place.executor.intake.capacity).toBe(1);
  });

  test("that asks for its signal only after it was aborted", async () => {
    let context: JobContext | undefined;
    const doors = new Doors();
    const place = await anExecutorPlace({
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

describe("JobExecutor closes", () => {
  test("at once when nothing runs, and is unregistered", async () => {
    const { executor, store, clock } = await anExecutorPlace();
    await executor.start();
    await executor.close(30_000);
    expect(await store.executors.list("default", new Date(0))).toEqual([]);
    expect([executor.intake.capacity, clock.pending]).toEqual([0, 0]);
  });

  test("after what runs has ended within the grace, and shows meanwhile that it takes nothing more", async () => {
    const doors = new Doors();
    const { executor, store, clock, enqueue, take, instance } = await anExecutorPlace({
      execute: doors.pass,
    });
    await executor.start();
    await enqueue("a");
    const taken = take("a");
    await clock.settle();
    const closed = executor.close(30_000);
    await clock.advance(5000);
    expect(await store.executors.list("default", new Date(0))).toMatchObject([
      { draining: true, running: 1 },
    ]);
    expect(executor.intake.capacity).toBe(0);
    doors.succeed("a/1");
    await Promise.all([taken, closed]);
    expect((await instance("a")).state).toBe("Succeeded");
  });

  test("by telling the rest to end, and hands their retries on", async () => {
    const doors = new Doors();
    const place = await anExecutorPlace({ execute: doors.passObediently, options: { retryCount: 1 } });
    await place.enqueue("a");
    const taken = place.take("a");
    await place.clock.settle();
    const closed = place.executor.close(1000);
    await place.clock.advance(1000);
    await Promise.all([taken, closed]);
    expect(await place.instance("a")).toMatchObject({
      state: "Failed",
      error: { code: "worker_shutdown", message: "The worker was shut down before the attempt had ended" },
    });
    expect(place.runtime.requests).toMatchObject([{ instanceId: "a", attempt: 2 }]);
  });

  test("and begins no attempt while it waits: a job that fails is retried elsewhere", async () => {
    const doors = new Doors();
    const place = await anExecutorPlace({ execute: doors.pass, options: { retryCount: 5 } });
    await place.enqueue("a");
    const taken = place.take("a");
    await place.clock.settle();
    const closed = place.executor.close(30_000);
    await place.clock.settle();
    doors.fail("a/1");
    await Promise.all([taken, closed]);
    expect(doors.entered).toEqual(["a/1"]);
    expect((await place.instance("a")).state).toBe("Failed");
    expect(place.runtime.requests).toMatchObject([{ instanceId: "a", attempt: 2 }]);
  });

  test("once, however often it is asked, and each asker waits for the end", async () => {
    const doors = new Doors();
    const { executor, clock, enqueue, take } = await anExecutorPlace({ execute: doors.pass });
    await enqueue("a");
    const taken = take("a");
    await clock.settle();
    const ended: string[] = [];
    const closes = ["first", "second"].map((name) => executor.close(30_000).then(() => ended.push(name)));
    await clock.settle();
    expect(ended).toEqual([]);
    doors.succeed("a/1");
    await Promise.all([taken, ...closes]);
    expect(ended).toHaveLength(2);
  });

  test("even where the store never responds again", async () => {
    const doors = new Doors();
    let isDown = false;
    const place = await anExecutorPlace({
      execute: doors.pass,
      instances: (real) => ({
        update: (changes) => (isDown ? Promise.reject(storeGone()) : real.update(changes)),
      }),
    });
    await place.enqueue("a");
    const taken = place.take("a");
    const failed = expect(taken).rejects.toMatchObject({ code: "store_unavailable" });
    await place.clock.settle();
    isDown = true;
    doors.succeed("a/1");
    const closed = place.executor.close(1000);
    await place.clock.advance(10_000);
    await Promise.all([closed, failed]);
    expect(place.clock.pending).toBe(0);
  });
});

describe("JobExecutor settles", () => {
  test("as failed a run whose call throws before it returns a promise", async () => {
    const scope: RunScope = {
      run() {
        throw new Error("no promise");
      },
    };
    const place = await anExecutorPlace({ scope });
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
    const place = await anExecutorPlace({
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
    const place = await anExecutorPlace({
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
    const place = await anExecutorPlace({ execute: doors.pass });
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

  test("an error that escaped the run's own promise, and leaves other workers' runs alone", async () => {
    const tokens: string[] = [];
    const doors = new Doors();
    const place = await anExecutorPlace({
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
    const place = await anExecutorPlace({ execute: doors.pass });
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
    const place = await anExecutorPlace({
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
