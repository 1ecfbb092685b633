import { expect, it, vi } from "vitest";
import { accessibilityFaults } from "./audit.ts";
import { openPanel } from "./open-panel.ts";
import type { PanelServer } from "./panel-server.ts";
import { PATIENCE } from "./patience.ts";
import { servePanel } from "./serve-panel.ts";

vi.setConfig(PATIENCE);

const PHONE = { width: 390, height: 844 };
const job = (key: string, cron: string): string =>
  `apiVersion: mojob/v1\njobs:\n  ${key}:\n    app: shop\n    kind: recurring\n    cron: ${cron}\n`;

let server: PanelServer;
servePanel({}, (started) => {
  server = started;
});

it("a document is compared value by value, applied, and downloaded again", async () => {
  await using panel = await openPanel({ url: server.url, path: "/tenant" });
  const { page } = panel;
  await page.getByRole("link", { name: "Configuration as YAML" }).click();
  await page.waitForURL("**/tenant/config");
  const text = page.getByRole("textbox", { name: "YAML document" });
  const compare = page.getByRole("button", { name: "Compare" });
  await text.fill(job("config.close", "0 18 * * *"));
  await compare.click();
  await page.getByRole("heading", { name: "1 change" }).waitFor();
  await page.getByText("jobs/config.close").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  // Who writes a note afterwards applies what was shown.
  await page.getByRole("textbox", { name: "Note for the history" }).fill("commit 1a2b3c");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.getByText("1 change was applied").waitFor();
  await text.fill(job("config.close", "0 19 * * *"));
  await compare.click();
  const changes = page.locator(".config-changes");
  await changes.getByText("0 18 * * *").waitFor();
  await changes.getByText("0 19 * * *").waitFor();
  // Another text is another document.
  await text.fill(job("config.close", "0 18 * * *"));
  await changes.waitFor({ state: "detached" });
  await compare.click();
  await page.getByText("Nothing differs").waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("mojob.yaml");
  await page.goto(`${server.url}/history`);
  await page.getByText("config: commit 1a2b3c").first().waitFor();
  expect(panel.complaints).toEqual([]);
});

it("mistakes are shown by line and column, in Chinese too, on a phone and in the dark", async () => {
  await using panel = await openPanel({
    url: server.url,
    path: "/tenant/config",
    language: "zh",
    theme: "dark",
    viewport: PHONE,
  });
  const { page } = panel;
  await page.getByRole("textbox", { name: "YAML 文档" }).fill(job("config.x", "61 * * * *"));
  await page.getByRole("button", { name: "比较差异" }).click();
  const notice = page.getByRole("status").filter({ hasText: "无法应用：1 处错误" });
  await notice.getByText("第 6 行，第 5 列").waitFor();
  await notice.getByText("/jobs/config.x/cron").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(PHONE.width);
  expect(panel.complaints).toEqual([expect.stringContaining("400 (Bad Request)")]);
});
