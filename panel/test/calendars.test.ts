import { expect, it, vi } from "vitest";
import { accessibilityFaults } from "./audit.ts";
import { openPanel } from "./open-panel.ts";
import type { PanelServer } from "./panel-server.ts";
import { PATIENCE } from "./patience.ts";
import { servePanel } from "./serve-panel.ts";

vi.setConfig(PATIENCE);

const PHONE = { width: 390, height: 844 };

let server: PanelServer;
servePanel({}, (started) => {
  server = started;
});

it("the days of China are imported, a day is changed by a click, and its effect is shown before it is saved", async () => {
  await using panel = await openPanel({ url: server.url, path: "/calendars" });
  const { page } = panel;
  await page.getByText("There are no calendars").waitFor();
  await page.getByRole("button", { name: "Import" }).click();
  const dialog = page.getByRole("dialog", { name: "Import" });
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Import" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("link", { name: "中国法定节假日与调休" }).click();
  // A job that fires by it.
  await page.goto(`${server.url}/jobs/metrics.sample?tab=options`);
  await page.getByRole("combobox", { name: "Calendar" }).selectOption("cn");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved").first().waitFor();
  await page.goto(`${server.url}/calendars/cn`);
  await page.getByText("1 job fires by it").waitFor();
  const year = new Date().getUTCFullYear();
  await page.getByRole("button", { name: "The year after" }).click();
  const day = page.getByRole("button", { name: `March 10, ${year + 1}: ` });
  const before = await day.getAttribute("data-kind");
  await day.click();
  expect(await day.getAttribute("data-kind")).not.toBe(before);
  await page.getByRole("textbox", { name: "What the day is called" }).fill("Stocktaking");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Save" }).click();
  const save = page.getByRole("dialog", { name: "Save 中国法定节假日与调休" });
  await save.getByText(/Of the next 400 days: \d+ fires are left out/).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await save.getByRole("button", { name: "Save" }).click();
  await save.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "The year after" }).click();
  await page.getByRole("button", { name: `March 10, ${year + 1}: Day off, Stocktaking` }).waitFor();
  expect(panel.complaints).toEqual([]);
});

it("on a phone, dark and in Chinese, a year and a schedule by a calendar fit the screen", async () => {
  const look = { language: "zh", theme: "dark", viewport: PHONE } as const;
  await using panel = await openPanel({ url: server.url, path: "/calendars/cn", ...look });
  const { page } = panel;
  await page.locator(".calendar-day").first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  expect(await accessibilityFaults(page)).toEqual([]);
  if (process.env["PICTURES"] !== undefined)
    await page.screenshot({ path: `${process.env["PICTURES"]}/phone.png` });
  await page.goto(`${server.url}/jobs/metrics.sample?tab=options`);
  await page.getByRole("combobox", { name: "触发日期" }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  expect(panel.complaints).toEqual([]);
});
