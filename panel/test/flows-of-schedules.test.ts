import type { Page } from "playwright-core";
import { vi } from "vitest";
import type { Clicks } from "./count-clicks.ts";
import type { PanelServer } from "./panel-server.ts";
import { PATIENCE } from "./patience.ts";
import { createRunClient, type RunClient } from "./run-client.ts";
import { servePanel } from "./serve-panel.ts";
import { USUAL_FLOWS } from "./usual-flows.ts";
import { type Flow, walkFlows } from "./walk-flows.ts";

// What people come for with times that were and are to come, and with alarms, with the clicks it takes.

vi.setConfig(PATIENCE);
/** What fails is noticed within half a minute, and summed up a few seconds later. */
const NOTICED = { timeout: 60_000, interval: 200 };
const AN_HOUR_MS = 3_600_000;

let server: PanelServer;
let client: RunClient;
servePanel({ withRunJobs: true, withPrograms: true, withHostile: false, runs: 2000 }, (started) => {
  server = started;
  client = createRunClient(started.url);
});

async function read(path: string): Promise<unknown> {
  return (await fetch(`${server.url}/api/v1/${path}`)).json();
}

/** As a field of a time takes it, in UTC as the browser has it. */
function localTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16);
}

async function makeFailure(): Promise<void> {
  const { id } = await client.trigger("invoices.post");
  await client.until(id, ({ state }) => state === "Terminated");
}

/** A job that sends notices, and the route that leads alarms of an app to it. */
function notified(service: string, key: string): Flow["go"] {
  return async (page, { click, choose }) => {
    await click(page.getByRole("link", { name: "New job" }));
    const form = page.getByRole("main");
    await choose(form.getByRole("combobox", { name: "App", exact: true }), "shop");
    await form.getByRole("textbox", { name: "Key" }).fill(key);
    await choose(
      form.getByRole("combobox", { name: "Runs", exact: true }),
      "A notice: mail, chat or webhook",
    );
    const sentWith = form.getByRole("combobox", { name: "Sent with" });
    if ((await sentWith.inputValue()) !== service) await choose(sentWith, service);
    if (service === "mail") {
      await form.getByRole("combobox", { name: "To", exact: true }).fill("ops@example.com");
      await page.keyboard.press("Enter");
      await form.getByRole("textbox", { name: "From", exact: true }).fill("jobs@example.com");
    } else await form.getByRole("textbox", { name: "Address" }).fill("https://hooks.example.com/alarms");
    await click(form.getByRole("button", { name: "Create", exact: true }));
    await page.getByRole("heading", { name: key, level: 1 }).waitFor();
    await addRoute(page, { click }, key);
  };
}

async function addRoute(page: Page, { click }: Pick<Clicks, "click">, key: string): Promise<void> {
  await click(page.getByRole("banner").getByRole("link", { name: /alarm/i }));
  await click(page.getByRole("tab", { name: "Rules and routes" }));
  await click(page.getByRole("button", { name: "Add a route" }));
  const route = page.getByRole("dialog", { name: "Add a route" });
  await route.getByLabel("Job that sends the notices").fill(key);
  await route.getByLabel("Apps").fill("shop");
  await page.keyboard.press("Enter");
  await click(route.getByRole("button", { name: "Save" }));
  await page.getByRole("listitem").filter({ hasText: key }).first().waitFor();
}

