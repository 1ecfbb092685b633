import type { JobInstance } from "@mojob/core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeExecutor, type RunBody } from "../fixtures/fake-executor.ts";
import {
  APP,
  createStores,
  type GatewaySetup,
  openPlace,
  type SetupStores,
} from "../fixtures/gateway-setup.ts";

const OK = { code: 200, msg: null };

let stores: SetupStores;
let place: GatewaySetup;
let executors: FakeExecutor[];

beforeEach(async () => {
  stores = createStores();
  place = await openPlace(stores, { waitForExecutorMs: 300 });
  const started = await Promise.all([FakeExecutor.start(), FakeExecutor.start(), FakeExecutor.start()]);
  executors = started.toSorted((a, b) => (a.address < b.address ? -1 : 1));
  for (const { address } of executors) await place.register(address);
});

afterEach(async () => {
  await place.close();
  await Promise.all(executors.map((executor) => executor.stop()));
});

const end = (run: RunBody, code = 200, handleMsg: unknown = null): Promise<Response> =>
  place.callback({ logId: run.logId, logDateTim: 0, handleCode: code, handleMsg });

/** The run of each executor that its `count`th call brought. */
const received = (count: number): Promise<readonly RunBody[]> =>
  Promise.all(executors.map(async (executor) => (await executor.received(count))[count - 1] as RunBody));

const shardsOf = (id: string): Promise<readonly JobInstance[]> =>
  place.embedded.scheduler.instances
    .children(id)
    .then((shards) => Promise.all(shards.map((shard) => place.embedded.scheduler.instances.get(shard.id))));

const counts = (): readonly number[] => executors.map(({ runs }) => runs.length);

