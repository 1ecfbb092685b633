import assert from "node:assert/strict";
import type { JobState } from "@mojob/core";
import { type JobInstance, laneOf, type RetentionSweep } from "@mojob/core/ports";
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

function anEnded(
  tenant: string,
  id: string,
  createdMs: number,
  overrides: Partial<JobInstance> = {},
): JobInstance {
  const [createdAt, completedAt] = [instant(createdMs), instant(createdMs + 500)];
  const state: JobState = "Succeeded";
  return anInstance({ tenant, jobKey: "job", id, createdAt, completedAt, state, ...overrides });
}

/** A broadcast and its shards, of which all have ended unless it is said to be open. */
function aBroadcast(
  tenant: string,
  id: string,
  createdMs: number,
  { shards = 3, state = "Succeeded" }: { readonly shards?: number; readonly state?: JobState } = {},
): JobInstance[] {
  const isOpen = state === "Processing";
  const executors = Array.from({ length: shards }, (_, index) => ({
    id: `executor-${index}`,
    name: `executor-${index}`,
    ...(!isOpen && { ended: "Succeeded" as const }),
  }));
  const broadcast = anEnded(tenant, id, createdMs, {
    state,
    completedAt: isOpen ? null : instant(createdMs + 500),
    routing: { strategy: "broadcast", executor: null, refused: [], shards: executors },
  });
  const runs = executors.map((_, index) =>
    anEnded(tenant, shardId(id, index), createdMs + 100, shardPart(id, index)),
  );
  return [broadcast, ...runs];
}

function shardPart(broadcast: string, shard: number): Pick<JobInstance, "lane" | "trigger" | "part"> {
  return {
    lane: laneOf("job", { shard }),
    trigger: { type: "broadcast", of: broadcast },
    part: { of: broadcast, name: String(shard) },
  };
}

function shardId(broadcast: string, shard: number): string {
  return `~${broadcast}/#${shard}`;
}

