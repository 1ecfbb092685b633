import assert from "node:assert/strict";
import { anInstance, uniqueName } from "@mojob/contract-tests";
import { BEFORE_ALL_ENDS } from "@mojob/core/ports";
import { type MongodbServer, startMongodb } from "@mojob/test-services/mongodb";
import { until } from "@mojob/test-services/until";
import { afterAll, beforeAll, describe, it } from "vitest";
import { databaseUrl } from "../../fixtures/database-url.ts";
import { MongodbConnection, type StoreHandle } from "../connection/mongodb-connection.ts";
import { type MongodbStores, connectMongodb } from "../connect-mongodb.ts";

/** More than one call of `repair` looks at. */
const RUNS = 1200;

describe(
  "runs that a process of an earlier version ended after this one had begun",
  { timeout: 60_000 },
  () => {
    let server: MongodbServer;
    let handle: StoreHandle;
    let stores: MongodbStores;

    beforeAll(async () => {
      server = await startMongodb();
      const url = databaseUrl(server.url, uniqueName("late"));
      handle = new MongodbConnection(url).share();
      stores = await connectMongodb(url, { endsSettleMs: 0 });
    });
    afterAll(async () => {
      await stores.close();
      await handle.close();
      await server.close();
    });

    async function endedBefore(tenant: string): Promise<void> {
      const at = new Date(Date.now() - 60_000);
      const runs = Array.from({ length: RUNS }, () =>
        anInstance({ tenant, state: "Succeeded", createdAt: at, completedAt: at }),
      );
      await stores.store.instances.insert(runs);
      // As version 1 wrote: what has ended did not say so.
      await handle.collections.instances.updateMany({ tenant: { $eq: tenant } }, { $unset: { ended: "" } });
    }

    /** Goes through all runs of the tenant; resolves to how many each call brought up to date. */
    async function repairAll(tenant: string): Promise<readonly number[]> {
      const repaired: number[] = [];
      for (let calls = 0; calls < 5; calls += 1) repaired.push((await stores.store.repair?.(tenant)) ?? 0);
      return repaired;
    }

    it("are counted and followed once they were repaired, some of them with each call", async () => {
      const tenant = uniqueName("tenant");
      await endedBefore(tenant);
      const counted = async () => (await stores.store.statistics.countByState(tenant)).Succeeded;
      assert.equal(await counted(), 0);
      const repaired = await repairAll(tenant);
      assert.equal(
        repaired.reduce((sum, count) => sum + count, 0),
        RUNS,
      );
      assert.ok(Math.max(...repaired) < RUNS);
      assert.equal(await counted(), RUNS);
      await until("all of them in the order of the ends", async () => {
        const { runs } = await stores.store.instances.endedAfter(tenant, BEFORE_ALL_ENDS, 10_000);
        return runs.length === RUNS;
      });
      assert.deepEqual(await repairAll(tenant), [0, 0, 0, 0, 0]);
    });

    it("become parts of their broadcast where they are its shards, and are read as parts before", async () => {
      const tenant = uniqueName("tenant");
      const part = { of: "whole", name: "3" };
      const shard = anInstance({
        tenant,
        id: "~whole/#3",
        trigger: { type: "broadcast", of: "whole" },
        routing: { strategy: "broadcast", executor: null, refused: [], shard: { index: 3, total: 4 } },
      });
      await stores.store.instances.insert([shard]);
      const listed = async () =>
        (await stores.store.queries.list({ tenant, parts: false }, { limit: 10 })).items.map(({ id }) => id);
      await handle.collections.instances.updateMany({ tenant: { $eq: tenant } }, { $unset: { part: "" } });
      const [read] = await stores.store.instances.get(tenant, [shard.id]);
      assert.deepEqual([read?.part, await listed()], [part, [shard.id]]);
      assert.deepEqual(await repairAll(tenant), [1, 0, 0, 0, 0]);
      assert.deepEqual(await listed(), []);
    });

    it("are left alone where they are another tenant's, or have not ended", async () => {
      const [tenant, other] = [uniqueName("tenant"), uniqueName("tenant")];
      await endedBefore(other);
      await stores.store.instances.insert([anInstance({ tenant })]);
      assert.deepEqual(await repairAll(tenant), [0, 0, 0, 0, 0]);
      assert.equal((await stores.store.statistics.countByState(other)).Succeeded, 0);
    });
  },
);
