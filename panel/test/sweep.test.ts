import type { Page } from "playwright-core";
import { afterAll, expect, it, vi } from "vitest";
import { PANEL_BUILD } from "../src/panel-build.generated.ts";
import { accessibilityFaults, smallTargets } from "./audit.ts";
import { followPath, type OpenPanel, openPanel } from "./open-panel.ts";
import type { PanelServer } from "./panel-server.ts";
import { PATIENCE } from "./patience.ts";
import { createRunClient } from "./run-client.ts";
import { servePanel } from "./serve-panel.ts";
import { startTask } from "./task-jobs.ts";

// An audit looks at every element of a page, beside whatever else the machine does.
vi.setConfig(PATIENCE);

let server: PanelServer;
let failed: string;
let task: string;
/** Goes from page to page, as people do. */
let walked: OpenPanel;
servePanel({ withRunJobs: true, runs: 1500 }, async (started) => {
  server = started;
  const client = createRunClient(started.url);
  const { id } = await client.trigger("invoices.post");
  await client.until(id, ({ state }) => state === "Terminated");
  failed = id;
  task = await startTask(client, "month.end");
  const publicKey = "MCowBQYDK2VwAyEAJrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs=";
  await client.post("apps/shop/executor-keys", { publicKey, executor: "resizer" });
  walked = await openPanel({ url: started.url, path: "/overview", ...WALKED });
});
// Else it would go on to look for the server that has ended.
afterAll(() => walked[Symbol.asyncDispose]());

/** Each page, what is there once it has all it shows, and its name. */
const PAGES = [
  { path: "/overview", sign: ".completions-chart canvas", en: "Overview", zh: "概览" },
  { path: "/jobs", sign: "tbody tr", en: "Jobs", zh: "任务" },
  { path: "/jobs/mail.send", sign: "tbody tr", en: "Send mail", zh: "Send mail" },
  {
    path: "/jobs/metrics.sample?tab=options",
    sign: ".cron-preview tbody tr",
    en: "Sample metrics",
    zh: "Sample metrics",
  },
  { path: "/jobs/mail.send?tab=statistics", sign: ".bar-chart", en: "Send mail", zh: "Send mail" },
  { path: "/jobs/invoice.create/run", sign: "fieldset", en: "Run Create invoice", zh: "执行 Create invoice" },
  { path: "/jobs/+new", sign: ".cron-preview tbody tr", en: "Create a job", zh: "新建任务" },
  { path: "/jobs/+import", sign: "textarea", en: "Import jobs", zh: "导入任务" },
  { path: "/runs", sign: "tbody tr", en: "Runs", zh: "运行记录" },
  { path: "/runs/$failed", sign: ".log-line", en: "Post invoices", zh: "Post invoices" },
  {
    path: "/runs/$task",
    sign: ".task-graph [data-node], .task-list .task-row",
    en: "month.end",
    zh: "month.end",
  },
  { path: "/jobs/month.end?tab=task", sign: ".task-issues [role=status]", en: "month.end", zh: "month.end" },
  { path: "/runs/$task?view=time", sign: ".task-time .task-row", en: "month.end", zh: "month.end" },
  { path: "/runs/$task?view=grid", sign: ".task-grid .task-row", en: "month.end", zh: "month.end" },
  {
    path: "/runs/$task?view=list&part=lines",
    sign: ".task-list .task-row",
    en: "month.end",
    zh: "month.end",
  },
  { path: "/jobs/month.end?tab=history", sign: "h1", en: "month.end", zh: "month.end" },
  { path: "/jobs/metrics.sample?tab=calendar", sign: "h1", en: "Sample metrics", zh: "Sample metrics" },
  { path: "/jobs/metrics.sample?tab=backfill", sign: "h1", en: "Sample metrics", zh: "Sample metrics" },
  { path: "/inbox", sign: ".inbox-item", en: "Inbox", zh: "待办" },
  { path: "/incidents", sign: ".incident", en: "Alarms", zh: "告警" },
  { path: "/incidents?tab=rules", sign: "h2", en: "Alarms", zh: "告警" },
  { path: "/calendar", sign: ".calendar", en: "Calendar", zh: "日历" },
  { path: "/calendar?range=month", sign: ".calendar", en: "Calendar", zh: "日历" },
  { path: "/runs/$failed/folder", sign: "h1", en: "Working directory", zh: "工作目录" },
  { path: "/windows", sign: "h1", en: "Windows", zh: "时间窗口" },
  { path: "/history", sign: ".act", en: "History", zh: "操作记录" },
  { path: "/history?tab=audit", sign: ".act", en: "History", zh: "操作记录" },
  { path: "/tenant/storage", sign: "h1", en: "Storage", zh: "存储" },
  { path: "/tenant/config", sign: "h1", en: "Configuration as YAML", zh: "YAML 配置" },
  { path: "/failures", sign: ".failure", en: "Failures", zh: "失败" },
  { path: "/workers", sign: "tbody tr", en: "Workers", zh: "执行器" },
  { path: "/reports", sign: ".report-table tbody tr", en: "Reports", zh: "报表" },
  { path: "/calendars", sign: "h1", en: "Working days", zh: "工作日历" },
  { path: "/archives", sign: "h1", en: "Exports and archives", zh: "导出与归档" },
  { path: "/secrets", sign: ".data-table tbody tr", en: "Secrets", zh: "机密" },
  { path: "/tenant", sign: ".data-table tbody tr", en: "Tenant", zh: "租户" },
  { path: "/deployment", sign: ".data-table tbody tr", en: "Tenants", zh: "租户管理" },
  { path: "/protection", sign: ".data-table tbody tr", en: "Protection", zh: "安全防护" },
  {
    path: "/workers/shop/keys",
    sign: ".data-table tbody tr",
    en: "Signing keys of shop",
    zh: "shop 的签名密钥",
  },
  { path: "/workers/nowhere", sign: "h1", en: "There is no such page", zh: "页面不存在" },
] as const;

