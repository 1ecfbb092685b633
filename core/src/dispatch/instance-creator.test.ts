import { note } from "../model/reason.ts";
import { describe, expect, test } from "vitest";
import { aDefinition, aNewRun, START } from "@mojob/test-fixtures/records";
import { createWorld, storeGone, type World, type WorldOptions } from "@mojob/test-fixtures/world";
import { fireId } from "../model/name/run-id.ts";
import { InstanceCreator } from "./instance-creator.ts";

function aCreator(options: WorldOptions = {}): World & { readonly creator: InstanceCreator } {
  const world = createWorld(options);
  const { store, dispatcher, clock } = world;
  return { ...world, creator: new InstanceCreator({ store: store.instances, dispatcher, clock }) };
}

const mail = aDefinition();

describe("InstanceCreator", () => {
  test("records a run and dispatches it under the id in the record", async () => {
    const { creator, instance, bus, clock } = aCreator();
    const { created } = await creator.createOne(aNewRun(mail));
    await clock.settle();
    const record = await instance("run-1");
    expect(created).toBe(true);
    expect(record).toMatchObject({ state: "Enqueued", enqueuedAt: START, attempt: 0 });
    expect(bus.batches).toEqual([
      {
        id: record.dispatchId,
        destination: { tenant: "default", app: "mail", executor: null },
        requests: [
          {
            instanceId: "run-1",
            jobKey: "mail.send",
            lane: "mail.send",
            attempt: 1,
            priority: 3,
            dueAt: null,
          },
        ],
      },
    ]);
  });

  test("records a run that a workflow already executes under that workflow, and does not dispatch it", async () => {
    const { creator, instance, bus, clock } = aCreator();
    await creator.create([aNewRun(mail, { carriedBy: "workflow-7" }), aNewRun(mail, { id: "run-2" })]);
    await clock.settle();
    expect((await instance("run-1")).dispatchId).toBe("workflow-7");
    expect(bus.requests.map(({ instanceId }) => instanceId)).toEqual(["run-2"]);
  });

  test("records a delayed run as Scheduled and dispatches it with its time", async () => {
    const { creator, instance, bus, clock } = aCreator();
    const dueAt = new Date(START.getTime() + 5000);
    await creator.createOne(aNewRun(mail, { dueAt }));
    await clock.settle();
    expect(await instance("run-1")).toMatchObject({
      state: "Scheduled",
      scheduledFor: dueAt,
      enqueuedAt: null,
    });
    expect(bus.requests).toMatchObject([{ dueAt: dueAt.toISOString() }]);
  });

  test.each([0, -5000])("records a run that was due %i ms from now as Enqueued", async (offsetMs) => {
    const { creator, instance, bus, clock } = aCreator();
    const dueAt = new Date(START.getTime() + offsetMs);
    await creator.createOne(aNewRun(mail, { dueAt }));
    await clock.settle();
    expect(await instance("run-1")).toMatchObject({ state: "Enqueued", scheduledFor: dueAt });
    expect(bus.requests).toMatchObject([{ dueAt: null }]);
  });

  test("records a run that may not run as Skipped with its reason, never Scheduled, and dispatches nothing", async () => {
    const { creator, instance, bus, clock } = aCreator();
    const dueAt = new Date(START.getTime() + 5000);
    await creator.createOne(aNewRun(mail, { dueAt, skipReason: note("Debug mode") }));
    await clock.settle();
    expect(await instance("run-1")).toMatchObject({
      state: "Skipped",
      reason: note("Debug mode"),
      completedAt: START,
      history: [
        { from: null, to: "Enqueued" },
        { from: "Enqueued", to: "Skipped", reason: note("Debug mode") },
      ],
    });
    expect(bus.batches).toEqual([]);
  });

  test("returns the run that has the id, unchanged and undispatched, when a request is repeated", async () => {
    const { creator, bus, clock, instances } = aCreator();
    const run = aNewRun(mail, { id: "mail.send#key-1", fingerprint: "same" });
    const first = await creator.createOne(run);
    await clock.advance(1000);
    const again = await creator.createOne({ ...run, priority: 1 });
    await clock.settle();
    expect(again).toEqual({ instance: first.instance, created: false });
    expect(bus.requests).toHaveLength(1);
    expect(await instances()).toHaveLength(1);
  });

  test("refuses another request under the same idempotency key", async () => {
    const { creator } = aCreator();
    const run = aNewRun(mail, { id: "mail.send#key-1", fingerprint: "same" });
    await creator.createOne(run);
    await expect(creator.createOne({ ...run, fingerprint: "other" })).rejects.toMatchObject({
      code: "idempotency_mismatch",
    });
    await expect(creator.create([{ ...run, fingerprint: "other" }])).rejects.toMatchObject({
      code: "idempotency_mismatch",
    });
  });

  test("makes one run of a fire, however many control planes fire it at once", async () => {
    const { creator, store, dispatcher, clock, instances, bus } = aCreator();
    const planes = [creator, new InstanceCreator({ store: store.instances, dispatcher, clock })];
    const run = aNewRun(aDefinition({ key: "close", kind: "recurring" }), {
      id: fireId("close", START),
      trigger: { type: "cron", nominalTime: START },
    });
    const answers = await Promise.all(
      [...planes, ...planes].flatMap((plane) => [plane.createOne(run), plane.create([run, run])]),
    );
    await clock.settle();
    expect(answers.flat().filter(({ created }) => created)).toHaveLength(1);
    expect((await instances()).map(({ id }) => id)).toEqual(["close@2026-01-01T00:00:00.000Z"]);
    expect(bus.requests).toHaveLength(1);
  });

  test("writes together what arrives together", async () => {
    const writes: number[] = [];
    const { creator } = aCreator({
      instances: (real) => ({
        async insert(records) {
          writes.push(records.length);
          return real.insert(records);
        },
      }),
    });
    const ids = Array.from({ length: 50 }, (_, index) => `run-${index}`);
    const answers = await Promise.all(ids.map((id) => creator.createOne(aNewRun(mail, { id }))));
    expect(answers.map(({ instance }) => instance.id)).toEqual(ids);
    expect(writes).toEqual([50]);
  });

  test("keeps the promise of the record when the runtime cannot be reached", async () => {
    const { creator, instance, bus, errors, clock } = aCreator();
    bus.failure = new Error("The runtime does not answer");
    expect(await creator.createOne(aNewRun(mail))).toMatchObject({ created: true });
    await clock.settle();
    expect(await instance("run-1")).toMatchObject({ state: "Enqueued" });
    expect(errors).toEqual([bus.failure]);
  });

  test("rejects for every caller whose write failed, and the next write goes on", async () => {
    let isDown = true;
    const { creator, bus, clock } = aCreator({
      instances: (real) => ({
        insert: (records) => (isDown ? Promise.reject(storeGone()) : real.insert(records)),
      }),
    });
    const refused = [creator.createOne(aNewRun(mail)), creator.createOne(aNewRun(mail, { id: "run-2" }))];
    for (const answer of refused) await expect(answer).rejects.toMatchObject({ code: "store_unavailable" });
    isDown = false;
    expect(await creator.createOne(aNewRun(mail))).toMatchObject({ created: true });
    await clock.settle();
    expect(bus.requests).toHaveLength(1);
  });
});
