import { expect, it, vi } from "vitest";
import { accessibilityFaults } from "./audit.ts";
import { followPath, openPanel } from "./open-panel.ts";
import { PATIENCE } from "./patience.ts";
import { createRunClient, type RunClient } from "./run-client.ts";
import { servePanel } from "./serve-panel.ts";

vi.setConfig(PATIENCE);

let url: string;
let client: RunClient;
servePanel({}, (server) => {
  url = server.url;
  client = createRunClient(url);
});

it("many jobs are paused as one operation, whose page says what was left alone, and undone, all in the job's history", async () => {
  await client.post("jobs/metrics.sample/pause", { note: "Audit" });
  await using panel = await openPanel({ url, path: "/jobs?kind=recurring" });
  const { page } = panel;
  await page.getByRole("checkbox", { name: "Select all" }).check();
  await page.getByRole("button", { name: "Pause", exact: true }).last().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Note").fill("Release 4.2");
  await dialog.getByRole("button", { name: /^Pause \d$/ }).click();
  await dialog.getByRole("link", { name: "Show what became of each" }).click();
  await page.getByRole("heading", { name: "Paused jobs" }).waitFor();
  await page.getByText(/^\d of \d done, \d left alone$/).waitFor();
  await page.getByText("Release 4.2").waitFor();
  expect(await page.getByRole("img", { name: "Left alone" }).count()).toBeGreaterThan(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Resume what it paused …" }).click();
  await dialog.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("heading", { name: "Resumed jobs" }).waitFor();
  await page.getByRole("link", { name: "It undoes another operation" }).click();
  await page.getByRole("link", { name: "It was undone" }).waitFor();
  expect(await page.getByRole("button", { name: "Resume what it paused …" }).count()).toBe(0);
  await followPath(page, "/jobs/metrics.sample?tab=history");
  const acts = page.locator(".act");
  // The undo has left the pause of somebody else.
  await acts.getByText("Audit").waitFor();
  expect(await acts.getByText("resumed").count()).toBe(0);
  await followPath(page, "/jobs/ledger%2Fclose-day?tab=history");
  await acts.first().getByText("resumed").waitFor();
  await acts.nth(1).getByText("Release 4.2").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(panel.complaints).toEqual([]);
});

it("a failed run says by which run it was repeated, and its cause is offered for another re-run no more", async () => {
  const { id } = await client.trigger("mail.send", { args: { to: "ann", fail: true } });
  await client.until(id, ({ state }) => state === "Terminated");
  await using panel = await openPanel({ url, path: "/failures" });
  const { page } = panel;
  const group = page.locator(".failure");
  await group.getByRole("button", { name: /^Run \d again …$/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("mail.send").waitFor();
  await dialog.getByRole("button", { name: /^Run \d again$/ }).click();
  await dialog.getByRole("link", { name: "Show what became of each" }).waitFor();
  await page.keyboard.press("Escape");
  await group.getByText(/of them were run again/).waitFor();
  await followPath(page, `/runs/${encodeURIComponent(id)}`);
  await page
    .getByRole("list", { name: "It was run again" })
    .getByRole("link", { name: "the new run" })
    .click();
  await page.getByText("Rerun of").first().waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(panel.complaints).toEqual([]);
});
