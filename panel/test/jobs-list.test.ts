import type { Page } from "playwright-core";
import { expect, it, vi } from "vitest";
import { accessibilityFaults } from "./audit.ts";
import { openPanel } from "./open-panel.ts";
import type { PanelServer } from "./panel-server.ts";
import { PATIENCE } from "./patience.ts";
import { createRunClient, type RunClient } from "./run-client.ts";
import { servePanel } from "./serve-panel.ts";

// An audit looks at every element of a page, beside whatever else the machine does.
vi.setConfig(PATIENCE);

let server: PanelServer;
let client: RunClient;
servePanel({ jobs: 60, withHostile: false }, (started) => {
  server = started;
  client = createRunClient(started.url);
});

function shownJobs(page: Page): Promise<(string | null)[]> {
  return page.locator("tbody tr").evaluateAll((rows) => rows.map((row) => row.getAttribute("data-row")));
}

/** Beside whatever else the machine does. */
function eventually<Value>(read: () => Value | Promise<Value>) {
  return expect.poll(read);
}

function isAscending(times: readonly string[]): boolean {
  return times.every((at, index) => at >= (times[index - 1] ?? ""));
}

it("jobs are narrowed by what is wrong with them, and the address keeps it", async () => {
  const failed = await client.trigger("mail.send", { args: { to: "fay", fail: true } });
  await client.until(failed.id, ({ state }) => state === "Terminated");
  await using panel = await openPanel({ url: server.url, path: "/jobs" });
  const { page } = panel;
  const status = page.getByLabel("Status");
  await status.selectOption("failing");
  await page.getByText("1 job", { exact: true }).waitFor();
  await eventually(() => shownJobs(page)).toEqual(["mail.send"]);
  await status.selectOption("paused");
  await page.locator('tbody tr[data-row="reports.weekly"]').waitFor();
  expect(new URL(page.url()).search).toBe("?status=paused");
  await page.reload();
  await page.locator('tbody tr[data-row="reports.weekly"]').waitFor();
  expect(await status.inputValue()).toBe("paused");
  await status.selectOption("");
  await page.getByLabel("Tag").selectOption("team-3");
  await page.getByText("9 jobs", { exact: true }).waitFor();
  expect(panel.complaints).toEqual([]);
});

it("jobs are ordered by a column's head, one way, the other and not at all, over all pages", async () => {
  await using panel = await openPanel({ url: server.url, path: "/jobs" });
  const { page } = panel;
  await page.locator('tbody tr[data-row="import.orders"]').waitFor();
  const head = page.getByRole("columnheader", { name: "Next run" });
  await head.getByRole("button").click();
  await page.locator('th[aria-sort="ascending"]').waitFor();
  const fires = page.locator("tbody tr td:nth-child(4) time");
  await eventually(() => fires.count()).toBeGreaterThan(20);
  const times = (): Promise<string[]> =>
    fires.evaluateAll((all) => all.map((time) => time.getAttribute("datetime") ?? ""));
  await eventually(async () => isAscending(await times())).toBe(true);
  await head.getByRole("button").click();
  await page.locator('th[aria-sort="descending"]').waitFor();
  await eventually(async () => isAscending((await times()).toReversed())).toBe(true);
  await eventually(async () => (await shownJobs(page)).length).toBe(50);
  const first = await shownJobs(page);
  await page.getByRole("link", { name: "Next page" }).click();
  await page.getByRole("link", { name: "Previous page" }).waitFor();
  await eventually(async () => (await shownJobs(page)).filter((key) => first.includes(key))).toEqual([]);
  await page.getByRole("link", { name: "Previous page" }).click();
  // Not the very same rows: a job that has fired meanwhile has another next run.
  await eventually(async () => (await shownJobs(page)).length).toBe(50);
  await eventually(async () => isAscending((await times()).toReversed())).toBe(true);
  await page.getByLabel("Rows of a page").selectOption("200");
  await eventually(async () => (await shownJobs(page)).length).toBe(66);
  await head.getByRole("button").click();
  await eventually(() => new URL(page.url()).search).toBe("?size=200");
  expect(panel.complaints).toEqual([]);
});

