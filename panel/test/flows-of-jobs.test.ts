import { vi } from "vitest";
import { followPath } from "./open-panel.ts";
import type { PanelServer } from "./panel-server.ts";
import { PATIENCE } from "./patience.ts";
import { createRunClient, type RunClient } from "./run-client.ts";
import { servePanel } from "./serve-panel.ts";
import { USUAL_FLOWS } from "./usual-flows.ts";
import { type Flow, walkFlows } from "./walk-flows.ts";

// What those who look after jobs and executors come for, with the clicks it takes; what they type is not counted.

vi.setConfig(PATIENCE);

let server: PanelServer;
let client: RunClient;
servePanel(
  { withRunJobs: true, withStuck: true, withReasons: true, withPrograms: true, withHostile: false },
  (started) => {
    server = started;
    client = createRunClient(started.url);
  },
);

const SCRIPT = { kind: "script", language: "shell" } as const;

async function scriptOf(key: string, ...sources: readonly string[]): Promise<string> {
  const [source = ""] = sources;
  await client.post("jobs", { key, app: "shop", kind: "triggered", work: { ...SCRIPT, source } });
  for (const next of sources.slice(1)) await client.change(key, { work: { ...SCRIPT, source: next } });
  return `/jobs/${key}?tab=script`;
}

/** As its table is exported: a handler of an executor that this panel's worker speaks for. */
const OF_XXL_JOB = JSON.stringify({
  xxl_job_group: [{ id: 1, app_name: "xxl-job-executor-sample" }],
  xxl_job_info: [
    {
      id: 1,
      job_group: 1,
      executor_handler: "closeDay",
      schedule_type: "CRON",
      schedule_conf: "0 0 2 * * ?",
    },
  ],
});

