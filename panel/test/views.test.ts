import type { Page } from "playwright-core";
import { expect, it, vi } from "vitest";
import { accessibilityFaults } from "./audit.ts";
import { countClicks } from "./count-clicks.ts";
import { openPanel } from "./open-panel.ts";
import type { PanelServer } from "./panel-server.ts";
import { PATIENCE } from "./patience.ts";
import { servePanel } from "./serve-panel.ts";

vi.setConfig(PATIENCE);

const MOST_CLICKS = 4;
const PHONE = { width: 390, height: 844 };

let server: PanelServer;
servePanel({}, (started) => {
  server = started;
});

const searchIn = (page: Page): Record<string, unknown> =>
  Object.fromEntries(new URL(page.url()).searchParams);

async function saveAs(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Save this filter…" }).click();
  const dialog = page.getByRole("dialog", { name: "Save this filter" });
  await dialog.getByRole("textbox", { name: "Name" }).fill(name);
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "hidden" });
}

it("a filter of runs is saved, chosen again in a few clicks, changed and removed", async () => {
  const path = "/runs?state=%5B%22Terminated%22%5D&window=24h";
  await using panel = await openPanel({ url: server.url, path });
  const { page } = panel;
  await page.locator("tbody tr").first().waitFor();
  const wanted = searchIn(page);
  await saveAs(page, "Broken today");
  // From the list without a filter.
  await page.goto(`${server.url}/runs`);
  const clicks = countClicks();
  await clicks.click(page.getByRole("button", { name: "Views" }));
  await clicks.click(page.getByRole("menuitemradio", { name: "Broken today" }));
  await page.waitForURL("**/runs?*window=24h*");
  expect(searchIn(page)).toEqual(wanted);
  expect(clicks.count).toBeLessThanOrEqual(MOST_CLICKS);
  await page.getByRole("button", { name: "Views" }).click();
  const chosen = page.getByRole("menuitemradio", { name: "Broken today", checked: true });
  await chosen.waitFor();
  await page.getByRole("menuitem", { name: "Change or remove…" }).click();
  await page.getByRole("button", { name: "Change Broken today" }).click();
  const change = page.getByRole("dialog", { name: "Change the view" });
  await change.getByRole("textbox", { name: "Name" }).fill("Failed today");
  await change.getByRole("checkbox", { name: "For the team" }).check();
  expect(await accessibilityFaults(page)).toEqual([]);
  await change.getByRole("button", { name: "Save" }).click();
  const managed = page.getByRole("dialog", { name: "Saved views" });
  await managed.getByText("Failed today").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await managed.getByRole("button", { name: "Remove Failed today" }).click();
  const remove = page.getByRole("dialog", { name: "Remove “Failed today”?" });
  await remove.getByText("Everybody in the team loses it.").waitFor();
  await remove.getByRole("button", { name: "Remove" }).click();
  await managed.getByText("No view has been saved here").waitFor();
  // The list is as it was before: a view is one step of the history of the tab.
  await page.keyboard.press("Escape");
  await page.goBack();
  await expect.poll(() => searchIn(page)).toEqual({});
  expect(panel.complaints).toEqual([]);
});

it("a filter of failures is saved and chosen by the keyboard alone, and is no view of runs", async () => {
  await using panel = await openPanel({ url: server.url, path: "/failures?window=7d&order=count" });
  const { page } = panel;
  const { keyboard } = page;
  const views = page.getByRole("button", { name: "Views" });
  await views.focus();
  await keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Save this filter…" }).waitFor();
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Save this filter" });
  await expect
    .poll(() => dialog.getByRole("textbox").evaluate((one) => one === document.activeElement))
    .toBe(true);
  await keyboard.type("Most often in a week");
  await keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await page.goto(`${server.url}/failures`);
  await views.focus();
  await keyboard.press("Enter");
  await page.getByRole("menuitemradio", { name: "Most often in a week" }).waitFor();
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  await page.waitForURL("**/failures?*order=count*");
  expect(searchIn(page)).toEqual({ window: "7d", order: "count" });
  await page.goto(`${server.url}/runs`);
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByText("No view has been saved here").first().waitFor();
  expect(panel.complaints).toEqual([]);
});

it.for(["light", "dark"] as const)("on a phone in Chinese the views fit, %s", async (theme) => {
  const path = "/jobs?status=enabled";
  await using panel = await openPanel({ url: server.url, path, language: "zh", viewport: PHONE, theme });
  const { page } = panel;
  const name = `${theme} 每天夜间的任务，名称很长${"x".repeat(60)}`;
  const width = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth);
  await page.getByRole("button", { name: "视图" }).click();
  await page.getByRole("menuitem", { name: "保存当前筛选…" }).click();
  const dialog = page.getByRole("dialog", { name: "保存当前筛选" });
  await dialog.getByRole("textbox", { name: "名称" }).fill(name);
  expect(await width()).toBe(PHONE.width);
  await dialog.getByRole("button", { name: "保存" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "视图" }).click();
  const item = page.getByRole("menuitemradio", { name, checked: true });
  await item.waitFor();
  const box = await item.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(PHONE.width);
  expect(await width()).toBe(PHONE.width);
  await page.getByRole("menuitem", { name: "修改或删除…" }).click();
  const managed = page.getByRole("dialog", { name: "已保存的视图" });
  const remove = managed.getByRole("button", { name: `删除 ${name}` });
  await remove.waitFor();
  const button = await remove.boundingBox();
  expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThanOrEqual(PHONE.width);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(panel.complaints).toEqual([]);
});
