import assert from "node:assert/strict";
import {
  addNumbers,
  grainOf,
  type IMoRollupStore,
  numbersOf,
  type Rollup,
  type RollupBatch,
  RollupGrain,
  RollupKind,
  type RollupQuery,
  type RollupTallyQuery,
} from "@mojob/core/ports";
import { aRollup } from "../builders/a-rollup.ts";
import { instant } from "../builders/instant.ts";
import type { MetadataStoreIt } from "../metadata-store-harness.ts";

const AN_HOUR_MS = 3_600_000;
const A_DAY_MS = 24 * AN_HOUR_MS;
const DAY = grainOf(instant(), RollupGrain.Day);
const hour = (hours: number): Date => new Date(DAY.getTime() + hours * AN_HOUR_MS);

const HOURS = { grain: RollupGrain.Hour, from: hour(-1000), before: hour(10_000) };

const APPS: Omit<RollupQuery, "tenant"> = {
  grain: RollupGrain.Hour,
  kind: RollupKind.App,
  from: hour(-1000),
  before: hour(10_000),
  limit: 100,
};

function batch(
  tenant: string,
  from: string | null,
  to: string,
  rows: readonly Rollup[],
  isDraft = false,
): RollupBatch {
  return { tenant, from, to, rows, isDraft, at: instant() };
}

/** The number of runs that succeeded, by time, app and id. */
async function sums(rollups: IMoRollupStore, query: RollupQuery): Promise<readonly unknown[]> {
  return (await rollups.list(query)).map(({ at, app, id, figures }) => [
    (at.getTime() - DAY.getTime()) / AN_HOUR_MS,
    app,
    id,
    figures.succeeded,
  ]);
}

export function describeRollups(it: MetadataStoreIt): void {
  describeAdding(it);
  describeLists(it);
  describeTallies(it);
  describeDrafts(it);
  describeRemoval(it);
}

