import assert from "node:assert/strict";
import type { JobState } from "@mojob/core";
import {
  BEFORE_ALL_ENDS,
  type EndedPage,
  isMoJobError,
  type JobInstance,
  type JobInstanceSummary,
} from "@mojob/core/ports";
import { aChange, anAdmission } from "../builders/a-change.ts";
import { anInstance } from "../builders/an-instance.ts";
import { instant } from "../builders/instant.ts";
import type { MetadataStoreIt, MetadataStoreTest } from "../metadata-store-harness.ts";

/** The position that is before every end written from now on. */
async function now({ store, tenant }: MetadataStoreTest): Promise<string> {
  return (await store.instances.endedAfter(tenant, null, 100)).position;
}

/** Every end after the position, in pages. */
async function read(
  { store, tenant }: MetadataStoreTest,
  from: string,
  limit = 100,
): Promise<JobInstanceSummary[]> {
  const runs: JobInstanceSummary[] = [];
  let position = from;
  for (let page: EndedPage | null = null; page === null || page.runs.length === limit;) {
    page = await store.instances.endedAfter(tenant, position, limit);
    assert.ok(page.runs.length <= limit);
    runs.push(...page.runs);
    position = page.position;
  }
  return runs;
}

/** Inserts runs and ends them one by one, in the order given. */
async function end({ store, tenant }: MetadataStoreTest, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const instance = anInstance({ tenant, id });
    await store.instances.insert([instance]);
    await store.instances.update([ended(instance, "Cancelled")]);
  }
}

function ended(instance: JobInstance, state: JobState): ReturnType<typeof aChange> {
  const at = instant(1000);
  return aChange(instance, { at, set: { state, completedAt: at } });
}

const idsOf = (runs: readonly JobInstanceSummary[]): string[] => runs.map(({ id }) => id);

