import { aRollup, uniqueName } from "@mojob/contract-tests";
import type { Rollup } from "@mojob/core/ports";
import { type MongodbServer, startMongodb } from "@mojob/test-services/mongodb";
import { type Collection, MongoClient } from "mongodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseUrl } from "../../fixtures/database-url.ts";
import type { StoreHandle } from "../connection/mongodb-connection.ts";
import { RollupStoreMongodb } from "./rollup-store.ts";

const AT = new Date("2026-01-01T00:00:00.000Z");
const WRITES: ReadonlySet<string> = new Set(["insertOne", "updateOne", "bulkWrite"]);

/** When a process dies: at its so-and-so-manyth write, before it, after it, or where it is a bulk, when the first half is written. */
interface Death {
  atWrite: number;
  readonly how: "before" | "after" | "half";
}

class Crash extends Error {}

/** The collection as a process sees it that dies then. */
function dying<Target extends Collection<never>>(collection: Target, death: Death): Target {
  return new Proxy(collection, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name, target);
      if (typeof method !== "function") return method;
      if (!WRITES.has(String(name))) return method.bind(target) as unknown;
      return async (first: unknown, ...rest: readonly unknown[]): Promise<unknown> => {
        const dies = (death.atWrite -= 1) === 0;
        if (dies && death.how === "before") throw new Crash();
        const isHalf = dies && death.how === "half" && Array.isArray(first);
        const given = isHalf
          ? (first as unknown[]).slice(0, Math.ceil((first as unknown[]).length / 2))
          : first;
        const answer: unknown = await Reflect.apply(method, target, [given, ...rest]);
        if (dies) throw new Crash();
        return answer;
      };
    },
  });
}

describe("sums in MongoDB without transactions", { timeout: 60_000 }, () => {
  let server: MongodbServer;
  let client: MongoClient;
  beforeAll(async () => {
    server = await startMongodb({ standalone: true });
    client = await MongoClient.connect(databaseUrl(server.url, uniqueName("rollups")));
  });
  afterAll(async () => {
    await client.close();
    await server.close();
  });

  function open(death: Death = { atWrite: 0, how: "before" }): RollupStoreMongodb {
    const collection = (name: string) => dying(client.db().collection<never>(name), death);
    const collections = {
      rollupStates: collection("rollupStates"),
      rollupRows: collection("rollupRows"),
    };
    const call: StoreHandle["call"] = (_, body) => body();
    return new RollupStoreMongodb({ call, collections } as unknown as StoreHandle);
  }

  const rowsOf = (tenant: string, ids: readonly string[]): readonly Rollup[] =>
    ids.map((id) => aRollup({ tenant, id, at: AT }));
  const batch = (tenant: string, from: string | null, to: string, ids: readonly string[]) =>
    ({ tenant, from, to, at: AT, rows: rowsOf(tenant, ids), isDraft: false }) as const;
  const counts = async (tenant: string) =>
    (
      await open().list({
        tenant,
        grain: "hour",
        kind: "app",
        from: AT,
        before: new Date(AT.getTime() + 1),
        limit: 9,
      })
    ).map(({ id, figures }) => [id, figures.succeeded]);

  const deaths = [1, 2, 3, 4].flatMap((atWrite) =>
    (["before", "after", "half"] as const).map((how) => [atWrite, how] as const),
  );

  it.each(deaths)(
    "are added once by a process that dies at write %i (%s) and the one after it",
    async (atWrite, how) => {
      for (const helpers of [1, 2]) {
        const tenant = uniqueName("tenant");
        await open().add(batch(tenant, null, "a", ["one", "two"]));
        const second = batch(tenant, "a", "b", ["one", "two", "three", "four"]);
        const isDead = await open({ atWrite, how })
          .add(second)
          .then(
            () => false,
            (error: unknown) => {
              if (error instanceof Crash) return true;
              throw error;
            },
          );
        // It writes the batch, then the sums, then that it is done.
        expect(isDead).toBe(atWrite <= 3);
        await Promise.all(Array.from({ length: helpers }, () => open().state(tenant)));
        const { position } = await open().state(tenant);
        const isKept = !isDead || atWrite > 1 || how !== "before";
        expect(position).toBe(isKept ? "b" : "a");
        expect(await open().add(second)).toBe(!isKept);
        expect(await counts(tenant)).toEqual([
          ["four", 1],
          ["one", 2],
          ["three", 1],
          ["two", 2],
        ]);
      }
    },
  );

  it("are not added again by a process that was slow, when later ones were added meanwhile", async () => {
    const tenant = uniqueName("tenant");
    await open().add(batch(tenant, null, "a", ["one"]));
    await expect(open({ atWrite: 2, how: "before" }).add(batch(tenant, "a", "b", ["one"]))).rejects.toThrow(
      Crash,
    );
    // Both see the open batch; one of them completes it and goes on, while the other has only read it.
    const slow = open();
    const [, isAdded] = await Promise.all([
      slow.state(tenant),
      open()
        .state(tenant)
        .then(() => open().add(batch(tenant, "b", "c", ["one"]))),
    ]);
    expect([isAdded, await counts(tenant)]).toEqual([true, [["one", 3]]]);
  });
});