function describeAdding(it: MetadataStoreIt): void {
  it("add() adds all figures of a batch and moves the position, only from where the position is", async ({
    store: { rollups },
    tenant,
  }) => {
    assert.deepEqual(await rollups.state(tenant), {
      position: null,
      at: null,
      generations: [],
      made: 0,
      draft: null,
    });
    const first = aRollup({ tenant, at: hour(0), tookMs: [0, 100, 5000], codes: ["timeout", "a.b/$1"] });
    const other = aRollup({ tenant, at: hour(0), app: "shop", id: "shop" });
    assert.equal(await rollups.add(batch(tenant, null, "a", [first, other])), true);
    assert.equal(await rollups.add(batch(tenant, null, "b", [first])), false);
    assert.equal(await rollups.add(batch(tenant, "b", "c", [first])), false);
    const more = aRollup({ tenant, at: hour(0), tookMs: [100, 70_000], codes: ["timeout"] });
    assert.equal(await rollups.add(batch(tenant, "a", "b", [more])), true);
    assert.deepEqual(await rollups.state(tenant), {
      position: "b",
      at: instant(),
      generations: [],
      made: 0,
      draft: null,
      coarseFrom: new Date(0),
    });
    const all = aRollup({
      tenant,
      at: hour(0),
      tookMs: [0, 100, 5000, 100, 70_000],
      codes: ["timeout", "a.b/$1", "timeout"],
    });
    assert.deepEqual(await rollups.list({ tenant, ...APPS }), [all, other]);
  });

  it("add() without figures moves the position", async ({ store: { rollups }, tenant }) => {
    assert.equal(await rollups.add(batch(tenant, null, "a", [])), true);
    assert.equal(await rollups.add(batch(tenant, "a", "b", [])), true);
    assert.equal((await rollups.state(tenant)).position, "b");
    assert.deepEqual(await rollups.list({ tenant, ...APPS }), []);
  });

  it("add() of many at once from one position adds one of them, in every store that shares what is behind it", async ({
    store,
    tenant,
    harness,
  }) => {
    const other = harness.isShared === true ? await harness.open() : store;
    try {
      const rows = Array.from({ length: 30 }, (_, n) => aRollup({ tenant, at: hour(n) }));
      for (let round = 0; round < 5; round += 1) {
        const from = round === 0 ? null : `position-${round - 1}`;
        const added = await Promise.all(
          [store, other, store, other].map(({ rollups }) =>
            rollups.add(batch(tenant, from, `position-${round}`, rows)),
          ),
        );
        assert.equal(added.filter(Boolean).length, 1);
      }
      const found = await other.rollups.list({ tenant, ...APPS });
      assert.deepEqual(
        found.map(({ figures }) => figures.succeeded),
        rows.map(() => 5),
      );
    } finally {
      if (other !== store) await (harness.close?.(other) ?? other.close());
    }
  });

  it("add() keeps tenants, kinds, grains and subjects with odd names apart", async ({
    store: { rollups },
    tenant,
  }) => {
    const ids = ["a", "A", "a/b", "任务", "$a.b", "x#load", " ", "'"];
    const rows = ids.flatMap((id) => [
      aRollup({ tenant, at: hour(0), kind: RollupKind.Job, id }),
      aRollup({ tenant, at: hour(0), kind: RollupKind.Job, id, app: "shop" }),
      aRollup({ tenant, at: hour(0), kind: RollupKind.Node, id }),
      aRollup({ tenant, at: hour(0), kind: RollupKind.Job, id, grain: RollupGrain.Day }),
    ]);
    await rollups.add(batch(tenant, null, "a", rows));
    await rollups.add(batch(`${tenant}-b`, null, "a", [aRollup({ tenant: `${tenant}-b`, at: hour(0) })]));
    for (const id of ids) {
      const jobs = await sums(rollups, { tenant, ...APPS, kind: RollupKind.Job, ids: [id] });
      assert.deepEqual(jobs, [
        [0, "billing", id, 1],
        [0, "shop", id, 1],
      ]);
    }
    assert.deepEqual(await sums(rollups, { tenant, ...APPS }), []);
    assert.equal((await rollups.list({ tenant, ...APPS, kind: RollupKind.Node })).length, ids.length);
  });
}

function describeLists(it: MetadataStoreIt): void {
  it("list() returns rows by time, app and id, within bounds and behind one", async ({
    store: { rollups },
    tenant,
  }) => {
    const rows = [3, 0, 2, 1].flatMap((at) =>
      ["shop", "billing"].map((app) => aRollup({ tenant, at: hour(at), app, id: app })),
    );
    await rollups.add(batch(tenant, null, "a", rows));
    const query = { tenant, ...APPS };
    const places = async (more: Partial<RollupQuery>): Promise<readonly string[]> =>
      (await sums(rollups, { ...query, ...more })).map((row) => (row as unknown[]).slice(0, 2).join(" "));
    const all = [0, 1, 2, 3].flatMap((at) => [`${at} billing`, `${at} shop`]);
    assert.deepEqual(await places({}), all);
    assert.deepEqual(await places({ from: hour(1), before: hour(3) }), all.slice(2, 6));
    assert.deepEqual(await places({ limit: 3 }), all.slice(0, 3));
    assert.deepEqual(
      await places({ apps: ["shop"], ids: ["shop", "none"] }),
      all.filter((one) => one.endsWith("shop")),
    );
    assert.deepEqual(await places({ apps: ["none"] }), []);
    assert.deepEqual(await places({ after: { at: hour(1), app: "billing", id: "billing" } }), all.slice(3));
    assert.deepEqual(
      await places({ after: { at: hour(1), app: "shop", id: "shop" }, limit: 2 }),
      all.slice(4, 6),
    );
  });
}