const FLOWS: readonly Flow[] = [
  {
    name: "run a job with arguments",
    most: 3,
    path: "/jobs/mail.send",
    async go(page, { click }) {
      await click(page.getByRole("link", { name: "Run now" }));
      await page.getByRole("textbox", { name: /^to/ }).fill("hal");
      await click(page.getByRole("button", { name: "Run", exact: true }));
      await page.waitForURL("**/runs/*");
    },
  },
  {
    name: "read which executor ran what, and all that it ran",
    most: 2,
    path: "/runs?jobKey=mail.send",
    async go(page, { click }) {
      const name = page.locator("tbody tr").first().getByText("Mail host 1");
      await name.waitFor();
      await followPath(page, "/workers");
      await click(page.getByRole("button", { name: "Details of Mail host 1" }));
      await click(page.getByRole("link", { name: "Runs of this worker" }));
      await page.waitForURL(/worker=/);
      await name.waitFor();
    },
  },
  {
    ...USUAL_FLOWS.whyNot,
    path: "/jobs/reports.weekly",
    async go(page, { click }) {
      await click(page.getByRole("button", { name: "Why? …" }));
      await page.getByText(/^The job was paused .*“The printer is broken”/).waitFor();
    },
  },
  {
    ...USUAL_FLOWS.stuck,
    path: async () => {
      const { id } = await client.trigger("orders.stuck");
      await client.until(id, ({ state }) => state === "Processing");
      return `/runs/${id}`;
    },
    async go(page, { click }) {
      const next = await client.trigger("orders.stuck");
      await click(page.getByRole("button", { name: "Cancel", exact: true }));
      await click(page.getByRole("button", { name: "Cancel the run" }));
      await click(page.getByRole("button", { name: "Release the slot" }));
      await client.until(next.id, ({ state }) => state === "Processing");
    },
  },
  {
    name: "see what waits of a job, and run one next",
    most: 2,
    path: async () => {
      await client.change("import.orders", { whenFull: "queue" });
      for (let count = 0; count < 2; count += 1) {
        const { id } = await client.trigger("import.orders");
        await client.until(id, ({ reasonCode }) => reasonCode === "waits_for_slot");
      }
      return "/jobs/import.orders";
    },
    async go(page, { click }) {
      await click(page.getByRole("tab", { name: "Waiting" }));
      const second = page
        .locator("tbody tr")
        .nth(1)
        .getByRole("button", { name: /^Run next/ });
      const label = (await second.getAttribute("aria-label")) ?? "";
      await click(second);
      const first = page.locator("tbody tr").first();
      await first
        .getByRole("button", { name: label })
        .or(first.getByTitle(label.replace(/^.*: /, "")))
        .first()
        .waitFor();
    },
  },
  {
    name: "change a cron after its next fires are shown",
    most: 3,
    path: "/jobs/metrics.sample",
    async go(page, { click }) {
      await click(page.getByRole("tab", { name: "Options" }));
      await page.getByLabel("Cron").fill("0 */10 * * * *");
      await page.locator(".cron-preview").getByText("Every 10 minutes").waitFor();
      await click(page.getByRole("button", { name: "Save", exact: true }));
      await page.getByRole("button", { name: "Save", exact: true }).waitFor({ state: "detached" });
    },
  },
  {
    name: "compare what the code says with what is in force",
    most: 3,
    path: "/jobs?status=differs",
    async go(page, { click }) {
      await click(page.getByRole("link", { name: "Sample metrics" }));
      await click(page.getByRole("tab", { name: "Options" }));
      await page.getByText("For these options the code has another value.").first().waitFor();
    },
  },
  {
    ...USUAL_FLOWS.http,
    path: "/jobs",
    async go(page, { click, choose }) {
      await click(page.getByRole("link", { name: "New job" }));
      const form = page.getByRole("main");
      await choose(form.getByRole("combobox", { name: "App" }), "shop");
      await form.getByRole("textbox", { name: "Key" }).fill("shop.ping");
      await choose(form.getByRole("combobox", { name: "Runs", exact: true }), "An HTTP request");
      await form.getByRole("textbox", { name: "Address" }).fill("https://a.test/ping");
      await click(form.getByRole("radio", { name: "On demand" }));
      await click(form.getByRole("button", { name: "Create", exact: true }));
      await page.getByText(/(GET|POST) https:\/\/a.test\/ping/).waitFor();
    },
  },
  {
    ...USUAL_FLOWS.script,
    path: "/jobs?app=shop",
    async go(page, { click, choose }) {
      await click(page.getByRole("link", { name: "New job" }));
      const form = page.getByRole("main");
      await form.getByRole("textbox", { name: "Key" }).fill("ops.count");
      await choose(form.getByRole("combobox", { name: "Runs", exact: true }), "A script: shell");
      await form.getByRole("textbox", { name: "Source" }).fill("wc -l /etc/hosts\n");
      await click(form.getByRole("radio", { name: "On demand" }));
      await click(form.getByRole("button", { name: "Create", exact: true }));
      await page.getByRole("heading", { name: "ops.count", level: 1 }).waitFor();
    },
  },
  {
    ...USUAL_FLOWS.xxl,
    path: "/jobs?app=shop",
    async go(page, { click, choose }) {
      await click(page.getByRole("link", { name: "New job" }));
      const form = page.getByRole("main");
      await form.getByRole("textbox", { name: "Key" }).fill("shop.demo");
      await choose(
        form.getByRole("combobox", { name: "Runs", exact: true }),
        "A handler of an XXL-JOB executor",
      );
      await form.getByRole("combobox", { name: "AppName" }).fill("xxl-job-executor-sample");
      await form.getByRole("textbox", { name: "JobHandler" }).fill("demoJobHandler");
      await click(form.getByRole("radio", { name: "On demand" }));
      await click(form.getByRole("button", { name: "Create", exact: true }));
      await page.getByRole("heading", { name: "shop.demo", level: 1 }).waitFor();
    },
  },
  {
    name: "roll a script back",
    most: 2,
    path: () => scriptOf("ops.rolled", "echo one\n", "echo two\n"),
    async go(page, { click }) {
      await click(page.getByRole("button", { name: "Roll back to version 1" }));
      await page.getByRole("dialog").getByRole("textbox", { name: "Why" }).fill("Two was wrong");
      await click(page.getByRole("dialog").getByRole("button", { name: "Roll back" }));
      await page.getByText("Version 3 is in force").waitFor();
    },
  },
  {
    ...USUAL_FLOWS.crontab,
    path: "/jobs",
    async go(page, { click, choose }) {
      await click(page.getByRole("link", { name: "Import", exact: true }));
      await choose(page.getByRole("combobox", { name: "Source" }), "crontab of a user");
      await page.getByRole("textbox", { name: "Content" }).fill("0 3 * * * /usr/bin/true\n");
      await page.getByRole("combobox", { name: "App" }).fill("shop");
      await page.keyboard.press("Tab");
      await page.getByRole("combobox", { name: "Time zone" }).fill("UTC");
      // What is typed counts, although nothing of the list was chosen.
      await page.keyboard.press("Tab");
      await click(page.getByRole("button", { name: "Preview" }));
      await page.getByText(/^1 job was found/).waitFor();
      await click(page.getByRole("button", { name: "Import 1 job" }));
      await page.getByRole("table", { name: "Result" }).getByText("Created").waitFor();
    },
  },
  {
    ...USUAL_FLOWS.dump,
    path: "/jobs",
    async go(page, { click }) {
      await click(page.getByRole("link", { name: "Import", exact: true }));
      await page.getByRole("textbox", { name: "Content" }).fill(OF_XXL_JOB);
      await page.getByRole("combobox", { name: "Time zone" }).fill("Asia/Shanghai");
      await page.keyboard.press("Tab");
      await click(page.getByRole("button", { name: "Preview" }));
      await page.getByText(/\d+ fires, all the same/).waitFor();
      await click(page.getByRole("button", { name: "Import 1 job" }));
      await page.getByRole("table", { name: "Result" }).getByText("Created").waitFor();
    },
  },
  {
    name: "read which fires were missed, and why",
    most: 2,
    path: "/runs?jobKey=reasons.all",
    async go(page, { click }) {
      await click(page.getByRole("button", { name: /^Skipped/ }));
      await click(
        page
          .getByRole("row", { name: /3 fires were missed/ })
          .getByRole("link")
          .first(),
      );
      await page.waitForURL("**/runs/*");
      await page.getByText("3 fires were missed").first().waitFor();
    },
  },
  {
    name: "give a job a schedule beside its own, and read its next fires",
    most: 3,
    path: "/jobs/ledger%2Fclose-day?tab=options",
    async go(page, { click }) {
      await click(page.getByRole("button", { name: "Add a schedule" }));
      const schedule = page.getByRole("group", { name: "schedule-1" });
      // Daily: the page shows three fires of a job whose own schedule keeps to weekdays.
      await schedule.getByLabel("Cron").fill("0 0 13 * * *");
      await schedule.locator(".cron-preview tbody tr").first().waitFor();
      await click(page.getByRole("button", { name: "Save", exact: true }));
      await page.locator(".job-header").getByText("schedule-1").first().waitFor();
    },
  },
  {
    name: "drain an executor, and take it back",
    most: 3,
    path: "/workers",
    async go(page, { click }) {
      await click(
        page
          .locator("tbody tr")
          .first()
          .getByRole("button", { name: /^Details of / }),
      );
      await click(page.getByRole("button", { name: "Drain", exact: true }));
      await click(page.getByRole("button", { name: "Take runs again" }));
      await page.getByRole("button", { name: "Drain", exact: true }).waitFor();
    },
  },
  {
    name: "stop an app with what runs of it",
    most: 4,
    path: "/overview",
    async go(page, { click }) {
      await click(page.getByRole("link", { name: "Workers", exact: true }));
      await click(page.getByRole("button", { name: "Stop shop" }));
      await page.getByLabel("Note for others").fill("Release");
      await click(page.getByRole("checkbox", { name: /under way too$/ }));
      await click(page.getByRole("dialog").getByRole("button", { name: "Stop", exact: true }));
      await page.getByRole("button", { name: "Start again: shop" }).waitFor();
    },
  },
  {
    name: "read why an app is silent, who stopped it and when",
    most: 3,
    path: "/overview",
    async go(page, { click }) {
      await click(page.getByRole("link", { name: "Reports" }));
      await click(page.getByRole("link", { name: "History" }));
      await page.locator(".act", { hasText: "stopped app shop" }).getByText("Release").waitFor();
    },
  },
];

walkFlows(FLOWS, () => server.url);
