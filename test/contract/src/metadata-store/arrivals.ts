import assert from "node:assert/strict";
import type { ArrivalResult, FairShare, JobInstance } from "@mojob/core/ports";
import fc from "fast-check";
import { aChange, anAdmission, aPoliteAdmission } from "../builders/a-change.ts";
import { anInstance } from "../builders/an-instance.ts";
import { instant } from "../builders/instant.ts";
import type { MetadataStoreIt, MetadataStoreTest } from "../metadata-store-harness.ts";
import { uniqueName } from "../unique-name.ts";

function aRun({ tenant }: MetadataStoreTest, id: string, overrides: Partial<JobInstance> = {}): JobInstance {
  return anInstance({ tenant, jobKey: "job", id, ...overrides });
}

/** Records new runs in one call, each of which waits where its lane is full. */
async function arrive(
  { store }: MetadataStoreTest,
  runs: readonly JobInstance[],
  limit = 1,
): Promise<readonly ArrivalResult[]> {
  assert.ok(store.instances.insertOrWait !== undefined);
  const reason = { code: "waits_for_slot", parameters: { limit } } as const;
  return store.instances.insertOrWait(runs.map((instance) => ({ instance, waiting: { limit, reason } })));
}

function shown(answers: readonly ArrivalResult[]): string[] {
  return answers.map((answer) =>
    "instance" in answer ? `${answer.outcome} ${answer.instance.id}` : answer.outcome,
  );
}

/** Records runs that begin, each in a slot of its lane. */
async function begin({ store }: MetadataStoreTest, ...runs: readonly JobInstance[]): Promise<void> {
  await store.instances.insert(runs);
  const answers = await store.instances.admit(runs.map((run) => anAdmission(run, { limit: 10_000 })));
  assert.ok(answers.every(({ outcome }) => outcome === "admitted"));
}

async function end({ store }: MetadataStoreTest, run: JobInstance): Promise<void> {
  const change = aChange({ ...run, state: "Processing" }, { set: { state: "Succeeded" } });
  assert.deepEqual(await store.instances.update([change]), [true]);
}

async function waiting({ store, tenant }: MetadataStoreTest, lane = "job"): Promise<readonly JobInstance[]> {
  const [found = []] = await store.instances.firstWaiting([{ tenant, lane, most: 1000 }]);
  return found;
}

async function waitingIds(test: MetadataStoreTest, lane?: string): Promise<string[]> {
  return (await waiting(test, lane)).map(({ id }) => id);
}

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("arrive" as const),
      key: fc.integer({ min: -1, max: 2 }),
      priority: fc.integer({ min: 2, max: 3 }),
      count: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("begin" as const) }) },
);

