import { expect, it, vi } from "vitest";
import { accessibilityFaults } from "./audit.ts";
import { followPath, openPanel } from "./open-panel.ts";
import type { PanelServer } from "./panel-server.ts";
import { PATIENCE } from "./patience.ts";
import { createRunClient, type RunClient } from "./run-client.ts";
import { servePanel } from "./serve-panel.ts";

// An audit looks at every element of a page, beside whatever else the machine does.
vi.setConfig(PATIENCE);

let server: PanelServer;
let client: RunClient;
servePanel({ withRunJobs: true }, (started) => {
  server = started;
  client = createRunClient(started.url);
});

it("the page of a failed run says what else is known, and the page of a job why it did not fire, in both languages", async () => {
  const { id } = await client.trigger("invoices.post");
  await client.until(id, ({ state }) => state === "Terminated");
  await client.post("jobs", {
    key: "close",
    app: "shop",
    kind: "recurring",
    options: { cron: "0 0 1 * * *", timeZone: "UTC" },
    work: { kind: "script", language: "shell", source: "true\n" },
  });
  await client.post("jobs/close/pause", { note: "Release" });
  await using panel = await openPanel({ url: server.url, path: `/runs/${id}` });
  const { page } = panel;
  const known = page.getByRole("status").filter({ hasText: "What else is known of the failure" });
  await known.getByText("No run of the job has succeeded before").waitFor();
  // The page shows the error itself once.
  expect(await known.textContent()).not.toContain("The ledger is closed");
  await followPath(page, "/jobs/close");
  await page.getByRole("button", { name: "Why? …" }).click();
  const dialog = page.getByRole("dialog", { name: "Why did it run, or not?" });
  await dialog.getByText(/^The job was paused by .*“Release”/).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByLabel(/^At \(/).fill("2020-01-01T01:00:00");
  await dialog.getByText(/^There was no such job before/).waitFor();
  await dialog.getByRole("button", { name: "Now" }).click();
  await dialog.getByText("The job has no further fire").waitFor();
  expect(await dialog.getByLabel(/^At \(/).inputValue()).toBe("");
  await page.keyboard.press("Escape");
  await page.evaluate(() => localStorage.setItem("mojob-language", "zh"));
  await page.reload();
  await page.getByRole("button", { name: "为什么？…" }).click();
  await page.getByText(/^任务已暂停（.*Release/).waitFor();
  expect(panel.complaints).toEqual([]);
});
