import { expect, test } from "vitest";
import { aDefinition, anInstance, aRunningInstance, START } from "@mojob/test-fixtures/records";
import { anExecutor, createWorld } from "@mojob/test-fixtures/world";
import { Router } from "../dispatch/router.ts";
import type { RoutingStrategy } from "../model/option/value/routing-options.ts";
import { RerouteDuty } from "./reroute-duty.ts";
import { startDuties } from "./start-duties.ts";

async function aPlace(strategy: RoutingStrategy) {
  const world = createWorld();
  const { executors } = world.store;
  await world.define(aDefinition({ options: { routing: { strategy } } }));
  const reads = { count: 0 };
  const counted: Pick<typeof executors, "list"> = {
    list: (...asked) => {
      reads.count += 1;
      return executors.list(...asked);
    },
  };
  const router = new Router({ ...world, ...world.store, tenant: "default", executors: counted });
  const duty = new RerouteDuty({ ...world, tenant: "default", router });
  const seen = (id: string, draining = false) =>
    executors.save(anExecutor({ id, draining, lastSeenAt: world.clock.now() }));
  await seen("w1");
  await seen("w2");
  const sentTo = (id: string) => ({ strategy, executor: { id, name: id }, refused: [] }) as const;
  await world.store.instances.insert([
    anInstance({ id: "waits", routing: sentTo("w1") }),
    anInstance({
      id: "later",
      routing: sentTo("w1"),
      state: "Scheduled",
      scheduledFor: new Date(START.getTime() + 1e6),
    }),
    anInstance({ id: "other", routing: sentTo("w2") }),
    anInstance({ id: "any" }),
    aRunningInstance({ id: "begun", routing: sentTo("w1"), worker: "w1" }),
  ]);
  const moved = () => world.bus.requests.map(({ instanceId }) => instanceId).toSorted();
  return { ...world, duty, seen, moved, reads };
}

test("what waits for an executor that leaves is sent to another one within a second, once", async () => {
  const { duty, seen, clock, onError, moved, bus, instance, errors } = await aPlace("first");
  const duties = startDuties([duty], { clock, onError });
  await clock.advance(1000);
  expect(moved()).toEqual([]);
  await seen("w1", true);
  await clock.advance(1000);
  expect(moved()).toEqual(["later", "waits"]);
  expect(bus.batches.map(({ destination }) => destination.executor)).toEqual(["w2"]);
  expect((await instance("waits")).routing).toEqual({
    strategy: "first",
    executor: { id: "w2", name: "w2" },
    refused: [{ id: "w1", name: "w1", why: "gone" }],
  });
  expect((await instance("begun")).routing?.executor?.id).toBe("w1");
  await clock.advance(5000);
  expect([moved().length, errors]).toEqual([2, []]);
  await duties.close();
});

test("what waits for an executor that dies is sent to another one once it was silent for ten seconds", async () => {
  const { duty, seen, clock, onError, moved } = await aPlace("last");
  const duties = startDuties([duty], { clock, onError });
  for (let second = 0; second < 10; second += 1) {
    expect(moved()).toEqual([]);
    await clock.advance(1000);
    await seen("w2");
  }
  await clock.advance(1000);
  expect(moved()).toEqual(["later", "waits"]);
  await duties.close();
});

test("where no executor is left, any that comes may take it", async () => {
  const { duty, seen, clock, onError, bus } = await aPlace("first");
  const duties = startDuties([duty], { clock, onError });
  await clock.advance(1000);
  await seen("w1", true);
  await seen("w2", true);
  await clock.advance(1000);
  expect(bus.batches.map(({ destination }) => destination.executor)).toEqual([null]);
  expect(bus.requests).toHaveLength(3);
  await duties.close();
});

test("reads no executors while no job chooses among them", async () => {
  const { duty, clock, onError, reads } = await aPlace("any");
  const duties = startDuties([duty], { clock, onError });
  await clock.advance(60_000);
  expect(reads.count).toBe(0);
  await duties.close();
});
