import { fileURLToPath } from "node:url";
import { Client, Connection } from "@temporalio/client";
import { DefaultLogger, NativeConnection, Runtime, Worker } from "@temporalio/worker";
import { describe, expect, it } from "vitest";
import { startTemporal, type TemporalServer } from "../temporal/temporal.ts";
import { whyNoProductionTemporal } from "./production-temporal.ts";
import type { addWhenSignalled } from "./waiting-workflow.ts";

const TASK_QUEUE = "services-production";
Runtime.install({ logger: new DefaultLogger("ERROR") });
const missing = await whyNoProductionTemporal();

/** Runs the work while a worker of the server's is there. */
async function withWorker({ address, namespace }: TemporalServer, work: () => Promise<void>): Promise<void> {
  const connection = await NativeConnection.connect({ address });
  const worker = await Worker.create({
    connection,
    namespace,
    taskQueue: TASK_QUEUE,
    workflowsPath: fileURLToPath(new URL("waiting-workflow.ts", import.meta.url)),
    // A workflow that one worker had is the next one's at once.
    maxCachedWorkflows: 0,
  });
  await worker.runUntil(work);
  await connection.close();
}

async function connect({ address, namespace }: TemporalServer): Promise<Client> {
  return new Client({ connection: await Connection.connect({ address }), namespace });
}

// It needs PostgreSQL, which only root can install, and Go where the release cannot be downloaded.
describe.skipIf(missing !== null)(`the production Temporal${missing === null ? "" : `: ${missing}`}`, () => {
  it("runs workflows, and goes on with one that waited when it and its database were killed", async () => {
    await using server = await startTemporal({ server: "postgres", namespaces: ["services-production"] });
    expect(server.name).toMatch(/^Temporal 1\.\d+\.\d+ on PostgreSQL \d+/);
    const client = await connect(server);
    const start = (workflowId: string) =>
      client.workflow.start<typeof addWhenSignalled>("addWhenSignalled", {
        args: [40],
        workflowId,
        taskQueue: TASK_QUEUE,
      });
    await withWorker(server, async () => {
      const first = await start("first");
      await first.signal("add", 1);
      expect(await first.result()).toBe(41);
      await start("second");
    });
    await server.kill();
    await server.restart();
    await withWorker(server, async () => {
      const second = client.workflow.getHandle<typeof addWhenSignalled>("second");
      await second.signal("add", 2);
      expect(await second.result()).toBe(42);
    });
    await client.connection.close();
  }, 240_000);
});
