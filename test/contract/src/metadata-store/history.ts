import assert from "node:assert/strict";
import type { Act, HistoryQuery } from "@mojob/core/ports";
import { aDefinition } from "../builders/a-definition.ts";
import { anAct } from "../builders/an-act.ts";
import type { MetadataStoreIt } from "../metadata-store-harness.ts";

export function describeHistory(it: MetadataStoreIt): void {
  it("append() adds an act once: another one under its id changes nothing", async ({ store, tenant }) => {
    const first = anAct(tenant, 1);
    await store.history.append([]);
    await store.history.append([first]);
    await Promise.all([
      store.history.append([anAct(tenant, 1, { note: "another" }), anAct(tenant, 2)]),
      store.history.append([anAct(tenant, 2)]),
    ]);
    const { items, nextCursor } = await store.history.list({ tenant }, { limit: 10 });
    assert.deepEqual(items, [anAct(tenant, 2), first]);
    assert.equal(nextCursor, null);
  });

  it("list() goes on where the page before ended, whatever is added meanwhile", async ({ store, tenant }) => {
    await store.history.append(Array.from({ length: 7 }, (_, index) => anAct(tenant, index + 1)));
    const first = await store.history.list({ tenant }, { limit: 3 });
    assert.equal(first.nextCursor, anAct(tenant, 5).id);
    await store.history.append([anAct(tenant, 8)]);
    const second = await store.history.list({ tenant }, { limit: 4, cursor: first.nextCursor ?? "" });
    assert.deepEqual(
      [...first.items, ...second.items],
      [7, 6, 5, 4, 3, 2, 1].map((n) => anAct(tenant, n)),
    );
    assert.equal(second.nextCursor, null);
    await assert.rejects(store.history.list({ tenant }, { limit: 3, cursor: "x" }), {
      code: "invalid_argument",
    });
  });

  it("list() finds by app, jobs, whole apps, run, operation and time, and of its tenant alone", async ({
    store,
    tenant,
  }) => {
    const acts = [
      anAct(tenant, 1),
      anAct(tenant, 2, { jobKey: null }),
      anAct(tenant, 3, { app: "mail", jobKey: "other", instanceId: "other#1" }),
      anAct(tenant, 4, { jobKey: "other", madeId: "other#1", operation: "op" }),
      anAct(`${tenant}-b`, 5),
    ];
    await store.history.append(acts);
    const found = async (query: Omit<HistoryQuery, "tenant">): Promise<readonly number[]> => {
      const { items } = await store.history.list({ tenant, ...query }, { limit: 10 });
      return items.map(({ id }) => Number(id.slice(-3)));
    };
    assert.deepEqual(await found({ app: "shop" }), [4, 2, 1]);
    assert.deepEqual(await found({ app: "shop", jobKeys: ["ops/report", null] }), [2, 1]);
    assert.deepEqual(await found({ jobKeys: ["other"] }), [4, 3]);
    assert.deepEqual(await found({ jobKeys: [] }), []);
    assert.deepEqual(await found({ instanceId: "other#1" }), [4, 3]);
    assert.deepEqual(await found({ operation: "op" }), [4]);
    assert.deepEqual(await found({ kind: "edit" }), []);
    assert.deepEqual(await found({ kind: "pause", app: "mail" }), [3]);
    assert.deepEqual(await found({ from: (acts[2] as Act).at }), [4, 3]);
  });

  it("list() finds by actor, outcome, subject and end, and only what was done to jobs, apps and runs", async ({
    store,
    tenant,
  }) => {
    const from = { address: "192.0.2.7", agent: "curl/8", requestId: "r-1" };
    const acts = [
      anAct(tenant, 1),
      anAct(tenant, 2, { by: null, outcome: "failed", code: "store_unavailable" }),
      anAct(tenant, 3, { app: null, jobKey: null, subject: { type: "user", id: "li" }, from }),
      anAct(tenant, 4, { jobKey: null, subject: { type: "secret", id: "li" }, outcome: "refused" }),
      anAct(tenant, 5, { by: { id: "user:42", name: "wu" } }),
      anAct(tenant, 6, {
        kind: "call",
        by: null,
        app: null,
        jobKey: null,
        subject: { type: "operation", id: "jobs.pause" },
        outcome: "unknown",
      }),
    ];
    await store.history.append(acts);
    const found = async (query: Omit<HistoryQuery, "tenant">): Promise<readonly number[]> => {
      const { items } = await store.history.list({ tenant, ...query }, { limit: 10 });
      return items.map(({ id }) => Number(id.slice(-3)));
    };
    assert.deepEqual(await found({ actor: "user:li" }), [4, 3, 1]);
    assert.deepEqual(await found({ actor: "wu" }), [5]);
    assert.deepEqual(await found({ outcome: "done" }), [5, 3, 1]);
    assert.deepEqual(await found({ outcome: "refused" }), [4]);
    assert.deepEqual(await found({ outcome: "unknown" }), [6]);
    assert.deepEqual(await found({ kind: "call" }), [6]);
    assert.deepEqual(await found({ subject: { type: "user" } }), [3]);
    assert.deepEqual(await found({ subject: { type: "secret", id: "wu" } }), []);
    assert.deepEqual(await found({ subject: { type: "secret", id: "li" } }), [4]);
    assert.deepEqual(await found({ isWork: true }), [5, 1]);
    assert.deepEqual(await found({ to: (acts[2] as Act).at, from: (acts[1] as Act).at }), [2]);
    const { items } = await store.history.list({ tenant, subject: { type: "user" } }, { limit: 1 });
    assert.deepEqual(items, [acts[2]]);
  });

  it("append() keeps the links of an act with it, also those of a process that came later, each once", async ({
    store,
    tenant,
  }) => {
    const [one, two] = [anAct(tenant, 1), anAct(tenant, 2)];
    const linkOf = ({ id }: Act, writer: string, n: number) => ({
      act: id,
      writer,
      n,
      prev: n === 1 ? "" : "a".repeat(64),
      hash: "b".repeat(64),
    });
    const links = [linkOf(one, "w", 1), linkOf(two, "w", 2)];
    await store.history.append([one, two], links);
    await store.history.append([two], [linkOf(two, "x", 1)]);
    await store.history.append([two], links.slice(1));
    await store.history.append([one]);
    const page = await store.history.listLinked(tenant, { limit: 1 });
    assert.deepEqual(
      page.items.map(({ act, links: own }) => [act, own.map(({ writer, n }) => `${writer}${n}`).sort()]),
      [[two, ["w2", "x1"]]],
    );
    const rest = await store.history.listLinked(tenant, { limit: 5, cursor: page.nextCursor ?? "" });
    assert.deepEqual(rest, { items: [{ act: one, links: [links[0]] }], nextCursor: null });
    assert.deepEqual(await store.history.known(tenant, [two.id, anAct(tenant, 3).id]), new Set([two.id]));
    assert.deepEqual(await store.history.known(`${tenant}-b`, [two.id]), new Set());
  });

  it("outdated() finds what is old and what is beyond the number, the oldest first, of one tenant", async ({
    store,
    tenant,
  }) => {
    const other = anAct(`${tenant}-b`, 1);
    const acts = Array.from({ length: 6 }, (_, index) => anAct(tenant, index + 1));
    await store.history.append([...acts, other]);
    const outdated = async (before: Date, most: number, limit: number): Promise<readonly string[]> =>
      (await store.history.outdated(tenant, before, most, limit)).map(({ act }) => act.id);
    const ids = acts.map(({ id }) => id);
    assert.deepEqual(await outdated((acts[1] as Act).at, 100, 10), ids.slice(0, 1));
    assert.deepEqual(await outdated(new Date(0), 3, 10), ids.slice(0, 3));
    assert.deepEqual(await outdated(new Date(0), 3, 2), ids.slice(0, 2));
    assert.equal(await store.history.remove(tenant, ids.slice(0, 3)), 3);
    assert.equal(await store.history.remove(tenant, ids.slice(0, 4)), 1);
    assert.deepEqual(await outdated(new Date(0), 3, 10), []);
    const { items } = await store.history.list({ tenant }, { limit: 10 });
    assert.deepEqual(items, acts.slice(4).toReversed());
    const { items: others } = await store.history.list({ tenant: other.tenant }, { limit: 10 });
    assert.deepEqual(others, [other]);
  });

  it("replace() keeps the latest act with its definition", async ({ store, tenant }) => {
    const plain = aDefinition({ tenant });
    await store.definitions.create(plain);
    const changed = { ...plain, revision: 2, latestAct: anAct(tenant, 1) };
    assert.equal(await store.definitions.replace(changed, 1), true);
    assert.deepEqual((await store.definitions.getMany(tenant, [plain.key]))[0], changed);
  });
}
