import { expect, test } from "vitest";
import { aDefinition, anInstance, START } from "@mojob/test-fixtures/records";
import { anExecutor, createWorld, type World } from "@mojob/test-fixtures/world";
import { Composites } from "../../dispatch/composite/composites.ts";
import { RerouteDuty } from "../../duties/reroute-duty.ts";
import { beginBroadcast } from "../../model/broadcast/begin-broadcast.ts";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import type { StatedOptions } from "../../model/option/job-options.ts";
import { ControlPlane } from "../control-plane.ts";
import { createEngine } from "../create-engine.ts";
import { PartEnds } from "./part-ends.ts";

const never = new AbortController().signal;

/** A broadcast that a worker has begun, and that died before it created a shard; executors w0 and w1. */
async function aPlace(options: StatedOptions = {}) {
  const world = createWorld();
  const engine = createEngine({ ...world, tenant: "default" });
  const plane = new ControlPlane(engine);
  await world.define(
    aDefinition({ options: { ...options, routing: { strategy: "broadcast", ...options.routing } } }),
    aDefinition({ key: "report" }),
  );
  for (const id of ["w0", "w1"])
    await world.store.executors.save(anExecutor({ id, jobKeys: ["mail.send", "report"] }));
  await world.store.instances.insert([anInstance({ id: "b" })]);
  const executors = [
    { id: "w0", name: "w0" },
    { id: "w1", name: "w1" },
  ];
  const attempt = { tenant: "default", id: "b", attempt: 1, claim: "c", worker: "gone" };
  const change = beginBroadcast(attempt, START, 0, executors);
  await world.store.instances.admit([{ change, lane: "mail.send", limit: null }]);
  const composites = new Composites({ ...world, tenant: "default", store: engine.store.instances });
  return { ...world, engine, plane, composites };
}

const SHARDS = ["~b/#0", "~b/#1"];

async function shardsOf({ instance }: World): Promise<readonly JobInstance[]> {
  return Promise.all(SHARDS.map(instance));
}

test("the shards of a worker that died before it created them are created by the next look at open runs", async () => {
  const place = await aPlace();
  const { plane, instance, bus } = place;
  await plane.reconciler.reconcile(START);
  await plane.reconciler.reconcile(START);
  expect(await instance("b")).toMatchObject({ state: "Processing", progress: { message: "0/2" } });
  expect(await shardsOf(place)).toMatchObject([{ state: "Enqueued" }, { state: "Enqueued" }]);
  const sent = bus.batches.map(({ destination, requests }) => [destination.executor, requests[0]?.lane]);
  expect(sent.slice(0, 2)).toEqual([
    ["w0", "mail.send|shard|0"],
    ["w1", "mail.send|shard|1"],
  ]);
});

test("a broadcast is not lost with the worker that began it", async () => {
  const { plane, instance } = await aPlace();
  await plane.reconciler.recover([await instance("b")]);
  expect(await instance("b")).toMatchObject({ state: "Processing", error: null });
  expect(await instance("~b/#0")).toMatchObject({ state: "Enqueued" });
});

test("a child job follows the end of the broadcast, and of no shard", async () => {
  const place = await aPlace({ children: [{ job: "report", on: "end" }] });
  const { plane, composites, instance, instances, engine, clock } = place;
  await plane.start();
  await composites.settle([await instance("b")]);
  const started = async (): Promise<readonly unknown[]> =>
    (await instances()).filter(({ jobKey }) => jobKey === "report").map(({ trigger }) => trigger.of);
  for (const id of SHARDS) {
    expect(await started()).toEqual([]);
    await plane.scheduler.instances.cancel(id);
    await clock.settle();
  }
  expect(await instance("b")).toMatchObject({ state: "Cancelled", worker: null, claim: null });
  expect(await started()).toEqual(["b"]);
  await plane.close();
  await engine.ends.close();
});

test("a follower of ends reads nothing for runs that are no shards, and is idle while no job composites", async () => {
  const { engine } = await aPlace();
  let reads = 0;
  const store = {
    ...engine.store.instances,
    get: () => {
      reads += 1;
      return Promise.resolve([]);
    },
  };
  const follower = new PartEnds({ ...engine, store });
  expect(await follower.isIdle()).toBe(false);
  await follower.follow([anInstance({ state: "Succeeded" })]);
  expect(reads).toBe(0);
  const cache = { getAll: () => Promise.resolve([aDefinition()]) };
  const idle = new PartEnds({ ...engine, store, cache });
  expect(await idle.isIdle()).toBe(true);
});

test("a shard is run again alone, as the shard it was, where there is an executor", async () => {
  const { plane, composites, instance, store } = await aPlace();
  await composites.settle([await instance("b")]);
  await plane.scheduler.instances.cancel("b");
  await store.executors.remove("default", "w1");
  const again = await plane.scheduler.instances.rerun("~b/#1");
  expect(again).toMatchObject({
    lane: "mail.send|shard|1",
    trigger: { type: "rerun", of: "~b/#1" },
    routing: {
      executor: { id: "w0" },
      refused: [{ id: "w1", why: "gone" }],
      shard: { index: 1, total: 2 },
    },
  });
  const whole = await plane.scheduler.instances.rerun("b");
  expect(whole).toMatchObject({ lane: "mail.send", routing: null });
});

test.each(["elsewhere", "fail"] as const)("a shard whose executor is gone: %s", async (whenGone) => {
  const { engine, composites, instance, store, bus } = await aPlace({
    retryCount: 3,
    routing: { whenGone },
  });
  await composites.settle([await instance("b")]);
  const duty = new RerouteDuty(engine);
  await duty.run(never);
  await store.executors.remove("default", "w1");
  bus.batches.length = 0;
  await duty.run(never);
  const isElsewhere = whenGone === "elsewhere";
  expect(bus.batches.map(({ destination }) => destination.executor)).toEqual(isElsewhere ? ["w0"] : []);
  expect(await instance("~b/#0")).toMatchObject({ state: "Enqueued" });
  expect(await instance("~b/#1")).toMatchObject(
    isElsewhere
      ? { state: "Enqueued", routing: { executor: { id: "w0" }, shard: { index: 1, total: 2 } } }
      : {
          state: "Terminated",
          error: { code: "executor_gone", parameters: { name: "w1" } },
          history: [
            { to: "Enqueued" },
            { to: "Processing", worker: null },
            { to: "Failed" },
            { to: "Terminated", reason: { code: "executor_gone" } },
          ],
        },
  );
});
