import { readFile } from "node:fs/promises";
import { expect, it, vi } from "vitest";
import { accessibilityFaults, smallTargets } from "./audit.ts";
import { openPanel } from "./open-panel.ts";
import { PATIENCE } from "./patience.ts";
import { createRunClient } from "./run-client.ts";
import { servePanel } from "./serve-panel.ts";

vi.setConfig(PATIENCE);

let url: string;
servePanel({}, async (server) => {
  url = server.url;
  const client = createRunClient(url);
  await client.post("apps/shop/stop", { note: "Stocktaking" });
  await client.post("apps/shop/start", {});
  // A page of another site has somebody's browser send this.
  const headers = { Origin: "https://evil.example", "Content-Type": "application/json" };
  await fetch(`${url}/api/v1/apps/shop/stop`, { method: "POST", headers, body: "{}" });
});

it("who stopped an app is found in four clicks, with where the request came from", async () => {
  await using panel = await openPanel({ url, path: "/overview" });
  const { page } = panel;
  await page.getByRole("link", { name: "Reports" }).click();
  await page.getByRole("link", { name: "History" }).click();
  await page.getByRole("tab", { name: "Audit" }).click();
  await page.getByLabel("What", { exact: true }).selectOption("stopped app");
  const acts = page.locator(".act");
  await acts.getByText("Stocktaking").waitFor();
  // It is among all others until the page has those of this kind.
  await expect.poll(() => acts.count()).toBe(1);
  expect(await acts.innerText()).toContain("somebody on this machine stopped app shop");
  expect(await acts.innerText()).toContain("127.0.0.1");
  await page.getByLabel("When").selectOption("Last 24 hours");
  await expect.poll(() => page.url()).toContain("window=24h");
  await expect.poll(() => acts.count()).toBe(1);
  await page.getByRole("searchbox", { name: "Who, by name or id" }).fill("nobody");
  await page.getByText("Nothing of this kind was done").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(panel.complaints).toEqual([]);
});

it("refusals are in it, it is exported as it is filtered, and verified", async () => {
  await using panel = await openPanel({ url, path: "/history?tab=audit" });
  const { page } = panel;
  await page.getByLabel("How it ended").selectOption("Refused");
  const acts = page.locator(".act");
  await acts.getByText("foreign_origin").first().waitFor();
  expect(await acts.first().innerText()).toContain("somebody unknown was refused");
  expect(await acts.first().innerText()).toContain("operation stopApp");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export" }).click(),
  ]);
  const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\n");
  expect(lines.map((line) => (JSON.parse(line) as { readonly outcome: string }).outcome)).toEqual(
    Array.from({ length: await acts.count() }, () => "refused"),
  );
  await page.getByRole("button", { name: "Verify", exact: true }).click();
  await page
    .getByText(
      /^\d+ entries were checked: none was changed, removed or added\. Where it ends is sealed by a key/,
    )
    .waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  expect(panel.complaints).toEqual([]);
});

it("it is verified by lines that were kept, which are found within a log", async () => {
  await using panel = await openPanel({ url, path: "/history?tab=audit" });
  const { page } = panel;
  await page.getByRole("button", { name: "Verify by kept lines …" }).click();
  const dialog = page.getByRole("dialog");
  const field = dialog.getByRole("textbox", { name: "Lines of MOJOB_AUDIT_HEADS" });
  const verify = dialog.getByRole("button", { name: "Verify", exact: true });
  expect(await verify.getAttribute("aria-disabled")).toBe("true");
  const at = new Date().toISOString();
  const lineOf = (...heads: readonly object[]): string =>
    `control-1  | ${JSON.stringify({ auditHeads: { tenant: "default", at, heads } })}`;
  await field.fill(`control-1  | started\n${lineOf()}\ncontrol-1  | stopped`);
  await dialog.getByText("1 line was found.").waitFor();
  await verify.click();
  await dialog.getByText(/entries were checked: none was changed, removed or added/).waitFor();
  await field.fill(`${lineOf()}\n${lineOf({ writer: "an-earlier-process", n: 3, hash: "aa", at })}`);
  await verify.click();
  await dialog.getByText("The record was put back to before a place that was kept elsewhere:").waitFor();
  await dialog.getByText("an-earlier-process #3").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  expect(panel.complaints).toEqual([]);
});

it("the audit is read in Chinese on a phone", async () => {
  await using panel = await openPanel({
    url,
    path: "/history?tab=audit",
    language: "zh",
    viewport: { width: 390, height: 720 },
  });
  const { page } = panel;
  await page.locator(".act").first().waitFor();
  await page.getByRole("tab", { name: "审计" }).waitFor();
  await page.getByRole("button", { name: "筛选" }).click();
  await page.getByLabel("操作类型").selectOption("停用了应用");
  await expect.poll(() => page.locator(".act").count()).toBe(1);
  await page.getByRole("button", { name: "校验完整性" }).click();
  await page.getByText(/未发现修改、删除或添加/).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(panel.complaints).toEqual([]);
});

it("the values before an edit are put back from the job's history, with a comment", async () => {
  const client = createRunClient(url);
  await client.change("mail.send", { retryCount: 7, comment: "More patience" });
  await using panel = await openPanel({ url, path: "/jobs/mail.send?tab=history" });
  const { page } = panel;
  const acts = page.locator(".act");
  await acts.first().getByText("More patience").waitFor();
  await acts.first().getByRole("button", { name: "Restore the earlier values …" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("retryCount").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByLabel("Comment").fill("Too much patience");
  await dialog.getByRole("button", { name: "Restore", exact: true }).click();
  await acts.first().getByText("Too much patience").waitFor();
  const response = await fetch(`${url}/api/v1/jobs/mail.send`);
  const { options } = (await response.json()) as { readonly options: { readonly retryCount: number } };
  expect(options.retryCount).not.toBe(7);
  expect(panel.complaints).toEqual([]);
});
