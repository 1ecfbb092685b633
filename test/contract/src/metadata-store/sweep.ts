import assert from "node:assert/strict";
import type { JobState } from "@mojob/core";
import type { JobInstance, RetentionSweep } from "@mojob/core/ports";
import { aChange } from "../builders/a-change.ts";
import { aLogLine } from "../builders/a-log-line.ts";
import { anInstance } from "../builders/an-instance.ts";
import { instant } from "../builders/instant.ts";
import type { MetadataStoreIt, MetadataStoreTest } from "../metadata-store-harness.ts";

/** Runs "run-0", "run-1", … of "job", created a second apart, each in its state and, where ended, ended half a second later. */
async function insertIn(
  { store, tenant }: MetadataStoreTest,
  states: readonly JobState[],
): Promise<JobInstance[]> {
  const instances = states.map((_, index) =>
    anInstance({ tenant, jobKey: "job", id: `run-${index}`, createdAt: instant(index * 1000) }),
  );
  await store.instances.insert(instances);
  await store.instances.update(
    instances.flatMap((instance, index) => {
      const state = states[index] as JobState;
      const at = instant(index * 1000 + 500);
      return state === "Enqueued" ? [] : [aChange(instance, { at, set: { state, completedAt: at } })];
    }),
  );
  return instances;
}

async function left({ store, tenant }: MetadataStoreTest): Promise<string[]> {
  const page = await store.queries.list({ tenant }, { limit: 200 });
  return page.items.map(({ id }) => id).toReversed();
}

export function describeSweep(it: MetadataStoreIt): void {
  const ended: readonly JobState[] = ["Succeeded", "Terminated", "Cancelled", "Skipped", "Succeeded"];

  const sweep = (test: MetadataStoreTest, retention: Partial<RetentionSweep>): Promise<number> =>
    test.store.retention.sweep({
      tenant: test.tenant,
      jobKey: "job",
      keep: 1000,
      endedBefore: instant(-1),
      limit: 1000,
      ...retention,
    });

  it("sweep() removes nothing that is recent and few", async (test) => {
    await insertIn(test, ended);
    assert.equal(await sweep(test, { keep: 5 }), 0);
    assert.equal((await left(test)).length, 5);
  });

  it("sweep() removes what ended before", async (test) => {
    await insertIn(test, ended);
    assert.equal(await sweep(test, { endedBefore: instant(2500) }), 2);
    assert.deepEqual(await left(test), ["run-2", "run-3", "run-4"]);
    assert.equal(await sweep(test, { endedBefore: instant(2500) }), 0);
  });

  it("sweep() goes by when a run ended, not by when it was created", async (test) => {
    const [first] = (await insertIn(test, ["Enqueued", "Succeeded"])) as [JobInstance];
    const at = instant(60_000);
    await test.store.instances.update([aChange(first, { at, set: { state: "Cancelled", completedAt: at } })]);
    assert.equal(await sweep(test, { endedBefore: instant(30_000) }), 1);
    assert.deepEqual(await left(test), ["run-0"]);
    assert.equal(await sweep(test, { endedBefore: instant(60_001) }), 1);
  });

  it("sweep() removes what is beyond the newest that are kept", async (test) => {
    await insertIn(test, ended);
    assert.equal(await sweep(test, { keep: 2 }), 3);
    assert.deepEqual(await left(test), ["run-3", "run-4"]);
    assert.equal(await sweep(test, { keep: 2 }), 0);
  });

  it("sweep() removes at most the limit, oldest first", async (test) => {
    await insertIn(test, ended);
    assert.equal(await sweep(test, { keep: 0, limit: 2 }), 2);
    assert.deepEqual(await left(test), ["run-2", "run-3", "run-4"]);
    assert.equal(await sweep(test, { keep: 0, limit: 2 }), 2);
    assert.equal(await sweep(test, { keep: 0, limit: 2 }), 1);
    assert.deepEqual(await left(test), []);
  });

  it("sweep() leaves runs that have not ended, however old", async (test) => {
    await insertIn(test, ["Enqueued", "Succeeded", "Failed", "Processing", "Scheduled"]);
    assert.equal(await sweep(test, { keep: 0, endedBefore: instant(100_000) }), 1);
    assert.deepEqual(await left(test), ["run-0", "run-2", "run-3", "run-4"]);
  });

  it("sweep() leaves other jobs alone", async (test) => {
    await insertIn(test, ended);
    assert.equal(await sweep(test, { jobKey: "other", keep: 0 }), 0);
    assert.equal((await left(test)).length, 5);
  });

  it("sweep() takes a run's log lines with it, and its id is free again", async (test) => {
    const { store, tenant } = test;
    const [instance] = (await insertIn(test, ["Succeeded"])) as [JobInstance];
    await store.logs.append([aLogLine(instance, 1)]);
    await sweep(test, { keep: 0 });
    assert.deepEqual(await store.instances.get(tenant, [instance.id]), [null]);
    assert.deepEqual(await store.instances.insert([instance]), [null]);
    assert.deepEqual(await store.logs.list(tenant, instance.id, 0, 10), []);
    const latest = await store.queries.latestByJob(tenant, ["job"]);
    assert.equal(latest.get("job")?.id, instance.id);
  });
}
