import { describe, expect, test } from "vitest";
import { aDefinition, anInstance, START } from "@mojob/test-fixtures/records";
import { createWorld, type World } from "@mojob/test-fixtures/world";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import type { QueueService } from "../../scheduler/queue-service.ts";
import { createScheduler } from "../create-scheduler.ts";
import { createEngine } from "../create-engine.ts";

const WAITS = { code: "waits_for_slot", parameters: { limit: 1 } } as const;

interface Place extends World {
  readonly queue: QueueService;
  readonly ids: () => Promise<readonly string[]>;
}

async function aPlace(runs: readonly JobInstance[], scope?: string): Promise<Place> {
  const world = createWorld();
  await world.define(aDefinition(), aDefinition({ key: "bill", app: "billing" }));
  await world.store.instances.insert(runs);
  const scheduler = createScheduler(createEngine({ ...world, tenant: "default" }));
  const { queue } = scope === undefined ? scheduler : scheduler.scoped(scope);
  return { ...world, queue, ids: async () => (await queue.list({}, 100)).items.map(({ run }) => run.id) };
}

function waiting(id: string, second: number, overrides: Partial<JobInstance> = {}): JobInstance {
  const at = new Date(START.getTime() + second * 1000);
  return anInstance({ id, createdAt: at, updatedAt: at, enqueuedAt: at, reason: WAITS, ...overrides });
}

describe("queue.list()", () => {
  test("has what waits in the order of its turns, with what it waits for; held runs last", async () => {
    const { queue, clock } = await aPlace([
      waiting("second", 0),
      waiting("first", 1, { priority: 1 }),
      waiting("third", 2, { reason: null }),
      waiting("held", 0, { reason: { code: "held" }, priority: 1 }),
      waiting("retry", 3, { state: "Failed", attempt: 1 }),
      waiting("due", 4, { state: "Failed", attempt: 1, reason: null, retryAt: START }),
      waiting("later", 0, {
        state: "Failed",
        attempt: 1,
        reason: null,
        retryAt: new Date(START.getTime() + 1e6),
      }),
      waiting("delayed", 0, { state: "Scheduled", reason: null }),
      waiting("runs", 0, { state: "Processing", attempt: 1, reason: null }),
    ]);
    await clock.advance(60_000);
    const { items, total, isComplete } = await queue.list({}, 100);
    expect(items.map(({ run, waitsFor }) => `${run.id} ${waitsFor}`)).toEqual([
      "first slot",
      "second slot",
      "third worker",
      "retry slot",
      "due worker",
      "held resume",
    ]);
    expect([total, isComplete]).toEqual([6, true]);
    expect((await queue.list({}, 2)).items).toHaveLength(2);
  });

  test("stays with one job or app, and within the scope", async () => {
    const other = waiting("other", 0, { app: "billing", jobKey: "bill", lane: "bill" });
    const { queue, clock } = await aPlace([waiting("own", 0), other]);
    await clock.advance(1000);
    expect((await queue.list({ jobKey: "bill" }, 100)).items).toMatchObject([{ run: { id: "other" } }]);
    expect((await queue.list({ app: "mail" }, 100)).items).toMatchObject([{ run: { id: "own" } }]);
    const scoped = await aPlace([waiting("own", 0), other], "mail");
    await scoped.clock.advance(1000);
    expect(await scoped.ids()).toEqual(["own"]);
    expect((await scoped.queue.clear({ jobKey: "bill" })).matched).toBe(0);
    await expect(scoped.queue.runNext("other")).rejects.toMatchObject({ code: "instance_not_found" });
  });

  test("says where more wait than it puts in order", async () => {
    const { queue, clock } = await aPlace(
      Array.from({ length: 1001 }, (_, index) => waiting(`run-${index}`, index / 1000)),
    );
    await clock.advance(60_000);
    expect(await queue.list({}, 1)).toMatchObject({
      total: 1000,
      isComplete: false,
      items: [{ run: { id: "run-0" } }],
    });
  });
});

describe("queue.list() of more than it reads", () => {
  const many = Array.from({ length: 1000 }, (_, index) => waiting(`run-${index}`, index / 1000));

  test("begins with the first in turn of each lane it reads, however young they are", async () => {
    const urgent = waiting("urgent", 2, { priority: 1 });
    const { queue, clock } = await aPlace([...many, waiting("last", 3, { priority: 5 }), urgent]);
    await clock.advance(60_000);
    for (const query of [{ jobKey: "mail.send" }, { app: "mail" }, {}])
      expect((await queue.list(query, 2)).items.map(({ run }) => run.id)).toEqual(["urgent", "run-0"]);
  });

  test("begins with the first in turn of the job, although the oldest wait for a worker", async () => {
    const [urgent, other] = [waiting("urgent", 2, { priority: 1 }), { jobKey: "bill", app: "billing" }];
    const { queue, clock } = await aPlace([
      ...many.map((run) => ({ ...run, reason: null })),
      urgent,
      waiting("other", 3, { ...other, lane: "bill", priority: 1 }),
    ]);
    await clock.advance(60_000);
    const { items, total } = await queue.list({ jobKey: "mail.send" }, 2);
    expect(items.map(({ run }) => run.id)).toEqual(["urgent", "run-0"]);
    expect(total).toBe(1000);
  });
});

