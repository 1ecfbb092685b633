import assert from "node:assert/strict";
import { type EndAndAdmit, type EndResult, type JobInstance, type NextInLane } from "@mojob/core/ports";
import fc from "fast-check";
import { aChange, anAdmission, aPoliteAdmission } from "../builders/a-change.ts";
import { anInstance } from "../builders/an-instance.ts";
import { instant } from "../builders/instant.ts";
import type { MetadataStoreIt, MetadataStoreTest } from "../metadata-store-harness.ts";
import { uniqueName } from "../unique-name.ts";

interface Runs {
  readonly lane?: string;
  readonly limit?: number;
  readonly overrides?: (id: string) => Partial<JobInstance>;
}

/** Records runs of one lane, a millisecond after each other, and asks for each: as many as the limit begin, the others wait. */
async function ask(
  { store, tenant }: MetadataStoreTest,
  ids: readonly string[],
  { lane = "job", limit = 1, overrides = () => ({}) }: Runs = {},
): Promise<readonly JobInstance[]> {
  const runs = ids.map((id, index) =>
    anInstance({ tenant, jobKey: "job", lane, id, createdAt: instant(index), ...overrides(id) }),
  );
  await store.instances.insert(runs);
  await store.instances.admit(runs.map((run) => aPoliteAdmission(run, { limit })));
  return runs;
}

/** Begins any run: one moment, one claim. */
function next(run: JobInstance, limit = 1): NextInLane {
  const { change } = anAdmission(run, { at: instant(2000), claim: "claim-next" });
  const { id: _, ...rest } = change;
  return { change: { ...rest, when: { states: ["Enqueued"], attempt: 0 } }, limit };
}

function anEnd(run: JobInstance, given: { limit?: number; next?: NextInLane | null } = {}): EndAndAdmit {
  const change = aChange({ ...run, state: "Processing" }, { set: { state: "Succeeded" } });
  const follows = given.next === undefined ? next(run, given.limit) : given.next;
  return follows === null ? { change } : { change, next: follows };
}

async function end(
  { store }: MetadataStoreTest,
  ...ends: readonly EndAndAdmit[]
): Promise<readonly EndResult[]> {
  assert.ok(store.instances.endAndAdmit !== undefined);
  return store.instances.endAndAdmit(ends);
}

function shown({ isWritten, begun, othersWait }: EndResult): unknown {
  return begun === null ? [isWritten, othersWait] : [isWritten, begun.id];
}

async function running({ store, tenant }: MetadataStoreTest, ids: readonly string[]): Promise<JobInstance[]> {
  const found = await store.instances.get(tenant, ids);
  return found.filter((run) => run?.state === "Processing") as JobInstance[];
}

