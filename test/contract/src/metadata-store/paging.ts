import assert from "node:assert/strict";
import { creationCursor, type InstanceQuery, type JobInstance } from "@mojob/core/ports";
import fc from "fast-check";
import { aChange } from "../builders/a-change.ts";
import { anInstance } from "../builders/an-instance.ts";
import { instant } from "../builders/instant.ts";
import type { MetadataStoreIt } from "../metadata-store-harness.ts";
import { uniqueName } from "../unique-name.ts";

const QUERIES: readonly Partial<InstanceQuery>[] = [
  {},
  { app: "billing" },
  { states: ["Enqueued"] },
  { search: "run" },
];

export function describePaging(it: MetadataStoreIt): void {
  it("list() pages show every run that was there throughout once and in order, whatever arrives meanwhile", async ({
    store,
    tenant,
    harness,
  }) => {
    const plan = fc.record({
      present: fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 40 }),
      arriving: fc.array(fc.integer({ min: 0, max: 25 }), { maxLength: 20 }),
      limit: fc.integer({ min: 1, max: 9 }),
      query: fc.constantFrom(...QUERIES),
    });
    await fc.assert(
      fc.asyncProperty(plan, async ({ present, arriving, limit, query }) => {
        const jobKey = uniqueName("job");
        const make = (createdMs: number): JobInstance =>
          anInstance({ tenant, jobKey, id: uniqueName("run"), createdAt: instant(createdMs) });
        const there = present.map(make);
        await store.instances.insert(there);
        const seen: string[] = [];
        const order: [number, string][] = [];
        for (let cursor: string | null | undefined; cursor !== null;) {
          const request = { limit, ...(cursor === undefined ? {} : { cursor }) };
          const page = await store.queries.list({ ...query, tenant, jobKey }, request);
          assert.ok(page.items.length <= limit);
          for (const { id, createdAt } of page.items) {
            seen.push(id);
            order.push([createdAt.getTime(), id]);
          }
          cursor = page.nextCursor;
          const next = arriving.pop();
          if (next !== undefined) await store.instances.insert([make(next)]);
        }
        assert.equal(new Set(seen).size, seen.length);
        for (const { id } of there) assert.ok(seen.includes(id));
        const sorted = order.toSorted(([a, idA], [b, idB]) => b - a || (idA < idB ? 1 : -1));
        assert.deepEqual(order, sorted);
      }),
      { numRuns: harness.propertyRuns ?? 20 },
    );
  });

  it("list() goes on after a page whose last run has changed or was removed", async ({ store, tenant }) => {
    const instances = Array.from({ length: 6 }, (_, index) =>
      anInstance({ tenant, id: `run-${index}`, jobKey: "job", createdAt: instant(index) }),
    );
    await store.instances.insert(instances);
    const query: InstanceQuery = { tenant, states: ["Enqueued"] };
    const first = await store.queries.list(query, { limit: 3 });
    const last = instances[3] as JobInstance;
    assert.equal(first.nextCursor, creationCursor(last));
    await store.instances.update([aChange(last, { set: { state: "Cancelled", completedAt: instant(50) } })]);
    const ids = async (): Promise<string[]> => {
      const page = await store.queries.list(query, { limit: 3, cursor: first.nextCursor ?? "" });
      assert.equal(page.nextCursor, null);
      return page.items.map(({ id }) => id);
    };
    assert.deepEqual(await ids(), ["run-2", "run-1", "run-0"]);
    await store.retention.sweep({
      tenant,
      jobKey: "job",
      keep: 0,
      keepSkipped: 0,
      endedBefore: instant(60),
      limit: 10,
    });
    assert.deepEqual(await store.instances.get(tenant, [last.id]), [null]);
    assert.deepEqual(await ids(), ["run-2", "run-1", "run-0"]);
  });

  it("list() says there is no next page when a page holds exactly the rest", async ({ store, tenant }) => {
    await store.instances.insert([anInstance({ tenant }), anInstance({ tenant })]);
    const first = await store.queries.list({ tenant }, { limit: 1 });
    const second = await store.queries.list({ tenant }, { limit: 1, cursor: first.nextCursor ?? "" });
    assert.equal(second.nextCursor, null);
    assert.equal((await store.queries.list({ tenant }, { limit: 2 })).nextCursor, null);
  });
}
