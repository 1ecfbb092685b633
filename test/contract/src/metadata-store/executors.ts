import assert from "node:assert/strict";
import { anExecutor } from "../builders/an-executor.ts";
import { instant } from "../builders/instant.ts";
import type { MetadataStoreIt } from "../metadata-store-harness.ts";

export function describeExecutors(it: MetadataStoreIt): void {
  it("save() writes the latest word whole", async ({ store, tenant }) => {
    const first = anExecutor({ tenant });
    const latest = anExecutor({
      tenant,
      lastSeenAt: instant(5),
      running: 2,
      limit: 4,
      draining: true,
      jobKeys: [],
      name: "billing-1",
      description: "Invoices of the north",
      labels: { region: "eu", "cost/center": "7" },
      version: "2.4.0",
      address: "http://10.0.0.7:9999/",
      load: { processor: 0.25, memoryBytes: 52_428_800, loopLagMs: 12 },
    });
    await store.executors.save(first);
    assert.deepEqual(await store.executors.list(tenant, instant()), [first]);
    await store.executors.save(latest);
    assert.deepEqual(await store.executors.list(tenant, instant()), [latest]);
  });

  it("list() returns those seen since, by id, and stays with one app when asked", async ({
    store,
    tenant,
  }) => {
    const executors = [
      anExecutor({ tenant, id: "c", lastSeenAt: instant(5) }),
      anExecutor({ tenant, id: "a", lastSeenAt: instant(1) }),
      anExecutor({ tenant, id: "b", lastSeenAt: instant(5), app: "shipping" }),
    ];
    for (const executor of executors) await store.executors.save(executor);
    const ids = async (sinceMs: number, app?: string): Promise<string[]> =>
      (await store.executors.list(tenant, instant(sinceMs), app)).map(({ id }) => id);
    assert.deepEqual(await ids(0), ["a", "b", "c"]);
    assert.deepEqual(await ids(5), ["b", "c"]);
    assert.deepEqual(await ids(0, "shipping"), ["b"]);
    assert.deepEqual(await ids(6), []);
  });

  it("drain() is kept beside what the executor writes, until it is taken back or the executor leaves", async ({
    store,
    tenant,
  }) => {
    const executor = anExecutor({ tenant });
    const request = { at: instant(1), by: "user:li" };
    assert.equal(await store.executors.drain(tenant, executor.id, request), false);
    assert.equal(await store.executors.save(executor), null);
    assert.equal(await store.executors.drain(tenant, executor.id, request), true);
    assert.deepEqual(await store.executors.list(tenant, instant()), [{ ...executor, drain: request }]);
    assert.deepEqual(await store.executors.save({ ...executor, running: 1 }), request);
    assert.deepEqual(await store.executors.list(tenant, instant()), [
      { ...executor, running: 1, drain: request },
    ]);
    assert.equal(await store.executors.drain(tenant, executor.id, null), true);
    assert.equal(await store.executors.save({ ...executor, drain: request }), null);
    assert.deepEqual(await store.executors.list(tenant, instant()), [executor]);
    await store.executors.remove(tenant, executor.id);
    assert.equal(await store.executors.drain(tenant, executor.id, request), false);
  });

  it("remove() forgets an executor and minds no unknown one", async ({ store, tenant }) => {
    await store.executors.save(anExecutor({ tenant }));
    await store.executors.remove(tenant, "executor-1");
    await store.executors.remove(tenant, "executor-1");
    assert.deepEqual(await store.executors.list(tenant, instant()), []);
  });
}
