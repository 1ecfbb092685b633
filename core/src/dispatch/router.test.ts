import { expect, test } from "vitest";
import { aDefinition, anInstance, START } from "@mojob/test-fixtures/records";
import { anExecutor, createWorld } from "@mojob/test-fixtures/world";
import type { JobDefinition } from "../model/job-definition.ts";
import type { RoutingOptions } from "../model/option/value/routing-options.ts";
import { dispatchAgain } from "./dispatch-again.ts";
import { InstanceCreator } from "./instance-creator.ts";
import { Router } from "./router.ts";

const jobWith = (routing: Partial<RoutingOptions>): JobDefinition => aDefinition({ options: { routing } });

async function aPlace(...ids: readonly string[]) {
  const world = createWorld();
  const { executors } = world.store;
  const counts = { reads: 0 };
  const counted: Pick<typeof executors, "list"> = {
    list: (...asked) => {
      counts.reads += 1;
      return executors.list(...asked);
    },
  };
  for (const id of ids) await executors.save(anExecutor({ id }));
  const router = new Router({ ...world, ...world.store, tenant: "default", executors: counted });
  const creator = new InstanceCreator({ ...world, store: world.store.instances, router });
  const run = (id: string, definition: JobDefinition, args: unknown = null) => ({
    id,
    definition,
    args: args as null,
    trigger: { type: "code" as const },
    priority: 3,
    dueAt: null,
    skipReason: null,
    missed: null,
    fingerprint: null,
  });
  const chosen = async (
    definition: JobDefinition,
    count: number,
    args: (index: number) => unknown = () => null,
  ) => {
    const runs = Array.from({ length: count }, (_, index) => ({
      id: `run-${index}`,
      definition,
      args: args(index) as null,
    }));
    return (await router.choose(runs)).map((routing) => routing?.executor?.id ?? null);
  };
  return { ...world, router, creator, counts, run, chosen };
}

test("runs of jobs that any worker may take read no executors", async () => {
  const { creator, counts, run, bus, clock } = await aPlace("w1");
  const { instance } = await creator.createOne(run("r1", aDefinition()));
  expect(instance.routing).toBeNull();
  await clock.settle();
  expect([counts.reads, bus.batches[0]?.destination.executor]).toEqual([0, null]);
});

test("a run is recorded with its executor and dispatched to it", async () => {
  const { creator, run, bus, clock } = await aPlace("w1", "w2");
  const { instance } = await creator.createOne(run("r1", jobWith({ strategy: "last" })));
  await clock.settle();
  expect(instance.routing).toEqual({ strategy: "last", executor: { id: "w2", name: "w2" }, refused: [] });
  expect(bus.batches.map(({ destination }) => destination.executor)).toEqual(["w2"]);
});

test("10,000 runs read the executors once in half a second", async () => {
  const { chosen, counts, clock } = await aPlace("w1", "w2", "w3", "w4");
  const ids = await chosen(jobWith({ strategy: "round" }), 10_000);
  for (const id of ["w1", "w2", "w3", "w4"]) expect(ids.filter((one) => one === id)).toHaveLength(2500);
  expect(counts.reads).toBe(1);
  await clock.advance(499);
  await chosen(jobWith({ strategy: "round" }), 1);
  expect(counts.reads).toBe(1);
  await clock.advance(1);
  await chosen(jobWith({ strategy: "round" }), 1);
  expect(counts.reads).toBe(2);
});

test("sticky goes by the value of its expression", async () => {
  const { chosen } = await aPlace("w1", "w2", "w3", "w4", "w5");
  const job = jobWith({ strategy: "sticky", by: "args.customer" });
  const ids = await chosen(job, 400, (index) => ({ customer: index % 20, order: index }));
  for (let index = 20; index < 400; index += 1) expect(ids[index]).toBe(ids[index % 20]);
  expect(new Set(ids).size).toBeGreaterThan(2);
  const whole = await chosen(jobWith({ strategy: "sticky" }), 20, () => ({ same: true }));
  expect(new Set(whole).size).toBe(1);
});

test("busyover counts what it sent since the heartbeat it knows of", async () => {
  const { chosen, store, clock } = await aPlace();
  const at = (lastSeenAt: Date) =>
    Promise.all(["w1", "w2"].map((id) => store.executors.save(anExecutor({ id, limit: 2, lastSeenAt }))));
  await at(START);
  const job = jobWith({ strategy: "busyover" });
  expect(await chosen(job, 5)).toEqual(["w1", "w1", "w2", "w2", null]);
  await clock.advance(1000);
  expect(await chosen(job, 1)).toEqual([null]);
  await at(clock.now());
  await clock.advance(1000);
  expect(await chosen(job, 1)).toEqual(["w1"]);
});

