import { defineTriggeredJob } from "@mojob/core";
import type { HttpServer } from "@mojob/core/platform";
import { FEATURES } from "@mojob/features";
import { createManagementApp, type ManagementApp } from "@mojob/http";
import * as node from "@mojob/node";
import { type Embedded, startEmbedded } from "@mojob/runtime-local";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { accessibilityFaults } from "./audit.ts";
import { openPanel } from "./open-panel.ts";
import { PATIENCE, WAIT_MS } from "./patience.ts";

vi.setConfig(PATIENCE);

const PHONE = { width: 390, height: 844 };

let embedded: Embedded;
let app: ManagementApp;
let server: HttpServer;
const mail = defineTriggeredJob({ key: "shop.mail", execute: () => "sent" });
const sync = defineTriggeredJob({
  key: "shop.sync",
  execute: () => {
    throw new Error("The stock does not fit");
  },
});
const close = defineTriggeredJob({
  key: "shop.close",
  execute: () => {
    throw new Error("The day is not over");
  },
});
/** How many runs of each are wanted: of those that fail, the first fails most. */
const WANTED = [
  { job: mail, count: 5 },
  { job: sync, count: 3 },
  { job: close, count: 1 },
];

beforeAll(async () => {
  embedded = await startEmbedded({
    app: "shop",
    jobs: [mail, sync, close],
    inMemory: true,
    features: FEATURES,
  });
  app = createManagementApp(embedded.scheduler);
  server = await node.serve(app.fetch, { hostname: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await app.close();
  await server.close();
  await embedded.close();
});

it("says so where no run has ended", async () => {
  await using panel = await openPanel({ url: server.url, path: "/reports?range=24h" });
  const { page } = panel;
  await page.getByText("No run ended in this time").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(panel.complaints).toEqual([]);
});

it("the worst job of the last week is found", async () => {
  // A job that has a run under way skips the next.
  for (const { job, count } of WANTED)
    for (let number = 0; number < count; number += 1) {
      const run = await embedded.scheduler.trigger(job);
      await Promise.allSettled([run.result()]);
    }
  await embedded.scheduler.jobs.stopApp("shop", { note: "Release" });
  await embedded.scheduler.jobs.startApp("shop");
  await expect
    .poll(async () => (await embedded.scheduler.reports.report({ range: "7d" })).total.runs, {
      timeout: WAIT_MS,
    })
    .toBe(9);
  await using panel = await openPanel({ url: server.url, path: "/overview" });
  const { page } = panel;
  await page.getByRole("navigation").first().getByRole("link", { name: "Reports" }).click();
  const worst = page.getByRole("table", { name: "What got worse: the worst ten jobs" });
  await worst.getByRole("link").nth(1).waitFor();
  expect(await worst.getByRole("link").allTextContents()).toEqual(["shop.sync", "shop.close"]);
  await page.getByText("55.6%").first().waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await worst.getByRole("link").first().click();
  await page.waitForURL("**/jobs/shop.sync*");
  expect(panel.complaints).toEqual([]);
});

it("a bar leads to its runs, as does its row of the table, and a mark to what was changed", async () => {
  await using panel = await openPanel({ url: server.url, path: "/reports?range=30d&app=shop" });
  const { page } = panel;
  await page.locator(".bar-chart g", { has: page.locator(".state-succeeded") }).click();
  await page.waitForURL(({ pathname, searchParams }) => pathname === "/runs" && searchParams.has("from"));
  expect(new URL(page.url()).searchParams.get("app")).toBe("shop");
  await page.getByRole("heading", { name: "Runs", exact: true, level: 1 }).waitFor();
  await expect.poll(() => page.locator("tbody tr").count(), { timeout: WAIT_MS }).toBe(9);
  await page.goBack();
  await page.getByRole("button", { name: "As a table" }).click();
  const bars = page.getByRole("region", { name: "Runs over time" });
  await bars.getByRole("link").waitFor();
  expect(await bars.locator("tbody td").allTextContents()).toEqual([expect.any(String), "5", "4", "0", "0"]);
  expect(await accessibilityFaults(page)).toEqual([]);
  await bars.getByRole("link").click();
  await page.waitForURL(({ pathname, searchParams }) => pathname === "/runs" && searchParams.has("from"));
  await page.goBack();
  await page.locator(".bar-chart").waitFor();
  const mark = page.getByRole("list", { name: "What was changed, and alarms" }).getByRole("link").last();
  expect(await mark.getAttribute("aria-label")).toMatch(/stopped app shop and .* started app shop/);
  await mark.click();
  await page.locator(".act").getByText("Release").waitFor();
  expect(panel.complaints).toEqual([]);
});

it("the time, the app and what is compared are in the address, and a CSV file has the same", async () => {
  await using panel = await openPanel({ url: server.url, path: "/reports" });
  const { page } = panel;
  const compared = page.getByRole("table", { name: "Comparison" });
  await compared.getByRole("link", { name: "shop.mail" }).waitFor();
  expect(await compared.locator("tbody tr").first().locator("td").allTextContents()).toEqual([
    "shop.mail",
    "shop",
    "5",
    "100%",
    "0",
    expect.any(String),
  ]);
  await page.getByLabel("Time", { exact: true }).selectOption({ label: "Last 13 months" });
  await page.getByRole("radiogroup", { name: "Comparison" }).getByText("App", { exact: true }).click();
  await page.waitForURL(({ searchParams }) => searchParams.get("by") === "app");
  expect(new URL(page.url()).searchParams.get("range")).toBe("13mo");
  await compared.getByRole("link", { name: "4 failed runs of shop" }).waitFor();
  const href = await page.getByRole("link", { name: "CSV" }).getAttribute("href");
  const csv = await (await fetch(href ?? "")).text();
  expect(csv.split("\r\n")[1]).toMatch(/^shop,shop,9,5,4,/);
  await page.getByRole("radiogroup", { name: "Comparison" }).getByText("Executor", { exact: true }).click();
  await page.waitForURL(({ searchParams }) => searchParams.get("by") === "executor");
  await expect.poll(() => compared.locator("tbody tr").count()).toBe(1);
  expect(panel.complaints).toEqual([]);
});

it("each figure has its change against the time before, and a note says where sums are behind", async () => {
  await using panel = await openPanel({ url: server.url, path: "/jobs" });
  const { page } = panel;
  await page.route("**/api/v1/reports?*", async (route) => {
    const response = await route.fetch();
    const report = await response.json();
    const total = {
      ...report.before,
      runs: 6,
      terminated: 1,
      successRate: 0.8,
      retries: 0,
      workMs: 10,
      cpuMs: null,
    };
    await route.fulfill({ response, json: { ...report, before: total } });
  });
  await page.route("**/api/v1/reports/state", (route) =>
    route.fulfill({ json: { countedAt: "2026-01-01T00:00:00.000Z", rebuild: null } }),
  );
  await page.getByRole("navigation").first().getByRole("link", { name: "Reports" }).click();
  const tile = (name: string): Locator =>
    page.locator(".report-tile").filter({ has: page.getByText(name, { exact: true }) });
  await tile("Runs").getByText("+50%").waitFor();
  await tile("Success rate").getByText("-24.4 points").waitFor();
  await tile("Success rate").getByText("before: 80%").waitFor();
  await tile("Failures").locator(".report-worse").getByText("+300%").waitFor();
  await tile("Retries").getByText("unchanged").waitFor();
  await tile("Wait P95").getByText("no figures before").waitFor();
  await page.getByText("Reports are behind").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.unrouteAll({ behavior: "wait" });
  expect(panel.complaints).toEqual([]);
});

it("fits a small phone, in Chinese and in the dark", async () => {
  await using panel = await openPanel({
    url: server.url,
    path: "/reports?by=node",
    language: "zh",
    theme: "dark",
    viewport: PHONE,
  });
  const { page } = panel;
  for (const subject of ["任务", "应用", "执行器", "节点"]) {
    await page.getByRole("radiogroup", { name: "对比" }).getByText(subject, { exact: true }).click();
    await page.getByRole("heading", { name: "报表" }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  }
  await page.getByText("成功率").first().waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "表格" }).click();
  await page.getByRole("region", { name: "运行趋势" }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(panel.complaints).toEqual([]);
});

it("a summary is added, sent, changed and removed on a phone", async () => {
  await embedded.scheduler.jobs.create({
    key: "shop.notify",
    app: "shop",
    kind: "triggered",
    options: { whenFull: "queue" },
  });
  await using panel = await openPanel({ url: server.url, path: "/reports?range=24h" });
  const { page } = panel;
  await page.setViewportSize(PHONE);
  await page.getByRole("button", { name: "Summaries that are sent" }).click();
  await page.getByText("No summary is sent to you yet").waitFor();
  await page.getByRole("button", { name: "Add summary" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Mondays");
  await page.getByRole("textbox", { name: "Job that sends it" }).fill("shop.nobody");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("alert").first().waitFor();
  await page.getByRole("textbox", { name: "Job that sends it" }).fill("shop.notify");
  await page.getByRole("combobox", { name: "Hour" }).selectOption("7");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText(/Monday at 7:00/).waitFor();
  expect(await embedded.scheduler.reports.summaries()).toMatchObject([
    { name: "Mondays", job: "shop.notify", interval: "weekly", weekday: 1, hour: 7, apps: null },
  ]);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);

  await page.getByRole("button", { name: "Send now: summary Mondays" }).click();
  await page.getByText("It is being sent by a run of its job").first().waitFor();
  const { items } = await embedded.scheduler.instances.list({ jobKey: "shop.notify" }, { limit: 10 });
  expect(items).toHaveLength(1);

  await page.getByRole("button", { name: "Edit summary Mondays" }).click();
  await page.getByRole("combobox", { name: "How often" }).selectOption("daily");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText(/Each day at 7:00/).waitFor();
  expect(await embedded.scheduler.reports.summaries()).toMatchObject([{ interval: "daily", weekday: null }]);

  await page.getByRole("button", { name: "Remove summary Mondays" }).click();
  await page.getByRole("button", { name: "Remove summary", exact: true }).click();
  await page.getByText("No summary is sent to you yet").waitFor();
  expect(await embedded.scheduler.reports.summaries()).toEqual([]);
  expect(panel.complaints.filter((one) => !one.includes("400"))).toEqual([]);
});
