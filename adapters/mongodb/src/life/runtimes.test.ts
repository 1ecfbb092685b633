import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { uniqueName } from "@mojob/contract-tests";
import { type MongodbServer, startMongodb } from "@mojob/test-services/mongodb";
import { BUN, DENO } from "@mojob/test-services/runtimes";
import { NODE, spawnProgram } from "@mojob/test-services/spawned-program";
import { until } from "@mojob/test-services/until";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { databaseUrl } from "../../fixtures/database-url.ts";
import { connectMongodb } from "../connect-mongodb.ts";
import { MongodbConnection } from "../connection/mongodb-connection.ts";

const PROGRAM = fileURLToPath(new URL("../../fixtures/silent-program.ts", import.meta.url));

describe("an executor whose event loop does not turn", () => {
  let server: MongodbServer;
  beforeAll(async () => {
    server = await startMongodb();
  });
  afterAll(() => server.close());

  it.each([NODE, BUN, DENO])(
    "is kept alive by a thread on $name",
    async (runtime) => {
      const url = databaseUrl(server.url, uniqueName(`life-${runtime.name}`));
      const stores = await connectMongodb(url);
      onTestFinished(() => stores.close());
      const connection = new MongodbConnection(url);
      onTestFinished(() => connection.client.close());
      const folder = await mkdtemp(join(tmpdir(), "mojob-life-"));
      onTestFinished(() => rm(folder, { recursive: true }));
      const file = join(folder, "go-on");
      await using program = spawnProgram(runtime, PROGRAM, { args: [url, file] });
      const list = () => stores.store.executors.list("default", new Date(0));
      // Its own heartbeat says when it started.
      const worker = await until("a heartbeat of the thread", async () => {
        const [found] = await list();
        return found !== undefined && found.lastSeenAt > found.startedAt && found;
      });
      expect(worker).not.toHaveProperty("holds");
      const lease = () => connection.collections.leases.findOne({ _id: "mojob/lock" });
      const before = await lease();
      await until("the thread to prolong the lease", async () => {
        const now = await lease();
        return (now?.expiresAt.getTime() ?? 0) > (before?.expiresAt.getTime() ?? Infinity);
      });
      expect(await lease()).toMatchObject({ holder: "w-1", term: before?.term });
      await writeFile(file, "");
      expect(JSON.parse(await program.line(/^\[/))).toEqual([]);
      expect(await program.exit).toEqual({ code: 0, signal: null });
    },
    120_000,
  );
});
