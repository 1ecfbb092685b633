import assert from "node:assert/strict";
import { type InstanceChange, type JobInstance, laneOf } from "@mojob/core/ports";
import { aChange, anAdmission, aPoliteAdmission } from "../builders/a-change.ts";
import { anInstance } from "../builders/an-instance.ts";
import { instant } from "../builders/instant.ts";
import type { MetadataStoreIt, MetadataStoreTest } from "../metadata-store-harness.ts";

const OWN = "job";
const [A, B] = ["a", "b"].map((concurrencyKey) => laneOf(OWN, { concurrencyKey })) as [string, string];

/** Records runs of "job" in this lane, created a millisecond after each other from `createdMs` on. */
async function insertIn(
  { store, tenant }: MetadataStoreTest,
  lane: string,
  ids: readonly string[],
  given: Partial<JobInstance> = {},
  createdMs = 0,
): Promise<JobInstance[]> {
  const runs = ids.map((id, index) =>
    anInstance({ tenant, jobKey: OWN, lane, id, createdAt: instant(createdMs + index), ...given }),
  );
  await store.instances.insert(runs);
  return runs;
}

async function get({ store, tenant }: MetadataStoreTest, id: string): Promise<JobInstance> {
  const [run] = await store.instances.get(tenant, [id]);
  assert.ok(run);
  return run;
}

/** Moves a run, as it was read, to another lane. */
function move(run: JobInstance, lane: string): InstanceChange {
  const when = { states: [run.state], attempt: run.attempt, lane: run.lane, abandoned: null };
  return aChange(run, { when, set: { lane } });
}

async function waitingIds({ store, tenant }: MetadataStoreTest, lane: string): Promise<readonly string[]> {
  const [found = []] = await store.instances.firstWaiting([{ tenant, lane, most: 100 }]);
  return found.map(({ id }) => id);
}

async function admit({ store }: MetadataStoreTest, run: JobInstance, lane = run.lane): Promise<string> {
  const [answer] = await store.instances.admit([{ ...aPoliteAdmission(run), lane }]);
  assert.ok(answer);
  return answer.outcome;
}

