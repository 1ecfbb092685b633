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

  it("remove() forgets an executor and minds no unknown one", async ({ store, tenant }) => {
    await store.executors.save(anExecutor({ tenant }));
    await store.executors.remove(tenant, "executor-1");
    await store.executors.remove(tenant, "executor-1");
    assert.deepEqual(await store.executors.list(tenant, instant()), []);
  });
}