function describeTallies(it: MetadataStoreIt): void {
  it("tally() adds up the numbers of each subject over times, as the rows in force have them", async ({
    store: { rollups },
    tenant,
  }) => {
    const jobs = { tenant, kind: RollupKind.Job };
    const rows = [
      aRollup({ ...jobs, at: hour(0), id: "a", tookMs: [100, 200], codes: ["timeout"] }),
      aRollup({ ...jobs, at: hour(1), id: "a", tookMs: [5000] }),
      aRollup({ ...jobs, at: hour(2), id: "a", tookMs: [1] }),
      aRollup({ ...jobs, at: hour(1), id: "a", app: "shop" }),
      aRollup({ ...jobs, at: hour(1), id: "任务" }),
      aRollup({ ...jobs, at: DAY, grain: RollupGrain.Day, id: "a", tookMs: [7, 7, 7] }),
      aRollup({ tenant, at: hour(1) }),
    ];
    await rollups.add(batch(tenant, null, "a", rows.slice(0, 3)));
    await rollups.add(batch(tenant, "a", "b", [...rows.slice(3), ...rows.slice(0, 1)]));
    const of = (...added: readonly Rollup[]): unknown => {
      const [{ app, id }] = added as [Rollup];
      return { app, id, ...added.map(({ figures }) => numbersOf(figures)).reduce(addNumbers) };
    };
    const twice = aRollup({ tookMs: [100, 200, 100, 200], codes: ["timeout", "timeout"] });
    const [, second, third, shop, task, day] = rows as [Rollup, Rollup, Rollup, Rollup, Rollup, Rollup];
    const tally = async (query: Partial<RollupTallyQuery>): Promise<unknown> =>
      (await rollups.tally({ ...jobs, limit: 100, times: [HOURS], ...query }))?.toSorted((x, y) =>
        `${x.app} ${x.id}` < `${y.app} ${y.id}` ? -1 : 1,
      );
    const first = { ...twice, app: "billing", id: "a" };
    assert.deepEqual(await tally({}), [of(first, second, third), of(task), of(shop)]);
    const days = { ...HOURS, grain: RollupGrain.Day };
    assert.deepEqual(await tally({ times: [days, { ...HOURS, from: hour(1), before: hour(2) }] }), [
      of(second, day),
      of(task),
      of(shop),
    ]);
    assert.deepEqual(await tally({ ids: ["a"], apps: ["billing", "none"] }), [of(first, second, third)]);
    assert.deepEqual(await tally({ ids: ["none"] }), []);
    assert.deepEqual(await tally({ times: [] }), []);
    assert.equal(await rollups.tally({ ...jobs, times: [HOURS], limit: 4 }), null);
    assert.equal((await rollups.tally({ ...jobs, times: [HOURS], limit: 5 }))?.length, 3);
    // Those of a generation that is taken count from its time on.
    await rollups.beginDraft(tenant, { since: hour(1), position: "first", at: instant() });
    await rollups.add(batch(tenant, "first", "b", [third], true));
    await rollups.endDraft(tenant, true);
    assert.deepEqual(await tally({}), [of(first, third)]);
  });
}

