import { defineTriggeredJob } from "@mojob/core";
import { createManagementApp } from "@mojob/http";
import { onShutdownSignal, toNodeHandler } from "@mojob/node";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { fastify } from "fastify";

// A Fastify app with the management API and the panel below /ops.

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
const handle = toNodeHandler(management.fetch);

const app = fastify();
app.post("/orders", async (request, reply) => {
  const run = await scheduler.trigger(sendReceipt, request.body as { readonly order: string });
  return reply.status(202).send({ run: run.id });
});
await app.register(
  async (ops) => {
    // The management API reads its bodies itself.
    ops.removeAllContentTypeParsers();
    ops.addContentTypeParser("*", (_request, _payload, done) => done(null));
    // Fastify leaves the path before the address; the management API is served as if it stood at the root.
    for (const path of ["/", "/*"]) {
      ops.all(path, (request, reply) => {
        reply.hijack();
        request.raw.url = request.originalUrl.slice(encodeURI(basePath).length).replace(/^(?!\/)/, "/");
        return handle(request.raw, reply.raw);
      });
    }
  },
  { prefix: basePath },
);

console.log(`listening at ${await app.listen({ host: "127.0.0.1", port: 0 })}`);

async function shutDown(): Promise<void> {
  // Runs finish while the panel shows them; then its streams end.
  await finishRuns();
  await management.close();
  await app.close();
  await close();
  console.log("closed");
}
onShutdownSignal(() => void shutDown());
