import { expect, test } from "vitest";
import { aDefinition, anInstance } from "@mojob/test-fixtures/records";
import { createWorld } from "@mojob/test-fixtures/world";
import { laneOf } from "../../model/instance/lane.ts";
import { moveToLane } from "../../model/waiting/move-to-lane.ts";
import { moveToLanes } from "./move-to-lanes.ts";

test("moveToLanes() resolves to runs as they are, also to one that another process has moved meanwhile", async () => {
  const world = createWorld();
  const { clock, cache, store } = world;
  const laneOfKey = (concurrencyKey: string): string => laneOf("mail.send", { concurrencyKey });
  await world.define(aDefinition({ options: { whenFull: "queue" } }));
  const runs = [
    anInstance({ id: "one", lane: laneOfKey("a") }),
    anInstance({ id: "two", lane: laneOfKey("b") }),
  ];
  await store.instances.insert(runs);
  let isFirst = true;
  const instances = {
    get: store.instances.get.bind(store.instances),
    update: async (changes: Parameters<typeof store.instances.update>[0]) => {
      const [run] = runs;
      if (isFirst && run !== undefined)
        await store.instances.update([moveToLane(run, clock.now(), "mail.send")]);
      isFirst = false;
      return store.instances.update(changes);
    },
  };
  const moved = await moveToLanes(runs, { tenant: "default", store: instances, cache, clock });
  expect(moved.map((run) => [run.id, run.lane])).toEqual([
    ["one", "mail.send"],
    ["two", "mail.send"],
  ]);
});

test("moveToLanes() moves the most urgent first: a worker that looks meanwhile begins none before it", async () => {
  const { store, cache, clock, define } = createWorld();
  await define(aDefinition({ options: { whenFull: "queue" } }));
  const runs = [3, 5, 1, 3].map((priority, index) =>
    anInstance({ id: `run-${index}`, priority, lane: laneOf("mail.send", { concurrencyKey: `${index}` }) }),
  );
  await store.instances.insert(runs);
  const written: string[] = [];
  const instances = {
    get: store.instances.get.bind(store.instances),
    update: (changes: Parameters<typeof store.instances.update>[0]) => {
      written.push(...changes.map(({ id }) => id));
      return store.instances.update(changes);
    },
  };
  const moved = await moveToLanes(runs, { tenant: "default", store: instances, cache, clock });
  expect(written).toEqual(["run-2", "run-0", "run-3", "run-1"]);
  expect(moved.map(({ id, lane }) => [id, lane])).toEqual(runs.map(({ id }) => [id, "mail.send"]));
});
