import { expect, it, vi } from "vitest";
import { openPanel } from "./open-panel.ts";
import type { PanelServer } from "./panel-server.ts";
import { PATIENCE } from "./patience.ts";
import { createRunClient, type RunClient } from "./run-client.ts";
import { servePanel } from "./serve-panel.ts";
import { createTask, MONTH_END } from "./task-jobs.ts";

vi.setConfig(PATIENCE);

const PALETTE = "Go to a page, job, node, run or alarm, or do something";

const NOTICED = { timeout: 60_000 };

let server: PanelServer;
let client: RunClient;
servePanel({ withRunJobs: true }, (started) => {
  server = started;
  client = createRunClient(started.url);
});

it("Ctrl-K pauses and runs a job, opens a run by a part of its id, and switches theme and language", async () => {
  await using panel = await openPanel({ url: server.url, path: "/overview" });
  const { page } = panel;
  const choose = async (text: string, action: string): Promise<void> => {
    await page.keyboard.press("Control+k");
    await page.getByPlaceholder(PALETTE).fill(text);
    await page.getByRole("button", { name: action }).click();
  };
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await choose("sample m", "Pause Sample metrics");
  await page.getByText("Sample metrics was paused").waitFor();
  await choose("sample m", "Run Sample metrics");
  await page.waitForURL("**/runs/*");
  await page.getByRole("heading", { name: "Sample metrics" }).waitFor();
  const { id } = await client.trigger("mail.send", { args: { to: "fay" } });
  await choose(id.slice(9, 30).toUpperCase(), "Send mail");
  await page.waitForURL(`**/runs/${id}`);
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder(PALETTE).fill("weekly rep");
  await page.getByRole("button", { name: "Weekly report reports.weekly" }).first().waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/jobs/reports.weekly");
  await choose("dark", "Theme: Dark");
  await page.locator("html[data-mantine-color-scheme=dark]").waitFor();
  await choose("中文", "Language: 中文");
  await page.locator("html[lang=zh]").waitFor();
  expect(panel.complaints).toEqual([]);
});

it("Ctrl-K keeps what is typed at once, and opens for Enter what is found later", async () => {
  await using panel = await openPanel({ url: "about:", path: "blank", isFirstVisit: true });
  const { page, context } = panel;
  const late = Promise.withResolvers<void>();
  await context.route(/\/assets\/command-palette-.*\.js/, async (route) => {
    await late.promise;
    await route.continue();
  });
  await page.goto(`${server.url}/overview`);
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("weekly rep");
  expect(await page.getByRole("searchbox").last().inputValue()).toBe("weekly rep");
  late.resolve();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/jobs/reports.weekly");
  expect(panel.complaints).toEqual([]);
});

it("Ctrl-K finds a node in all workflows, and an alarm by its words", async () => {
  await createTask(client, "ops.month-end", MONTH_END);
  const { id } = await client.trigger("invoices.post");
  await client.until(id, ({ state }) => state === "Terminated");
  await using panel = await openPanel({ url: server.url, path: "/overview" });
  const { page } = panel;
  const find = async (text: string): Promise<void> => {
    await page.keyboard.press("Control+k");
    await page.getByPlaceholder(PALETTE).fill(text);
  };
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await find("TO THE BANK");
  await page.getByRole("button", { name: /^Post to the bank/ }).click();
  await page.waitForURL(/ops\.month-end\?tab=task&node=post/);
  // Jobs of the tests before have alarms, too.
  await expect
    .poll(async () => (await fetch(`${server.url}/api/v1/incidents`)).text(), NOTICED)
    .toContain("The ledger is closed");
  await find("ledger is clo");
  await page.getByRole("button", { name: /The ledger is closed/ }).click();
  await page.waitForURL("**/incidents/*");
  expect(panel.complaints).toEqual([]);
});

it("a skipped run leads to the run that held its slot", async () => {
  const skipped = `/runs?state=${encodeURIComponent('["Skipped"]')}&jobKey=import.orders`;
  await using panel = await openPanel({ url: server.url, path: skipped });
  const { page } = panel;
  await page.getByRole("link", { name: "Import orders" }).first().click();
  await page.getByText("The slot was held by").getByRole("link").click();
  await page.getByText("Processing").first().waitFor();
  await page.getByRole("heading", { name: "Import orders" }).waitFor();
  expect(panel.complaints).toEqual([]);
});