/** Runs that change their lane while they wait, because their job was edited. */
export function describeLanesChanged(it: MetadataStoreIt): void {
  for (const [from, to] of [
    [A, OWN],
    [OWN, A],
    [A, B],
  ] as const)
    it(`update() moves a run that waits for a slot from ${from} to ${to}, behind what is before it there`, async (test) => {
      const [first, second] = (await insertIn(test, to, ["1", "2"], {}, 0)) as [JobInstance, JobInstance];
      const [holder, waits] = (await insertIn(test, from, ["0", "3"], {}, 2)) as [JobInstance, JobInstance];
      for (const run of [first, second, holder, waits]) await admit(test, run);
      assert.deepEqual(await waitingIds(test, from), ["3"]);
      assert.deepEqual(await test.store.instances.update([move(await get(test, "3"), to)]), [true]);
      assert.deepEqual([await waitingIds(test, from), await waitingIds(test, to)], [[], ["2", "3"]]);
      const moved = await get(test, "3");
      assert.deepEqual([moved.lane, moved.slot, moved.reason?.code], [to, null, "waits_for_slot"]);
      // The lane it left has lost nothing, and the one it came to has given no slot.
      assert.equal((await get(test, "0")).slot, 0);
      const query = [{ tenant: test.tenant, lane: to, most: 5, limit: 1 }];
      assert.deepEqual(await test.store.instances.firstWaiting(query), [[]]);
    });

  it("update() moves no run that has left its lane, has begun, or whose code holds a slot", async (test) => {
    const [a, b, c] = (await insertIn(test, A, ["a", "b", "c"])) as [JobInstance, JobInstance, JobInstance];
    const { instances } = test.store;
    await instances.update([move(a, B)]);
    await instances.admit([anAdmission(b, { limit: 2 }), anAdmission(c, { limit: 2 })]);
    const abandoned = { attempt: 1, worker: "worker-1", at: instant(1000) };
    await instances.update([aChange({ ...c, state: "Processing" }, { set: { state: "Failed", abandoned } })]);
    const [begun, failed] = [await get(test, "b"), await get(test, "c")];
    const waits = { ...begun, state: "Enqueued", attempt: 0 } as const;
    const written = await instances.update([move(a, OWN), move(waits, OWN), move(failed, OWN)]);
    assert.deepEqual(written, [false, false, false]);
    assert.deepEqual(
      [(await get(test, "a")).lane, await get(test, "b"), await get(test, "c")],
      [B, begun, failed],
    );
  });

  it("a run that was moved takes a slot of its new lane, and one of the old lane is free for others", async (test) => {
    const [a] = (await insertIn(test, A, ["a"])) as [JobInstance];
    await test.store.instances.update([move(a, OWN)]);
    assert.equal(await admit(test, await get(test, "a")), "admitted");
    const [own, other] = [
      ...(await insertIn(test, OWN, ["own"])),
      ...(await insertIn(test, A, ["other"])),
    ] as [JobInstance, JobInstance];
    assert.deepEqual([await admit(test, own), await admit(test, other)], ["waits", "admitted"]);
  });

  it("admit() goes by the lane of the record where the request names the one before", async (test) => {
    const [holder] = (await insertIn(test, OWN, ["holder"])) as [JobInstance];
    const [a, b, other] = (await insertIn(test, A, ["a", "b", "other"], {}, 1)) as [
      JobInstance,
      JobInstance,
      JobInstance,
    ];
    await admit(test, other);
    await test.store.instances.update([move(a, B), move(b, OWN)]);
    await admit(test, holder);
    // Its lane of before is full, that of now is free.
    assert.equal(await admit(test, a, A), "admitted");
    // The same the other way round.
    await test.store.instances.update([
      aChange({ ...other, state: "Processing" }, { set: { state: "Succeeded" } }),
    ]);
    assert.equal(await admit(test, b, A), "waits");
    assert.deepEqual([await waitingIds(test, A), await waitingIds(test, OWN)], [[], ["b"]]);
    const [own] = await test.store.instances.admit([{ ...anAdmission(b), lane: A }]);
    assert.deepEqual(own, { outcome: "full" });
  });

  it("a moved run keeps its priority, and takes turns with those of its key there", async (test) => {
    const share = { key: "x", weight: 1 };
    const [, there] = await insertIn(test, OWN, ["holder", "there"], { fairShare: share });
    const [, later, urgent] = (await insertIn(
      test,
      A,
      ["other", "later", "urgent"],
      { fairShare: share },
      2,
    )) as [JobInstance, JobInstance, JobInstance];
    for (const id of ["holder", "there", "other", "later"]) await admit(test, await get(test, id));
    await test.store.instances.update([aChange(urgent, { set: { priority: 1 } })]);
    await admit(test, urgent);
    assert.equal((await get(test, "later")).turn, (await get(test, "there")).turn);
    const moves = [move(await get(test, "later"), OWN), move(await get(test, "urgent"), OWN)];
    assert.deepEqual(await test.store.instances.update(moves), [true, true]);
    assert.deepEqual(await waitingIds(test, OWN), ["urgent", there?.id, later.id]);
    const turns = [await get(test, "there"), await get(test, "later")].map(({ turn }) => turn);
    assert.ok((turns[0] ?? 0) < (turns[1] ?? 0));
  });

  it("many moved at once to one lane are all there, each with its own turn", async (test) => {
    const ids = Array.from({ length: 30 }, (_, index) => `run-${String(index).padStart(2, "0")}`);
    const lanes = [A, B, OWN] as const;
    const reason = { code: "waits_for_slot", parameters: { limit: 1 } } as const;
    for (const [index, id] of ids.entries()) {
      const lane = lanes[index % lanes.length] as string;
      const fairShare = index % 2 === 0 ? null : { key: `${index % 5}`, weight: 1 };
      await insertIn(test, lane, [id], { reason, fairShare }, index);
    }
    const runs = await Promise.all(ids.map((id) => get(test, id)));
    const moves = runs.filter(({ lane }) => lane !== OWN).map((run) => move(run, OWN));
    assert.ok((await test.store.instances.update(moves)).every(Boolean));
    assert.deepEqual((await waitingIds(test, OWN)).toSorted(), ids);
    assert.deepEqual([await waitingIds(test, A), await waitingIds(test, B)], [[], []]);
  });
}