/** What a store that finds a lane full in the write of a new run holds itself to. */
export function describeArrivals(it: MetadataStoreIt): void {
  it("insertOrWait() makes a new run wait where its lane is full, and returns it as it is", async (test) => {
    await begin(test, aRun(test, "holder"));
    const run = aRun(test, "a");
    const reason = { code: "waits_for_slot", parameters: { limit: 1 } } as const;
    const expected = { ...run, reason };
    assert.deepEqual(await arrive(test, [run]), [{ outcome: "waits", instance: expected }]);
    assert.deepEqual(await test.store.instances.get(test.tenant, ["a"]), [expected]);
    assert.deepEqual(await waiting(test), [expected]);
  });

  it("insertOrWait() records a run as it is where a slot is free, though others wait", async (test) => {
    const [holder, other] = [aRun(test, "holder"), aRun(test, "other")];
    await begin(test, holder, other);
    assert.deepEqual(shown(await arrive(test, [aRun(test, "a")], 2)), ["waits a"]);
    await end(test, holder);
    const run = aRun(test, "b");
    assert.deepEqual(shown(await arrive(test, [run], 2)), ["recorded"]);
    assert.deepEqual(await test.store.instances.get(test.tenant, ["b"]), [run]);
    assert.deepEqual(await waitingIds(test), ["a"]);
  });

  it("insertOrWait() takes no slot: all of a batch are recorded as they are while one is free", async (test) => {
    const runs = ["a", "b", "c"].map((id) => aRun(test, id));
    assert.deepEqual(shown(await arrive(test, runs)), ["recorded", "recorded", "recorded"]);
    const answers = await test.store.instances.admit(runs.map((run) => aPoliteAdmission(run)));
    assert.deepEqual(
      answers.map(({ outcome }) => outcome),
      ["admitted", "waits", "waits"],
    );
  });

  it("insertOrWait() makes nothing wait that is not to, whatever its lane", async (test) => {
    await begin(test, aRun(test, "holder"));
    const run = aRun(test, "a");
    assert.ok(test.store.instances.insertOrWait !== undefined);
    assert.deepEqual(await test.store.instances.insertOrWait([{ instance: run }]), [{ outcome: "recorded" }]);
    assert.deepEqual(await waitingIds(test), []);
  });

  it("insertOrWait() keeps lanes, jobs and tenants apart", async (test) => {
    await begin(test, aRun(test, "holder"));
    const runs = [
      aRun(test, "a", { lane: "job|key|acme" }),
      aRun(test, "b", { jobKey: "other", lane: "other" }),
      aRun(test, "c", { tenant: uniqueName("tenant") }),
      aRun(test, "d"),
    ];
    assert.deepEqual(shown(await arrive(test, runs)), ["recorded", "recorded", "recorded", "waits d"]);
  });

  it("insertOrWait() writes nothing where an id or a unique key is taken, and returns the run that has it", async (test) => {
    const holder = aRun(test, "holder", { uniqueKey: "job|acme" });
    await begin(test, holder);
    const [standing] = await test.store.instances.get(test.tenant, ["holder"]);
    const runs = [
      aRun(test, "holder", { priority: 1 }),
      aRun(test, "a", { uniqueKey: "job|acme" }),
      aRun(test, "b", { uniqueKey: "job|zenith" }),
      aRun(test, "c", { uniqueKey: "job|zenith" }),
    ];
    const answers = await arrive(test, runs);
    assert.deepEqual(shown(answers), ["taken holder", "taken holder", "waits b", "taken b"]);
    assert.deepEqual(
      answers.slice(0, 2).map((answer) => "instance" in answer && answer.instance),
      [standing, standing],
    );
    assert.deepEqual(await waitingIds(test), ["b"]);
  });

  it("a run that waits since it was recorded begins with the end of the one before it", async (test) => {
    const holder = aRun(test, "holder");
    await begin(test, holder);
    const run = aRun(test, "a");
    await arrive(test, [run]);
    await end(test, holder);
    const [answer] = await test.store.instances.admit([{ ...anAdmission(run), hasWaited: true }]);
    assert.ok(answer?.outcome === "admitted");
    assert.deepEqual([answer.instance.slot, answer.instance.turn], [0, null]);
    assert.deepEqual(await waitingIds(test), []);
  });

  it("watch() reports a run that waits since it was recorded as it is", async (test) => {
    const { store, tenant, harness } = test;
    await begin(test, aRun(test, "holder"));
    const reported: string[] = [];
    await store.watch({ tenant, topics: ["instance"] }, (changes) => {
      for (const change of changes)
        if (change.topic === "instance")
          reported.push(`${change.instance.id} ${change.instance.reason?.code ?? ""}`);
    });
    await arrive(test, [aRun(test, "a"), aRun(test, "b", { lane: "job|key|acme" })]);
    await harness.until(() => reported.length > 1);
    assert.deepEqual(reported, ["a waits_for_slot", "b "]);
  });

  it("however runs of a full lane arrive and begin: they wait in the order of those that were delivered first", async (test) => {
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(...[0, 1, 2].map(() => fc.constantFrom(0.5, 1, 4))),
        fc.array(step, { maxLength: 20 }),
        async (weights, steps) => {
          const jobs = [uniqueName("job"), uniqueName("job")] as const;
          for (const jobKey of jobs) await begin(test, aRun(test, `${jobKey}-holder`, { jobKey }));
          let created = 0;
          const orderOf = async (job: string): Promise<unknown[]> =>
            (await waiting(test, job)).map(({ id, turn }) => [id.slice(job.length), turn]);
          for (const next of steps) {
            if (next.kind === "begin") {
              for (const job of jobs) {
                const [first] = await waiting(test, job);
                if (first === undefined) continue;
                const admission = { ...anAdmission(first, { limit: 10_000 }), hasWaited: true };
                await test.store.instances.admit([admission]);
              }
              continue;
            }
            const { key, priority, count } = next;
            const fairShare: FairShare | null =
              key === -1 ? null : { key: `key-${key}`, weight: weights[key] ?? 1 };
            created += 1;
            const [one, other] = jobs.map((jobKey) =>
              Array.from({ length: count }, (_, index) => {
                const id = `${jobKey}-${created}-${index}`;
                return aRun(test, id, { jobKey, priority, fairShare, createdAt: instant(created) });
              }),
            ) as [JobInstance[], JobInstance[]];
            const answers = await arrive(test, one);
            assert.ok(answers.every(({ outcome }) => outcome === "waits"));
            await test.store.instances.insert(other);
            await test.store.instances.admit(other.map((run) => aPoliteAdmission(run)));
          }
          assert.deepEqual(await orderOf(jobs[0]), await orderOf(jobs[1]));
        },
      ),
      { numRuns: test.harness.propertyRuns ?? 20 },
    );
  });
}

/** What a store without such a write says. */
export function describeArrivalsDelivered(it: MetadataStoreIt): void {
  it("has no write that records a run and finds its lane full: a run is delivered before it waits", async ({
    store,
  }) => {
    assert.equal(store.instances.insertOrWait, undefined);
  });
}
