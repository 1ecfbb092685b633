import { readFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, it, vi } from "vitest";
import { accessibilityFaults } from "./audit.ts";
import { openPanel } from "./open-panel.ts";
import type { PanelServer } from "./panel-server.ts";
import { PATIENCE } from "./patience.ts";
import { servePanel } from "./serve-panel.ts";

vi.setConfig(PATIENCE);

const PHONE = { width: 390, height: 844 };

let server: PanelServer;
servePanel({}, (started) => {
  server = started;
});

const picture = (name: string): { path: string; fullPage: true } | null => {
  const folder = process.env["PICTURES"];
  return folder === undefined ? null : { path: `${folder}/${name}.png`, fullPage: true };
};

it("runs are exported from their list, downloaded, imported, and read as an archive that nothing here knows of", async () => {
  await using panel = await openPanel({ url: server.url, path: "/runs" });
  const { page } = panel;
  const shoot = async (name: string): Promise<void> => {
    const look = picture(name);
    if (look !== null) await page.screenshot(look);
  };
  await page.locator("tbody tr").first().waitFor();
  await page.getByRole("button", { name: "Export…" }).click();
  const dialog = page.getByRole("dialog", { name: "Export runs" });
  await dialog.getByRole("checkbox", { name: "Files" }).click();
  await dialog.getByText(/runs?, about/).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await shoot("export-dialog");
  await dialog.getByRole("button", { name: "Export" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("heading", { name: "Exports and archives" }).waitFor();
  const link = page.getByRole("link", { name: "Download" });
  await link.waitFor();
  const downloading = page.waitForEvent("download");
  await link.click();
  const path = await (await downloading).path();
  const file = readFileSync(path);

  // One byte of it is another one.
  const text = gunzipSync(file);
  text[text.length - 300] = text[text.length - 300]! ^ 1;
  const choose = async (name: string, buffer: Buffer): Promise<void> => {
    const choosing = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Import a file…" }).click();
    await (await choosing).setFiles({ name, mimeType: "application/gzip", buffer });
  };
  await choose("damaged.ndjson.gz", gzipSync(text));
  await page.getByText("The file cannot be imported").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await shoot("archive-refused");
  await choose("week.ndjson.gz", file);
  const archive = page.getByRole("link", { name: "week.ndjson.gz" });
  await archive.waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await shoot("archives");
  await archive.click();
  await page.getByText("Read-only").waitFor();
  await page.locator("tbody tr").first().waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await shoot("archive");
  await page.getByRole("combobox", { name: "State" }).selectOption("Terminated");
  await page.locator("tbody tr td a").first().waitFor();
  await page.waitForURL(/state=/);
  await page.locator("tbody tr").filter({ hasText: "The mailbox is full" }).first().locator("a").click();
  await page.getByRole("heading", { name: "Log" }).waitFor();
  await page.getByText("Read-only").waitFor();
  expect(await page.getByRole("button", { name: /Run again|Cancel/ }).count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await shoot("archived-run");
  const address = page.url();
  expect(panel.complaints.filter((complaint) => !complaint.includes("422"))).toEqual([]);

  await using phone = await openPanel({
    url: server.url,
    path: new URL(address).pathname,
    language: "zh",
    theme: "dark",
    viewport: PHONE,
  });
  await phone.page.getByText("只读").waitFor();
  expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  expect(await accessibilityFaults(phone.page)).toEqual([]);
  const small = async (name: string): Promise<void> => {
    const look = picture(name);
    if (look !== null) await phone.page.screenshot(look);
  };
  await small("archived-run-zh");
  await phone.page.goto(`${server.url}/archives`);
  await phone.page.getByRole("link", { name: "week.ndjson.gz" }).waitFor();
  expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  expect(await accessibilityFaults(phone.page)).toEqual([]);
  await small("archives-zh");
  await phone.page.getByRole("link", { name: "week.ndjson.gz" }).click();
  await phone.page.locator("tbody tr").first().waitFor();
  expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  expect(await accessibilityFaults(phone.page)).toEqual([]);
  await small("archive-zh");
  expect(phone.complaints).toEqual([]);
});