describe("a broadcast over executors of XXL-JOB", () => {
  it.each([
    ["the option", {}, { routing: { strategy: "broadcast" } }],
    ["the work", { broadcast: true }, {}],
  ])("is one run for each executor, with its index, as %s says", async (_, work, options) => {
    const id = await place.trigger(work, options);
    const runs = await received(1);
    expect(runs.map(({ broadcastIndex, broadcastTotal }) => [broadcastIndex, broadcastTotal])).toEqual([
      [0, 3],
      [1, 3],
      [2, 3],
    ]);
    for (const run of runs) await end(run, 200, `part ${run.broadcastIndex}`);
    const run = await place.ended(id);
    expect(run).toMatchObject({ state: "Succeeded", worker: null, result: ["part 0", "part 1", "part 2"] });
    const names = executors.map(({ address }) => ({ name: address, ended: "Succeeded" }));
    expect(run.routing?.shards).toMatchObject(names);
    expect(await shardsOf(id)).toMatchObject(
      executors.map(({ address }, index) => ({
        routing: { executor: { name: address, address }, shard: { index, total: 3 } },
        trigger: { type: "broadcast", of: id },
      })),
    );
  });

  it("has the shard alone tried again that failed", async () => {
    const id = await place.trigger(
      {},
      { retryCount: 1, retryIntervalMs: 0, routing: { strategy: "broadcast" } },
    );
    const [first, second, third] = (await received(1)) as [RunBody, RunBody, RunBody];
    await end(first, 200, "a");
    await end(second, 500, "half");
    await end(third, 200, "c");
    const [, again] = (await (executors[1] as FakeExecutor).received(2)) as [RunBody, RunBody];
    expect([again.broadcastIndex, again.broadcastTotal]).toEqual([1, 3]);
    await end(again, 200, "b");
    expect(await place.ended(id)).toMatchObject({ state: "Succeeded", result: ["a", "b", "c"] });
    expect(counts()).toEqual([1, 2, 1]);
    expect((await shardsOf(id)).map(({ attempt }) => attempt)).toEqual([1, 2, 1]);
  });

  it("fails where a shard has failed for good", async () => {
    const id = await place.trigger({}, { routing: { strategy: "broadcast" } });
    const [first, ...others] = (await received(1)) as [RunBody, RunBody, RunBody];
    await end(first, 500, "half");
    for (const run of others) await end(run);
    expect(await place.ended(id)).toMatchObject({
      state: "Terminated",
      error: { code: "shards_failed", parameters: { shards: { Succeeded: 2, Terminated: 1 } } },
    });
    expect((await shardsOf(id))[0]?.error).toMatchObject({ code: "executor_failed" });
  });

  it("has every executor end its shard when it is cancelled", async () => {
    for (const executor of executors)
      executor.onKill = (jobId) => {
        executor.has.delete(jobId);
        const run = executor.runs.find((one) => one.jobId === jobId) as RunBody;
        void end(run, 500, "killed");
      };
    const id = await place.trigger({}, { routing: { strategy: "broadcast" } });
    const [first] = await received(1);
    await end(first as RunBody, 200, "a");
    const [shard] = await shardsOf(id);
    await place.ended(shard?.id ?? "");
    await place.embedded.scheduler.instances.cancel(id);
    expect(await place.ended(id)).toMatchObject({ state: "Cancelled" });
    expect((await shardsOf(id)).map(({ state }) => state)).toEqual(["Succeeded", "Cancelled", "Cancelled"]);
    expect(executors.map(({ calls }) => calls.some(({ path }) => path === "kill"))).toEqual([
      false,
      true,
      true,
    ]);
  });

  it.each([
    ["elsewhere", "Succeeded"],
    ["fail", "Terminated"],
  ] as const)("sends the shard of an executor that died as the job says: %s", async (whenGone, state) => {
    const [first, dead, last] = executors as [FakeExecutor, FakeExecutor, FakeExecutor];
    await dead.stop();
    for (const one of [first, last])
      one.onRun = (run) => {
        void end(run, 200, run.broadcastIndex);
        return OK;
      };
    const id = await place.trigger({}, { routing: { strategy: "broadcast", whenGone } });
    expect(await place.ended(id)).toMatchObject({ state });
    const [, shard] = await shardsOf(id);
    if (whenGone === "fail") {
      expect(shard).toMatchObject({
        state,
        error: { code: "executor_gone", parameters: { name: dead.address } },
        routing: { executor: { name: dead.address } },
      });
      expect(counts()).toEqual([1, 0, 1]);
    } else {
      expect(shard).toMatchObject({ state, result: 1 });
      expect(shard?.routing?.refused).toMatchObject([{ name: dead.address, why: "unreachable" }]);
      expect([first.address, last.address]).toContain(shard?.routing?.executor?.name);
      expect(counts().reduce((sum, count) => sum + count)).toBe(3);
    }
  });

  it("fails the shard of an executor that has left, at once, and tries it again where it has come back", async () => {
    const [, left] = executors as [FakeExecutor, FakeExecutor, FakeExecutor];
    const options = {
      retryCount: 5,
      retryIntervalMs: 50,
      routing: { strategy: "broadcast", whenGone: "fail" },
    };
    const id = await place.trigger({}, options);
    const [first, second, third] = (await received(1)) as [RunBody, RunBody, RunBody];
    await place.call("/api/registryRemove", { registryKey: APP, registryValue: left.address });
    await end(second, 500, "half");
    await end(first, 200);
    await end(third, 200);
    const [, shard] = await shardsOf(id);
    await vi.waitFor(async () => {
      const { attempt } = await place.embedded.scheduler.instances.get(shard?.id ?? "");
      expect(attempt).toBeGreaterThanOrEqual(3);
    });
    expect(left.runs).toHaveLength(1);
    left.onRun = (run) => {
      void end(run);
      return OK;
    };
    await place.register(left.address);
    expect(await place.ended(id)).toMatchObject({ state: "Succeeded" });
  });

  it("goes on with the next gateway, which sends no shard a second time", async () => {
    const id = await place.trigger({}, { routing: { strategy: "broadcast" } });
    const [first, ...others] = (await received(1)) as [RunBody, RunBody, RunBody];
    await end(first, 200, "a");
    await place.close();
    place = await openPlace(stores);
    for (const run of others) await end(run, 200, "later");
    expect(await place.ended(id)).toMatchObject({ state: "Succeeded", result: ["a", "later", "later"] });
    expect(counts()).toEqual([1, 1, 1]);
  });

  it("is one run for whichever executor comes where none is there yet", async () => {
    for (const { address } of executors)
      await place.call("/api/registryRemove", { registryKey: APP, registryValue: address });
    const id = await place.trigger({}, { routing: { strategy: "broadcast" } });
    const [, second] = executors as [FakeExecutor, FakeExecutor, FakeExecutor];
    await place.register(second.address);
    const [run] = (await second.received(1)) as [RunBody];
    expect([run.broadcastIndex, run.broadcastTotal]).toEqual([0, 1]);
    await end(run);
    expect(await place.ended(id)).toMatchObject({
      state: "Succeeded",
      routing: { shards: [{ name: second.address }] },
    });
  });
});

describe("the executor in the record of a run", () => {
  it("is the one of XXL-JOB that got it, with those that could not be reached", async () => {
    const [dead, next] = executors as [FakeExecutor, FakeExecutor, FakeExecutor];
    await dead.stop();
    const id = await place.trigger({}, { routing: { strategy: "first" } });
    const [run] = (await next.received(1)) as [RunBody];
    await end(run);
    expect((await place.ended(id)).routing).toMatchObject({
      strategy: "first",
      executor: { name: next.address, address: next.address },
      refused: [{ name: dead.address, why: "unreachable" }],
    });
    const shown = await stores.store.executors.list("default", new Date(0));
    expect(shown.map((one) => one.id)).toContain((await place.ended(id)).routing?.executor?.id);
  });
});
