import process from "node:process";
import { commandRunner } from "@mojob/command-runner";
import { defineTriggeredJob } from "@mojob/core";
import type { HttpServer } from "@mojob/core/platform";
import { FEATURES } from "@mojob/features";
import { createManagementApp, type ManagementApp } from "@mojob/http";
import * as node from "@mojob/node";
import { type Embedded, startEmbedded } from "@mojob/runtime-local";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { SampleSeries } from "../app/api/operations.generated.ts";
import { accessibilityFaults } from "./audit.ts";
import { openPanel } from "./open-panel.ts";
import { PATIENCE } from "./patience.ts";

vi.setConfig(PATIENCE);

const PHONE = { width: 390, height: 844 };
/** Fills 100 MB, and computes for six seconds of processor time. */
const BURN =
  "const kept=Buffer.alloc(100*1024*1024,1);const used=()=>{const{user,system}=process.cpuUsage();return(user+system)/1000};" +
  "while(used()<6000);kept.fill(2,0,1)";

let embedded: Embedded;
let app: ManagementApp;
let server: HttpServer;

beforeAll(async () => {
  embedded = await startEmbedded({
    app: "shop",
    jobs: [defineTriggeredJob({ key: "shop.send", execute: () => {} })],
    inMemory: true,
    features: FEATURES,
    runtime: node.runtimeInfo(),
    runners: [commandRunner({ programs: [process.execPath] })],
    worker: { sampleEveryMs: 5000, heartbeatMs: 1000, name: "shop-1", maxConcurrentRuns: 8 },
  });
  await embedded.scheduler.jobs.create({
    key: "shop.pack",
    app: "shop",
    kind: "triggered",
    work: { kind: "command", argv: [process.execPath, "-e", BURN] },
  });
  app = createManagementApp(embedded.scheduler);
  server = await node.serve(app.fetch, { hostname: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await app.close();
  await server.close();
  await embedded.close();
});

/** As a worker has them that was busier by day, and away for some hours. */
async function withLongTimes(page: Page): Promise<void> {
  await page.route(/\/samples\?range=(24h|7d|30d|13mo)/, async (route) => {
    const series = (await (await route.fetch()).json()) as SampleSeries;
    const [from, to] = [Date.parse(series.from), Date.parse(series.to)];
    const steps = 200;
    const points = Array.from({ length: steps }, (_, index) => index)
      .filter((index) => index < 90 || index > 110)
      .map((index): SampleSeries["points"][number] => {
        const wave = 1 + Math.sin(index / 12) + (index % 7) / 20;
        return {
          at: new Date(from + ((index + 0.5) / steps) * (to - from)).toISOString(),
          samples: 10,
          processor: wave / 2,
          processorMax: wave,
          memoryBytes: 80e6 + 30e6 * wave,
          memoryBytesMax: 100e6 + 40e6 * wave,
          loopDelayMs: 10 + 60 * wave,
          loopDelayP99Ms: 2 + 3 * wave,
          running: wave * 2,
          runningMax: Math.ceil(wave * 3),
          limit: 8,
        };
      });
    await route.fulfill({ json: { ...series, points } });
  });
}

it("a worker's row opens to plots of what it used, over an hour to thirteen months", async () => {
  const [worker] = await embedded.scheduler.workers();
  await expect
    .poll(async () => (await embedded.scheduler.samples.ofWorker(worker?.id ?? "")).points.length, {
      timeout: 40_000,
    })
    .toBeGreaterThan(0);
  await using panel = await openPanel({ url: server.url, path: "/workers" });
  const { page } = panel;
  await withLongTimes(page);
  await page.getByRole("button", { name: "Details of shop-1" }).click();
  for (const name of ["Processors in use", "Memory", "Delay of the event loop", "Runs at once, of 8"])
    await page.getByRole("img", { name: new RegExp(`^${name}: `) }).waitFor();
  await page.getByRole("img", { name: /^Memory: mean [\d.]+ (MB|GB), at most/ }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  for (const range of ["24 hours", "7 days", "30 days", "13 months"]) {
    await page
      .getByRole("radiogroup", { name: "Time of the plots" })
      .getByText(range, { exact: true })
      .click();
    await page.getByRole("img", { name: /^Runs at once, of 8: mean 2\.\d+, at most 7$/ }).waitFor();
  }
  // Where the worker was away there is no line.
  const memory = page.getByRole("img", { name: /^Memory: / });
  expect(await memory.locator(".value-plot-line").count()).toBe(2);
  await memory.hover({ position: { x: 20, y: 20 } });
  await page.getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?: mean [\d.]+ MB, at most/).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(panel.complaints).toEqual([]);
});

it.each(["light", "dark"] as const)("plots fit on a phone in Chinese, %s", async (theme) => {
  await using panel = await openPanel({
    url: server.url,
    path: "/workers",
    language: "zh",
    theme,
    viewport: PHONE,
  });
  const { page } = panel;
  await withLongTimes(page);
  await page.getByRole("button", { name: "shop-1 的详情" }).click();
  await page.getByText("24 小时", { exact: true }).click();
  await page.getByRole("img", { name: /^内存：平均/ }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(panel.complaints).toEqual([]);
});

// Other systems show no table of processes.
it.skipIf(process.platform !== "linux")(
  "a run of a program has its CPU time, its peak memory and their course, and a report has them by job",
  async () => {
    const { id } = await embedded.scheduler.trigger("shop.pack");
    await (await embedded.scheduler.trigger("shop.send")).result();
    await embedded.scheduler.ended(id);
    await expect
      .poll(async () => (await embedded.scheduler.reports.report({})).total.runs, { timeout: 30_000 })
      .toBe(2);
    await using panel = await openPanel({ url: server.url, path: `/runs/${encodeURIComponent(id)}` });
    const { page } = panel;
    const fact = (name: string) => page.locator(".run-fact").filter({ hasText: name });
    await fact("CPU time")
      .getByText(/^6(\.\d+)? s$/)
      .waitFor();
    await fact("Peak memory")
      .getByText(/^1\d\d(\.\d)? MB$/)
      .waitFor();
    await page.getByRole("img", { name: /^Processors in use: mean/ }).waitFor();
    await page.getByRole("img", { name: /^Memory: mean/ }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("navigation").first().getByRole("link", { name: "Reports" }).click();
    const row = page.getByRole("table", { name: "Comparison" }).getByRole("row", { name: /^shop\.pack/ });
    await row
      .getByText(/^6(\.\d+)? s$/)
      .first()
      .waitFor();
    await row.getByText(/^1\d\d(\.\d)? MB$/).waitFor();
    await page
      .locator(".report-tile")
      .filter({ hasText: "Peak memory" })
      .getByText(/^1\d\d(\.\d)? MB$/)
      .first()
      .waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(panel.complaints).toEqual([]);
  },
);
