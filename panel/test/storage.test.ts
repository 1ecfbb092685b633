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

it("what is kept is shown with its size, and its retention is changed from the tenant in three clicks", async () => {
  await using panel = await openPanel({ url: server.url, path: "/tenant" });
  const { page } = panel;
  await page.getByRole("link", { name: "Storage" }).click();
  await page.waitForURL("**/tenant/storage");
  const history = page.getByRole("row", { name: /^History of what people did/ });
  await history.getByText("Days of history: 400").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Change retention" }).click();
  const days = page.getByRole("textbox", { name: "Days of history" });
  await days.fill("7");
  await page.getByText("A whole number from 30 to 3,660, or nothing").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await days.fill("90");
  await page.getByRole("textbox", { name: "Days of reports by the hour" }).fill("30");
  await page.getByRole("button", { name: "Save" }).click();
  await history.getByText("Days of history: 90").waitFor();
  await page.getByText("Days of reports by the hour: 30").waitFor();
  // An empty field is the usual time again.
  await page.getByRole("button", { name: "Change retention" }).click();
  await days.fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await history.getByText("Days of history: 400").waitFor();
  expect(panel.complaints).toEqual([]);
});

it("what is kept fits a phone, in Chinese and in the dark", async () => {
  await using panel = await openPanel({
    url: server.url,
    path: "/tenant/storage",
    language: "zh",
    theme: "dark",
    viewport: PHONE,
  });
  const { page } = panel;
  await page.getByRole("row", { name: /^操作历史/ }).waitFor();
  await page.getByRole("button", { name: "修改保留时间" }).click();
  await page.getByRole("textbox", { name: "按天报表保留天数" }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(PHONE.width);
  expect(panel.complaints).toEqual([]);
});
