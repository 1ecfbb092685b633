import assert from "node:assert/strict";
import { type AdmissionResult, type JobInstance, laneOf, waitsForSlot } from "@mojob/core/ports";
import fc from "fast-check";
import { aChange, anAdmission, aPoliteAdmission } from "../builders/a-change.ts";
import { anInstance } from "../builders/an-instance.ts";
import { instant } from "../builders/instant.ts";
import type { MetadataStoreIt, MetadataStoreTest } from "../metadata-store-harness.ts";
import { uniqueName } from "../unique-name.ts";

interface Runs {
  readonly job?: string;
  readonly lane?: string;
  readonly priority?: number;
  /** Of the first; each further is created a millisecond later. @default 0 */
  readonly createdMs?: number;
}

async function insertRuns(
  { store, tenant }: MetadataStoreTest,
  ids: readonly string[],
  { job: jobKey = "job", lane = jobKey, priority = 3, createdMs = 0 }: Runs = {},
): Promise<JobInstance[]> {
  const instances = ids.map((id, index) =>
    anInstance({ tenant, jobKey, lane, id, priority, createdAt: instant(createdMs + index) }),
  );
  await store.instances.insert(instances);
  return instances;
}

function outcomes(answers: readonly AdmissionResult[]): string[] {
  return answers.map(({ outcome }) => outcome);
}

/** Asks for a run whose lane may be full; resolves to what became of it. */
async function ask({ store }: MetadataStoreTest, ...runs: readonly JobInstance[]): Promise<string[]> {
  return outcomes(await store.instances.admit(runs.map((run) => aPoliteAdmission(run))));
}

async function end(
  { store }: MetadataStoreTest,
  run: JobInstance,
  state = "Succeeded" as const,
): Promise<void> {
  assert.deepEqual(
    await store.instances.update([aChange({ ...run, state: "Processing" }, { set: { state } })]),
    [true],
  );
}

async function waitingIds(
  { store, tenant }: MetadataStoreTest,
  { lane = "job", most = 100, limit }: { lane?: string; most?: number; limit?: number } = {},
): Promise<string[]> {
  const query = { tenant, lane, most, ...(limit !== undefined && { limit }) };
  const [found = []] = await store.instances.firstWaiting([query]);
  return found.map(({ id }) => id);
}

