import assert from "node:assert/strict";
import { type AdmissionResult, type JobInstance, laneOf } from "@mojob/core/ports";
import fc from "fast-check";
import { aChange, anAdmission } from "../builders/a-change.ts";
import { anInstance } from "../builders/an-instance.ts";
import type { MetadataStoreIt, MetadataStoreTest } from "../metadata-store-harness.ts";
import { uniqueName } from "../unique-name.ts";

async function insertMany(
  { store, tenant }: MetadataStoreTest,
  count: number,
  jobKey = "job",
  lane = jobKey,
): Promise<JobInstance[]> {
  const instances = Array.from({ length: count }, () =>
    anInstance({ tenant, jobKey, lane, id: uniqueName(jobKey) }),
  );
  await store.instances.insert(instances);
  return instances;
}

function admitted(answers: readonly AdmissionResult[]): JobInstance[] {
  return answers.flatMap((answer) => (answer.outcome === "admitted" ? [answer.instance] : []));
}

function slots(instances: readonly JobInstance[]): (number | null)[] {
  return instances.map(({ slot }) => slot).sort((a, b) => Number(a) - Number(b));
}

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

export function describeSlots(it: MetadataStoreIt): void {
  it("admit() writes the change and a slot together and returns the record as it is now", async (test) => {
    const [instance] = (await insertMany(test, 1)) as [JobInstance];
    const { change, ...admission } = anAdmission(instance, { limit: 3 });
    const [answer] = await test.store.instances.admit([{ change, ...admission }]);
    const history = [...instance.history, ...change.append];
    const expected = { ...instance, ...change.set, slot: 0, updatedAt: change.at, history };
    assert.deepEqual(answer, { outcome: "admitted", instance: expected });
    assert.deepEqual(await test.store.instances.get(test.tenant, [instance.id]), [expected]);
  });

  it("admit() refuses where the condition does not hold, also when there is no slot", async (test) => {
    const [a, b] = (await insertMany(test, 2)) as [JobInstance, JobInstance];
    const unknown = anInstance({ tenant: test.tenant, jobKey: "job" });
    const refused = { outcome: "refused" };
    await test.store.instances.update([aChange(a, { set: { state: "Cancelled" } })]);
    assert.deepEqual(await test.store.instances.admit([anAdmission(a), anAdmission(unknown)]), [
      refused,
      refused,
    ]);
    await test.store.instances.admit([anAdmission(b)]);
    assert.deepEqual(await test.store.instances.admit([anAdmission(b), anAdmission(a)]), [refused, refused]);
  });

  it("admit() writes nothing when the job is full", async (test) => {
    const [a, b] = (await insertMany(test, 2)) as [JobInstance, JobInstance];
    await test.store.instances.admit([anAdmission(a)]);
    assert.deepEqual(await test.store.instances.admit([anAdmission(b)]), [{ outcome: "full" }]);
    assert.deepEqual(await test.store.instances.get(test.tenant, [b.id]), [b]);
  });

  it("admit() fills a batch up to the limit and says full to the rest, in order", async (test) => {
    const instances = await insertMany(test, 5);
    const answers = await test.store.instances.admit(
      instances.map((instance) => anAdmission(instance, { limit: 3 })),
    );
    assert.deepEqual(
      answers.map(({ outcome }) => outcome),
      ["admitted", "admitted", "admitted", "full", "full"],
    );
    assert.deepEqual(slots(admitted(answers)), [0, 1, 2]);
  });

  it("admit() of one run twice in a batch takes one slot", async (test) => {
    const [a, b] = (await insertMany(test, 2)) as [JobInstance, JobInstance];
    const answers = await test.store.instances.admit(
      [a, a, b].map((instance) => anAdmission(instance, { limit: 2 })),
    );
    assert.deepEqual(
      answers.map(({ outcome }) => outcome),
      ["admitted", "refused", "admitted"],
    );
  });

  it("admit() gives 100 slots to a batch of 100, and none twice", async (test) => {
    const instances = await insertMany(test, 100);
    const answers = await test.store.instances.admit(
      instances.map((instance) => anAdmission(instance, { limit: 100 })),
    );
    assert.deepEqual(slots(admitted(answers)), upTo(100));
  });

  it("admit() of several jobs in a batch counts each by itself", async (test) => {
    const instances = [...(await insertMany(test, 2, "a")), ...(await insertMany(test, 2, "b"))];
    const answers = await test.store.instances.admit(instances.map((instance) => anAdmission(instance)));
    assert.deepEqual(
      answers.map(({ outcome }) => outcome),
      ["admitted", "full", "admitted", "full"],
    );
  });

  it("admit() counts each lane of a job by itself", async (test) => {
    const lanes = ["job", laneOf("job", { shard: 0 }), laneOf("job", { shard: 1 })];
    const instances = (await Promise.all(lanes.map((lane) => insertMany(test, 3, "job", lane)))).flat();
    const answers = await test.store.instances.admit(
      instances.map((instance) => anAdmission(instance, { limit: 2 })),
    );
    const eachLane = ["admitted", "admitted", "full"];
    assert.deepEqual(
      answers.map(({ outcome }) => outcome),
      [...eachLane, ...eachLane, ...eachLane],
    );
    assert.deepEqual(slots(admitted(answers)), [0, 0, 0, 1, 1, 1]);
    assert.deepEqual(
      admitted(answers).map(({ lane }) => lane),
      lanes.flatMap((lane) => [lane, lane]),
    );
  });

  it("admit() gives a freed slot to its own lane alone", async (test) => {
    const acme = laneOf("job", { concurrencyKey: "acme" });
    const [a, b] = (await insertMany(test, 2, "job", acme)) as [JobInstance, JobInstance];
    const [c, d] = (await insertMany(test, 2)) as [JobInstance, JobInstance];
    const [holder] = admitted(await test.store.instances.admit([a, c].map((run) => anAdmission(run))));
    assert.ok(holder);
    await test.store.instances.update([aChange(holder, { set: { state: "Succeeded" } })]);
    const answers = await test.store.instances.admit([d, b].map((run) => anAdmission(run)));
    assert.deepEqual(
      answers.map(({ outcome }) => outcome),
      ["full", "admitted"],
    );
  });

  it("keeps a run's lane from its insertion on, in lists too", async (test) => {
    const lane = laneOf("job", { concurrencyKey: 'a "b" | c' });
    const [named] = (await insertMany(test, 1, "job", lane)) as [JobInstance];
    const [own] = (await insertMany(test, 1)) as [JobInstance];
    const records = await test.store.instances.get(test.tenant, [named.id, own.id]);
    assert.deepEqual(
      records.map((record) => record?.lane),
      [lane, "job"],
    );
    const { items } = await test.store.queries.list({ tenant: test.tenant, jobKey: "job" }, { limit: 10 });
    assert.deepEqual(items.map((item) => item.lane).toSorted(), ["job", lane].toSorted());
  });

  it("admit() by 60 at once in two lanes never gives more than the limit in either", async (test) => {
    const lanes = ["job", laneOf("job", { shard: 0 })];
    const [own = [], other = []] = await Promise.all(lanes.map((lane) => insertMany(test, 30, "job", lane)));
    const racing = own
      .flatMap((run, index) => [run, other[index] as JobInstance])
      .map((instance) => test.store.instances.admit([anAdmission(instance, { limit: 2 })]));
    const winners = admitted((await Promise.all(racing)).flat());
    for (const lane of lanes) assert.deepEqual(slots(winners.filter((run) => run.lane === lane)), [0, 1]);
  });

  it("admit() by 60 at once never gives more than the limit and leaves no slot over", async (test) => {
    const instances = await insertMany(test, 60);
    const racing = instances.map((instance) =>
      test.store.instances.admit([anAdmission(instance, { limit: 3 })]),
    );
    assert.deepEqual(slots(admitted((await Promise.all(racing)).flat())), [0, 1, 2]);
  });

  it("admit() of one run by 50 at once has one winner, whose claim stands", async (test) => {
    const [instance] = (await insertMany(test, 1)) as [JobInstance];
    const racing = upTo(50).map((index) =>
      test.store.instances.admit([anAdmission(instance, { limit: 100, claim: `claim-${index}` })]),
    );
    const answers = (await Promise.all(racing)).flat();
    const [stored] = await test.store.instances.get(test.tenant, [instance.id]);
    assert.deepEqual(admitted(answers), [stored]);
    assert.equal(answers.filter(({ outcome }) => outcome === "refused").length, 49);
  });

  it("admit() without a limit takes no slot", async (test) => {
    const instances = await insertMany(test, 20);
    const answers = await test.store.instances.admit(
      instances.map((instance) => anAdmission(instance, { limit: null })),
    );
    assert.deepEqual(
      admitted(answers).map(({ slot }) => slot),
      Array.from({ length: 20 }, () => null),
    );
  });

  it("admit() under a lowered limit waits until fewer hold slots, wherever those are", async (test) => {
    const instances = await insertMany(test, 8);
    const first = await test.store.instances.admit(
      instances.slice(0, 5).map((instance) => anAdmission(instance, { limit: 5 })),
    );
    const holders = admitted(first);
    const [next, last] = instances.slice(5) as [JobInstance, JobInstance];
    const settle = async (slot: number): Promise<void> => {
      const holder = holders.find((instance) => instance.slot === slot);
      assert.ok(holder);
      await test.store.instances.update([aChange(holder, { set: { state: "Succeeded" } })]);
    };
    for (const slot of [0, 1]) {
      await settle(slot);
      const answers = await test.store.instances.admit([anAdmission(next, { limit: 2 })]);
      assert.deepEqual(answers, [{ outcome: "full" }]);
    }
    await settle(2);
    await settle(3);
    const answers = await test.store.instances.admit(
      [next, last].map((run) => anAdmission(run, { limit: 2 })),
    );
    assert.deepEqual(
      answers.map(({ outcome }) => outcome),
      ["admitted", "full"],
    );
    assert.deepEqual(
      await test.store.instances
        .admit([anAdmission(last, { limit: 3 })])
        .then(admitted)
        .then(slots),
      [1],
    );
  });

  it("admit() takes a failed run back into a slot of its own", async (test) => {
    const [a, b] = (await insertMany(test, 2)) as [JobInstance, JobInstance];
    const [run] = admitted(await test.store.instances.admit([anAdmission(a)])) as [JobInstance];
    await test.store.instances.update([aChange(run, { set: { state: "Failed" } })]);
    await test.store.instances.admit([anAdmission(b)]);
    const retry = anAdmission(a, { when: { states: ["Failed"], attempt: 1 }, set: { attempt: 2 } });
    assert.deepEqual(await test.store.instances.admit([retry]), [{ outcome: "full" }]);
    await test.store.instances.update([
      aChange({ ...b, state: "Processing" }, { set: { state: "Succeeded" } }),
    ]);
    const [answer] = await test.store.instances.admit([retry]);
    assert.equal(answer?.outcome, "admitted");
    assert.deepEqual([answer.instance.slot, answer.instance.attempt], [0, 2]);
  });

  it("holds the limit whatever is admitted and settled, and is full only when it is full", async (test) => {
    const lane = fc.constantFrom("own" as const, "other" as const);
    const step = fc.oneof(
      fc.record({
        kind: fc.constant("admit" as const),
        lane,
        batch: fc.integer({ min: 1, max: 6 }),
        limit: fc.integer({ min: 1, max: 5 }),
      }),
      fc.record({ kind: fc.constant("settle" as const), lane, pick: fc.nat() }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const jobKey = uniqueName("job");
        const lanes = { own: new Map<string, JobInstance>(), other: new Map<string, JobInstance>() };
        for (const next of steps) {
          const holders = lanes[next.lane];
          if (next.kind === "settle") {
            const holder = [...holders.values()][next.pick % Math.max(1, holders.size)];
            if (!holder) continue;
            assert.deepEqual(
              await test.store.instances.update([aChange(holder, { set: { state: "Succeeded" } })]),
              [true],
            );
            holders.delete(holder.id);
            continue;
          }
          const instances = await insertMany(
            test,
            next.batch,
            jobKey,
            next.lane === "own" ? jobKey : laneOf(jobKey, { shard: 1 }),
          );
          const answers = await test.store.instances.admit(
            instances.map((run) => anAdmission(run, { limit: next.limit })),
          );
          const room = Math.max(0, next.limit - holders.size);
          assert.equal(admitted(answers).length, Math.min(room, next.batch));
          assert.ok(answers.every(({ outcome }) => outcome !== "refused"));
          for (const run of admitted(answers)) {
            assert.ok(run.slot !== null && run.slot < next.limit);
            holders.set(run.id, run);
          }
          assert.equal(new Set(slots([...holders.values()])).size, holders.size);
        }
      }),
      { numRuns: test.harness.propertyRuns ?? 20 },
    );
  });
}