const FLOWS: readonly Flow[] = [
  {
    ...USUAL_FLOWS.tomorrow,
    path: "/overview",
    async go(page, { click }) {
      await click(page.getByRole("link", { name: "Reports" }));
      await click(page.getByRole("link", { name: "Calendar" }));
      await click(page.getByRole("radiogroup", { name: "How much is shown" }).getByText("Day"));
      await click(page.getByRole("button", { name: "Later" }));
      await page.getByRole("region", { name: "Expected load" }).first().waitFor();
      await page.getByText("fires to come").first().waitFor();
    },
  },
  {
    ...USUAL_FLOWS.lastWeek,
    path: async () => {
      await makeFailure();
      await vi.waitUntil(
        async () => JSON.stringify(await read("reports/worst?range=7d")).includes("invoices.post"),
        NOTICED,
      );
      return "/overview";
    },
    async go(page, { click }) {
      await click(page.getByRole("link", { name: "Reports" }));
      const worst = page.getByRole("table", { name: "What got worse: the worst ten jobs" });
      await worst.getByRole("link", { name: /invoices/ }).waitFor();
      await page.locator(".bar-chart").first().waitFor();
    },
  },
  {
    ...USUAL_FLOWS.backfill,
    path: "/jobs/ledger%2Fclose-day",
    async go(page, { click }) {
      await click(page.getByRole("tab", { name: "Backfill" }));
      const days = page.getByRole("group", { name: "Days of the schedule" }).getByRole("button");
      await days.first().waitFor();
      const count = await days.count();
      await click(days.nth(count - 6));
      await page.keyboard.down("Shift");
      await click(days.nth(count - 3));
      await page.keyboard.up("Shift");
      await page.getByText(/^\d+ runs? will be created$/).waitFor();
      await click(page.getByRole("button", { name: "Begin" }));
      await page.getByText("Completed").waitFor();
    },
  },
  {
    ...USUAL_FLOWS.tenMinutes,
    path: "/runs",
    async go(page, { choose }) {
      const from = Date.now() - 20 * AN_HOUR_MS;
      await choose(page.getByLabel("Created"), "between");
      await page.getByLabel(/^From/).fill(localTime(from));
      await page.keyboard.press("Enter");
      await page.getByLabel(/^Before/).fill(localTime(from + 600_000));
      await page.keyboard.press("Enter");
      // Two thousand runs of a day are some fourteen in ten minutes.
      await page.getByText(/^\d{1,2} runs$/).waitFor();
    },
  },
  {
    ...USUAL_FLOWS.cronChange,
    path: async () => {
      await client.change("metrics.sample", { cron: "0 */20 * * * *", comment: "Too many samples" });
      return "/jobs/metrics.sample";
    },
    async go(page, { click }) {
      await click(page.getByRole("tab", { name: "History" }));
      const act = page.locator(".act").filter({ hasText: "Too many samples" });
      await act.getByText("somebody on this machine").waitFor();
      await act.locator("del", { hasText: "*/5" }).waitFor();
      await act.locator("ins", { hasText: "*/20" }).waitFor();
      await act.getByRole("button", { name: "Restore the earlier values …" }).waitFor();
    },
  },
  {
    ...USUAL_FLOWS.silence,
    path: async () => {
      await makeFailure();
      await vi.waitUntil(
        async () => JSON.stringify(await read("incidents?state=open")).includes("invoices.post"),
        NOTICED,
      );
      return "/incidents";
    },
    async go(page, { click }) {
      const row = page.getByRole("listitem").filter({ hasText: "The ledger is closed" }).first();
      await click(row.getByRole("link").first());
      await click(page.getByRole("button", { name: "Silence the job…" }));
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Why").fill("The bank is closed");
      await click(dialog.getByRole("button", { name: "Silence", exact: true }));
      await dialog.waitFor({ state: "detached" });
    },
  },
  { ...USUAL_FLOWS.mail, path: "/jobs", go: notified("mail", "alarms.mail") },
  { ...USUAL_FLOWS.webhook, path: "/jobs", go: notified("webhook", "alarms.hook") },
  // The last one: while the window is open, nothing of the app begins.
  {
    ...USUAL_FLOWS.window,
    path: "/overview",
    async go(page, { click }) {
      await click(page.getByRole("link", { name: "Reports" }));
      await click(page.getByRole("link", { name: "Windows" }));
      await click(page.getByRole("button", { name: "New window" }));
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Why").fill("The schema changes");
      await dialog.getByLabel("Apps").fill("shop");
      await page.keyboard.press("Enter");
      await dialog.getByLabel(/^Until/).fill(localTime(Date.now() + 4 * AN_HOUR_MS));
      await click(dialog.getByRole("checkbox", { name: "Silence alarms of its jobs meanwhile" }));
      await dialog.getByText(/\d+ jobs rest/).waitFor();
      await click(dialog.getByRole("button", { name: "New window" }));
      const window = page.getByRole("listitem").filter({ hasText: "The schema changes" });
      await window.getByText("Silences alarms").waitFor();
    },
  },
];

walkFlows(FLOWS, () => server.url);
