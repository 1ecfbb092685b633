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
import { PATIENCE, WAIT_MS } from "./patience.ts";

vi.setConfig(PATIENCE);

const PHONE = { width: 390, height: 844 };
const A_DAY_MS = 86_400_000;
const NIGHTLY = 61;
const tomorrow = new Date(Math.floor(Date.now() / A_DAY_MS + 1) * A_DAY_MS);
const TOMORROW = `/calendar?range=day&at=${new Date(tomorrow.getTime() + 43_200_000).toISOString()}`;

let embedded: Embedded;
let app: ManagementApp;
let server: HttpServer;

/** Many jobs at one second of the night, and one that has begun since. */
const jobs = [
  ...Array.from({ length: NIGHTLY }, (_, index) =>
    defineRecurringJob({
      key: `night.close-${String(index).padStart(2, "0")}`,
      cron: "0 0 2 * * *",
      execute: () => {},
    }),
  ),
  defineRecurringJob({ key: "shop.minute", cron: "*/2 * * * * *", execute: () => {} }),
  defineRecurringJob({
    key: "shop.hourly",
    cron: "0 30 * * * *",
    timeZone: "Europe/Berlin",
    execute: () => {},
  }),
];

beforeAll(async () => {
  embedded = await startEmbedded({ app: "shop", jobs, inMemory: true, features: FEATURES });
  app = createManagementApp(embedded.scheduler);
  server = await node.serve(app.fetch, { hostname: "127.0.0.1", port: 0 });
  await embedded.scheduler.jobs.pause("night.close-60", { note: "Until the audit is done" });
});
afterAll(async () => {
  await app.close();
  await server.close();
  await embedded.close();
});

it("tomorrow's storm is named, spread with its effect before it is applied, and taken back", async () => {
  await using panel = await openPanel({ url: server.url, path: "/overview" });
  const { page } = panel;
  const clicks = countClicks();
  const pages = page.getByRole("navigation");
  await clicks.click(pages.first().getByRole("link", { name: "Reports" }));
  await clicks.click(pages.getByRole("link", { name: "Calendar" }));
  const storms = page.getByRole("list", { name: "Storms" });
  await storms
    .getByText(/02:00:00: 60 fires in one second/)
    .first()
    .waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await clicks.click(storms.getByRole("button", { name: /^Spread the storm of/ }).first());
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/^From 60 to \d+ fires in five seconds: \d+ jobs? changes?$/).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await clicks.click(dialog.getByRole("button", { name: "Spread", exact: true }));
  expect(clicks.count).toBeLessThanOrEqual(4);
  await page
    .getByText(/begin apart now/)
    .first()
    .waitFor();
  await expect.poll(() => storms.getByText(/02:00:00: 60 fires/).count(), { timeout: WAIT_MS }).toBe(0);
  const [spread] = await embedded.scheduler.forecasts.spreads();
  expect(spread?.jobs.length).toBeGreaterThan(0);
  await page.getByRole("button", { name: /^Undo the spread of/ }).click();
  await storms
    .getByText(/02:00:00: 60 fires in one second/)
    .first()
    .waitFor();
  const { definition } = await embedded.scheduler.jobs.get(spread?.jobs[0]?.jobKey ?? "");
  expect(definition.options.schedule?.jitterMs).toBe(0);
  expect(panel.complaints).toEqual([]);
});

it("a fire that is to come is skipped, moved and run from the list of its day", async () => {
  await using panel = await openPanel({ url: server.url, path: `${TOMORROW}&jobKey=shop.hourly` });
  const { page } = panel;
  const list = page.getByRole("table", { name: "Runs and fires" });
  await list
    .getByRole("button", { name: /^To come: shop.hourly/ })
    .first()
    .waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const decide = async (action: string, button: string): Promise<void> => {
    await list
      .getByRole("button", { name: /^To come: shop.hourly/ })
      .first()
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(action).check();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByLabel("Note").fill("Release");
    await dialog.getByRole("button", { name: button, exact: true }).click();
    await dialog.waitFor({ state: "hidden" });
  };
  await decide("Skip it: this one is not run", "Skip");
  await list.getByRole("link", { name: "Skipped" }).waitFor();
  await decide("Run it now, and not again at its time", "Run now");
  await list.getByRole("link", { name: "Run before its time" }).waitFor();
  await decide("Move it: this one is run at another time", "Move");
  await list.getByRole("link", { name: "Moved" }).waitFor();
  await list.getByRole("link", { name: "Skipped" }).click();
  await page
    .getByText(/Skipped before its time.*Release/)
    .first()
    .waitFor();
  expect(panel.complaints).toEqual([]);
});

it("days and hours are in the address; what is past shows how it ended, pauses and clock changes are layers", async () => {
  await expect
    .poll(async () => (await embedded.scheduler.reports.report({ range: "24h" })).total.runs, {
      timeout: WAIT_MS,
    })
    .toBeGreaterThan(1);
  await using panel = await openPanel({ url: server.url, path: "/calendar?range=month" });
  const { page } = panel;
  await page.getByText(/night.close-60 is paused since .*Until the audit is done/).waitFor();
  const days = page.getByRole("region", { name: "Fires and runs by day" });
  await days
    .getByRole("button", { name: /\d+ succeeded/ })
    .first()
    .click();
  await page.waitForURL(({ searchParams }) => searchParams.get("range") === "day" && searchParams.has("at"));
  await page.getByRole("region", { name: "Fires and runs by hour" }).getByRole("button").first().waitFor();
  await page.getByRole("radiogroup", { name: "How much is shown" }).getByText("Year").click();
  await page.waitForURL(({ searchParams }) => searchParams.get("range") === "year");
  await page.getByText(/Europe\/Berlin: clocks go forward/).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(panel.complaints).toEqual([]);
});

it.each(["hour", "day", "week", "month", "year"])("fits a phone, dark and in Chinese: %s", async (range) => {
  await using panel = await openPanel({
    url: server.url,
    path: `/calendar?range=${range}`,
    viewport: PHONE,
    theme: "dark",
    language: "zh",
  });
  const { page } = panel;
  await page.getByRole("heading", { level: 1, name: "日历" }).waitFor();
  await page.locator(".heat-cell, .data-table, .list-table").first().waitFor();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(PHONE.width);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(panel.complaints).toEqual([]);
});

it("a job's page shows a year of its schedule, with what clock changes do", async () => {
  await using panel = await openPanel({ url: server.url, path: "/jobs/shop.hourly?tab=calendar" });
  const { page } = panel;
  await page.getByText(/Europe\/Berlin: clocks go back/).waitFor();
  await page
    .getByRole("button", { name: /24 fires to come/ })
    .first()
    .waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(panel.complaints).toEqual([]);
});