function describeDrafts(it: MetadataStoreIt): void {
  it("a draft is not seen until it is taken, then counts from its time on, and later batches are added to it", async ({
    store: { rollups },
    tenant,
  }) => {
    const day = (n: number): Date => new Date(DAY.getTime() + n * A_DAY_MS);
    const rowsOf = (tookMs: readonly number[]): readonly Rollup[] =>
      [0, 1, 2].map((n) => aRollup({ tenant, at: day(n), tookMs }));
    await rollups.add(batch(tenant, null, "z", rowsOf([1])));
    const draft = { since: day(1), position: "first", at: instant() };
    assert.equal(await rollups.beginDraft(tenant, draft), true);
    assert.equal(await rollups.beginDraft(tenant, draft), false);
    assert.deepEqual((await rollups.state(tenant)).draft, { ...draft, number: 1, isCoarse: true });
    assert.equal(await rollups.add(batch(tenant, "z", "zz", rowsOf([1]), true)), false);
    assert.equal(await rollups.add(batch(tenant, "first", "m", rowsOf([1, 1, 1]).slice(1), true)), true);
    assert.equal(await rollups.endDraft(tenant, true), false);
    const counts = async (): Promise<readonly number[]> =>
      (await rollups.list({ tenant, ...APPS })).map(({ figures }) => figures.succeeded);
    assert.deepEqual(await counts(), [1, 1, 1]);
    const ofTenant = aRollup({
      tenant,
      at: day(1),
      grain: RollupGrain.Day,
      kind: RollupKind.Tenant,
      app: "",
      id: "",
    });
    assert.equal(await rollups.add(batch(tenant, "m", "z", [ofTenant], true)), true);
    assert.deepEqual(await rollups.draftDays(tenant), [ofTenant]);
    assert.equal(await rollups.endDraft(tenant, true), true);
    assert.deepEqual(await counts(), [1, 3, 3]);
    assert.deepEqual(await rollups.draftDays(tenant), []);
    assert.equal(await rollups.add(batch(tenant, "z", "zz", rowsOf([1]))), true);
    assert.deepEqual(await counts(), [2, 4, 4]);
    // One more, of a later time: three generations are in force, each in its own.
    await rollups.beginDraft(tenant, { ...draft, since: day(2) });
    await rollups.add(batch(tenant, "first", "zz", rowsOf([1]).slice(2), true));
    await rollups.endDraft(tenant, true);
    assert.deepEqual(await counts(), [2, 4, 1]);
    assert.deepEqual((await rollups.state(tenant)).generations, [
      { since: day(1), number: 1 },
      { since: day(2), number: 2 },
    ]);
    const paged = await rollups.list({
      tenant,
      ...APPS,
      after: { at: day(0), app: "billing", id: "billing" },
      limit: 1,
    });
    assert.deepEqual(
      paged.map(({ figures }) => figures.succeeded),
      [4],
    );
  });

  it("a draft that is dropped leaves the rows in force, and the next one begins without its rows", async ({
    store: { rollups },
    tenant,
  }) => {
    const row = aRollup({ tenant, at: hour(0) });
    await rollups.add(batch(tenant, null, "z", [row]));
    const draft = { since: hour(0), position: "first", at: instant() };
    assert.equal(await rollups.endDraft(tenant, false), false);
    for (const isTaken of [false, true]) {
      await rollups.beginDraft(tenant, draft);
      await rollups.add(batch(tenant, "first", "z", [row], true));
      assert.equal(await rollups.endDraft(tenant, isTaken), true);
      assert.deepEqual(await sums(rollups, { tenant, ...APPS }), [[0, "billing", "billing", 1]]);
    }
  });
}

function describeRemoval(it: MetadataStoreIt): void {
  it("remove() removes rows of before a time, and those that are in force no longer, some at a time", async ({
    store: { rollups },
    tenant,
  }) => {
    const rows = [0, 1, 2, 3].map((at) => aRollup({ tenant, at: hour(at) }));
    const day = aRollup({ tenant, at: hour(0), grain: RollupGrain.Day });
    await rollups.add(batch(tenant, null, "z", [...rows, day]));
    await rollups.beginDraft(tenant, { since: hour(2), position: "first", at: instant() });
    await rollups.add(batch(tenant, "first", "z", rows.slice(2), true));
    const remove = (before: number, limit = 100): Promise<number> =>
      rollups.remove(tenant, RollupGrain.Hour, hour(before), limit);
    // Those of a draft stay.
    assert.equal(await remove(-1), 0);
    await rollups.endDraft(tenant, true);
    assert.equal(await remove(-1, 1), 1);
    assert.equal(await remove(-1), 1);
    assert.equal(await remove(-1), 0);
    assert.equal((await rollups.list({ tenant, ...APPS })).length, 4);
    assert.equal(await remove(3), 3);
    assert.deepEqual(await sums(rollups, { tenant, ...APPS }), [[3, "billing", "billing", 1]]);
    assert.equal((await rollups.list({ tenant, ...APPS, grain: RollupGrain.Day })).length, 1);
  });
}
