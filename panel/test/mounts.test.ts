import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { defineTriggeredJob } from "@mojob/core";
import { createManagementApp, type ManagementApp } from "@mojob/http";
import { serve, toNodeHandler } from "@mojob/node";
import { FEATURES } from "@mojob/features";
import { type Embedded, startEmbedded } from "@mojob/runtime-local";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type PanelVisitor, startPanelVisitor } from "@mojob/test-services/panel-visitor";
import { PATIENCE } from "./patience.ts";

vi.setConfig(PATIENCE);

const JOB = "shop.send-receipt";
/** Two are named as sections of the panel, one has two parts, and one is encoded by browsers. */
const MOUNTS = ["/", "/ops", "/jobs", "/overview", "/admin/jobs", "/定时"];

let embedded: Embedded;
let visitor: PanelVisitor;
beforeAll(async () => {
  const receipt = defineTriggeredJob({ key: JOB, execute: () => {} });
  embedded = await startEmbedded({ features: FEATURES, app: "shop", inMemory: true, jobs: [receipt] });
  visitor = await startPanelVisitor();
});
afterAll(async () => {
  await visitor[Symbol.asyncDispose]();
  await embedded.close();
});

interface Listening {
  readonly url: string;
  close(): Promise<void>;
}

/** Frameworks, and how they mount the app below a path; Express, Fastify, NestJS and Next.js are test/packages/frameworks.test.ts's. */
const HOSTS: Readonly<Record<string, (management: ManagementApp, basePath: string) => Promise<Listening>>> = {
  "Hono's route()": (management, basePath) => serve(new Hono().route(basePath, management).fetch, LOOPBACK),
  "Hono's mount()": (management, basePath) =>
    serve(new Hono().mount(basePath, management.fetch).fetch, LOOPBACK),
};

const LOOPBACK = { hostname: "127.0.0.1", port: 0 };

async function listenAsExpress(management: ManagementApp, basePath: string): Promise<Listening> {
  const handle = toNodeHandler(management.fetch);
  const server = createServer((incoming: IncomingMessage & { originalUrl?: string }, outgoing) => {
    incoming.originalUrl = incoming.url ?? "/";
    incoming.url = incoming.originalUrl.slice(basePath.length).replace(/^(?!\/)/, "/");
    void handle(incoming, outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, LOOPBACK.hostname, resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe.each(Object.entries(HOSTS))("in %s", (_name, listen) => {
  it.each(MOUNTS)(
    'the panel mounted at "%s" opens with and without a slash, and each address loads again',
    async (basePath) => {
      const management = createManagementApp(embedded.scheduler, { basePath });
      const server = await listen(management, basePath);
      try {
        expect(await visitor.visitMount(server.url, basePath, JOB)).toEqual([]);
      } finally {
        await management.close();
        await server.close();
      }
    },
  );
});

// Hono's mount() passes nothing on of what it has taken away.
it.each([
  ["Hono's route()", HOSTS["Hono's route()"] ?? listenAsExpress],
  ["a framework on Node's server that takes the path away, as Express does", listenAsExpress],
])("in %s the panel opens where its path is not stated", async (_name, listen) => {
  const management = createManagementApp(embedded.scheduler);
  const server = await listen(management, "/jobs");
  try {
    expect(await visitor.visit(`${server.url}/jobs`, JOB)).toEqual([]);
  } finally {
    await management.close();
    await server.close();
  }
});
