import { defineTriggeredJob } from "@mojob/core";
import { createManagementApp } from "@mojob/http";
import { startEmbedded } from "@mojob/runtime-local";
import { Hono } from "hono";

// A route that takes a `Request` and returns a `Response`, as Next.js has them: `app/jobs/[[...path]]/route.ts`.

const sendReceipt = defineTriggeredJob({
  key: "shop.send-receipt",
  execute: ({ order }: { readonly order: string }) => `receipt for order ${order} sent`,
});

/** Modules are loaded again while one develops; the scheduler is not started again. */
const kept = globalThis as { embedded?: ReturnType<typeof startEmbedded> };
kept.embedded ??= startEmbedded({ app: "shop", jobs: [sendReceipt] });

/** Who calls is not known to a route, so that a token is needed. */
const token = process.env["MOJOB_TOKEN"] ?? "";
const management = createManagementApp((await kept.embedded).scheduler, { basePath: "/jobs", token });
const app = new Hono().mount("/jobs", management.fetch);
const handle = (request: Request): Response | Promise<Response> => app.fetch(request);

export { handle as DELETE, handle as GET, handle as HEAD, handle as PATCH, handle as POST };
export const dynamic = "force-dynamic";
