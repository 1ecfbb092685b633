import { describe, expect, test } from "vitest";
import { aRequest, anExecutorSetup, Doors, type ExecutorSetup } from "@mojob/test-fixtures/executor";
import type { StatedOptions } from "../model/option/job-options.ts";
import { requestCancel } from "../model/instance/transitions.ts";
import { cancelled } from "../model/reason.ts";
import type { AttemptEnd } from "./attempt/run-hooks.ts";

interface Place extends ExecutorSetup {
  readonly doors: Doors;
  readonly ends: AttemptEnd[];
}

/** A job with one slot, a timeout of a second and code that ends when its door is opened, whatever its signal says. */
async function aPlace(options: StatedOptions = {}): Promise<Place> {
  const doors = new Doors();
  const ends: AttemptEnd[] = [];
  const place = await anExecutorSetup({
    execute: doors.pass,
    options: { timeoutMs: 1000, maxConcurrency: 1, ...options },
    worker: { abortGraceMs: 500 },
    hooks: { onRunEnd: (end) => void ends.push(end) },
  });
  await place.executor.start();
  return { ...place, doors, ends };
}

/** Begins a run whose code ignores its signal, and lets its time and its grace pass. */
async function abandon(place: Place, id: string): Promise<void> {
  const taken = place.take(id);
  await place.clock.settle();
  await place.clock.advance(1500);
  await taken;
}

describe("code that goes on past the grace", () => {
  test("fails its attempt, whose hook is called, and keeps the slot", async () => {
    const place = await aPlace();
    await place.enqueue("a", "b");
    await abandon(place, "a");
    expect(await place.instance("a")).toMatchObject({
      state: "Terminated",
      error: { code: "timeout", parameters: { limitMs: 1000, ignoredSignal: true } },
      claim: null,
      slot: 0,
      abandoned: { attempt: 1, worker: place.executor.id, at: place.clock.now() },
    });
    expect(place.ends).toMatchObject([{ instanceId: "a", outcome: "failed", durationMs: 1500 }]);
    expect(place.executor.describe()).toMatchObject({ running: 1, abandoned: 1 });
    await place.another().intake.execute([aRequest("b")]);
    expect(await place.instance("b")).toMatchObject({ state: "Skipped", reason: { code: "job_full" } });
    expect(place.doors.entered).toEqual(["a/1"]);
  });

  test("gives the slot back when it ends, and the history says so", async () => {
    const place = await aPlace();
    await place.enqueue("a", "b");
    await abandon(place, "a");
    place.doors.succeed("a/1", "too late");
    await place.clock.settle();
    const ended = await place.instance("a");
    expect(ended).toMatchObject({ state: "Terminated", slot: null, abandoned: null, result: null });
    expect(ended.history.at(-1)).toMatchObject({
      from: "Terminated",
      to: "Terminated",
      reason: { code: "slot_given_back", parameters: { attempt: 1, how: "returned", by: null } },
    });
    expect(place.executor.describe()).toMatchObject({ running: 0, abandoned: 0 });
    const taken = place.take("b");
    await place.clock.settle();
    expect(place.doors.entered).toEqual(["a/1", "b/1"]);
    place.doors.succeed("b/1");
    await taken;
  });

  test("ends its run Cancelled where that was asked for, and keeps the slot", async () => {
    const place = await aPlace({ timeoutMs: 60_000 });
    await place.enqueue("a");
    const taken = place.take("a");
    await place.clock.settle();
    await place.store.instances.update([
      requestCancel(await place.instance("a"), place.clock.now(), cancelled("ada")),
    ]);
    await place.clock.advance(500);
    await taken;
    expect(await place.instance("a")).toMatchObject({
      state: "Cancelled",
      slot: 0,
      abandoned: { attempt: 1 },
    });
    expect(place.ends).toMatchObject([{ outcome: "cancelled" }]);
    place.doors.fail("a/1");
    await place.clock.settle();
    expect(await place.instance("a")).toMatchObject({ state: "Cancelled", slot: null, abandoned: null });
  });

  test("lets no retry of its run begin beside it; the retry begins when it ends", async () => {
    const place = await aPlace({ retryCount: 1, maxConcurrency: 2 });
    await place.enqueue("a");
    await abandon(place, "a");
    expect(place.bus.requests).toMatchObject([{ instanceId: "a", attempt: 2, retry: 1 }]);
    await place.executor.intake.execute(place.bus.requests);
    expect(await place.instance("a")).toMatchObject({
      state: "Failed",
      attempt: 1,
      slot: 0,
      reason: { code: "waits_for_code", parameters: { attempt: 1 } },
    });
    place.doors.succeed("a/1");
    await place.clock.settle();
    expect(await place.instance("a")).toMatchObject({ slot: null, abandoned: null, reason: null });
    expect(place.bus.requests).toMatchObject([{ attempt: 2 }, { attempt: 2, retry: 1 }]);
    const retried = place.executor.intake.execute(place.bus.requests.slice(1));
    await place.clock.settle();
    expect(place.doors.entered).toEqual(["a/1", "a/2"]);
    place.doors.succeed("a/2", "done");
    await retried;
    expect(await place.instance("a")).toMatchObject({ state: "Succeeded", attempt: 2, result: "done" });
  });

  test("lets none begin either when a retry in between was not begun in time", async () => {
    const place = await aPlace({ retryCount: 2 });
    await place.enqueue("a");
    await abandon(place, "a");
    await place.store.instances.update([
      {
        tenant: "default",
        id: "a",
        at: place.clock.now(),
        when: { states: ["Failed"] },
        set: { attempt: 2, reason: null },
        append: [],
      },
    ]);
    await place.executor.intake.execute([aRequest("a", 3)]);
    expect((await place.instance("a")).reason).toEqual({
      code: "waits_for_code",
      parameters: { attempt: 1 },
    });
    expect(place.doors.entered).toEqual(["a/1"]);
  });

  test("of a job that queues keeps what waits waiting, and hands it over when it ends", async () => {
    const place = await aPlace({ whenFull: "queue" });
    await place.enqueue("a", "b");
    const taken = place.take("a");
    await place.clock.settle();
    await place.take("b");
    await place.clock.advance(1500);
    await taken;
    expect(await place.instance("b")).toMatchObject({
      state: "Enqueued",
      reason: { code: "waits_for_slot" },
    });
    expect(place.bus.requests).toEqual([]);
    place.doors.succeed("a/1");
    await place.clock.settle();
    expect(place.bus.requests).toMatchObject([{ instanceId: "b", attempt: 1 }]);
  });

  test("is stopped with its worker: the slot is free once that has closed", async () => {
    const place = await aPlace();
    await place.enqueue("a");
    await abandon(place, "a");
    const closing = place.executor.close(0);
    await place.clock.advance(10_000);
    await closing;
    expect(await place.instance("a")).toMatchObject({ slot: null, abandoned: null });
    expect((await place.instance("a")).history.at(-1)?.reason).toMatchObject({
      code: "slot_given_back",
      parameters: { how: "worker_ended" },
    });
  });

  test("of a job without a limit holds nothing that would have to be given back", async () => {
    const place = await aPlace({ maxConcurrency: null });
    await place.enqueue("a");
    await abandon(place, "a");
    expect(await place.instance("a")).toMatchObject({ state: "Terminated", slot: null, abandoned: null });
  });
});
