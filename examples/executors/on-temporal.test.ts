import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { canSign, EXECUTOR_CLIENTS, resolveExecutorClient } from "@mojob/test-services/executor-clients";
import { type MongodbServer, startMongodb } from "@mojob/test-services/mongodb";
import { startTemporal, type TemporalServer } from "@mojob/test-services/temporal";
import { afterAll, beforeAll, describe, it } from "vitest";
import { SCENARIOS } from "../xxl-executors/scenarios.ts";
import { StorySetup } from "../xxl-executors/story-setup.ts";
import { ExecutorsSetup } from "./executors-setup.ts";

let temporal: TemporalServer;
let mongodb: MongodbServer;
beforeAll(async () => {
  [temporal, mongodb] = await Promise.all([startTemporal(), startMongodb()]);
}, 240_000);
afterAll(async () => {
  await Promise.all([temporal.close(), mongodb.close()]);
});

/** A tenant and a database of its own, on the servers of this file: another one for each try of a test. */
function onTemporal(name: string): Readonly<Record<string, string>> {
  const tenant = `${name}-${randomUUID().slice(0, 8)}`;
  const store = new URL(mongodb.url);
  store.pathname = `/${tenant}`;
  return {
    MOJOB_RUNTIME: `temporal://${temporal.address}/${temporal.namespace}`,
    MOJOB_STORE: store.href,
    MOJOB_TENANT: tenant,
  };
}

describe.concurrent("gateways on Temporal", () => {
  it.for(EXECUTOR_CLIENTS)(
    "a worker in another language runs, logs, retries, is cancelled, runs out of time, and may die: %s",
    { timeout: 240_000 },
    async (client, { expect }) => {
      const program = await resolveExecutorClient(client);
      await using place = await ExecutorsSetup.open(onTemporal(client));
      // It signs its calls instead of sending a token, where the language can.
      const signs = canSign(client);
      const worker = await place.startWorker(program, signs ? await place.createKey() : undefined);

      const report = await place.trigger("shop.report", { pages: 3 });
      expect(await place.ended(report)).toMatchObject({
        state: "Succeeded",
        result: { pages: 3, by: client },
      });
      expect(await place.log(report)).toEqual(["page 1", "page 2", "page 3"]);
      const charged = await place.ended(await place.trigger("shop.charge", { card: "good" }));
      expect(charged).toMatchObject({ state: "Succeeded", attempt: 2 });

      const cancelled = await place.trigger("shop.watch", {});
      await place.begun(cancelled);
      await place.cancel(cancelled);
      expect((await place.ended(cancelled)).state).toBe("Cancelled");
      await place.setOptions("shop.watch", { timeoutMs: 1000 });
      const late = await place.ended(await place.trigger("shop.watch", {}));
      expect(late).toMatchObject({ state: "Terminated", error: { code: "timeout" } });

      await place.setOptions("shop.watch", { timeoutMs: 600_000 });

      // What the worker has when the gateway is killed goes on: nothing is executed again.
      const ending = await place.trigger("shop.watch", { file: place.file("found") });
      await place.begun(ending);
      await place.killScheduler();
      await writeFile(place.file("found"), "");
      await place.startScheduler();
      expect(await place.ended(ending)).toMatchObject({ state: "Succeeded", attempt: 1, result: "found" });

      const lost = await place.trigger("shop.watch", {});
      await place.begun(lost);
      worker.signal("SIGKILL");
      await worker.exit;
      expect(await place.ended(lost)).toMatchObject({ state: "Terminated", error: { code: "worker_lost" } });
    },
  );

  it(
    "executors of XXL-JOB do what they do embedded, with each client",
    { timeout: 240_000 },
    async ({ expect }) => {
      const groups = [
        { app: "java", clients: ["java 3.3"] },
        { app: "go", clients: ["go", "go"] },
        { app: "python", clients: ["python", "python"] },
      ] as const;
      await using place = await StorySetup.open(groups, onTemporal("xxl"));
      const scenarios = groups.flatMap(({ app }) =>
        Object.values(SCENARIOS).map((scenario) => scenario(place, app, expect)),
      );
      const shards = groups.map(async ({ app, clients }) => {
        const shard = await place.createJob(app, "shard", {}, { broadcast: true });
        const result = clients.map((_, index) => `${index} of ${clients.length}`);
        expect(await place.ended(await place.trigger(shard))).toMatchObject({ state: "Succeeded", result });
      });
      const shell = { handler: "", glueType: "GLUE_SHELL", glueSource: 'echo "hello $1"' };
      const greeted = await place.trigger(await place.createJob("java", "greet", {}, shell), "Ada");
      expect((await place.ended(greeted)).state).toBe("Succeeded");
      await place.logged(greeted, "hello Ada");
      await Promise.all([...scenarios, ...shards]);
    },
  );
});
