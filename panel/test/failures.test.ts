import { expect, it, vi } from "vitest";
import { accessibilityFaults } from "./audit.ts";
import { openPanel } from "./open-panel.ts";
import { type PanelServer, startPanelServer } from "./panel-server.ts";
import { PATIENCE } from "./patience.ts";
import { createRunClient } from "./run-client.ts";
import { servePanel } from "./serve-panel.ts";

vi.setConfig(PATIENCE);

let server: PanelServer;
servePanel({}, (started) => {
  server = started;
});

it("failures are grouped by cause, run again together, and muted until they come back", async () => {
  const client = createRunClient(server.url);
  const fail = async (to: string): Promise<void> => {
    const { id } = await client.trigger("mail.send", { args: { to, fail: true } });
    await client.until(id, ({ state }) => state === "Terminated");
  };
  await fail("ann");
  await fail("bob");
  await using panel = await openPanel({ url: server.url, path: "/failures" });
  const { page } = panel;
  const group = page.locator(".failure");
  // The server's own failed mail is the third.
  await group.getByText("3 runs").waitFor();
  expect(await group.count()).toBe(1);
  await group.getByRole("link", { name: "The mailbox is full" }).waitFor();
  // All of them failed in the last of the day's 24 hours.
  await group.getByRole("img", { name: "When they failed" }).locator("rect:not([data-empty])").waitFor();
  expect(await group.locator("rect").last().getAttribute("data-empty")).toBeNull();
  expect(await accessibilityFaults(page)).toEqual([]);
  await group.getByRole("button", { name: "Run 3 again …" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Run 3 again" }).click();
  await page.getByText("3 of 3 done").waitFor();
  await page.keyboard.press("Escape");
  await group.getByText("6 runs").waitFor();
  const note = group.getByRole("textbox", { name: "Note on Send mail" });
  await note.fill("Ann empties it");
  await note.press("Tab");
  await group.getByText("Changed by local").waitFor();
  await group.getByRole("button", { name: "Mute" }).click();
  await page.getByRole("menuitem", { name: "Until it fails again" }).click();
  await page.getByText("All failures are muted").waitFor();
  // What one person says of a group, everybody sees.
  await using other = await openPanel({ url: server.url, path: "/failures" });
  await other.page.getByText("All failures are muted").waitFor();
  await other.page.getByRole("button", { name: "Muted: 1" }).click();
  const noted = other.page.getByRole("textbox", { name: "Note on Send mail" });
  await expect.poll(() => noted.inputValue()).toBe("Ann empties it");
  await fail("cho");
  await group.getByText("7 runs").waitFor();
  expect(panel.complaints).toEqual([]);
});

it("failures of one cause in many jobs are one group, which names its jobs and leads to its runs", async () => {
  // Fewer of each job than its retention keeps.
  await using busy = await startPanelServer({ jobs: 46, runs: 45_000 });
  const client = createRunClient(busy.url);
  await using panel = await openPanel({ url: busy.url, path: "/failures" });
  const { page } = panel;
  await page.locator(".failure").first().waitFor();
  const counts = await page
    .locator(".failure-count")
    .evaluateAll((all) => all.map((one) => Number.parseInt(one.getAttribute("title") ?? "", 10)));
  const failed = await client.count("state=Terminated");
  expect(failed).toBeGreaterThan(1000);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(failed);
  await page.getByText(`Groups: ${counts.length}, failed runs: ${failed}`).waitFor();
  const many = page.locator(".failure").filter({ hasText: "47 jobs" });
  await many.locator("summary").click();
  // The list is made once the browser says that it was opened.
  await many.getByText("and 27 more").waitFor();
  expect(await many.locator(".failed-jobs li").count()).toBe(21);
  expect(await accessibilityFaults(page)).toEqual([]);
  const job = many.locator(".failed-jobs li").first();
  const ofJob = Number.parseInt((await job.getByText(/^\d+ runs$/).textContent()) ?? "", 10);
  await job.getByRole("button", { name: `Run ${ofJob} again …` }).click();
  await page
    .getByRole("dialog")
    .getByText(new RegExp(`^${ofJob} new runs will be created`))
    .waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("searchbox").fill("no such error");
  await page.getByText("No failure fits the filter").waitFor();
  await page.getByRole("searchbox").fill("MAILBOX");
  await many.getByRole("link", { name: "List its runs" }).click();
  await page.waitForURL(/\/runs\?.*search=error/);
  await page.locator("tbody tr[data-run]").first().waitFor();
  expect(panel.complaints).toEqual([]);
});
