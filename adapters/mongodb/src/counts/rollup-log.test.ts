import assert from "node:assert/strict";
import { anInstance, uniqueName } from "@mojob/contract-tests";
import type { JobState } from "@mojob/core";
import { type MongodbServer, startMongodb } from "@mojob/test-services/mongodb";
import { afterAll, beforeAll, describe, it } from "vitest";
import { databaseUrl } from "../../fixtures/database-url.ts";
import { toInstanceDocument } from "../documents/instance-document.ts";
import { migrate } from "../connection/migrate.ts";
import { MongodbConnection, type StoreHandle } from "../connection/mongodb-connection.ts";
import { ObjectId } from "mongodb";
import { RetentionSweeper } from "./retention-sweeper.ts";
import { RunCounts } from "./run-counts.ts";
import { stampOf } from "../connection/server-time.ts";

const MINUTE_MS = 60_000;
const JOB = "billing.send-invoice";
const ENDS: readonly JobState[] = ["Succeeded", "Terminated", "Cancelled", "Skipped"];
const RUNS = 40;
const KEPT = 25;
const FRESH = { version: 1, pending: [], removing: null } as const;
/** More writes than a count, a sweep and another count make. */
const MOST_WRITES = 16;

const WRITES: readonly string[] = ["updateOne", "insertOne", "insertMany", "deleteMany", "bulkWrite"];

class Died extends Error {}

/** The same store for a process that dies at its nth write: just before it, or once the server has done it. */
function dyingAt(store: StoreHandle, nth: number, when: "before" | "after"): StoreHandle {
  let writes = 0;
  const collection = (target: object): object =>
    new Proxy(target, {
      get: (_, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== "function") return value;
        if (!WRITES.includes(String(name))) return value.bind(target) as unknown;
        return async (...args: readonly unknown[]): Promise<unknown> => {
          writes += 1;
          if (writes > nth || (writes === nth && when === "before")) throw new Died();
          const answer: unknown = await Reflect.apply(value, target, args);
          if (writes === nth) throw new Died();
          return answer;
        };
      },
    });
  const collections = Object.fromEntries(
    Object.entries(store.collections).map(([name, one]) => [name, collection(one as object)]),
  );
  return new Proxy(store, {
    get: (target, name) =>
      name === "collections" ? collections : (Reflect.get(target, name, target) as unknown),
  });
}

