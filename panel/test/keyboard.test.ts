import type { Page } from "playwright-core";
import { expect, it, vi } from "vitest";
import { openPanel } from "./open-panel.ts";
import type { PanelServer } from "./panel-server.ts";
import { PATIENCE } from "./patience.ts";
import { servePanel } from "./serve-panel.ts";

vi.setConfig(PATIENCE);

let server: PanelServer;
servePanel({}, (started) => {
  server = started;
});

/** Waits until the focus is in the row at an index of the list. */
function untilIn(page: Page, index: number): Promise<unknown> {
  return page.waitForFunction(
    (at) => document.querySelectorAll(".list-table tbody tr")[at]?.contains(document.activeElement) === true,
    index,
  );
}

it("j and k walk through the rows of a list, x ticks one and Enter opens it", async () => {
  await using panel = await openPanel({ url: server.url, path: "/jobs" });
  const { page } = panel;
  await page.locator("tbody tr").nth(3).waitFor();
  await page.keyboard.press("j");
  await untilIn(page, 0);
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await untilIn(page, 2);
  await page.keyboard.press("k");
  await untilIn(page, 1);
  await page.keyboard.press("x");
  await page.getByRole("group", { name: "1 selected" }).waitFor();
  await untilIn(page, 1);
  const key = await page.locator("tbody tr").nth(1).getAttribute("data-row");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/jobs/${encodeURIComponent(key ?? "")}`);
  await page.keyboard.press("?");
  await page.getByRole("dialog").getByText("Next and previous row of a list").waitFor();
  expect(panel.complaints).toEqual([]);
});

it("j writes itself where somebody writes, and moves nothing behind a dialog", async () => {
  await using panel = await openPanel({ url: server.url, path: "/jobs" });
  const { page } = panel;
  await page.locator("tbody tr").first().waitFor();
  await page.keyboard.press("/");
  await page.keyboard.press("j");
  expect(await page.getByRole("searchbox").inputValue()).toBe("j");
  await page.getByRole("searchbox").fill("");
  await page.getByRole("searchbox").blur();
  await page.keyboard.press("?");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("j");
  expect(await page.getByRole("dialog").evaluate((one) => one.contains(document.activeElement))).toBe(true);
  expect(panel.complaints).toEqual([]);
});
