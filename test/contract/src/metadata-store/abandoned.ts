import assert from "node:assert/strict";
import type { JobInstance } from "@mojob/core/ports";
import { aChange, anAdmission, aPoliteAdmission } from "../builders/a-change.ts";
import { anInstance } from "../builders/an-instance.ts";
import { instant } from "../builders/instant.ts";
import type { MetadataStoreIt, MetadataStoreTest } from "../metadata-store-harness.ts";

const ABANDONED = { attempt: 1, worker: "worker-1", at: instant(1000) };

/** Records runs "run-0", "run-1", … of "job", a second apart. */
async function insertMany({ store, tenant }: MetadataStoreTest, count: number): Promise<JobInstance[]> {
  const runs = Array.from({ length: count }, (_, index) =>
    anInstance({ tenant, jobKey: "job", id: `run-${index}`, createdAt: instant(index * 1000) }),
  );
  await store.instances.insert(runs);
  return runs;
}

async function get({ store, tenant }: MetadataStoreTest, id: string): Promise<JobInstance> {
  const [run] = await store.instances.get(tenant, [id]);
  assert.ok(run);
  return run;
}

/** Begins a run and ends its attempt, while its code goes on. */
async function abandon(
  test: MetadataStoreTest,
  run: JobInstance,
  state: "Failed" | "Terminated" | "Cancelled" = "Terminated",
  limit = 1,
): Promise<JobInstance> {
  const { store } = test;
  await store.instances.admit([anAdmission(run, { limit })]);
  const completedAt = state === "Failed" ? null : instant(1000);
  const written = await store.instances.update([
    aChange({ ...run, state: "Processing" }, { set: { state, completedAt, abandoned: ABANDONED } }),
  ]);
  assert.deepEqual(written, [true]);
  return get(test, run.id);
}

function givesBack(run: JobInstance): Parameters<MetadataStoreTest["store"]["instances"]["update"]>[0] {
  const when = { states: [run.state], abandoned: 1 };
  return [aChange(run, { at: instant(5000), when, set: { abandoned: null } })];
}

