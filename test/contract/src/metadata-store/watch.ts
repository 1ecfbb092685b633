import assert from "node:assert/strict";
import type { StoreChange, StoreTopic, StoreWatchFilter } from "@mojob/core/ports";
import { aChange, anAdmission } from "../builders/a-change.ts";
import { aDefinition } from "../builders/a-definition.ts";
import { anExecutor } from "../builders/an-executor.ts";
import { anInstance } from "../builders/an-instance.ts";
import { instant } from "../builders/instant.ts";
import type { MetadataStoreIt, MetadataStoreTest } from "../metadata-store-harness.ts";

const ALL: readonly StoreTopic[] = ["instance", "definition", "executor", "cancel", "drain"];

/** The changes a watcher was called with so far, in short. */
async function listen(
  { store, tenant }: MetadataStoreTest,
  filter: Partial<StoreWatchFilter> = {},
): Promise<string[]> {
  const told: string[] = [];
  await store.watch({ tenant, topics: ALL, ...filter }, (changes) => told.push(...changes.map(describe)));
  return told;
}

function describe(change: StoreChange): string {
  switch (change.topic) {
    case "instance":
      return `instance ${change.instance.id} ${change.instance.state}`;
    case "cancel":
      return `cancel ${change.id} ${change.jobKey}`;
    case "definition":
      return `definition ${change.key} ${change.revision}`;
    case "executor":
    case "drain":
      return `${change.topic} ${change.id}`;
  }
}

export function describeWatch(it: MetadataStoreIt): void {
  it("watch() reports a new run and how it ends", async (test) => {
    const { store, tenant, harness } = test;
    const told = await listen(test);
    const instance = anInstance({ tenant, id: "run" });
    await store.instances.insert([instance]);
    await harness.until(() => told.includes("instance run Enqueued"));
    await store.instances.admit([anAdmission(instance)]);
    await harness.until(() => told.includes("instance run Processing"));
    await store.instances.update([
      aChange({ ...instance, state: "Processing" }, { set: { state: "Succeeded" } }),
    ]);
    await harness.until(() => told.at(-1) === "instance run Succeeded");
  });

  it("watch() reports the last state last, however fast the writes", async (test) => {
    const { store, tenant, harness } = test;
    const told = await listen(test);
    const instance = anInstance({ tenant, id: "run" });
    await store.instances.insert([instance]);
    await store.instances.admit([anAdmission(instance)]);
    await store.instances.update([
      aChange({ ...instance, state: "Processing" }, { set: { state: "Failed" } }),
    ]);
    await harness.until(() => told.at(-1) === "instance run Failed");
  });

  it("watch() reports definitions, executors, and a cancel asked of a run under way", async (test) => {
    const { store, tenant, harness } = test;
    const told = await listen(test);
    const definition = aDefinition({ tenant, key: "job" });
    await store.definitions.register([definition]);
    await harness.until(() => told.includes("definition job 1"));
    await store.definitions.replace({ ...definition, revision: 2 }, 1);
    await harness.until(() => told.includes("definition job 2"));
    told.length = 0;
    await store.definitions.remove(tenant, "job", 2);
    await harness.until(() => told.includes("definition job 2"));
    await store.executors.save(anExecutor({ tenant, id: "worker" }));
    await harness.until(() => told.includes("executor worker"));
    const instance = anInstance({ tenant, id: "run", jobKey: "job" });
    await store.instances.insert([instance]);
    await store.instances.admit([anAdmission(instance)]);
    const cancel = aChange({ ...instance, state: "Processing" }, { set: { cancelRequestedAt: instant(5) } });
    await store.instances.update([cancel]);
    await harness.until(() => told.includes("cancel run job"));
  });

  it("watch() reports that an executor was asked to drain, and to take runs again, and not that another one was seen", async (test) => {
    const { store, tenant, harness } = test;
    const told = await listen(test, { topics: ["cancel", "drain"] });
    const [worker, other] = [anExecutor({ tenant, id: "worker" }), anExecutor({ tenant, id: "other" })];
    await store.executors.save(worker);
    await store.executors.save(other);
    await store.executors.drain(tenant, "worker", { at: instant(5), by: null });
    await harness.until(() => told.includes("drain worker"));
    told.length = 0;
    await store.executors.save(worker);
    await store.executors.save(other);
    await store.executors.drain(tenant, "worker", null);
    await harness.until(() => told.includes("drain worker"));
    assert.deepEqual([...new Set(told)], ["drain worker"]);
  });

  it("watch() leaves out other tenants, other apps and topics not asked for", async (test) => {
    const { store, tenant, harness } = test;
    const told = await listen(test, { topics: ["instance"], app: "billing" });
    await store.executors.save(anExecutor({ tenant }));
    await store.definitions.register([aDefinition({ tenant })]);
    await store.instances.insert([
      anInstance({ tenant: `${tenant}-other`, id: "other tenant" }),
      anInstance({ tenant, app: "shipping", id: "other app" }),
      anInstance({ tenant, id: "mine" }),
    ]);
    await harness.until(() => told.length > 0);
    assert.deepEqual([...new Set(told)], ["instance mine Enqueued"]);
  });

  it("watch() reports nothing of a write that did not happen", async (test) => {
    const { store, tenant, harness } = test;
    const instance = anInstance({ tenant, id: "run" });
    await store.instances.insert([instance]);
    const told = await listen(test, { topics: ["instance", "cancel"] });
    const set = { cancelRequestedAt: instant(5), state: "Succeeded" } as const;
    await store.instances.update([aChange(instance, { when: { states: ["Failed"] }, set })]);
    await store.instances.insert([anInstance({ tenant, id: "last" })]);
    await harness.until(() => told.includes("instance last Enqueued"));
    assert.ok(!told.some((line) => line.startsWith("cancel") || line.includes("Succeeded")));
  });

  it("watch() goes on after a listener threw, and the write stands", async (test) => {
    const { store, tenant, harness } = test;
    await store.watch({ tenant, topics: ALL }, () => {
      throw new Error("A listener's mistake");
    });
    const told = await listen(test);
    const instance = anInstance({ tenant, id: "run" });
    assert.deepEqual(await store.instances.insert([instance]), [null]);
    await harness.until(() => told.includes("instance run Enqueued"));
    assert.deepEqual(await store.instances.get(tenant, ["run"]), [instance]);
  });

  it("close() of a watch ends it, twice too, and leaves the others", async (test) => {
    const { store, tenant, harness } = test;
    const unwanted: StoreChange[] = [];
    const watch = await store.watch({ tenant, topics: ALL }, (changes) => unwanted.push(...changes));
    const told = await listen(test);
    await watch.close();
    await watch.close();
    await store.instances.insert([anInstance({ tenant, id: "run" })]);
    await harness.until(() => told.length > 0);
    assert.deepEqual(unwanted, []);
  });
}
