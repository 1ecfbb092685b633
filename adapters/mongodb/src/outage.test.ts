import assert from "node:assert/strict";
import { defineTriggeredJob } from "@mojob/core";
import { isMoJobError } from "@mojob/core/ports";
import { createManagementApp } from "@mojob/http";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { type MongodbServer, startMongodb } from "@mojob/test-services/mongodb";
import { describe, it } from "vitest";
import { databaseUrl } from "../fixtures/database-url.ts";
import { eventually, untilTrue } from "@mojob/test-services/until";
import { connectMongodb } from "./connect-mongodb.ts";

const OWNED = process.env["MONGODB_URL"] === undefined;
const OUTAGE_MS = 4000;
/** Longer than every lease, heartbeat and timeout there is. */
const LONG_OUTAGE_MS = 30_000;
const CALLERS = 8;

/** Ways a server becomes unavailable, and how it comes back. */
const OUTAGES: Readonly<Record<string, (server: MongodbServer, away: () => Promise<void>) => Promise<void>>> =
  {
    "is killed": async (server, away) => {
      await server.kill();
      await away();
      await server.restart();
    },
    "is stopped": async (server, away) => {
      await server.stop();
      await away();
      await server.restart();
    },
    hangs: async (server, away) => {
      server.freeze();
      try {
        await away();
      } finally {
        server.thaw();
      }
    },
  };

describe("a MongoDB server that", { timeout: 300_000 }, () => {
  for (const [goesAway, leave] of Object.entries(OUTAGES)) {
    // One that MONGODB_URL names is not ours.
    it.runIf(OWNED)(`${goesAway} under load and comes back costs nothing that was acknowledged`, async () => {
      await using server = await startMongodb({ durable: true });
      await using stores = await connectMongodb(databaseUrl(server.url, "outage"), { timeoutMs: 3000 });
      const { store, state } = stores;
      const embedded = await startEmbedded({
        features: FEATURES,
        app: "outage",
        store,
        state,
        jobs: [defineTriggeredJob({ key: "work", maxConcurrency: 1000, execute: () => {} })],
        onError: () => {},
        onLockLost: (error) => assert.fail(error),
      });
      const told = new Set<string>();
      await store.watch({ tenant: "default", topics: ["instance"] }, (changes) => {
        for (const change of changes) {
          if (change.topic === "instance" && change.instance.state === "Succeeded")
            told.add(change.instance.id);
        }
      });
      const management = createManagementApp(embedded.scheduler);
      const readiness = async (): Promise<{ readonly status: number; readonly body: string }> => {
        const answer = await management.request("/readyz?verbose", undefined, { peer: "127.0.0.1" });
        return { status: answer.status, body: await answer.text() };
      };
      const acknowledged = new Set<string>();
      const longest = { failMs: 0 };
      const load = { isOn: true, failed: 0 };
      const call = async (): Promise<void> => {
        while (load.isOn) {
          const begunMs = performance.now();
          try {
            const instance = await embedded.scheduler.instances.trigger("work", {});
            acknowledged.add(instance.id);
          } catch (error) {
            assert.ok(isMoJobError(error, "store_unavailable"), String(error));
            load.failed += 1;
            longest.failMs = Math.max(longest.failMs, performance.now() - begunMs);
          }
        }
      };
      const callers = Array.from({ length: CALLERS }, call);
      await untilTrue(() => acknowledged.size > 50);

      await leave(server, async () => {
        await untilTrue(() => load.failed > 0);
        const { status, body } = await readiness();
        assert.equal(status, 503);
        assert.match(body, /store/);
        await eventually(goesAway === "is killed" ? LONG_OUTAGE_MS : OUTAGE_MS);
      });

      const before = acknowledged.size;
      await untilTrue(() => acknowledged.size > before + 50);
      load.isOn = false;
      await Promise.all(callers);
      assert.equal((await readiness()).status, 200);
      // A trigger waits for one write under way before its own: 7 s on a machine that has time. Without a limit of ours it is 30 s and more.
      assert.ok(longest.failMs < 25_000, `A call took ${Math.round(longest.failMs)} ms to fail`);

      const ids = [...acknowledged];
      await untilTrue(async () => {
        const found = await store.instances.get("default", ids);
        assert.ok(found.every((run) => run !== null));
        return found.every((run) => run.state === "Succeeded");
      });
      // No end of a run was left out, by whatever way the server went.
      await untilTrue(() => ids.every((id) => told.has(id)));
      await management.close();
      await embedded.close();
    });
  }
});

// One that MONGODB_URL names is not ours, and is not to be stopped.
it.runIf(OWNED)(
  "a caller who found no connection free, or the last one closed, gets the error that the store is unavailable",
  async () => {
    await using server = await startMongodb();
    const url = new URL(databaseUrl(server.url, "crowded"));
    url.searchParams.set("maxPoolSize", "2");
    // Prepared with patience: only what is asked of a frozen server is to fail soon.
    await (await connectMongodb(url.href)).close();
    await using stores = await connectMongodb(url.href, { timeoutMs: 600 });
    const outcomes: unknown[] = [];
    const ask = (): Promise<void> =>
      stores.store.instances.get("default", ["any"]).then(
        () => {},
        (error: unknown) => void outcomes.push(error),
      );
    server.freeze();
    try {
      for (let rounds = 0; rounds < 20; rounds += 1) await Promise.all(Array.from({ length: 20 }, ask));
    } finally {
      server.thaw();
    }
    const asked = Array.from({ length: 20 }, ask);
    await stores.close();
    await Promise.all(asked);
    assert.ok(outcomes.length > 100);
    for (const error of outcomes) assert.ok(isMoJobError(error, "store_unavailable"), String(error));
  },
  60_000,
);