function shardsOf(broadcast: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, shard) => shardId(broadcast, shard));
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
      keepSkipped: 1000,
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
    assert.equal(await sweep(test, { keep: 2 }), 2);
    assert.deepEqual(await left(test), ["run-2", "run-3", "run-4"]);
    assert.equal(await sweep(test, { keep: 2 }), 0);
  });

  it("sweep() keeps a run whose fire is still to come, however old and many they are", async (test) => {
    const ids = [0, 10, 20, 30].map((seconds) => `job@${instant(seconds * 1000).toISOString()}`);
    await test.store.instances.insert(
      ids.map((id, index) => anEnded(test.tenant, id, index * 1000, { state: "Skipped" })),
    );
    const all = { keep: 0, keepSkipped: 0, endedBefore: instant(60_000) };
    assert.equal(await sweep(test, { ...all, limit: 1, firesAfter: instant(10_000) }), 1);
    assert.equal(await sweep(test, { ...all, firesAfter: instant(10_000) }), 1);
    assert.equal(await sweep(test, { ...all, firesAfter: instant(10_000) }), 0);
    assert.deepEqual(await left(test), ids.slice(2));
    const [, , third] = ids;
    assert.equal(await sweep(test, { ...all, endedBefore: instant(-1), firesAfter: instant(20_000) }), 1);
    assert.equal((await test.store.instances.get(test.tenant, [third ?? ""]))[0], null);
    assert.equal(await sweep(test, all), 1);
  });

  it("sweep() counts skipped runs apart from those that ran", async (test) => {
    const skipped = Array.from({ length: 8 }, (): JobState => "Skipped");
    await insertIn(test, ["Terminated", ...skipped, "Succeeded"]);
    assert.equal(await sweep(test, { keep: 2, keepSkipped: 3 }), 5);
    assert.deepEqual(await left(test), ["run-0", "run-6", "run-7", "run-8", "run-9"]);
    assert.equal(await sweep(test, { keep: 2, keepSkipped: 3 }), 0);
    assert.equal(await sweep(test, { keep: 1, keepSkipped: 3 }), 1);
    assert.deepEqual(await left(test), ["run-6", "run-7", "run-8", "run-9"]);
    assert.equal(await sweep(test, { keep: 1, keepSkipped: 0 }), 3);
    assert.deepEqual(await left(test), ["run-9"]);
  });

  it("sweep() removes at most the limit, oldest first", async (test) => {
    await insertIn(test, ended);
    assert.equal(await sweep(test, { keep: 0, keepSkipped: 0, limit: 2 }), 2);
    assert.deepEqual(await left(test), ["run-2", "run-3", "run-4"]);
    assert.equal(await sweep(test, { keep: 0, keepSkipped: 0, limit: 2 }), 2);
    assert.equal(await sweep(test, { keep: 0, keepSkipped: 0, limit: 2 }), 1);
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

  it("sweep() counts a broadcast and its shards as one, and removes them together", async (test) => {
    const { store, tenant } = test;
    const fires = [...aBroadcast(tenant, "a", 0), ...aBroadcast(tenant, "b", 10_000)];
    const repeated = anEnded(tenant, "again", 20_000, { trigger: { type: "rerun", of: shardId("b", 0) } });
    const failed = aBroadcast(tenant, "c", 30_000, { shards: 2, state: "Terminated" });
    await store.instances.insert([...fires, repeated, ...failed]);
    await store.logs.append([aLogLine(fires[1] as JobInstance, 1)]);
    assert.equal(await sweep(test, { keep: 4 }), 0);
    assert.equal(await sweep(test, { keep: 3 }), 4);
    assert.deepEqual(await store.logs.list(tenant, shardId("a", 0), 0, 10), []);
    assert.deepEqual(await left(test), ["b", ...shardsOf("b", 3), "again", "c", ...shardsOf("c", 2)]);
    assert.equal(await sweep(test, { keep: 2 }), 4);
    assert.deepEqual(await left(test), ["again", "c", ...shardsOf("c", 2)]);
    const counts = await store.statistics.countByState(tenant);
    assert.deepEqual([counts.Succeeded, counts.Terminated], [3, 1]);
    assert.equal(await sweep(test, { keep: 0 }), 4);
    const none = await store.statistics.countByState(tenant);
    assert.deepEqual([none.Succeeded, none.Terminated], [0, 0]);
  });

  it("sweep() leaves a broadcast with all its shards while one of them is open", async (test) => {
    const { store, tenant } = test;
    const open = aBroadcast(tenant, "a", 0, { state: "Processing" });
    const [, last, ...others] = aBroadcast(tenant, "b", 5000) as [JobInstance, JobInstance, ...JobInstance[]];
    const late = { ...last, state: "Enqueued" as const, completedAt: null };
    await store.instances.insert([...open, aBroadcast(tenant, "b", 5000)[0] as JobInstance, late, ...others]);
    const all = { keep: 0, endedBefore: instant(100_000) };
    assert.equal(await sweep(test, all), 0);
    assert.deepEqual(await left(test), ["a", ...shardsOf("a", 3), "b", ...shardsOf("b", 3)]);
    const set = { state: "Cancelled" as const, completedAt: instant(50_000) };
    await store.instances.update([aChange(late, { at: instant(50_000), set })]);
    assert.equal(await sweep(test, all), 4);
    assert.deepEqual(await left(test), ["a", ...shardsOf("a", 3)]);
  });

  it("sweep() goes by when a broadcast ended, not by when its shards did", async (test) => {
    const { store, tenant } = test;
    const [broadcast, ...shards] = aBroadcast(tenant, "a", 0) as [JobInstance, ...JobInstance[]];
    await store.instances.insert([{ ...broadcast, completedAt: instant(60_000) }, ...shards]);
    assert.equal(await sweep(test, { endedBefore: instant(60_000) }), 0);
    assert.equal(await sweep(test, { endedBefore: instant(60_001) }), 4);
    assert.deepEqual(await left(test), []);
  });

  it("sweep() goes beyond its limit by no more than the shards of one broadcast", async (test) => {
    const { store, tenant } = test;
    const runs = Array.from({ length: 12 }, (_, index) => aBroadcast(tenant, `run-${index}`, index * 1000));
    await store.instances.insert(runs.flat());
    assert.equal(await sweep(test, { keep: 2, limit: 1 }), 4);
    assert.equal(await sweep(test, { keep: 2, limit: 5 }), 8);
    assert.equal(await sweep(test, { keep: 2, limit: 1000 }), 28);
    assert.deepEqual(await left(test), [
      "run-10",
      ...shardsOf("run-10", 3),
      "run-11",
      ...shardsOf("run-11", 3),
    ]);
  });

  it("sweep() removes a broadcast of 1,000 shards with one call", async (test) => {
    const { store, tenant } = test;
    await store.instances.insert([
      ...aBroadcast(tenant, "a", 0, { shards: 1000 }),
      ...aBroadcast(tenant, "b", 5000),
    ]);
    assert.equal(await sweep(test, { keep: 1, limit: 100 }), 1001);
    assert.deepEqual(await left(test), ["b", ...shardsOf("b", 3)]);
    assert.equal((await store.statistics.countByState(tenant)).Succeeded, 4);
  });

  it("sweep() removes a run with its parts and theirs, of whatever jobs they are", async (test) => {
    const { store, tenant } = test;
    const run = (id: string, jobKey: string, of: string | null): JobInstance =>
      anInstance({
        tenant,
        id,
        jobKey,
        state: "Succeeded",
        createdAt: instant(0),
        completedAt: instant(1),
        part: of === null ? null : { of, name: "n" },
      });
    const [whole, part] = [run("whole", "job", null), run("~whole/#n", "job#n@1", "whole")];
    const inner = run("~~whole/#n/#m", "job#m@1", part.id);
    const other = run("other", "job", null);
    await store.instances.insert([whole, part, inner, { ...other, createdAt: instant(5) }]);
    assert.equal(await sweep(test, { jobKey: "job", keep: 1 }), 3);
    assert.deepEqual(await store.instances.get(tenant, [whole.id, part.id, inner.id]), [null, null, null]);
    assert.notEqual((await store.instances.get(tenant, [other.id]))[0], null);
  });

  it("sweep() removes an old shard whose broadcast is not there", async (test) => {
    const { store, tenant } = test;
    const [, ...alone] = aBroadcast(tenant, "a", 0);
    await store.instances.insert([...alone, ...aBroadcast(tenant, "b", 5000)]);
    assert.equal(await sweep(test, { keep: 1, endedBefore: instant(-1) }), 0);
    assert.equal(await sweep(test, { keep: 1, endedBefore: instant(4000) }), 3);
    assert.deepEqual(await left(test), ["b", ...shardsOf("b", 3)]);
  });
}
