import assert from "node:assert/strict";
import { isMoJobError, type OpenInstanceQuery } from "@mojob/core/ports";
import { aChange } from "../builders/a-change.ts";
import { anInstance } from "../builders/an-instance.ts";
import { instant } from "../builders/instant.ts";
import type { MetadataStoreIt, MetadataStoreTest } from "../metadata-store-harness.ts";

async function find(
  { store, tenant }: MetadataStoreTest,
  query: Partial<OpenInstanceQuery> = {},
  limit = 100,
): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await store.instances.findOpen(
      { tenant, states: ["Enqueued"], unmovedSince: instant(10_000), ...query },
      { limit, ...(cursor === undefined ? {} : { cursor }) },
    );
    assert.ok(page.items.length <= limit);
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  return ids;
}

export function describeOpenInstances(it: MetadataStoreIt): void {
  it("findOpen() returns runs in these states, oldest first, ties by id, in pages", async (test) => {
    const { store, tenant } = test;
    const instances = ["d", "a", "c", "b", "e"].map((id, index) =>
      anInstance({ tenant, id, createdAt: instant(index < 2 ? 5 : index) }),
    );
    const delayed = anInstance({ tenant, id: "later", state: "Scheduled" });
    await store.instances.insert([...instances, delayed]);
    assert.deepEqual(await find(test), ["c", "b", "e", "a", "d"]);
    assert.deepEqual(await find(test, {}, 1), ["c", "b", "e", "a", "d"]);
    assert.deepEqual(await find(test, {}, 2), ["c", "b", "e", "a", "d"]);
    assert.deepEqual(await find(test, { states: ["Scheduled", "Enqueued"] }, 2), [
      "later",
      "c",
      "b",
      "e",
      "a",
      "d",
    ]);
    assert.deepEqual(await find(test, { states: ["Processing"] }), []);
  });

  it("findOpen() returns whole records", async ({ store, tenant }) => {
    const instance = anInstance({ tenant });
    await store.instances.insert([instance]);
    const query: OpenInstanceQuery = { tenant, states: ["Enqueued"], unmovedSince: instant(1) };
    assert.deepEqual(await store.instances.findOpen(query, { limit: 1 }), {
      items: [instance],
      nextCursor: null,
    });
  });

  it("findOpen() leaves out what was written to since", async (test) => {
    const { store, tenant } = test;
    const [a, b] = [anInstance({ tenant, id: "a" }), anInstance({ tenant, id: "b" })];
    await store.instances.insert([a, b]);
    await store.instances.update([aChange(a, { at: instant(5000), set: { dispatchId: "again" } })]);
    assert.deepEqual(await find(test, { unmovedSince: instant(4000) }), ["b"]);
    assert.deepEqual(await find(test, { unmovedSince: instant(6000) }), ["a", "b"]);
    assert.deepEqual(await find(test, { unmovedSince: instant(-1) }), []);
  });

  it("findOpen() stays with one app when asked", async (test) => {
    const { store, tenant } = test;
    await store.instances.insert([
      anInstance({ tenant, id: "a", app: "billing" }),
      anInstance({ tenant, id: "b", app: "shipping" }),
    ]);
    assert.deepEqual(await find(test, { app: "shipping" }), ["b"]);
    assert.deepEqual(await find(test, { app: "nobody" }), []);
  });

  it("findOpen() stays with one job when asked, in pages", async (test) => {
    const { store, tenant } = test;
    await store.instances.insert(
      ["a", "b", "c", "d"].map((id, index) =>
        anInstance({ tenant, id, jobKey: index % 2 === 0 ? "send" : "print", createdAt: instant(index) }),
      ),
    );
    assert.deepEqual(await find(test, { jobKey: "send" }), ["a", "c"]);
    assert.deepEqual(await find(test, { jobKey: "print" }, 1), ["b", "d"]);
    assert.deepEqual(await find(test, { jobKey: "print", app: "nobody" }), []);
    assert.deepEqual(await find(test, { jobKey: "nothing" }), []);
  });

  it("findOpen() refuses a cursor it did not give", async ({ store, tenant }) => {
    const query: OpenInstanceQuery = { tenant, states: ["Enqueued"], unmovedSince: instant() };
    await assert.rejects(store.instances.findOpen(query, { limit: 1, cursor: "nonsense" }), (error) =>
      isMoJobError(error, "invalid_argument"),
    );
  });
}
