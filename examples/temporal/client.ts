import process from "node:process";
import { connectTemporal, startJob } from "@mojob/runtime-temporal";
import { readPlaces } from "./places.ts";

// Starts a run straight through Temporal, without the API, and waits for its result. The run is recorded like any other.

const [name = "Ada", instanceId = `greeting-of-${name}-${process.pid}`] = process.argv.slice(2);
const { runtime } = readPlaces();
const { client, close } = await connectTemporal(
  runtime.kind === "temporal" ? { address: runtime.address, namespace: runtime.namespace } : {},
);
const handle = await startJob(client, { instanceId, jobKey: "cluster.greet", args: name });
console.log(`client: ${handle.workflowId}: ${JSON.stringify(await handle.result())}`);
await close();