test("an executor whose runs have ended since its heartbeat is not busy", async () => {
  const { router, store, clock } = await aPlace();
  const seen = (running: number) =>
    store.executors.save(anExecutor({ id: "w1", limit: 2, running, lastSeenAt: clock.now() }));
  await seen(0);
  const job = jobWith({ strategy: "busyover" });
  /** Chooses for a run, records it, and has it run to its end. */
  const send = async (id: string, state: "Processing" | "Succeeded"): Promise<readonly unknown[]> => {
    const [routing = null] = await router.choose([{ id, definition: job, args: null }]);
    await clock.advance(1);
    const ended = state === "Succeeded" ? { completedAt: clock.now() } : {};
    await store.instances.insert([anInstance({ id, routing, state, updatedAt: clock.now(), ...ended })]);
    return [routing?.executor?.id ?? null, routing?.refused.map(({ why }) => why)];
  };
  for (let run = 0; run < 5; run += 1) expect(await send(`short-${run}`, "Succeeded")).toEqual(["w1", []]);
  for (let run = 0; run < 2; run += 1) expect(await send(`long-${run}`, "Processing")).toEqual(["w1", []]);
  expect(await send("more", "Succeeded")).toEqual([null, ["busy"]]);
  // Its heartbeat counts both, and one of them ends after it.
  await clock.advance(1000);
  await seen(2);
  await clock.advance(1000);
  const [long] = await store.instances.get("default", ["long-0"]);
  const when = { states: ["Processing"] } as const;
  const set = { state: "Succeeded", completedAt: clock.now() } as const;
  await store.instances.update([
    { tenant: "default", id: long?.id ?? "", at: clock.now(), when, set, append: [] },
  ]);
  expect(await send("next", "Processing")).toEqual(["w1", []]);
  expect(await send("last", "Processing")).toEqual([null, ["busy"]]);
});

test("where no executor is alive, any that comes may take the run", async () => {
  const { router, clock } = await aPlace("w1");
  await clock.advance(10_001);
  const [routing] = await router.choose([
    { id: "r1", definition: jobWith({ strategy: "first" }), args: null },
  ]);
  expect(routing).toEqual({ strategy: "first", executor: null, refused: [] });
});

test("a run is routed again only where its executor is gone, and says which one was", async () => {
  const { router, define, store } = await aPlace("w1", "w2", "w3");
  await define(jobWith({ strategy: "first" }));
  const routing = { strategy: "first", executor: { id: "w1", name: "w1" }, refused: [] } as const;
  const [run, other] = [anInstance({ routing }), anInstance()];
  expect(await router.misplaced([run, other])).toEqual([]);
  expect(await router.chooseAgain([run, other])).toEqual([routing, null]);
  await store.executors.save(anExecutor({ id: "w1", draining: true }));
  expect(await router.misplaced([run, other])).toEqual([run]);
  expect(await router.chooseAgain([run])).toEqual([
    {
      strategy: "first",
      executor: { id: "w2", name: "w2" },
      refused: [{ id: "w1", name: "w1", why: "gone" }],
    },
  ]);
});

test("an executor that lacks what the job asks for by now is not said to be gone", async () => {
  const { router, define } = await aPlace("w1");
  await define(
    aDefinition({
      options: { routing: { strategy: "first" }, executors: { minVersion: "2.0.0", labels: {} } },
    }),
  );
  const routing = { strategy: "first", executor: { id: "w1", name: "w1" }, refused: [] } as const;
  expect(await router.chooseAgain([anInstance({ routing })])).toMatchObject([
    { executor: null, refused: [{ id: "w1", why: "rule" }] },
  ]);
});

test("of two that route a run again one is obeyed", async () => {
  const { router, define, store, dispatcher, clock, bus, instance } = await aPlace("w1", "w2");
  await define(jobWith({ strategy: "first" }));
  const routing = { strategy: "first", executor: { id: "gone", name: "gone" }, refused: [] } as const;
  await store.instances.insert([anInstance({ id: "r1", routing })]);
  const read = await instance("r1");
  const options = { store: store.instances, dispatcher, clock, router };
  await Promise.all([dispatchAgain([read], options), dispatchAgain([read], options)]);
  expect(bus.requests).toHaveLength(1);
  expect((await instance("r1")).routing).toMatchObject({ executor: { id: "w1" }, refused: [{ id: "gone" }] });
});
