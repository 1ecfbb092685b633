import { defineTriggeredJob } from "@mojob/core";
import { createManagementApp } from "@mojob/http";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { Hono } from "hono";

// A route that takes a `Request` and returns a `Response`, as Next.js has them: `app/jobs/[[...path]]/route.ts`.

const sendReceipt = defineTriggeredJob({
  key: "shop.send-receipt",
  execute: ({ order }: { readonly order: string }) => `receipt for order ${order} sent`,
});

async function start(): Promise<Hono> {
  const { scheduler } = await startEmbedded({ features: FEATURES, app: "shop", jobs: [sendReceipt] });
  // Who calls is not known to a route, so that a token is needed, or the app's own login.
  const token = process.env["MOJOB_TOKEN"] ?? "";
  // Next.js takes the encoding off a compressed response, and compresses by itself.
  const management = createManagementApp(scheduler, { basePath: "/jobs", token, compress: false });
  return new Hono().mount("/jobs", management.fetch);
}

/** Begun by the first request: a build loads this module, too, and modules are loaded again while one develops. */
const kept = globalThis as { jobs?: Promise<Hono> };
const handle = async (request: Request): Promise<Response> => (await (kept.jobs ??= start())).fetch(request);

export { handle as DELETE, handle as GET, handle as HEAD, handle as PATCH, handle as POST };
export const dynamic = "force-dynamic";