export function describeEnds(it: MetadataStoreIt): void {
  it("endedAfter() passes over other states, and over as many as there are", async (test) => {
    const { store, tenant } = test;
    const from = await now(test);
    const states = ["Terminated", "Cancelled", "Succeeded", "Cancelled", "Skipped"] as const;
    for (const [index, state] of [...states, ...states].entries()) {
      const instance = anInstance({ tenant, id: `run-${index}` });
      await store.instances.insert([instance]);
      await store.instances.update([ended(instance, state)]);
    }
    await test.harness.passEnds?.();
    const few = await store.instances.endedAfter(tenant, from, 3, ["Terminated", "Skipped"]);
    assert.deepEqual(idsOf(few.runs).toSorted(), ["run-0", "run-4", "run-5"]);
    const rest = await store.instances.endedAfter(tenant, few.position, 3, ["Terminated", "Skipped"]);
    assert.deepEqual(idsOf(rest.runs), ["run-9"]);
    assert.deepEqual(await read(test, rest.position), []);
    await end(test, ["later"]);
    await test.harness.passEnds?.();
    assert.deepEqual(idsOf(await read(test, rest.position)), ["later"]);
  });

  it("endedAfter() returns each end once, in one order, in pages of any size", async (test) => {
    const from = await now(test);
    await end(test, ["d", "a", "c"]);
    // As far as the store's clock shows, the order is that of the ends.
    await test.harness.passEnds?.();
    await end(test, ["b", "e"]);
    await test.harness.passEnds?.();
    const ids = idsOf(await read(test, from));
    assert.deepEqual(ids.slice(0, 3).toSorted(), ["a", "c", "d"]);
    assert.deepEqual(ids.slice(3).toSorted(), ["b", "e"]);
    assert.deepEqual(idsOf(await read(test, from, 1)), ids);
    assert.deepEqual(idsOf(await read(test, from, 2)), ids);
  });

  it("endedAfter() returns runs as lists do", async (test) => {
    const { store, tenant } = test;
    const from = await now(test);
    await end(test, ["a"]);
    await test.harness.passEnds?.();
    const { items } = await store.queries.list({ tenant }, { limit: 1 });
    assert.deepEqual(await read(test, from), items);
  });

  it("endedAfter() returns every way to end, and nothing that has not ended", async (test) => {
    const { store, tenant } = test;
    const from = await now(test);
    const states: readonly JobState[] = ["Succeeded", "Terminated", "Cancelled", "Skipped"];
    const instances = states.map((state) => anInstance({ tenant, id: state }));
    const [open, skipped] = [
      anInstance({ tenant, id: "open" }),
      anInstance({ tenant, id: "new", state: "Skipped", completedAt: instant(1) }),
    ];
    await store.instances.insert([...instances, open]);
    await store.instances.admit([anAdmission(open)]);
    await store.instances.update(
      instances.map((instance, index) => ended(instance, states[index] as JobState)),
    );
    await store.instances.insert([skipped]);
    await test.harness.passEnds?.();
    assert.deepEqual(idsOf(await read(test, from)).toSorted(), [...states, "new"].toSorted());
  });

  it("endedAfter() does not return what ended before its first position, nor a change that was refused", async (test) => {
    const { store, tenant } = test;
    await end(test, ["before"]);
    await test.harness.passEnds?.();
    const from = await now(test);
    const refused = anInstance({ tenant, id: "refused" });
    await store.instances.insert([refused]);
    await store.instances.update([
      aChange(refused, { when: { states: ["Processing"] }, set: { state: "Succeeded" } }),
    ]);
    await end(test, ["after"]);
    await test.harness.passEnds?.();
    assert.deepEqual(idsOf(await read(test, from)), ["after"]);
  });

  it("endedAfter() returns every end that is kept, in the same order, from the position before all", async (test) => {
    const from = await now(test);
    assert.deepEqual(await read(test, BEFORE_ALL_ENDS), []);
    await end(test, ["b", "a", "c"]);
    await test.harness.passEnds?.();
    assert.deepEqual(idsOf(await read(test, BEFORE_ALL_ENDS, 2)), idsOf(await read(test, from)));
    const { store, tenant } = test;
    const { position } = await store.instances.endedAfter(tenant, BEFORE_ALL_ENDS, 1);
    assert.deepEqual(await read(test, position), await read(test, from).then((ends) => ends.slice(1)));
  });

  it("endedAfter() orders ends that were written together, and pages between them", async (test) => {
    const { store, tenant } = test;
    const from = await now(test);
    const instances = Array.from({ length: 60 }, (_, index) => anInstance({ tenant, id: `run-${index}` }));
    await store.instances.insert(instances);
    await store.instances.update(instances.map((instance) => ended(instance, "Cancelled")));
    await test.harness.passEnds?.();
    const ids = idsOf(await read(test, from, 7));
    assert.equal(new Set(ids).size, 60);
    assert.deepEqual(idsOf(await read(test, from)), ids);
  });

  it("endedAfter() skips no end while several writers end runs at once", async (test) => {
    const { store, tenant, harness } = test;
    const other = harness.isShared === true ? await harness.open() : store;
    try {
      let position = await now(test);
      const seen: string[] = [];
      const readOn = async (): Promise<void> => {
        const page = await store.instances.endedAfter(tenant, position, 9);
        seen.push(...idsOf(page.runs));
        position = page.position;
        if (page.runs.length === 9) await readOn();
      };
      const write = async (writer: number): Promise<void> => {
        const { instances } = writer % 2 === 0 ? store : other;
        for (let batch = 0; batch < 12; batch += 1) {
          const runs = [0, 1, 2, 3, 4].map((run) => anInstance({ tenant, id: `${writer}-${batch}-${run}` }));
          await instances.insert(runs);
          await instances.update(runs.map((one) => ended(one, "Cancelled")));
        }
      };
      const writing = { isOver: false };
      const written = Promise.all([0, 1, 2, 3].map(write)).finally(() => (writing.isOver = true));
      while (!writing.isOver) {
        await readOn();
        await Promise.race([written, store.ping()]);
      }
      await written;
      await harness.passEnds?.();
      await readOn();
      assert.equal(seen.length, 240);
      assert.equal(new Set(seen).size, 240);
    } finally {
      if (other !== store) await (harness.close?.(other) ?? other.close());
    }
  });

  it("sweep() keeps what ended after a position it is to keep, and removes it once the position has passed", async (test) => {
    const { store, tenant } = test;
    const sweep = (keepAfter: readonly string[]): Promise<number> =>
      store.retention.sweep({
        tenant,
        jobKey: "billing.send-invoice",
        keep: 0,
        keepSkipped: 0,
        endedBefore: instant(-1),
        limit: 100,
        keepAfter,
      });
    const from = await now(test);
    await end(test, ["a", "b", "c"]);
    assert.equal(await sweep([from]), 0);
    await test.harness.passEnds?.();
    const third = idsOf(await read(test, from)).slice(2);
    const { position } = await store.instances.endedAfter(tenant, from, 2);
    assert.equal(await sweep([position, from]), 0);
    assert.equal(await sweep([position]), 2);
    assert.deepEqual(idsOf(await read(test, position)), third);
    assert.deepEqual(idsOf(await read(test, from)), third);
    assert.equal(await sweep([]), 1);
    assert.deepEqual(await read(test, from), []);
  });

  it("endedAfter() ends at a position of another call, which it then returns", async (test) => {
    const { instances } = test.store;
    const { tenant } = test;
    const from = await now(test);
    await end(test, ["a", "b", "c", "d", "e"]);
    await test.harness.passEnds?.();
    const all = idsOf((await instances.endedAfter(tenant, from, 9)).runs);
    const { position: until } = await instances.endedAfter(tenant, from, 3);
    const read = async (after: string, limit: number) => {
      const { runs, position } = await instances.endedAfter(tenant, after, limit, undefined, until);
      return [idsOf(runs), position === until] as const;
    };
    assert.deepEqual(await read(from, 9), [all.slice(0, 3), true]);
    assert.deepEqual(await read(from, 2), [all.slice(0, 2), false]);
    const { position: behindTwo } = await instances.endedAfter(tenant, from, 2, undefined, until);
    assert.deepEqual(await read(behindTwo, 9), [all.slice(2, 3), true]);
    assert.deepEqual(await read(until, 9), [[], true]);
    assert.deepEqual(await read(BEFORE_ALL_ENDS, 9), [all.slice(0, 3), true]);
  });

  it("endedAfter() stays in its tenant", async (test) => {
    const from = await now(test);
    await end(test, ["a"]);
    await end({ ...test, tenant: `${test.tenant}-other` }, ["b"]);
    await end(test, ["c"]);
    await test.harness.passEnds?.();
    assert.deepEqual(idsOf(await read(test, from)).toSorted(), ["a", "c"]);
  });

  it("endedAfter() refuses a position it did not return", async ({ store, tenant }) => {
    await assert.rejects(store.instances.endedAfter(tenant, "nonsense", 1), (error) =>
      isMoJobError(error, "invalid_argument"),
    );
  });
}
