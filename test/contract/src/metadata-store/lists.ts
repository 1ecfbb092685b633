import assert from "node:assert/strict";
import type { JobState } from "@mojob/core";
import {
  type InstanceQuery,
  isMoJobError,
  laneOf,
  type JobInstance,
  type JsonValue,
  meetsSearch,
  ReasonCode,
  TriggerType,
} from "@mojob/core/ports";
import { anInstance } from "../builders/an-instance.ts";
import { instant } from "../builders/instant.ts";
import type { MetadataStoreIt, MetadataStoreTest } from "../metadata-store-harness.ts";
import { uniqueName } from "../unique-name.ts";

const APPS = ["billing", "shipping"];
const ARGS: readonly JsonValue[] = [
  null,
  { shop: "7", day: 1 },
  { shop: 7, draft: true },
  { shop: 70, note: null, "dotted.name": "a" },
  "7",
];
const STATES: readonly JobState[] = ["Enqueued", "Scheduled"];

/** 48 runs of two apps with two jobs each, in two states, three of them created at each instant. */
async function insertSome({ store, tenant }: MetadataStoreTest): Promise<JobInstance[]> {
  const instances = Array.from({ length: 48 }, (_, index) => {
    const app = APPS[index % 2] as string;
    const jobKey = `${app}.${index % 4 < 2 ? "one" : "two"}`;
    const createdAt = instant(Math.floor(index / 3) * 10);
    const id = index % 5 === 0 ? `${jobKey}#${index}` : `${index}-${jobKey}`;
    return anInstance({
      tenant,
      id,
      app,
      jobKey,
      createdAt,
      state: STATES[Math.floor(index / 7) % 2] as JobState,
      args: ARGS[index % ARGS.length] ?? null,
      errorSummary: index % 4 === 0 ? "The Mailbox is full (no space)" : null,
      reason: index % 3 === 0 ? { code: ReasonCode.JobFull, parameters: { limit: index } } : null,
      worker: index % 3 === 1 ? `${app}-worker` : null,
      ...(index % 8 === 5 && shardPart(jobKey, index)),
    });
  });
  await store.instances.insert(instances.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
  return instances;
}

/** Of a shard, and of a run that repeats one, which is none. */
function shardPart(jobKey: string, index: number): Pick<JobInstance, "lane" | "trigger" | "part"> {
  const isShard = index % 16 === 5;
  const type = isShard ? TriggerType.Broadcast : TriggerType.Rerun;
  const part = isShard ? { of: "broadcast", name: String(index) } : null;
  return { lane: laneOf(jobKey, { shard: index }), trigger: { type, of: "broadcast" }, part };
}

/** What the contract says of one record and a query. */
function matches(instance: JobInstance, query: Omit<InstanceQuery, "tenant">): boolean {
  return (
    (query.app === undefined || instance.app === query.app) &&
    (query.jobKey === undefined || instance.jobKey === query.jobKey) &&
    (query.states === undefined || query.states.includes(instance.state)) &&
    (query.from === undefined || instance.createdAt >= query.from) &&
    (query.to === undefined || instance.createdAt < query.to) &&
    (query.reason === undefined || instance.reason?.code === query.reason) &&
    (query.parts !== false || instance.part === null) &&
    (query.search === undefined || instance.id.startsWith(query.search)) &&
    meetsSearch(instance, query)
  );
}

function newestFirst(a: JobInstance, b: JobInstance): number {
  return b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1);
}

/** Every subset of these filters. */
function combinations(filters: Omit<InstanceQuery, "tenant">): Omit<InstanceQuery, "tenant">[] {
  return Object.entries(filters).reduce<Omit<InstanceQuery, "tenant">[]>(
    (all, [name, value]) => [...all, ...all.map((query) => ({ ...query, [name]: value }))],
    [{}],
  );
}