/** Code that goes on though its attempt has ended, and keeps the slot of its run. */
export function describeAbandoned(it: MetadataStoreIt): void {
  for (const state of ["Failed", "Terminated", "Cancelled"] as const) {
    it(`update() keeps the slot of a run whose code is abandoned as it becomes ${state}`, async (test) => {
      const [a, b] = (await insertMany(test, 2)) as [JobInstance, JobInstance];
      const ended = await abandon(test, a, state);
      assert.deepEqual([ended.slot, ended.claim, ended.abandoned], [0, null, ABANDONED]);
      assert.deepEqual(await test.store.instances.admit([anAdmission(b)]), [{ outcome: "full" }]);
      assert.deepEqual(await test.store.instances.update(givesBack(ended)), [true]);
      const free = await get(test, a.id);
      assert.deepEqual([free.slot, free.abandoned, free.state], [null, null, state]);
      const [answer] = await test.store.instances.admit([anAdmission(b)]);
      assert.equal(answer?.outcome, "admitted");
    });
  }

  it("update() keeps the slot where a run whose code is abandoned moves on from Failed", async (test) => {
    const [a, b] = (await insertMany(test, 2)) as [JobInstance, JobInstance];
    const failed = await abandon(test, a, "Failed");
    const given = { set: { state: "Terminated" as const, completedAt: instant(2000) } };
    assert.deepEqual(await test.store.instances.update([aChange(failed, given)]), [true]);
    const ended = await get(test, a.id);
    assert.deepEqual([ended.state, ended.slot, ended.abandoned], ["Terminated", 0, ABANDONED]);
    assert.deepEqual(await test.store.instances.admit([anAdmission(b)]), [{ outcome: "full" }]);
  });

  it("update() gives a slot back once: the condition names the attempt whose code it is", async (test) => {
    const [a] = (await insertMany(test, 1)) as [JobInstance];
    const ended = await abandon(test, a);
    const other = { when: { states: [ended.state], abandoned: 2 }, set: { abandoned: null } };
    assert.deepEqual(await test.store.instances.update([aChange(ended, other)]), [false]);
    assert.deepEqual(await test.store.instances.update(givesBack(ended)), [true]);
    assert.deepEqual(await test.store.instances.update(givesBack(ended)), [false]);
  });

  it("admit() refuses a run whose code is abandoned where that is the condition, and does not make it wait", async (test) => {
    const [a, b] = (await insertMany(test, 2)) as [JobInstance, JobInstance];
    const failed = await abandon(test, a, "Failed", 2);
    const when = { states: ["Failed" as const], abandoned: null };
    const admission = aPoliteAdmission(failed, { limit: 2, when, set: { attempt: 2 } });
    const polite = { ...admission, ...(admission.waiting && { waiting: { ...admission.waiting, when } }) };
    assert.deepEqual(await test.store.instances.admit([polite]), [{ outcome: "refused" }]);
    assert.deepEqual(await get(test, a.id), failed);
    const [other] = await test.store.instances.admit([anAdmission(b, { limit: 2 })]);
    assert.ok(other?.outcome === "admitted");
    assert.equal(other.instance.slot, 1);
    await test.store.instances.update(givesBack(failed));
    const [again] = await test.store.instances.admit([polite]);
    assert.ok(again?.outcome === "admitted");
    assert.deepEqual([again.instance.slot, again.instance.attempt], [0, 2]);
  });

  it("firstWaiting() counts the slots that abandoned code holds", async (test) => {
    const [a, b] = (await insertMany(test, 2)) as [JobInstance, JobInstance];
    const ended = await abandon(test, a);
    await test.store.instances.admit([aPoliteAdmission(b)]);
    const query = [{ tenant: test.tenant, lane: "job", most: 5, limit: 1 }];
    assert.deepEqual(await test.store.instances.firstWaiting(query), [[]]);
    await test.store.instances.update(givesBack(ended));
    const [waiting] = await test.store.instances.firstWaiting(query);
    assert.deepEqual(
      waiting?.map(({ id }) => id),
      [b.id],
    );
  });

  it("insert() gives no slot: code that was abandoned elsewhere holds none here", async (test) => {
    const { store, tenant } = test;
    const copied = anInstance({ tenant, jobKey: "job", state: "Terminated", slot: 0, abandoned: ABANDONED });
    await store.instances.insert([copied]);
    assert.deepEqual(await get(test, copied.id), { ...copied, slot: null, abandoned: null });
    assert.deepEqual((await store.queries.abandoned(tenant, { limit: 5 })).items, []);
  });

  it("abandoned() lists those whose code holds a slot, oldest first, in pages", async (test) => {
    const { store, tenant } = test;
    const runs = await insertMany(test, 5);
    const ended: JobInstance[] = [];
    for (const run of [3, 0, 2, 1].map((index) => runs[index] as JobInstance))
      ended.push(await abandon(test, run, run.id === "run-0" ? "Failed" : "Cancelled", 5));
    await store.instances.update(givesBack(ended.find(({ id }) => id === "run-2") as JobInstance));
    const first = await store.queries.abandoned(tenant, { limit: 2 });
    assert.deepEqual(
      first.items.map(({ id, state, abandoned }) => [id, state, abandoned]),
      [
        ["run-0", "Failed", ABANDONED],
        ["run-1", "Cancelled", ABANDONED],
      ],
    );
    assert.ok(first.nextCursor !== null);
    const second = await store.queries.abandoned(tenant, { limit: 2, cursor: first.nextCursor });
    assert.deepEqual([second.items.map(({ id }) => id), second.nextCursor], [["run-3"], null]);
    assert.deepEqual((await store.queries.abandoned(`${tenant}-other`, { limit: 2 })).items, []);
  });

  it("sweep() keeps a run while its code holds a slot, and removes no newer one in its place", async (test) => {
    const { store, tenant } = test;
    const runs = await insertMany(test, 3);
    const ended: JobInstance[] = [];
    for (const [index, run] of runs.entries()) ended.push(await abandon(test, run, "Terminated", 3 + index));
    for (const run of ended.slice(1)) await store.instances.update(givesBack(run));
    const sweep = { tenant, jobKey: "job", keep: 2, keepSkipped: 2, limit: 10, endedBefore: instant(0) };
    assert.equal(await store.retention.sweep(sweep), 0);
    assert.equal(await store.retention.sweep({ ...sweep, endedBefore: instant(100_000) }), 2);
    await store.instances.update(givesBack(ended[0] as JobInstance));
    assert.equal(await store.retention.sweep({ ...sweep, endedBefore: instant(100_000) }), 1);
  });

  it("endedAfter() reports an end once, also where its slot is given back later", async (test) => {
    const { store, tenant } = test;
    const [a] = (await insertMany(test, 1)) as [JobInstance];
    const { position } = await store.instances.endedAfter(tenant, null, 1);
    const ended = await abandon(test, a);
    await test.harness.passEnds?.();
    const read = await store.instances.endedAfter(tenant, position, 5);
    assert.deepEqual(
      read.runs.map(({ id }) => id),
      [a.id],
    );
    await store.instances.update(givesBack(ended));
    await test.harness.passEnds?.();
    assert.deepEqual((await store.instances.endedAfter(tenant, read.position, 5)).runs, []);
    const [again] = (await store.instances.endedAfter(tenant, position, 5)).runs;
    assert.deepEqual([again?.id, again?.abandoned], [a.id, null]);
  });
}