describe("counts of runs that ended", { timeout: 120_000 }, () => {
  let server: MongodbServer;
  let store: StoreHandle;

  beforeAll(async () => {
    server = await startMongodb();
    store = new MongodbConnection(databaseUrl(server.url, uniqueName("rollup"))).share();
    await migrate(store);
  });
  afterAll(async () => {
    await store.close();
    await server.close();
  });

  /** Runs of a new tenant that ended in the last minutes, one a second, and were written to long enough ago to be sealed. */
  async function ended(isLately: boolean): Promise<{ readonly tenant: string; readonly nowMs: number }> {
    const tenant = uniqueName("tenant");
    const nowMs = Date.now();
    const documents = Array.from({ length: RUNS }, (_, index) => {
      const at = new Date(nowMs - 3 * MINUTE_MS + index * 1000);
      const state = ENDS[index % ENDS.length] as JobState;
      return toInstanceDocument(anInstance({ tenant, jobKey: JOB, state, createdAt: at, completedAt: at }), {
        changedAt: stampOf(Math.floor(at.getTime() / 1000)),
        ticket: new ObjectId(),
        expiresAt: null,
      });
    });
    await store.collections.instances.insertMany(documents);
    // Counted lately: the totals grow by what is new, instead of by counting all.
    const fresh = { ...FRESH, sealedTo: stampOf(1), totals: [], countsShards: true } as const;
    if (isLately)
      await store.collections.rollups.insertOne({ _id: tenant, ...fresh, recountedAt: new Date() });
    return { tenant, nowMs };
  }

  async function live(as: StoreHandle, tenant: string, nowMs: number): Promise<void> {
    const counts = new RunCounts(as);
    await counts.byState(tenant);
    await counts.log.seal(tenant);
    const retention = {
      tenant,
      jobKey: JOB,
      endedBefore: new Date(0),
      keep: KEPT,
      keepSkipped: 0,
      limit: 10,
    };
    const sweeper = new RetentionSweeper(as, counts);
    while ((await sweeper.sweep(retention)) > 0);
    await counts.completions(tenant, new Date(nowMs - 10 * MINUTE_MS));
  }

  it("are counted again as soon as there are fewer runs than they say: somebody removed runs by hand", async () => {
    const { tenant } = await ended(true);
    const counts = new RunCounts(store);
    await counts.log.seal(tenant);
    // As many of another tenant are still there.
    const other = await ended(true);
    await store.collections.instances.deleteMany({ tenant: { $eq: tenant } });
    await store.collections.rollups.updateOne(
      { _id: { $eq: tenant } },
      { $set: { sealedTo: stampOf(Math.floor(Date.now() / 1000) - 60) }, $inc: { version: 1 } },
    );
    const later = new RunCounts(store);
    await later.log.seal(tenant);
    assert.equal((await later.byState(tenant)).Succeeded, 0);
    assert.deepEqual((await counts.log.read(tenant)).totals, []);
    assert.equal((await later.byState(other.tenant)).Succeeded, RUNS / ENDS.length);
  });

  it("are counted again where an earlier version counted parts with the others", async () => {
    const tenant = uniqueName("tenant");
    const secondsAgo = (seconds: number) => stampOf(Math.floor(Date.now() / 1000) - seconds);
    const own = { changedAt: secondsAgo(120), ticket: new ObjectId(), expiresAt: null };
    const part = { id: "~whole/#0", trigger: { type: "broadcast", of: "whole" } } as const;
    const runs = [{ id: "whole" }, part].map((fields) => {
      const at = new Date(Date.now() - 2 * MINUTE_MS);
      return anInstance({
        tenant,
        jobKey: JOB,
        state: "Succeeded",
        createdAt: at,
        completedAt: at,
        ...fields,
      });
    });
    await store.collections.instances.insertMany(runs.map((run) => toInstanceDocument(run, own)));
    await store.collections.rollups.insertOne({
      _id: tenant,
      ...FRESH,
      sealedTo: secondsAgo(60),
      totals: [{ app: "billing", state: "Succeeded", count: 2 }],
      recountedAt: new Date(),
    });
    const counts = new RunCounts(store);
    await counts.log.seal(tenant);
    assert.equal((await counts.byState(tenant)).Succeeded, 2);
    assert.equal((await counts.byState(tenant, undefined, { parts: false })).Succeeded, 1);
  });

  it("do not shrink by runs that an earlier version ended without saying so: they were never counted", async () => {
    const { tenant, nowMs } = await ended(true);
    const counts = new RunCounts(store);
    await counts.log.seal(tenant);
    const before = await counts.byState(tenant);
    const old = await store.collections.instances.find({ tenant: { $eq: tenant } }).toArray();
    const { ended: _, ...unsaid } = old[0] as (typeof old)[number];
    const createdAt = new Date(nowMs - 60 * MINUTE_MS);
    await store.collections.instances.insertOne({
      ...unsaid,
      _id: `${tenant}/unsaid`,
      id: "unsaid",
      createdAt,
    });
    const removing = { ids: ["unsaid"], until: stampOf(Math.floor(nowMs / 1000)) };
    const rollup = await counts.log.read(tenant);
    assert.ok(await counts.log.announceRemoval(rollup, removing, [unsaid]));
    assert.deepEqual((await counts.log.read(tenant)).totals, rollup.totals);
    assert.equal(before.Succeeded, (await new RunCounts(store).byState(tenant)).Succeeded);
  });

  for (const [when, isLately] of [
    ["before", false],
    ["after", false],
    ["before", true],
    ["after", true],
  ] as const) {
    it(`${isLately ? "brought up" : "counted again"} hold when a process dies ${when} any one of its writes and another goes on`, async () => {
      let deaths = 0;
      for (let nth = 1; nth <= MOST_WRITES; nth += 1) {
        const { tenant, nowMs } = await ended(isLately);
        await live(dyingAt(store, nth, when), tenant, nowMs).catch((error: unknown) => {
          if (!(error instanceof Died)) throw error;
          deaths += 1;
        });
        await live(store, tenant, nowMs);

        const counts = await new RunCounts(store).byState(tenant);
        for (const state of ENDS) {
          const real = await store.collections.instances.countDocuments({
            tenant: { $eq: tenant },
            state: { $eq: state },
          });
          assert.equal(counts[state], real, `${state} after dying ${when} write ${nth}`);
        }
        assert.equal(counts.Succeeded + counts.Terminated + counts.Cancelled + counts.Skipped, KEPT);
        // What retention removed has ended all the same.
        const minutes = await new RunCounts(store).completions(tenant, new Date(nowMs - 10 * MINUTE_MS));
        const all = minutes.reduce(
          (sum, { succeeded, terminated, cancelled, skipped }) =>
            sum + succeeded + terminated + cancelled + skipped,
          0,
        );
        assert.equal(all, RUNS, `completions after dying ${when} write ${nth}`);
      }
      assert.ok(deaths >= 6, `It died ${deaths} times: too seldom to prove anything`);
    });
  }
});
