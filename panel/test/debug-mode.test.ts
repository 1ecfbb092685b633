import { expect, it, vi } from "vitest";
import { followPath, openPanel } from "./open-panel.ts";
import { startPanelServer } from "./panel-server.ts";
import { PATIENCE } from "./patience.ts";

vi.setConfig(PATIENCE);

it("debug mode is shown on every page, and what is started here runs", async () => {
  await using server = await startPanelServer({ debugMode: true });
  await using panel = await openPanel({ url: server.url, path: "/overview" });
  const { page } = panel;
  const banner = page.getByText("Debug mode is on: triggered jobs run only when you start them here.");
  for (const path of ["/jobs", "/runs", "/workers", "/jobs/import.orders"]) {
    await followPath(page, path);
    await banner.waitFor();
  }
  await page.getByRole("link", { name: "Run now" }).click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.waitForURL(/runs\//);
  await page.getByText("Processing", { exact: true }).first().waitFor();
  expect(panel.complaints).toEqual([]);
});
