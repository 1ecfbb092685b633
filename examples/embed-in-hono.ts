import { defineTriggeredJob } from "@mojob/core";
import { createManagementApp } from "@mojob/http";
import { serve } from "@mojob/node";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { Hono } from "hono";
import * as v from "valibot";

// A shop's own web app: its route starts a job, and the jobs' management API is served below /jobs.

const sendReceipt = defineTriggeredJob({
  key: "shop.send-receipt",
  args: toStandardJsonSchema(v.strictObject({ order: v.string() })),
  execute: ({ order }) => `receipt for order ${order} sent`,
});

const { scheduler, close } = await startEmbedded({
  features: FEATURES,
  app: "shop",
  inMemory: true,
  jobs: [sendReceipt],
});
const management = createManagementApp(scheduler, { basePath: "/jobs" });

const shop = new Hono();
shop.post("/orders/:order/pay", async (c) => {
  const order = c.req.param("order");
  // The order names the run, so that a client that asks twice gets one receipt.
  const { id } = await scheduler.instances.trigger("shop.send-receipt", {
    args: { order },
    idempotencyKey: order,
  });
  return c.json({ paid: true, receipt: `/jobs/api/v1/instances/${encodeURIComponent(id)}` }, 202);
});
shop.route("/jobs", management);

const server = await serve(shop.fetch, { hostname: "127.0.0.1", port: 0 });

const paid = await fetch(`${server.url}/orders/17/pay`, { method: "POST" });
const { receipt } = (await paid.json()) as { receipt: string };
console.log(`paid: ${paid.status}, see ${receipt}`);

await scheduler.ended("shop.send-receipt#17");
const run = (await (await fetch(server.url + receipt)).json()) as { state: string; result: string };
console.log(`seen over the API: ${run.state}, ${run.result}`);
const docs = await fetch(`${server.url}/jobs/docs`);
console.log(`its documentation: ${docs.status}`);

await server.close();
await management.close();
await close();
