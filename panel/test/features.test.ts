import { defineTriggeredJob } from "@mojob/core";
import type { HttpServer } from "@mojob/core/platform";
import { createManagementApp, type ManagementApp } from "@mojob/http";
import * as node from "@mojob/node";
import { type Embedded, startEmbedded } from "@mojob/runtime-local";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openPanel } from "./open-panel.ts";
import { PATIENCE } from "./patience.ts";

vi.setConfig(PATIENCE);

let embedded: Embedded;
let app: ManagementApp;
let server: HttpServer;
const greet = defineTriggeredJob({ key: "shop.greet", execute: () => "hello" });

beforeAll(async () => {
  embedded = await startEmbedded({ app: "shop", jobs: [greet], inMemory: true });
  app = createManagementApp(embedded.scheduler);
  server = await node.serve(app.fetch, { hostname: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await app.close();
  await server.close();
  await embedded.close();
});

it("the panel of a scheduler without features shows none of their pages, and nothing fails in it", async () => {
  const run = await embedded.scheduler.trigger(greet);
  await run.result();
  await using panel = await openPanel({ url: server.url, path: "/jobs" });
  const { page } = panel;
  const navigation = page.getByRole("navigation").first();
  await navigation.getByRole("link", { name: "Runs" }).waitFor();
  expect(await navigation.getByRole("link", { name: "Inbox" }).count()).toBe(0);
  expect(await navigation.getByRole("link", { name: "Alarms" }).count()).toBe(0);
  expect(await navigation.getByRole("link", { name: "Reports" }).count()).toBe(0);
  await page.goto(`${server.url}/runs/${run.id}`);
  await page.getByText("Succeeded").first().waitFor();
  await page.goto(`${server.url}/runs`);
  await page.getByRole("searchbox").waitFor();
  expect(await page.getByRole("button", { name: "Views" }).count()).toBe(0);
  await page.goto(`${server.url}/jobs/shop.greet`);
  await page.getByRole("button", { name: "Run", exact: false }).first().waitFor();
  expect(await page.getByRole("button", { name: "Why" }).count()).toBe(0);
  await page.goto(`${server.url}/overview`);
  await page.getByRole("heading").first().waitFor();
  await page.getByText("Runs that ended").waitFor();
  expect(await page.getByText("All is well").count()).toBe(0);
  expect(panel.complaints).toEqual([]);
});
