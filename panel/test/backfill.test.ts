import { defineRecurringJob } from "@mojob/core";
import type { HttpServer } from "@mojob/core/platform";
import { FEATURES } from "@mojob/features";
import { createManagementApp, type ManagementApp } from "@mojob/http";
import * as node from "@mojob/node";
import { type Embedded, startEmbedded } from "@mojob/runtime-local";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { accessibilityFaults } from "./audit.ts";
import { countClicks } from "./count-clicks.ts";
import { openPanel } from "./open-panel.ts";
import { PATIENCE } from "./patience.ts";

vi.setConfig(PATIENCE);

const MOST_CLICKS = 4;
const PHONE = { width: 390, height: 844 };

let embedded: Embedded;
let app: ManagementApp;
let server: HttpServer;
const ran: string[] = [];
const close = defineRecurringJob({
  key: "shop.close",
  cron: "0 0 3 * * *",
  execute: ({ trigger }) => void ran.push(trigger.nominalTime?.toISOString().slice(0, 10) ?? ""),
});

beforeAll(async () => {
  embedded = await startEmbedded({ app: "shop", jobs: [close], inMemory: true, features: FEATURES });
  app = createManagementApp(embedded.scheduler);
  server = await node.serve(app.fetch, { hostname: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await app.close();
  await server.close();
  await embedded.close();
});

it("four days of a job are made up for, and its days show it", async () => {
  await using panel = await openPanel({ url: server.url, path: "/jobs/shop.close" });
  const { page } = panel;
  await page.getByRole("tab", { name: "Backfill" }).click();
  const days = page.getByRole("group", { name: "Days of the schedule" }).getByRole("button");
  await days.first().waitFor();
  const count = await days.count();
  expect(count).toBeGreaterThanOrEqual(30);
  await days.nth(count - 5).click();
  await days.nth(count - 2).click({ modifiers: ["Shift"] });
  await page.getByText("4 runs will be created").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByText("Completed").waitFor();
  await page.getByText("4 succeeded, 0 failed, 0 had a run").waitFor();
  expect(ran).toHaveLength(4);
  await expect.poll(() => page.locator(".day-cell.day-ok").count(), { timeout: 10_000 }).toBe(4);
  expect(panel.complaints).toEqual([]);
});

it("its days fit a small phone, in Chinese and in the dark", async () => {
  await using panel = await openPanel({
    url: server.url,
    path: "/jobs/shop.close?tab=backfill",
    language: "zh",
    theme: "dark",
    viewport: PHONE,
  });
  const { page } = panel;
  await page.getByRole("group", { name: "调度日历" }).getByRole("button").first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  expect(await accessibilityFaults(page)).toEqual([]);
});

it("a day of all jobs of an app is made up for from the calendar, in four clicks", async () => {
  await using panel = await openPanel({ url: server.url, path: "/calendar" });
  const { page } = panel;
  const clicks = countClicks();
  await clicks.click(page.getByRole("link", { name: "Make up for missed days" }));
  const days = page.getByRole("group", { name: "Days of the schedule" }).getByRole("button");
  await days.first().waitFor();
  await clicks.click(days.nth(1));
  await page.getByText("1 run will be created").waitFor();
  await clicks.click(page.getByRole("button", { name: "Begin" }));
  await page.getByRole("row", { name: /All jobs.*Completed.*1 succeeded/ }).waitFor();
  expect(clicks.count).toBeLessThanOrEqual(MOST_CLICKS);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(panel.complaints).toEqual([]);
});
