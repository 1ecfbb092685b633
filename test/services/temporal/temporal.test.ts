import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, Connection } from "@temporalio/client";
import { describe, expect, it, vi } from "vitest";
import { resolveTemporalProgram } from "./temporal-program.ts";
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

/** Starts a workflow that has no worker; resolves to its id. */
async function leaveWorkflow(client: Client): Promise<string> {
  const { workflowId } = await client.workflow.start("no-such-type", {
    taskQueue: "no-worker",
    workflowId: `services-${crypto.randomUUID()}`,
  });
  return workflowId;
}

/** A folder with a `temporal` whose first server never gets the namespace it was asked for. */
async function wedgedTemporal(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "mojob-wedged-"));
  const { command } = await resolveTemporalProgram();
  const script = `#!/bin/sh
case "$1" in --version) exit 0;; esac
if mkdir "${folder}/started" 2>/dev/null; then
  for argument; do shift; case "$argument" in --namespace=*) ;; *) set -- "$@" "$argument";; esac; done
fi
exec "${command}" "$@"
`;
  await writeFile(join(folder, "temporal"), script, { mode: 0o755 });
  return folder;
}

describe("startTemporal()", { timeout: 180_000 }, () => {
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

  // One that TEMPORAL_ADDRESS names is not this process's to kill.
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
  it.runIf(OWNED)(
    "starts a server that never knows its namespace again, within seconds, and reports it",
    async () => {
      const folder = await wedgedTemporal();
      vi.stubEnv("PATH", `${folder}:${process.env["PATH"]}`);
      const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
      try {
        await using server = await startTemporal({ namespaces: ["services-late"] });
        await withClient(server, leaveWorkflow);
        expect(write.mock.calls.join("")).toMatch(/Namespace services-late is not found.*starting it again/s);
      } finally {
        vi.unstubAllEnvs();
        write.mockRestore();
        await rm(folder, { recursive: true });
      }
    },
  );

  // As above.
  it.runIf(OWNED)("gives one whose address is free once it is closed", async () => {
    const server = await startTemporal();
    await server.close();
    await assert.rejects(withClient(server, leaveWorkflow), /Failed to connect/);
  });
});
