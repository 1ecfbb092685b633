import { startMongodb } from "@mojob/test-services/mongodb";
import { NODE, ROOT } from "@mojob/test-services/spawned-program";
import { startBearer } from "@mojob/test-services/start-token";
import { startTemporal } from "@mojob/test-services/temporal";
import { expect, it } from "vitest";
import { spawnExample } from "../testing/spawned-example.ts";

it("a control plane, a worker and a client find each other over Temporal and MongoDB", async () => {
  await using temporal = await startTemporal();
  await using mongodb = await startMongodb();
  const store = new URL(mongodb.url);
  store.pathname = "/example";
  const env = {
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
    MOJOB_STORE: store.href,
    MOJOB_PORT: "0",
  };
  await using plane = spawnExample(NODE, "temporal/control-plane.ts", env);
  await using worker = spawnExample(NODE, "temporal/worker.ts", env);
  const api = (await plane.line(/^control plane: http/)).replace("control plane: ", "");
  await worker.line(/^worker: cluster-/);

  await using client = spawnExample(NODE, "temporal/client.ts", env);
  expect((await client.exit).code).toBe(0);
  const [, id = ""] = /^client: (greeting-of-Ada-\d+): "Hello Ada"$/m.exec(client.output()) ?? [];
  // Both processes keep their token in the folder where they were started.
  const headers = await startBearer(`${ROOT}.mojob/token`);
  const asked = await fetch(`${api}/api/v1/instances/${id}`, { headers });
  const run = (await asked.json()) as { state: string };
  expect(run.state).toBe("Succeeded");
  await worker.line(/^worker: cluster\.heartbeat@/);

  for (const program of [worker, plane]) program.signalAlone("SIGTERM");
  expect([(await worker.exit).code, (await plane.exit).code]).toEqual([0, 0]);
}, 300_000);
