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
  await page.getByLabel("Before (UTC)").blur();
  const within = await client.count(`jobKey=many.0000&from=${from}:00.000Z&to=${to}:00.000Z`);
  expect(within).toBeGreaterThan(0);
  await page.getByText(`Over ${within} runs`).waitFor();
  await page.reload();
  await page.getByText(`Over ${within} runs`).waitFor();
  expect(await page.getByLabel("From (UTC)").inputValue()).toBe(from);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(panel.complaints).toEqual([]);
});
