import { expect, it, vi } from "vitest";
import { accessibilityFaults } from "./audit.ts";
import { openPanel } from "./open-panel.ts";
import type { PanelServer } from "./panel-server.ts";
import { PATIENCE } from "./patience.ts";
import { servePanel } from "./serve-panel.ts";

// An audit looks at every element of a page, beside whatever else the machine does.
vi.setConfig(PATIENCE);

let server: PanelServer;
servePanel({}, (started) => {
  server = started;
});

const SOURCE = JSON.stringify([
  { name: "digest", repeatInterval: "0 9 * * 1-5" },
  { name: "rollup", repeatInterval: 900 },
  { name: "once", nextRunAt: "2030-01-01T00:00:00Z" },
]);

it("jobs of another scheduler are compared, chosen and imported, paused; the same again changes nothing", async () => {
  await using panel = await openPanel({ url: server.url, path: "/jobs" });
  const { page } = panel;
  await page.getByRole("link", { name: "Import", exact: true }).click();
  await page.getByRole("heading", { name: "Import jobs" }).waitFor();
  const preview = page.getByRole("button", { name: "Preview" });
  await page.getByRole("combobox", { name: "Source" }).selectOption("agenda");
  await page.getByRole("textbox", { name: "Content" }).fill("{");
  // The zone is asked for, and never guessed.
  expect(await preview.isDisabled()).toBe(true);
  await page.getByText("Content, time zone and app are needed").waitFor();
  // Grey, it is reached with Tab, where a screen reader says why, and Enter does nothing.
  await preview.focus();
  expect(await preview.getAttribute("aria-description")).toBe(
    "Content, time zone and app are needed for a preview",
  );
  expect(await preview.evaluate((button) => button === document.activeElement)).toBe(true);
  await preview.press("Enter");
  expect(await page.getByText("jobs were found").count()).toBe(0);
  await page.getByRole("combobox", { name: "Time zone" }).fill("shangh");
  await page.getByRole("option", { name: "Asia/Shanghai" }).click();
  await page.getByRole("combobox", { name: "App" }).fill("shop");
  await preview.click();
  await page.getByText("cannot be read").waitFor();
  const file = { name: "agenda.json", mimeType: "application/json", buffer: Buffer.from(SOURCE) };
  await page.locator('input[type="file"]').setInputFiles(file);
  await preview.click();
  await page.getByText("3 jobs were found").waitFor();
  await page.getByText(/\d+ fires, all the same/).waitFor();
  await page.getByText("An interval of 0.9 s is not between 1 s and 366 days").waitFor();
  await page.getByText("Cannot be imported").waitFor();
  await page.locator("summary").click();
  await page.getByText("only before").first().waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("checkbox", { name: "Import agenda/rollup" }).uncheck();
  await page.getByRole("button", { name: "Import 1 job" }).click();
  await page.getByRole("table", { name: "Result" }).getByText("Created").waitFor();
  const stored = await fetch(`${server.url}/api/v1/jobs/${encodeURIComponent("agenda/digest")}`);
  expect(await stored.json()).toMatchObject({ revision: 1, pause: { until: null }, nextFire: null });
  await preview.click();
  await page.getByRole("row", { name: "agenda/digest" }).getByText("Imported already").waitFor();
  // The browser itself reports the request that was refused.
  expect(panel.complaints.filter((one) => !one.includes("400"))).toEqual([]);
});

it("a preview of XXL-JOB says, before anything is written, which AppName MOJOB_XXL lacks", async () => {
  await using panel = await openPanel({ url: server.url, path: "/jobs/+import", language: "zh" });
  const { page } = panel;
  const source = JSON.stringify({
    xxl_job_group: [{ id: 1, app_name: "shop-executor" }],
    xxl_job_info: [{ id: 1, job_group: 1, executor_handler: "closeDay", schedule_conf: "0 0 2 ? * 2-6" }],
  });
  await page.getByRole("note").getByText("目前没有在线节点接入 XXL-JOB 执行器").waitFor();
  await page.locator("textarea").fill(source);
  await page.getByRole("combobox", { name: "时区" }).fill("shangh");
  await page.getByRole("option", { name: "Asia/Shanghai" }).click();
  await page.getByRole("button", { name: "预览" }).click();
  const row = page.locator("tr[data-import]");
  await row.getByText("请在节点的 MOJOB_XXL 中加上 AppName shop-executor").waitFor();
  await row.getByText("星期数字:").waitFor();
  expect(await row.getByRole("checkbox").count()).toBe(0);
  expect(await page.getByRole("button", { name: "导入 0 个任务" }).isDisabled()).toBe(true);
  expect(panel.complaints).toEqual([]);
});
