import { expect, it, vi } from "vitest";
import { accessibilityFaults } from "./audit.ts";
import { openPanel } from "./open-panel.ts";
import type { PanelServer } from "./panel-server.ts";
import { PATIENCE } from "./patience.ts";
import { createRunClient } from "./run-client.ts";
import { servePanel } from "./serve-panel.ts";

vi.setConfig(PATIENCE);

let server: PanelServer;
// Spread over the last day.
servePanel({ jobs: 2, runs: 1000 }, (started) => {
  server = started;
});

it("statistics are of the newest runs, or of a range of time that the address keeps", async () => {
  const client = createRunClient(server.url);
  await using panel = await openPanel({ url: server.url, path: "/jobs/many.0000?tab=statistics" });
  const { page } = panel;
  await page.getByText("Over the newest 200 runs; there are more").waitFor();
  const range = page.getByLabel("Created");
  await range.selectOption({ label: "Last 7 days" });
  const all = await client.count("jobKey=many.0000");
  expect(all).toBeGreaterThan(400);
  await page.getByText(`Over ${all} runs`).waitFor();
  const hour = 3_600_000;
  const at = (hoursAgo: number): string => new Date(Date.now() - hoursAgo * hour).toISOString().slice(0, 16);
  const [from, to] = [at(12), at(6)];
  await range.selectOption({ label: "Between …" });
  await page.getByLabel("From (UTC)").fill(from);
  await page.getByLabel("From (UTC)").blur();
  await page.getByLabel("Before (UTC)").fill(to);
  await page.getByLabel("Before (UTC)").press("Enter");
  const within = await client.count(`jobKey=many.0000&from=${from}:00.000Z&to=${to}:00.000Z`);
  expect(within).toBeGreaterThan(0);
  await page.getByText(`Over ${within} runs`).waitFor();
  await page.reload();
  await page.getByText(`Over ${within} runs`).waitFor();
  expect(await page.getByLabel("From (UTC)").inputValue()).toBe(from);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(panel.complaints).toEqual([]);
});

it("what was changed meanwhile is marked on the chart, for the keyboard too, and leads to its place in the history", async () => {
  const post = async (path: string, body: object): Promise<void> => {
    const response = await fetch(`${server.url}/api/v1${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(response.status).toBeLessThan(300);
  };
  await post("/apps/shop/stop", { note: "Release" });
  await post("/apps/shop/start", {});
  const address = "/jobs/many.0000?tab=statistics";
  await using panel = await openPanel({
    url: server.url,
    path: address,
    viewport: { width: 390, height: 844 },
  });
  const { page } = panel;
  const mark = page.getByRole("list", { name: "What was changed, and alarms" }).getByRole("link");
  await mark.waitFor();
  expect(await mark.getAttribute("aria-label")).toMatch(
    /somebody on this machine stopped app shop and .* started app shop$/,
  );
  expect(await accessibilityFaults(page)).toEqual([]);
  await mark.press("Enter");
  const act = page.locator(".act[data-linked]");
  await act.getByText("Release").waitFor();
  expect(await act.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(panel.complaints).toEqual([]);
});
