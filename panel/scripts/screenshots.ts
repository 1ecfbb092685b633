import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { closeBrowser, openPanel } from "../test/open-panel.ts";
import { startPanelServer } from "../test/panel-server.ts";
import { takeRunPictures } from "./run-pictures.ts";

// Takes the pictures of docs/panel/: each page, light and dark, in both languages, and narrow.

const FOLDER = fileURLToPath(new URL("../../docs/panel/", import.meta.url));

const PAGES = [
  { picture: "overview", path: "/overview", ready: "canvas" },
  { picture: "jobs", path: "/jobs", ready: "tbody tr" },
  { picture: "job", path: "/jobs/mail.send", ready: "tbody tr" },
  { picture: "job-options", path: "/jobs/metrics.sample?tab=options", ready: ".cron-preview tbody tr" },
  { picture: "job-statistics", path: "/jobs/mail.send?tab=statistics", ready: ".bar-chart" },
  { picture: "run-job", path: "/jobs/invoice.create/run", ready: "fieldset" },
  { picture: "new-job", path: "/jobs/+new", ready: ".cron-preview tbody tr" },
  { picture: "failures", path: "/failures", ready: ".failure" },
  { picture: "inbox", path: "/inbox", ready: ".inbox-item" },
  { picture: "workers", path: "/workers", ready: "tbody tr" },
  { picture: "reports", path: "/reports", ready: ".report-table tbody tr" },
  { picture: "calendar", path: "/calendar", ready: ".hour-heat td" },
  { picture: "workflows", path: "/jobs?work=task", ready: "tbody tr" },
] as const;
const LOOKS = [
  { name: "light-en", theme: "light", language: "en" },
  { name: "dark-zh", theme: "dark", language: "zh" },
  { name: "narrow-en", theme: "light", language: "en", viewport: { width: 400, height: 720 } },
] as const;

mkdirSync(FOLDER, { recursive: true });
await using server = await startPanelServer({ runs: 1500, withHostile: false });
await tellTroubles(server.url);
await askPeople(server.url);
for (const { picture, path, ready } of PAGES) {
  for (const { name, ...look } of LOOKS) {
    await using panel = await openPanel({ url: server.url, path, ...look });
    await panel.page.locator(`main ${ready}`).first().waitFor();
    await panel.page.screenshot({ path: `${FOLDER}${picture}-${name}.png` });
    for (const complaint of panel.complaints) console.error(`${picture} ${name}: ${complaint}`);
  }
}
await takeRunPictures(FOLDER, LOOKS);
await closeBrowser();

/** An approval to give and a task that a failure holds, so that the inbox has something to show. */
async function askPeople(url: string): Promise<void> {
  const sign = {
    id: "sign",
    type: "approval",
    title: "Sign the refund",
    by: {},
    timeoutMs: 86_400_000,
    onTimeout: "refused",
  };
  const to = [
    { name: "to", value: "fay" },
    { name: "fail", value: true },
  ];
  const send = { id: "send", type: "job", title: "Send the letters", job: { key: "mail.send" }, params: to };
  const params = [
    { name: "order", type: "text", value: "A-1042" },
    { name: "cents", type: "number", value: 88_000 },
  ];
  const tasks = [
    { key: "refund.large", body: { engine: 1, params, nodes: [sign] } },
    {
      key: "mail.monthly",
      body: { engine: 1, onFailure: "hold", nodes: [send] },
    },
  ];
  for (const { key, body } of tasks) {
    await post(url, "jobs", { key, app: "shop", kind: "triggered", work: { kind: "task", body } });
    await post(url, `jobs/${key}/instances`, {});
  }
}

/** A job that fails and one without a worker, so that the overview has something to show. */
async function tellTroubles(url: string): Promise<void> {
  await post(url, "jobs/mail.send/instances", { args: { to: "fay", fail: true } });
  await post(url, "jobs/mail.send/instances", { args: { to: "gus", fail: true } });
  const invoices = { key: "invoices.send", kind: "triggered", options: { name: "Send invoices" } };
  await post(url, "registrations", { app: "billing", definitions: [invoices] });
}

async function post(url: string, path: string, body: object): Promise<void> {
  const { ok, status } = await fetch(`${url}/api/v1/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!ok) throw new Error(`${path} answered ${status}`);
}
