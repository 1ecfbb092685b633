import { cancelled } from "../model/reason.ts";
import { describe, expect, test } from "vitest";
import { anExecutorSetup, aRequest, Doors } from "@mojob/test-fixtures/executor";
import type { JobContext } from "../job/job-context.ts";
import { JobState } from "../model/instance/job-state.ts";
import { enqueue, requestCancel } from "../model/instance/transitions.ts";
import type { ExecutionRequest } from "../model/execution-request.ts";

describe("JobExecutor snoozes", () => {
  const snoozing = (_args: unknown, { snooze }: JobContext): never => snooze(60_000);
  /** The request for the attempt that ends the snooze of an attempt. */
  const after = (id: string, attempt: number): ExecutionRequest => ({
    ...aRequest(id, attempt + 1),
    retry: 0,
  });

  test("a run that asks for it: it waits as Scheduled, and its next attempt is dispatched for then", async () => {
    const place = await anExecutorSetup({ execute: snoozing, options: { maxConcurrency: 1 } });
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
    expect(place.bus.requests).toMatchObject([
      { instanceId: "a", attempt: 2, retry: 0, dueAt: dueAt.toISOString() },
    ]);
  });

  test("no run whose cancel was accepted before", async () => {
    const doors = new Doors();
    const place = await anExecutorSetup({
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
    const place = await anExecutorSetup({ execute: (_args, context) => context.snooze(delayMs) });
    await place.enqueue("a");
    await place.take("a");
    expect(await place.instance("a")).toMatchObject({
      state: "Terminated",
      error: { code: "invalid_argument", message: expect.stringContaining(`"${delayMs}" ms`) },
    });
  });

  test("no run for the thousand and first time", async () => {
    const place = await anExecutorSetup({ execute: snoozing, options: { retryCount: 5 } });
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
    const place = await anExecutorSetup({
      options: { maxConcurrency: 1 },
      execute: (args, context) =>
        context.instanceId === "b" && context.attempt === 1
          ? context.snooze(60_000)
          : doors.pass(args, context),
    });
    const { clock, executor, bus } = place;
    await place.enqueue("a", "b", "c");
    await place.take("b");
    const [again] = bus.requests;
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
    expect(bus.requests).toHaveLength(1);
  });

  test("and notes with the job that its runs are snoozed, once", async () => {
    const place = await anExecutorSetup({ execute: snoozing, options: { maxConcurrency: 1 } });
    await place.enqueue("a", "b");
    await place.take("a");
    await place.take("b");
    expect(await place.cache.get("mail.send")).toMatchObject({ snoozes: true, revision: 2, updatedBy: null });
  });

  test("and does not begin a run again for a request that came before the snooze", async () => {
    const place = await anExecutorSetup();
    await place.enqueue({ id: "a", attempt: 1 });
    await place.take("a");
    expect(await place.instance("a")).toMatchObject({ state: "Enqueued", attempt: 1 });
  });
});
