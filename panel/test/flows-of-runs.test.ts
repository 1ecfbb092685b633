import type { Page } from "playwright-core";
import { vi } from "vitest";
import type { PanelServer } from "./panel-server.ts";
import { PATIENCE } from "./patience.ts";
import { createRunClient, type RunClient } from "./run-client.ts";
import { servePanel } from "./serve-panel.ts";
import { USUAL_FLOWS } from "./usual-flows.ts";
import { type Flow, walkFlows } from "./walk-flows.ts";

// What people come for with runs, with the clicks it takes; what they type is not counted.

vi.setConfig(PATIENCE);

let server: PanelServer;
let client: RunClient;
servePanel({ withRunJobs: true, jobs: 40, withHostile: false }, (started) => {
  server = started;
  client = createRunClient(started.url);
});

async function failedMail(): Promise<string> {
  const { id } = await client.trigger("mail.send", { args: { to: "fay", fail: true } });
  await client.until(id, ({ state }) => state === "Terminated");
  return `/runs/${id}`;
}

/** Waits until the focus is in the first row of a list. */
async function untilInRow(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector(".list-table tbody tr")?.contains(document.activeElement) === true,
  );
}

const FLOWS: readonly Flow[] = [
  {
    name: "find a failed run and why",
    most: 1,
    path: async () => {
      await failedMail();
      return "/overview";
    },
    async go(page, { click }) {
      await click(page.getByRole("link", { name: "Read the last error" }).first());
      await page.getByText("The mailbox is full").first().waitFor();
    },
  },
  {
    name: "run a failed run again with edited arguments",
    most: 3,
    path: failedMail,
    async go(page, { click }) {
      await click(page.getByRole("link", { name: "Edit and run" }));
      await page.getByRole("textbox", { name: /^to/ }).fill("gus");
      await click(page.getByRole("button", { name: "Run", exact: true }));
      await page.waitForURL("**/runs/*");
    },
  },
  {
    name: "pause a job until tomorrow",
    most: 4,
    path: "/jobs?search=metrics",
    async go(page, { click }) {
      await click(page.getByRole("button", { name: "More actions for Sample metrics" }));
      await click(page.getByRole("menuitem", { name: "Pause" }));
      await click(page.getByRole("button", { name: "Until tomorrow 09:00" }));
      await click(page.getByRole("dialog").getByRole("button", { name: "Pause" }));
      await page.getByText("Paused until").waitFor();
    },
  },
  {
    ...USUAL_FLOWS.pauseMany,
    path: "/jobs?kind=recurring&search=many",
    async go(page, { click }) {
      await page.locator("tbody tr").nth(19).waitFor();
      await click(page.getByRole("checkbox", { name: "Select all on this page" }));
      await click(page.getByRole("group", { name: "20 selected" }).getByRole("button", { name: "Pause" }));
      await click(page.getByRole("button", { name: "1 hour" }));
      await click(page.getByRole("button", { name: "Pause 20" }));
      const dialog = page.getByRole("dialog");
      await dialog.getByText("20 of 20 done").waitFor();
      await click(dialog.getByRole("link", { name: "Show what became of each" }));
      await click(page.getByRole("button", { name: "Resume what it paused …" }));
      await click(dialog.getByRole("button", { name: "Undo" }));
      await page.getByRole("heading", { name: "Resumed jobs" }).waitFor();
    },
  },
  {
    name: "list the paused jobs",
    most: 1,
    path: "/overview",
    async go(page, { click }) {
      await click(page.getByRole("link", { name: /paused$/ }));
      await page.locator('tbody tr[data-row="reports.weekly"]').waitFor();
    },
  },
  {
    name: "see why a run was skipped",
    most: 2,
    path: "/runs",
    async go(page, { click }) {
      await click(page.getByRole("button", { name: /^Skipped/ }));
      await click(page.locator('tbody tr a[href*="/runs/"]').first());
      await page.getByText("The slot was held by").waitFor();
    },
  },
  {
    name: "cancel a run that is under way",
    most: 3,
    path: async () => `/runs/${(await client.trigger("orders.export")).id}`,
    async go(page, { click }) {
      await click(page.getByRole("button", { name: "Cancel", exact: true }));
      await page.getByLabel("Reason").fill("Wrong shop");
      await click(page.getByRole("button", { name: "Cancel the run" }));
      await page.locator(".run-state").getByText("Cancelled").waitFor();
    },
  },
  {
    name: "list 200 runs of a job in a state",
    most: 3,
    path: async () => {
      const runs = Array.from({ length: 130 }, () => client.trigger("mail.send", { args: { to: "ann" } }));
      await Promise.all(runs);
      return "/runs";
    },
    async go(page, { click, choose }) {
      await click(page.getByRole("combobox", { name: "Job" }));
      await page.getByRole("combobox", { name: "Job" }).fill("mail");
      await page.keyboard.press("Enter");
      await click(page.getByRole("button", { name: /^Succeeded/ }));
      await page.waitForURL((url) => url.search.includes("mail.send") && url.search.includes("Succeeded"));
      await choose(page.getByLabel("Rows of a page"), "200");
      await page.locator("tbody tr").nth(120).waitFor();
    },
  },
  {
    name: "run a group of failures again",
    most: 2,
    path: async () => {
      await failedMail();
      return "/failures";
    },
    async go(page, { click }) {
      await click(page.getByRole("button", { name: /^Run \d+ again …$/ }).first());
      await click(page.getByRole("dialog").getByRole("button", { name: /^Run \d+ again$/ }));
      await page.getByRole("dialog").getByRole("status").filter({ hasText: /done$/ }).waitFor();
    },
  },
  {
    ...USUAL_FLOWS.byArgument,
    path: async () => {
      const { id } = await client.trigger("mail.send", { args: { to: "grace" } });
      await client.until(id, ({ state }) => state === "Succeeded");
      return "/runs";
    },
    async go(page) {
      await page.getByRole("searchbox").first().fill("args.to:grace");
      await page.getByText("1 run", { exact: true }).waitFor();
    },
  },
  {
    ...USUAL_FLOWS.listByKeys,
    mostKeys: 6,
    path: "/jobs?search=mail",
    async go(page, { press }) {
      await page.locator("tbody tr").first().waitFor();
      await press(page, "j");
      await untilInRow(page);
      await press(page, "x");
      await page.getByRole("group", { name: "1 selected" }).waitFor();
      await press(page, "x");
      await page.getByRole("group", { name: "1 selected" }).waitFor({ state: "detached" });
      await press(page, "Enter");
      await page.waitForURL("**/jobs/mail.send");
      await page.getByRole("heading", { name: "Send mail", level: 1 }).waitFor();
    },
  },
];

walkFlows(FLOWS, () => server.url);
