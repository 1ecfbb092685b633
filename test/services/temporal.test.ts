import assert from "node:assert/strict";
import { Client, Connection } from "@temporalio/client";
import { describe, it } from "vitest";
import { startTemporal, type TemporalServer } from "./temporal.ts";

const OWNED = process.env["TEMPORAL_ADDRESS"] === undefined;

async function withClient<Result>(
  { address, namespace }: TemporalServer,
  ask: (client: Client) => Promise<Result>,
): Promise<Result> {
  const connection = await Connection.connect({ address, connectTimeout: 1000 });
  try {
    return await ask(new Client({ connection, namespace }));
  } finally {
    await connection.close();
  }
}

/** Starts a workflow nobody works on; answers its id. */
async function leaveWorkflow(client: Client): Promise<string> {
  const { workflowId } = await client.workflow.start("nobody-knows", {
    taskQueue: "nobody-listens",
    workflowId: `services-${crypto.randomUUID()}`,
  });
  return workflowId;
}

describe("startTemporal()", { timeout: 900_000 }, () => {
  it("gives a server on loopback that takes workflows in each namespace", async () => {
    await using server = await startTemporal({ namespaces: ["services-one", "services-two"] });
    assert.equal(server.namespace, "services-one");
    for (const namespace of ["services-one", "services-two"]) {
      const { status } = await withClient({ ...server, namespace }, async (client) =>
        client.workflow.getHandle(await leaveWorkflow(client)).describe(),
      );
      assert.equal(status.name, "RUNNING");
    }
    if (OWNED) assert.match(server.address, /^127\.0\.0\.1:\d+$/);
  });

  // One that TEMPORAL_ADDRESS names belongs to somebody else.
  it.runIf(OWNED)("gives one that keeps what it has when it is killed", async () => {
    await using server = await startTemporal({ durable: true });
    const { address } = server;
    const workflowId = await withClient(server, leaveWorkflow);
    await server.kill();
    await server.restart();
    assert.equal(server.address, address);
    const { status } = await withClient(server, (client) => client.workflow.getHandle(workflowId).describe());
    assert.equal(status.name, "RUNNING");
  });

  // As above.
  it.runIf(OWNED)("gives one whose address is free once it is closed", async () => {
    const server = await startTemporal();
    await server.close();
    await assert.rejects(withClient(server, leaveWorkflow), /Failed to connect/);
  });
});