/**
 * Of JavaScript, compressed, until a page shows what it has: 203 KB of it are the same for all (React alone is 60). Those that show one
 * job, run or trouble have more to show; in an editor somebody stays.
 */
const MOST_SCRIPT_BYTES = 305_000;
const MOST_OF_ONE_BYTES = 400_000;
const OF_ONE = /^\/jobs\/|^\/runs\/|^\/(?:inbox|failures|archives)|tab=rules/;
const EDITORS: readonly string[] = ["/jobs/month.end?tab=task", "/jobs/+new"];

/** What a page depends on: its width, which changes its layout; its colours; its language. Each page is seen with both of each. */
const LOADED = { language: "en", viewport: { width: 1280, height: 720 }, theme: "light" } as const;
const WALKED = { language: "zh", viewport: { width: 400, height: 720 }, theme: "dark" } as const;

type PageRow = (typeof PAGES)[number];

const pathOf = ({ path }: PageRow): string => path.replace("$failed", failed).replace("$task", task);

async function expectNoFault(
  { page, complaints }: OpenPanel,
  row: PageRow,
  language: "en" | "zh",
): Promise<void> {
  await page.locator(row.sign).first().waitFor();
  // The page before may have the sign, too.
  await expect.poll(() => page.title()).toBe(`${row[language]} · MoJobScheduler`);
  expect(await page.locator("html").getAttribute("lang")).toBe(language);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  expect(complaints).toEqual([]);
}

/** The compressed size of the scripts that a page has loaded so far. */
async function scriptBytes(page: Page): Promise<number> {
  const names = await page.evaluate(() =>
    performance.getEntriesByType("resource").map(({ name }) => name.split("/").at(-1)),
  );
  const loaded = PANEL_BUILD.assets.filter(({ name }) => name.endsWith(".js") && names.includes(name));
  return loaded.reduce((sum, { gzip }) => sum + Buffer.from(gzip, "base64").byteLength, 0);
}

it("an audit finds what breaks the rules where something does", async () => {
  await using panel = await openPanel({ url: server.url, path: "/workers/nowhere", ...LOADED });
  const { page } = panel;
  await page.locator("h1").waitFor();
  await page.evaluate(() => {
    const pale = document.createElement("p");
    pale.style.color = "#ccc";
    pale.append("Too pale", document.createElement("img"));
    const table = document.createElement("table");
    const body = table.createTBody();
    // The second row is as the first, the last is not.
    for (const color of ["#ccc", "#ccc", "inherit", "#bbb"]) {
      const cell = body.insertRow().insertCell();
      cell.style.color = color;
      cell.append(`Row ${table.rows.length}`);
    }
    document.querySelector("main")?.append(pale, table);
  });
  const found = (await accessibilityFaults(page)).map((fault) => fault.split(" ")[0]);
  expect(found).toEqual([...Array<string>(3).fill("color-contrast"), "image-alt"]);
});

it.for(PAGES)(
  "$path, loaded by its address, wide, light, in English: it can be read by everybody, and the browser has no complaint",
  async (row, { annotate }) => {
    await using panel = await openPanel({ url: server.url, path: pathOf(row), ...LOADED });
    await panel.page.locator(row.sign).first().waitFor();
    const bytes = await scriptBytes(panel.page);
    await annotate(`${Math.round(bytes / 1000)} KB of JavaScript`);
    if (!EDITORS.includes(row.path))
      expect(bytes).toBeLessThanOrEqual(OF_ONE.test(row.path) ? MOST_OF_ONE_BYTES : MOST_SCRIPT_BYTES);
    await expectNoFault(panel, row, LOADED.language);
  },
);

it.each(PAGES)(
  "$path, come to from another page, narrow, dark, in Chinese: it can be read by everybody, and the browser has no complaint",
  async (row) => {
    await followPath(walked.page, pathOf(row));
    await expectNoFault(walked, row, WALKED.language);
  },
);
