import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { defineTriggeredJob } from "@mojob/core";
import { createManagementApp } from "@mojob/http";
import { onShutdownSignal, toNodeHandler } from "@mojob/node";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import express from "express";

// An Express app with the management API and the panel below /ops.

const basePath = "/ops";
const sendReceipt = defineTriggeredJob({
  key: "shop.send-receipt",
  execute: ({ order }: { readonly order: string }) => `receipt for order ${order} sent`,
});
const { scheduler, finishRuns, close } = await startEmbedded({
  features: FEATURES,
  app: "shop",
  jobs: [sendReceipt],
});
const management = createManagementApp(scheduler, { basePath });

const app = express();
// It reads every body, those for the management API too.
app.use(express.json());
app.post("/orders", async (request, response) => {
  const run = await scheduler.trigger(sendReceipt, request.body as { readonly order: string });
  response.status(202).json({ run: run.id });
});
app.use(basePath, toNodeHandler(management.fetch));

const server = app.listen(0, "127.0.0.1");
await once(server, "listening");
console.log(`listening at http://127.0.0.1:${(server.address() as AddressInfo).port}`);

async function shutDown(): Promise<void> {
  // Runs finish while the panel shows them; then its streams end.
  await finishRuns();
  await management.close();
  server.close();
  await close();
  console.log("closed");
}
onShutdownSignal(() => void shutDown());