/** What a store that gives slots on in the write of an end holds itself to. */
export function describeSlotsGivenOn(it: MetadataStoreIt): void {
  it("endAndAdmit() ends a run and begins the one that waits first, and returns it as it is now", async (test) => {
    const [a, b] = (await ask(test, ["a", "b", "c"])) as [JobInstance, JobInstance];
    const answers = await end(test, anEnd(a));
    const [ended, begun] = await test.store.instances.get(test.tenant, ["a", "b"]);
    assert.deepEqual(answers, [{ isWritten: true, begun, othersWait: true }]);
    assert.deepEqual([ended?.state, ended?.slot, ended?.claim], ["Succeeded", null, null]);
    assert.deepEqual([begun?.state, begun?.slot, begun?.claim], ["Processing", 0, "claim-next"]);
    assert.deepEqual(begun?.history, [...b.history, ...next(b).change.append]);
    const waiting = { tenant: test.tenant, lane: "job", most: 9 };
    const [found = []] = await test.store.instances.firstWaiting([waiting]);
    assert.deepEqual(
      found.map(({ id }) => id),
      ["c"],
    );
  });

  it("endAndAdmit() gives each of many ends the next run, lane by lane", async (test) => {
    const one = await ask(test, ["a", "b", "c", "d", "e"], { limit: 2 });
    const two = await ask(test, ["u", "v"], { lane: "job|key|other" });
    const ends = [one[0]!, two[0]!, one[1]!].map((run) => anEnd(run, { limit: run.lane === "job" ? 2 : 1 }));
    assert.deepEqual((await end(test, ...ends)).map(shown), [
      [true, "c"],
      [true, "v"],
      [true, "d"],
    ]);
    const slots = (await running(test, ["c", "d", "v"])).map(({ slot }) => slot);
    assert.deepEqual(slots, [0, 1, 0]);
  });

  it("endAndAdmit() says whether runs wait where none has begun", async (test) => {
    const [a, b] = (await ask(test, ["a", "b"])) as [JobInstance, JobInstance];
    assert.deepEqual((await end(test, anEnd(a, { next: null }))).map(shown), [[true, true]]);
    await test.store.instances.admit([{ ...anAdmission(b), hasWaited: true }]);
    assert.deepEqual((await end(test, anEnd(b))).map(shown), [[true, false]]);
  });

  it("endAndAdmit() begins none where the change is refused, and each run once", async (test) => {
    const [a] = (await ask(test, ["a", "b", "c"])) as [JobInstance];
    assert.deepEqual((await end(test, anEnd(a))).map(shown), [[true, "b"]]);
    assert.deepEqual((await end(test, anEnd(a))).map(shown), [[false, true]]);
    assert.deepEqual(
      (await running(test, ["b", "c"])).map(({ id }) => id),
      ["b"],
    );
  });

  it("endAndAdmit() begins none where the lane is full under a limit that was lowered", async (test) => {
    const [a] = (await ask(test, ["a", "b", "c"], { limit: 2 })) as [JobInstance];
    assert.deepEqual((await end(test, anEnd(a, { limit: 1 }))).map(shown), [[true, true]]);
    assert.deepEqual(await running(test, ["c"]), []);
  });

  it("endAndAdmit() begins none that came after the moment at which it was decided", async (test) => {
    const [a, b] = (await ask(test, ["a", "b"], {
      overrides: (id) => (id === "b" ? { createdAt: instant(5000), updatedAt: instant(5000) } : {}),
    })) as [JobInstance, JobInstance];
    assert.deepEqual((await end(test, anEnd(a))).map(shown), [[true, true]]);
    assert.deepEqual(await running(test, ["b"]), []);
    const [{ outcome } = {}] = await test.store.instances.admit([{ ...anAdmission(b), hasWaited: true }]);
    assert.equal(outcome, "admitted");
  });

  it("endAndAdmit() passes nobody over: where the first is a retry or has an executor, none begins", async (test) => {
    const executor = { id: "w1", name: "w1" };
    const firsts: readonly Partial<JobInstance>[] = [
      { attempt: 1 },
      { routing: { strategy: "first", executor, refused: [] } },
    ];
    for (const first of firsts) {
      const lane = `job|key|${uniqueName("lane")}`;
      const ids = ["a", "b", "c"].map((name) => uniqueName(name));
      const overrides = (id: string): Partial<JobInstance> => (id === ids[1] ? first : {});
      const [a] = (await ask(test, ids, { lane, overrides })) as [JobInstance];
      assert.deepEqual((await end(test, anEnd(a))).map(shown), [[true, true]]);
      assert.deepEqual(await running(test, ids.slice(1)), []);
    }
  });

  it("endAndAdmit() gives a slot on by priority, then creation", async (test) => {
    const overrides = (id: string): Partial<JobInstance> => (id === "d" ? { priority: 1 } : {});
    const runs = await ask(test, ["a", "b", "c", "d"], { overrides });
    const order: (string | undefined)[] = [];
    for (let run: JobInstance | null = runs[0]!; run !== null;) {
      const [answer]: readonly EndResult[] = await end(test, anEnd(run));
      run = answer?.begun ?? null;
      order.push(run?.id);
    }
    assert.deepEqual(order, ["d", "b", "c", undefined]);
  });

  it("endAndAdmit() never has more run than the limit, and begins all in order, however many end together", async (test) => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 25 }),
        fc.array(fc.nat(), { maxLength: 60 }),
        async (limit, count, picks) => {
          const lane = `job|key|${uniqueName("lane")}`;
          const ids = Array.from(
            { length: count },
            (_, index) => `${lane}-${String(index).padStart(2, "0")}`,
          );
          const all = await ask(test, ids, { lane, limit });
          const order = all.slice(0, limit).map(({ id }) => id);
          let under = [...order];
          for (const pick of [...picks, ...ids.map(() => 0)]) {
            const many = (pick % limit) + 1;
            const ended = under.slice(0, many);
            const ends = ended.map((id) =>
              anEnd(
                all.find((run) => run.id === id)!,
                { limit },
              ),
            );
            const begun = (await end(test, ...ends)).flatMap((answer) => answer.begun?.id ?? []);
            order.push(...begun);
            under = [...under.slice(many), ...begun];
            const found = await running(test, ids);
            assert.ok(found.length <= limit);
            assert.equal(new Set(found.map(({ slot }) => slot)).size, found.length);
            assert.deepEqual(new Set(found.map(({ id }) => id)), new Set(under));
            if (under.length === 0) break;
          }
          assert.deepEqual(order, ids);
        },
      ),
      { numRuns: test.harness.propertyRuns ?? 20 },
    );
  });
}

/** What a store without such a write says. */
export function describeSlotsLookedFor(it: MetadataStoreIt): void {
  it("has no write that ends a run and begins the next: workers look who waits", async ({ store }) => {
    assert.equal(store.instances.endAndAdmit, undefined);
  });
}