it("ticked jobs are paused, resumed and run together by the keyboard, with what became of each", async () => {
  await using panel = await openPanel({ url: server.url, path: "/jobs?search=e" });
  const { page } = panel;
  const row = (key: string) => page.locator(`tbody tr[data-row="${key}"]`);
  await row("ledger/close-day").waitFor();
  for (const key of ["ledger/close-day", "metrics.sample", "mail.send"]) {
    await row(key).getByRole("checkbox").focus();
    await page.keyboard.press("Space");
  }
  await page.getByText("3 selected").waitFor();
  const bar = page.getByRole("group", { name: "3 selected" });
  await bar.getByRole("button", { name: "Pause" }).press("Enter");
  await page.getByRole("button", { name: "Until tomorrow 09:00" }).press("Enter");
  await page.getByLabel("Note for others").fill("Release 4.2");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Pause 3" }).press("Enter");
  await page.getByText("2 of 3 done").waitFor();
  await page.getByRole("dialog").getByRole("link", { name: "Send mail" }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await row("metrics.sample").getByText("Paused until").waitFor();
  expect(await page.getByText("3 selected").count()).toBe(0);
  await page.getByRole("checkbox", { name: "Select all on this page" }).press("Space");
  await page.getByRole("button", { name: "Resume" }).press("Enter");
  await page.getByRole("button", { name: /^Resume \d/ }).press("Enter");
  await page.getByRole("dialog").getByText(/done$/).waitFor();
  await page.keyboard.press("Escape");
  await row("metrics.sample").getByText("Paused until").waitFor({ state: "detached" });
  await row("metrics.sample").getByRole("checkbox").press("Space");
  await page.getByRole("group", { name: "1 selected" }).getByRole("button", { name: "Run" }).press("Enter");
  await page.getByRole("button", { name: "Run 1" }).press("Enter");
  await page.getByRole("dialog").getByRole("link", { name: "Sample metrics" }).press("Enter");
  await page.waitForURL("**/runs/*");
  await page.getByRole("heading", { name: "Sample metrics" }).waitFor();
  expect(panel.complaints).toEqual([]);
});

it("what became of ticked jobs stays to be read where they leave the list by it", async () => {
  const paused = await fetch(`${server.url}/api/v1/jobs/reports.weekly/pause`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  expect(paused.status).toBe(200);
  await using panel = await openPanel({ url: server.url, path: "/jobs?status=paused&search=weekly" });
  const { page } = panel;
  await page.locator('tbody tr[data-row="reports.weekly"]').waitFor();
  await page.getByRole("checkbox", { name: "Select all on this page" }).press("Space");
  await page.getByRole("button", { name: "Resume" }).press("Enter");
  await page.getByRole("button", { name: "Resume 1" }).press("Enter");
  await page.locator("main tbody tr").first().waitFor({ state: "detached" });
  await page.getByRole("dialog").getByRole("link", { name: "Weekly report" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("No job fits the filter").waitFor();
  expect(panel.complaints).toEqual([]);
});

it("a pause cannot end in the past, and says so at its field", async () => {
  await using panel = await openPanel({ url: server.url, path: "/jobs?search=metrics" });
  const { page } = panel;
  await page.getByRole("button", { name: "More actions for Sample metrics" }).click();
  await page.getByRole("menuitem", { name: "Pause" }).click();
  await page.getByLabel(/^Until/).fill("2020-01-01T09:00");
  await page.getByText("This time has passed").waitFor();
  const pause = page.getByRole("dialog").getByRole("button", { name: "Pause" });
  expect(await pause.isDisabled()).toBe(true);
  expect(await pause.getAttribute("aria-description")).toBe("This time has passed");
  await page.getByLabel(/^Until/).press("Enter");
  await page.getByRole("button", { name: "1 hour" }).click();
  await page.getByText("This time has passed").waitFor({ state: "detached" });
  expect(panel.complaints).toEqual([]);
});

it("a list is as it was left when the user comes back to it: its place, and what was ticked", async () => {
  await using panel = await openPanel({ url: server.url, path: "/jobs?size=200" });
  const { page } = panel;
  const row = page.locator('tbody tr[data-row="many.0040"]');
  await row.getByRole("checkbox").check();
  await row.locator(".job-name").evaluate((link) => link.scrollIntoView({ block: "center" }));
  const top = await page.evaluate(() => scrollY);
  expect(top).toBeGreaterThan(300);
  await row.locator(".job-name").click();
  await page.waitForURL("**/jobs/many.0040");
  await page.getByRole("tab", { name: "Options" }).click();
  await page.goBack();
  await page.goBack();
  await page.waitForURL("**/jobs?size=200");
  await eventually(() => page.evaluate(() => scrollY)).toBe(top);
  expect(await row.getByRole("checkbox").isChecked()).toBe(true);
  await page.getByRole("link", { name: "Overview" }).first().click();
  await page.waitForURL("**/overview");
  await page.getByRole("navigation").getByRole("link", { name: "Jobs" }).click();
  await page.locator("tbody tr >> nth=20").waitFor();
  // Rows that are known already are drawn a moment before the router scrolls.
  await eventually(() => page.evaluate(() => scrollY)).toBe(0);
  expect(await page.locator("tbody input:checked").count()).toBe(0);
  expect(panel.complaints).toEqual([]);
});

it("a row opens by a click on it, and a control in it does not open it", async () => {
  await using panel = await openPanel({ url: server.url, path: "/jobs?search=metrics" });
  const { page } = panel;
  const row = page.locator('tbody tr[data-row="metrics.sample"]');
  await row.getByRole("checkbox").click();
  await page.getByText("1 selected").waitFor();
  expect(new URL(page.url()).pathname).toBe("/jobs");
  await row.locator(".schedule").click({ position: { x: 200, y: 10 } });
  await page.waitForURL("**/jobs/metrics.sample");
  expect(panel.complaints).toEqual([]);
});
