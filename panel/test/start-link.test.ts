import type { HttpServer } from "@mojob/core/platform";
import { createManagementApp, type ManagementApp } from "@mojob/http";
import * as node from "@mojob/node";
import { type Embedded, startEmbedded } from "@mojob/runtime-local";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { accessibilityFaults } from "./audit.ts";
import { openPanel } from "./open-panel.ts";
import { PATIENCE } from "./patience.ts";

vi.setConfig(PATIENCE);

let embedded: Embedded;
let app: ManagementApp;
let server: HttpServer;

beforeAll(async () => {
  embedded = await startEmbedded({
    app: "shop",
    jobs: [],
    inMemory: true,
    onWarning: () => {},
    shutdownGraceMs: 0,
  });
  app = createManagementApp(embedded.scheduler, { localToken: "3f9c1b7a5e2d40863f9c1b7a5e2d4086" });
  server = await node.serve(app.fetch, { hostname: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await app.close();
  await server.close();
  await embedded.close();
});

it("the link of a start signs one browser in, and leaves nothing of itself in the address", async () => {
  const path = (await app.startLink()) ?? "";
  await using panel = await openPanel({ url: server.url, path });
  const { page } = panel;
  await page.getByRole("link", { name: "Jobs" }).first().waitFor();
  expect(page.url()).not.toContain("mjl_");
  await page.reload();
  await page.getByRole("link", { name: "Jobs" }).first().waitFor();
  // What the page reads before it is signed in.
  expect(panel.complaints.filter((complaint) => !complaint.includes("401"))).toEqual([]);
  await using other = await openPanel({ url: server.url, path });
  await other.page.getByText(/signs in one browser, once/).waitFor();
  expect(await accessibilityFaults(other.page)).toEqual([]);
});