export function describeWaiting(it: MetadataStoreIt): void {
  it("admit() makes a run wait where its lane is full, and returns it as it is now", async (test) => {
    const [a, b] = (await insertRuns(test, ["a", "b"])) as [JobInstance, JobInstance];
    assert.deepEqual(await ask(test, a), ["admitted"]);
    const admission = aPoliteAdmission(b);
    const expected = { ...b, ...admission.waiting?.set, updatedAt: admission.waiting?.at };
    assert.deepEqual(await test.store.instances.admit([admission]), [
      { outcome: "waits", instance: expected },
    ]);
    assert.deepEqual(await test.store.instances.get(test.tenant, ["b"]), [expected]);
    assert.equal(waitsForSlot(b), false);
    assert.equal(waitsForSlot(expected), true);
    assert.deepEqual(
      await test.store.instances.firstWaiting([{ tenant: test.tenant, lane: "job", most: 9 }]),
      [[expected]],
    );
  });

  it("admit() fills a batch up to the limit and makes the rest wait, in order", async (test) => {
    const runs = await insertRuns(test, ["a", "b", "c", "d"]);
    const admissions = runs.map((run) => aPoliteAdmission(run, { limit: 2 }));
    assert.deepEqual(outcomes(await test.store.instances.admit(admissions)), [
      "admitted",
      "admitted",
      "waits",
      "waits",
    ]);
    assert.deepEqual(await waitingIds(test), ["c", "d"]);
  });

  it("admit() overtakes nobody: while others wait, a run waits though a slot is free", async (test) => {
    const [a, b, c] = (await insertRuns(test, ["a", "b", "c"])) as [JobInstance, JobInstance, JobInstance];
    assert.deepEqual(await ask(test, a, b), ["admitted", "waits"]);
    await end(test, a);
    assert.deepEqual(await ask(test, c), ["waits"]);
    assert.deepEqual(await waitingIds(test), ["b", "c"]);
  });

  it("admit() begins a run that waited, where it is the only one or its turn has come", async (test) => {
    const [a, b, c] = (await insertRuns(test, ["a", "b", "c"])) as [JobInstance, JobInstance, JobInstance];
    assert.deepEqual(await ask(test, a, b, c), ["admitted", "waits", "waits"]);
    await end(test, a);
    const next = { ...anAdmission(b), hasWaited: true };
    assert.deepEqual(outcomes(await test.store.instances.admit([next])), ["admitted"]);
    assert.deepEqual(await waitingIds(test), ["c"]);
    await end(test, b);
    assert.deepEqual(await ask(test, c), ["admitted"]);
    assert.deepEqual(await waitingIds(test), []);
  });

  it("admit() of a run whose turn has come writes nothing where the lane is full", async (test) => {
    const [a, b] = (await insertRuns(test, ["a", "b"])) as [JobInstance, JobInstance];
    assert.deepEqual(await ask(test, a, b), ["admitted", "waits"]);
    const next = { ...anAdmission(b), hasWaited: true };
    assert.deepEqual(outcomes(await test.store.instances.admit([next])), ["full"]);
    assert.deepEqual(await waitingIds(test), ["b"]);
  });

  it("admit() refuses what has ended instead of making it wait", async (test) => {
    const [a, b] = (await insertRuns(test, ["a", "b"])) as [JobInstance, JobInstance];
    await test.store.instances.update([aChange(b, { set: { state: "Cancelled" } })]);
    assert.deepEqual(await ask(test, a, b), ["admitted", "refused"]);
    assert.deepEqual(await waitingIds(test), []);
  });

  it("update() makes a run that was held wait in its lane, among those that wait there", async (test) => {
    const [a, b, c, d] = (await insertRuns(test, ["a", "b", "c", "d"])) as [
      JobInstance,
      JobInstance,
      JobInstance,
      JobInstance,
    ];
    assert.deepEqual(await ask(test, a, c), ["admitted", "waits"]);
    const joins = (run: JobInstance) =>
      aChange(run, { set: { reason: { code: "waits_for_slot", parameters: { limit: 1 } } } });
    const ended = { ...joins(d), when: { states: ["Processing" as const], attempt: 1 } };
    assert.deepEqual(await test.store.instances.update([joins(b), ended]), [true, false]);
    assert.deepEqual(await waitingIds(test), ["b", "c"]);
    await end(test, a);
    assert.deepEqual(await waitingIds(test, { limit: 1 }), ["b"]);
    const next = { ...anAdmission(b), hasWaited: true };
    assert.deepEqual(outcomes(await test.store.instances.admit([next])), ["admitted"]);
    assert.deepEqual(await waitingIds(test), ["c"]);
  });

  it("admit() without a limit makes nothing wait", async (test) => {
    const runs = await insertRuns(test, ["a", "b", "c"]);
    const admissions = runs.map((run) => aPoliteAdmission(run, { limit: null }));
    const all = ["admitted", "admitted", "admitted"];
    assert.deepEqual(outcomes(await test.store.instances.admit(admissions)), all);
  });

  it("firstWaiting() returns them by priority, then creation, then id", async (test) => {
    const holder = await insertRuns(test, ["holder"]);
    const late = await insertRuns(test, ["late"], { createdMs: 50 });
    const low = await insertRuns(test, ["low"], { priority: 5 });
    const urgent = await insertRuns(test, ["urgent"], { priority: 1, createdMs: 90 });
    const same = await insertRuns(test, ["y"], { createdMs: 20 });
    const twin = await insertRuns(test, ["x"], { createdMs: 20 });
    await ask(test, ...holder, ...late, ...low, ...urgent, ...same, ...twin);
    assert.deepEqual(await waitingIds(test), ["urgent", "x", "y", "late", "low"]);
    assert.deepEqual(await waitingIds(test, { most: 2 }), ["urgent", "x"]);
  });

  it("firstWaiting() returns no more than the lane has free slots, where it is asked for a limit", async (test) => {
    const runs = await insertRuns(test, ["a", "b", "c", "d", "e"]);
    const admissions = runs.map((run) => aPoliteAdmission(run, { limit: 2 }));
    await test.store.instances.admit(admissions);
    assert.deepEqual(await waitingIds(test, { limit: 2 }), []);
    assert.deepEqual(await waitingIds(test, { limit: 4 }), ["c", "d"]);
    assert.deepEqual(await waitingIds(test, { limit: 1 }), []);
    await end(test, runs[0] as JobInstance);
    assert.deepEqual(await waitingIds(test, { limit: 2 }), ["c"]);
    assert.deepEqual(await waitingIds(test, { limit: 9, most: 1 }), ["c"]);
  });

  it("firstWaiting() keeps lanes, jobs and tenants apart, and has nothing of a lane it does not know", async (test) => {
    const acme = laneOf("job", { concurrencyKey: "acme" });
    const own = await insertRuns(test, ["own-1", "own-2"]);
    const keyed = await insertRuns(test, ["acme-1", "acme-2", "acme-3"], { lane: acme });
    const other = await insertRuns(test, ["other-1", "other-2"], { job: "other" });
    await ask(test, ...own, ...keyed, ...other);
    const { tenant } = test;
    const lanes = ["job", acme, "other", "unknown"].map((lane) => ({ tenant, lane, most: 9 }));
    const found = await test.store.instances.firstWaiting(lanes);
    assert.deepEqual(
      found.map((runs) => runs.map(({ id }) => id)),
      [["own-2"], ["acme-2", "acme-3"], ["other-2"], []],
    );
    const elsewhere = { tenant: uniqueName("tenant"), lane: "job", most: 9 };
    assert.deepEqual(await test.store.instances.firstWaiting([elsewhere]), [[]]);
    assert.deepEqual(await waitingIds(test, { lane: acme, limit: 2 }), ["acme-2"]);
  });

  it("a run that was ended while it waited waits no more", async (test) => {
    const runs = await insertRuns(test, ["a", "b", "c", "d"]);
    await ask(test, ...runs);
    const [, b, , d] = runs as [JobInstance, JobInstance, JobInstance, JobInstance];
    const skipped = aChange(b, { set: { state: "Skipped", reason: { code: "job_disabled" } } });
    const cancelled = aChange(d, { set: { state: "Cancelled", reason: null } });
    await test.store.instances.update([skipped, cancelled]);
    assert.deepEqual(await waitingIds(test), ["c"]);
    assert.deepEqual(await waitingIds(test, { most: 1 }), ["c"]);
  });

  it("a retry waits as a first attempt does, and before what was created later", async (test) => {
    const [a, b, c] = (await insertRuns(test, ["a", "b", "c"])) as [JobInstance, JobInstance, JobInstance];
    await ask(test, a);
    await test.store.instances.update([
      aChange({ ...a, state: "Processing" }, { set: { state: "Failed", reason: null } }),
    ]);
    assert.deepEqual(await ask(test, b, c), ["admitted", "waits"]);
    const retry = {
      ...anAdmission(a, { when: { states: ["Failed"], attempt: 1 }, set: { attempt: 2 } }),
      waiting: aChange(a, {
        when: { states: ["Failed"], attempt: 1 },
        set: { reason: { code: "waits_for_slot", parameters: { limit: 1 } } },
      }),
    };
    assert.deepEqual(outcomes(await test.store.instances.admit([retry])), ["waits"]);
    assert.deepEqual(await waitingIds(test), ["a", "c"]);
  });

  it("a run that waits is inserted as such by a copy of the store", async (test) => {
    const reason = { code: "waits_for_slot", parameters: { limit: 1 } } as const;
    await test.store.instances.insert([anInstance({ tenant: test.tenant, jobKey: "job", id: "a", reason })]);
    assert.deepEqual(await waitingIds(test), ["a"]);
  });

  it("admit() by 40 at once loses none: each begins or waits, and a free slot has somebody who sees who waits", async (test) => {
    const ids = Array.from({ length: 40 }, (_, index) => `run-${String(index).padStart(2, "0")}`);
    const runs = await insertRuns(test, ids);
    const racing = runs.map((run) => test.store.instances.admit([aPoliteAdmission(run, { limit: 3 })]));
    const answers = (await Promise.all(racing)).flat();
    const begun = answers.filter(({ outcome }) => outcome === "admitted").length;
    assert.ok(begun >= 1 && begun <= 3);
    assert.equal(answers.filter(({ outcome }) => outcome === "waits").length, 40 - begun);
    const waiting = await waitingIds(test);
    assert.equal(waiting.length, 40 - begun);
    assert.deepEqual(waiting, waiting.toSorted());
  });

  it("however runs arrive, end and are ended: turns go by priority and creation, and no slot is given twice", async (test) => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant("arrive" as const), priority: fc.integer({ min: 1, max: 3 }) }),
      fc.record({ kind: fc.constant("end" as const), pick: fc.nat() }),
      fc.record({ kind: fc.constant("cancel" as const), pick: fc.nat() }),
      fc.record({
        kind: fc.constant("prioritize" as const),
        pick: fc.nat(),
        priority: fc.integer({ min: -1, max: 5 }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.array(step, { maxLength: 25 }),
        async (limit, steps) => {
          const job = uniqueName("job");
          const holding = new Map<string, JobInstance>();
          let waiting: JobInstance[] = [];
          let count = 0;
          for (const next of steps) {
            if (next.kind === "arrive") {
              count += 1;
              const [run] = (await insertRuns(test, [`${job}-${String(count).padStart(2, "0")}`], {
                job,
                priority: next.priority,
                createdMs: count,
              })) as [JobInstance];
              const [answer] = await test.store.instances.admit([aPoliteAdmission(run, { limit })]);
              const mayBegin = holding.size < limit && waiting.length === 0;
              assert.equal(answer?.outcome, mayBegin ? "admitted" : "waits");
              if (mayBegin) holding.set(run.id, run);
              else waiting.push(run);
            } else if (next.kind === "end") {
              const run = [...holding.values()][next.pick % Math.max(1, holding.size)];
              if (run === undefined) continue;
              await end(test, run);
              holding.delete(run.id);
              waiting = waiting.toSorted(
                (a, b) => a.priority - b.priority || a.createdAt.getTime() - b.createdAt.getTime(),
              );
              const room = limit - holding.size;
              const turns = await waitingIds(test, { lane: job, limit });
              assert.deepEqual(
                turns,
                waiting.slice(0, room).map(({ id }) => id),
              );
              for (const turn of waiting.splice(0, room)) {
                const admission = { ...anAdmission(turn, { limit }), hasWaited: true };
                assert.deepEqual(outcomes(await test.store.instances.admit([admission])), ["admitted"]);
                holding.set(turn.id, turn);
              }
            } else if (next.kind === "prioritize") {
              const run = waiting[next.pick % Math.max(1, waiting.length)];
              if (run === undefined) continue;
              const { priority } = next;
              assert.deepEqual(await test.store.instances.update([aChange(run, { set: { priority } })]), [
                true,
              ]);
              waiting = waiting.map((one) => (one === run ? { ...run, priority } : one));
            } else {
              const [run] = waiting.splice(next.pick % Math.max(1, waiting.length), 1);
              if (run === undefined) continue;
              const set = { state: "Cancelled", reason: { code: "job_deleted" } } as const;
              assert.deepEqual(await test.store.instances.update([aChange(run, { set })]), [true]);
            }
            assert.ok(holding.size <= limit);
          }
          const left = await waitingIds(test, { lane: job });
          assert.deepEqual(left.toSorted(), waiting.map(({ id }) => id).toSorted());
        },
      ),
      { numRuns: test.harness.propertyRuns ?? 20 },
    );
  });
}