export function describeLists(it: MetadataStoreIt): void {
  it("list() returns every combination of filters, newest first, ties by id", async (test) => {
    const instances = await insertSome(test);
    const queries = [
      ...combinations({
        app: "billing",
        jobKey: "billing.two",
        states: ["Enqueued"],
        from: instant(20),
        to: instant(120),
        search: "billing.two#",
      }),
      ...combinations({ app: "shipping", states: ["Enqueued", "Scheduled"], search: "1" }),
      ...combinations({ app: "shipping", states: ["Enqueued"], parts: false, search: "1" }),
      ...combinations({ parts: false, reason: ReasonCode.JobFull, error: "mailbox" }),
      { parts: true },
      { app: "shipping", jobKey: "billing.one" },
      { states: [] },
      { app: "nobody" },
      { jobKey: "nothing" },
      { search: "nowhere" },
      { search: "" },
      { search: "billing.o.e" },
      ...combinations({ app: "billing", states: ["Enqueued"], reason: ReasonCode.JobFull }),
      { reason: ReasonCode.Missed },
      ...combinations({ app: "billing", id: "BILLING.O", error: "mailbox", args: { shop: "7" } }),
      ...combinations({
        worker: "billing-worker",
        jobKey: "billing.two",
        states: ["Enqueued"],
        parts: false,
      }),
      { worker: "billing" },
      { id: "-shipping" },
      { id: ".*" },
      { error: "FULL" },
      { error: "(no" },
      { error: "x" },
      { args: { shop: "7", day: "1" } },
      { args: { day: "1.0" } },
      { args: { draft: "true" } },
      { args: { note: "null" } },
      { args: { "dotted.name": "a" } },
      { args: { nothing: "1" } },
      { args: { $where: "1" } },
    ];
    for (const query of queries) {
      const expected = instances.filter((instance) => matches(instance, query)).sort(newestFirst);
      const page = await test.store.queries.list({ tenant: test.tenant, ...query }, { limit: 200 });
      const got = page.items.map(({ id }) => id);
      assert.deepEqual(
        got,
        expected.map(({ id }) => id),
        JSON.stringify(query),
      );
      assert.equal(page.nextCursor, null);
      for (const cap of [1, 5, 1000]) {
        const count = await test.store.queries.count({ tenant: test.tenant, ...query }, cap);
        assert.equal(count, Math.min(cap, expected.length), JSON.stringify(query));
      }
    }
  });

  it("list() returns summaries: neither args nor results, errors, history, claims, fingerprints, routing or usage over time", async ({
    store,
    tenant,
  }) => {
    const instance = anInstance({ tenant });
    const { args: _a, result: _r, error: _e, history: _h, claim: _c, fingerprint: _f, ...others } = instance;
    const { routing: _, uniqueKey: _u, fairShare: _s, turn: _t, usageSeries: _us, ...summary } = others;
    await store.instances.insert([instance]);
    assert.deepEqual(await store.queries.list({ tenant }, { limit: 1 }), {
      items: [summary],
      nextCursor: null,
    });
  });

  it("list() refuses a cursor it did not give", async ({ store, tenant }) => {
    for (const cursor of ["", "nonsense", "e30", "bnVsbA", "WzFd", "!!!"]) {
      await assert.rejects(
        store.queries.list({ tenant }, { limit: 1, cursor }),
        (error) => isMoJobError(error, "invalid_argument") && error.issues[0]?.pointer === "/cursor",
        `"${cursor}"`,
      );
    }
  });

  it("latestByJob() returns the newest run of each job that has one, which is no shard", async ({
    store,
    tenant,
  }) => {
    const [old, newest, tie, other] = [
      anInstance({ tenant, id: "z", jobKey: "a" }),
      anInstance({ tenant, id: "b", jobKey: "a", createdAt: instant(5) }),
      anInstance({ tenant, id: "a", jobKey: "a", createdAt: instant(5) }),
      anInstance({ tenant, id: "c", jobKey: "b" }),
    ];
    const shard = anInstance({ tenant, id: "s", jobKey: "a", createdAt: instant(6), ...shardPart("a", 5) });
    const onlyShard = anInstance({ tenant, id: "t", jobKey: "c", ...shardPart("c", 5) });
    await store.instances.insert([newest, old, tie, other, shard, onlyShard]);
    const latest = await store.queries.latestByJob(tenant, ["a", "b", "c", "none"]);
    const ids = [...latest].map(([jobKey, { id }]) => `${jobKey}: ${id}`);
    assert.deepEqual(ids.sort(), ["a: b", "b: c"]);
    assert.equal("args" in (latest.get("a") ?? {}), false);
  });

  it("recentByJob() returns the newest runs of each job that has any, newest first, up to the limit", async ({
    store,
    tenant,
  }) => {
    const runs = Array.from({ length: 9 }, (_, index) =>
      anInstance({
        tenant,
        id: `run-${index}`,
        jobKey: index % 3 === 0 ? "b" : "a",
        createdAt: instant(Math.floor(index / 2)),
      }),
    );
    const foreign = anInstance({ tenant: uniqueName("tenant"), id: "run-9", jobKey: "a" });
    await store.instances.insert([...runs.toReversed(), foreign]);
    const recent = await store.queries.recentByJob(tenant, ["a", "b", "a", "none"], 4);
    const ids = [...recent].map(([jobKey, of]) => `${jobKey}: ${of.map(({ id }) => id).join(" ")}`);
    assert.deepEqual(ids.sort(), ["a: run-8 run-7 run-5 run-4", "b: run-6 run-3 run-0"]);
    const [first] = recent.get("a") ?? [];
    assert.deepEqual(first, (await store.queries.latestByJob(tenant, ["a"])).get("a"));
  });
}
