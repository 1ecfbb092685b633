import { defineRecurringJob, defineTriggeredJob } from "@mojob/core";
import type { HttpServer } from "@mojob/core/platform";
import { FEATURES } from "@mojob/features";
import { createManagementApp, type ManagementApp } from "@mojob/http";
import * as node from "@mojob/node";
import { type Embedded, startEmbedded } from "@mojob/runtime-local";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { accessibilityFaults } from "./audit.ts";
import { openPanel } from "./open-panel.ts";
import { PATIENCE } from "./patience.ts";

vi.setConfig(PATIENCE);

const PHONE = { width: 390, height: 844 };

let embedded: Embedded;
let app: ManagementApp;
let server: HttpServer;
const jobs = [
  defineRecurringJob({ key: "shop.close", cron: "0 * * * * *", execute: () => {} }),
  defineTriggeredJob({ key: "shop.send", execute: () => {} }),
];

beforeAll(async () => {
  embedded = await startEmbedded({ app: "shop", jobs, inMemory: true, features: FEATURES });
  app = createManagementApp(embedded.scheduler);
  server = await node.serve(app.fetch, { hostname: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await app.close();
  await server.close();
  await embedded.close();
});

/** The coming three o'clock at night, as a field of date and time takes it. */
function threeAtNight(): string {
  const now = new Date();
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 3);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}T03:00`;
}

it("a release window until three at night is made, holds what is triggered, and is ended", async () => {
  await using panel = await openPanel({ url: server.url, path: "/overview" });
  const { page } = panel;
  await page.getByRole("link", { name: "Reports" }).click();
  await page.getByRole("link", { name: "Windows" }).click();
  await page.getByText("No window is open or to come").waitFor();
  await page.getByRole("button", { name: "New window" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Why").fill("The schema changes");
  await dialog.getByLabel(/^Until/).fill(threeAtNight());
  await dialog.getByText("2 jobs rest").waitFor();
  await dialog.getByText(/\d fires are left out/).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "New window" }).click();
  await page.getByText("Everything but runs by hand (release)").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const { instance } = await embedded.scheduler.trigger("shop.send");
  await expect
    .poll(async () => (await embedded.scheduler.instances.get(instance.id)).reason?.code)
    .toBe("held");
  await page.goto(`${server.url}/jobs/shop.close`);
  await page.getByText(/^Rests in the window “Release/).waitFor();
  await page.goto(`${server.url}/windows`);
  const before = (await embedded.scheduler.windows.list())[0]?.until;
  await page.getByRole("button", { name: /^Prolong by an hour/ }).click();
  await expect
    .poll(async () => (await embedded.scheduler.windows.list())[0]?.until?.getTime())
    .toBe((before?.getTime() ?? 0) + 3_600_000);
  await page.getByRole("button", { name: /^End now/ }).click();
  await page.getByText("The window ends").waitFor();
  await expect
    .poll(async () => (await embedded.scheduler.instances.get(instance.id)).state, { timeout: 15_000 })
    .toBe("Succeeded");
  expect(panel.complaints).toEqual([]);
});

it("one that comes again is made in Chinese and in the dark on a small phone, and removed before it opens", async () => {
  await using panel = await openPanel({
    url: server.url,
    path: "/windows",
    language: "zh",
    theme: "dark",
    viewport: PHONE,
  });
  const { page } = panel;
  await page.getByRole("button", { name: "新建窗口" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("原因").fill("每周维护");
  await dialog.getByText("周期性").click();
  await dialog.getByLabel("限制范围").selectOption("fires");
  await dialog.getByText(/少触发 \d+ 次/).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "新建窗口" }).click();
  await page.getByText("仅暂停调度（禁跑窗口）").waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: /^立即结束/ }).click();
  await page.getByText("没有正在生效或即将生效的窗口").waitFor();
  expect(panel.complaints).toEqual([]);
});