describe("queue.prioritize() and queue.runNext()", () => {
  test("another priority is another place, and the history says who asked", async () => {
    const { queue, ids, instance, bus, clock } = await aPlace([
      waiting("a", 0),
      waiting("b", 1),
      waiting("c", 2),
    ]);
    await clock.advance(10_000);
    await queue.prioritize("c", 2);
    expect(await ids()).toEqual(["c", "a", "b"]);
    const { history, reason, priority } = await instance("c");
    expect([reason, priority]).toEqual([WAITS, 2]);
    expect(history.at(-1)).toMatchObject({
      from: "Enqueued",
      to: "Enqueued",
      reason: { code: "prioritized", parameters: { by: null, from: 3, to: 2 } },
    });
    expect(bus.requests).toEqual([]);
  });

  test("the next one is before all others of its lane, each time somebody asks", async () => {
    const { queue, ids, instance, clock } = await aPlace([
      waiting("a", 0, { priority: 1 }),
      waiting("b", 1),
      waiting("c", 2, { priority: 5 }),
    ]);
    await clock.advance(10_000);
    await queue.runNext("c");
    expect(await ids()).toEqual(["c", "a", "b"]);
    await queue.runNext("b");
    expect(await ids()).toEqual(["b", "c", "a"]);
    const { priority } = await instance("b");
    expect((await queue.runNext("b")).priority).toBe(priority);
  });

  test("one that waits for a worker is handed over again, as one of the first", async () => {
    const { queue, bus, instance, clock } = await aPlace([waiting("a", 0, { reason: null })]);
    await clock.advance(1000);
    await queue.runNext("a");
    expect(bus.requests).toMatchObject([{ instanceId: "a", attempt: 1, priority: 1 }]);
    expect((await instance("a")).priority).toBe(0);
  });

  test("what does not wait is refused, and so is a priority that there is not", async () => {
    const { queue } = await aPlace([
      waiting("runs", 0, { state: "Processing", attempt: 1 }),
      waiting("delayed", 0, { state: "Scheduled", reason: null }),
    ]);
    for (const id of ["runs", "delayed"])
      await expect(queue.prioritize(id, 1)).rejects.toMatchObject({ code: "not_waiting" });
    await expect(queue.prioritize("nobody", 1)).rejects.toMatchObject({ code: "instance_not_found" });
    for (const priority of [0, 6, 1.5])
      await expect(queue.prioritize("runs", priority)).rejects.toMatchObject({ code: "invalid_argument" });
  });
});

describe("queue.clear()", () => {
  test("cancels what has waited for longer, leaves the rest, and counts alone where that is asked for", async () => {
    const { queue, instance, clock } = await aPlace([
      waiting("old", 0),
      waiting("retry", 0, { state: "Failed", attempt: 1 }),
      waiting("young", 50),
      waiting("runs", 0, { state: "Processing", attempt: 1, reason: null }),
    ]);
    await clock.advance(60_000);
    const request = { jobKey: "mail.send", olderThanMs: 30_000 };
    expect(await queue.clear({ ...request, dryRun: true })).toEqual({ matched: 2, done: 0 });
    expect(await queue.clear(request)).toEqual({ matched: 2, done: 2 });
    const states = await Promise.all(
      ["old", "retry", "young", "runs"].map(async (id) => (await instance(id)).state),
    );
    expect(states).toEqual(["Cancelled", "Cancelled", "Enqueued", "Processing"]);
    expect((await instance("old")).reason?.code).toBe("queue_cleared");
  });

  test("a retry waits since it was due, however long ago its run was created", async () => {
    const due = (id: string, second: number) =>
      waiting(id, 0, { state: "Failed", attempt: 1, retryAt: new Date(START.getTime() + second * 1000) });
    const { queue, clock } = await aPlace([due("young", 50), due("old", 10)]);
    await clock.advance(60_000);
    expect(await queue.clear({ olderThanMs: 30_000 })).toEqual({ matched: 1, done: 1 });
    expect((await queue.list({}, 10)).items).toMatchObject([{ run: { id: "young" } }]);
  });

  test("ends very many", async () => {
    const { queue, clock } = await aPlace(
      Array.from({ length: 450 }, (_, index) => waiting(`run-${index}`, index / 1000)),
    );
    await clock.advance(60_000);
    expect(await queue.clear({ all: true })).toEqual({ matched: 450, done: 450 });
    expect((await queue.list({}, 10)).items).toEqual([]);
  });

  test("clears everything only for who says so", async () => {
    const { queue, clock } = await aPlace([waiting("own", 0)]);
    await clock.advance(1000);
    const names = ["app", "jobKey", "olderThanMs", "runningLongerThanMs"];
    for (const request of [{}, { all: false }, { olderThanMs: 0 }, { dryRun: true }])
      await expect(queue.clear(request)).rejects.toMatchObject({
        code: "invalid_argument",
        issues: [{ pointer: "", code: "condition_or_all", parameters: { names } }],
      });
    await expect(queue.clear({ all: true, jobKey: "mail.send" })).rejects.toMatchObject({
      issues: [{ pointer: "/all", code: "excludes", parameters: { other: "jobKey" } }],
    });
    expect((await queue.list({}, 10)).items).toHaveLength(1);
    expect(await queue.clear({ all: true, dryRun: true })).toEqual({ matched: 1, done: 0 });
  });
});
