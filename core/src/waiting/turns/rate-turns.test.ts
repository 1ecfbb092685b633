import { describe, expect, test } from "vitest";
import { anExecutorSetup, aRequest, Doors, type ExecutorSetup } from "@mojob/test-fixtures/executor";
import { START } from "@mojob/test-fixtures/records";
import type { StatedOptions } from "../../model/option/job-options.ts";
import { cancelWaiting } from "../../model/instance/transitions.ts";

interface Place extends ExecutorSetup {
  readonly doors: Doors;
}

/** A worker of a job that may begin twice a second; the runs are recorded, a millisecond after each other. */
async function aPlace(ids: readonly string[], options: StatedOptions = {}): Promise<Place> {
  const doors = new Doors();
  const place = await anExecutorSetup({
    execute: doors.pass,
    options: { rateLimit: { max: 2, perMs: 1000 }, ...options },
  });
  await place.enqueue(...ids.map((id, index) => ({ id, createdAt: new Date(START.getTime() + index) })));
  return { ...place, doors };
}

const names = (...ids: readonly string[]): readonly string[] => ids.map((id) => `${id}/1`);

describe("a worker of a job with a rate", () => {
  test("begins as many as the rate allows, and the others in order when it allows more, without being asked", async () => {
    const place = await aPlace(["a", "b", "c", "d", "e"]);
    const { doors, clock } = place;
    const taken = place.take("e", "d", "c", "b", "a");
    await clock.settle();
    expect(doors.entered).toEqual(names("a", "b"));
    expect((await place.instance("c")).reason).toEqual({
      code: "waits_for_slot",
      parameters: { limit: 2, perMs: 1000 },
    });
    await clock.advance(999);
    expect(doors.entered).toHaveLength(2);
    await clock.advance(20);
    expect(doors.entered).toEqual(names("a", "b", "c", "d"));
    await clock.advance(1020);
    expect(doors.entered).toEqual(names("a", "b", "c", "d", "e"));
    for (const name of doors.entered) doors.succeed(name);
    await taken;
    await clock.settle();
    expect((await place.instances()).map(({ state }) => state)).toEqual(Array(5).fill("Succeeded"));
    expect(place.errors).toEqual([]);
  });

  test("begins the urgent first", async () => {
    const place = await aPlace(["a", "b", "c"]);
    const { doors, clock } = place;
    await place.enqueue({ id: "urgent", priority: 1, createdAt: new Date(START.getTime() + 99) });
    void place.take("a", "b", "c", "urgent");
    await clock.settle();
    await clock.advance(1020);
    expect(new Set(doors.entered.slice(0, 2))).toContain("urgent/1");
  });

  test("shares the rate with other workers, and gives back what did not begin", async () => {
    const place = await aPlace(["a", "b", "c", "d", "e", "f"]);
    const { doors, clock, store } = place;
    const other = place.another();
    void place.take("a", "b", "c");
    void other.intake.execute([aRequest("d"), aRequest("e"), aRequest("f")]);
    await clock.settle();
    expect(doors.entered).toHaveLength(2);
    const waiting = (await place.instances()).filter(({ state }) => state === "Enqueued");
    const reason = { code: "cancelled", parameters: { by: null, note: null } } as const;
    await store.instances.update(waiting.slice(0, 2).map((run) => cancelWaiting(run, clock.now(), reason)));
    await clock.advance(1020);
    expect(doors.entered).toHaveLength(4);
    expect(place.errors).toEqual([]);
  });

  test("skips at its turn what finds its job full, and begins nothing for it", async () => {
    const place = await aPlace(["a", "b"], { maxConcurrency: 1 });
    void place.take("a", "b");
    await place.clock.settle();
    expect(place.doors.entered).toEqual(names("a"));
    expect((await place.instance("b")).state).toBe("Skipped");
  });

  test("lets what finds its job full wait for a slot where the job queues", async () => {
    const place = await aPlace(["a", "b", "c"], { maxConcurrency: 1, whenFull: "queue" });
    const { doors, clock } = place;
    void place.take("a", "b", "c");
    await clock.settle();
    expect(doors.entered).toEqual(names("a"));
    doors.succeed("a/1");
    await clock.settle();
    expect(doors.entered).toEqual(names("a", "b"));
    doors.succeed("b/1");
    await clock.settle();
    expect(doors.entered).toHaveLength(2);
    await clock.advance(1020);
    expect(doors.entered).toEqual(names("a", "b", "c"));
  });

  test("counts each retry", async () => {
    const place = await aPlace(["a", "b"], { retryCount: 1 });
    const { doors, clock, bus } = place;
    void place.take("a", "b");
    await clock.settle();
    doors.fail("a/1");
    await clock.settle();
    const [retry] = bus.requests.filter(({ instanceId }) => instanceId === "a");
    expect(retry).toMatchObject({ attempt: 2 });
    void place.executor.intake.execute(retry === undefined ? [] : [retry]);
    await clock.settle();
    expect(doors.entered).toEqual(names("a", "b"));
    await clock.advance(1020);
    expect(doors.entered).toEqual([...names("a", "b"), "a/2"]);
  });

  test("counts a retry also where the job was given its rate during the attempt", async () => {
    const doors = new Doors();
    const stated = { retryCount: 1 };
    const place = await anExecutorSetup({ execute: doors.pass, options: stated });
    await place.enqueue("a");
    void place.take("a");
    await place.clock.settle();
    const job = await place.cache.get("mail.send");
    if (job === null) throw new Error("The job is missing");
    const options = { ...job.options, rateLimit: { ...job.options.rateLimit, max: 2, perMs: 1000 } };
    await place.cache.save({ ...job, options, revision: job.revision + 1 }, job.revision);
    doors.fail("a/1");
    await place.clock.settle();
    expect(place.bus.requests).toMatchObject([{ instanceId: "a", attempt: 2 }]);
    expect(doors.entered).toEqual(names("a"));
  });

  test("hands the first over where it has no place", async () => {
    const place = await aPlace(["a", "b"]);
    const other = place.another({ maxConcurrentRuns: 1 });
    void other.intake.execute([aRequest("a"), aRequest("b")]);
    await place.clock.settle();
    expect(place.doors.entered).toEqual(names("a"));
    expect(new Set(place.bus.requests.map(({ instanceId }) => instanceId))).toEqual(new Set(["b"]));
  });

  test("hands the first over when its worker stops before the time has come, and begins nothing more", async () => {
    const place = await aPlace(["a", "b", "c", "d"]);
    const { doors, clock, bus } = place;
    void place.take("a", "b", "c", "d");
    await clock.settle();
    for (const name of doors.entered) doors.succeed(name);
    const stopped = place.executor.close(1000);
    await clock.settle();
    await clock.advance(1020);
    await stopped;
    expect(doors.entered).toEqual(names("a", "b"));
    expect(new Set(bus.requests.map(({ instanceId }) => instanceId))).toEqual(new Set(["c"]));
    const other = place.another();
    void other.intake.execute([aRequest("c")]);
    await clock.settle();
    expect(doors.entered).toEqual(names("a", "b", "c", "d"));
  });
});

test("a run that ends gives no turn beyond the rate, where its job queues without a limit", async () => {
  const place = await aPlace(["a", "b", "c", "d"], { maxConcurrency: null, whenFull: "queue" });
  const { doors, clock } = place;
  void place.take("a", "b", "c", "d");
  await clock.settle();
  expect(doors.entered).toEqual(names("a", "b"));
  doors.succeed("a/1");
  doors.succeed("b/1");
  await clock.settle();
  expect(doors.entered).toEqual(names("a", "b"));
  await clock.advance(1020);
  expect(doors.entered).toEqual(names("a", "b", "c", "d"));
});
