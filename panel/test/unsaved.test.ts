import type { Page } from "playwright-core";
import { expect, it, vi } from "vitest";
import { accessibilityFaults } from "./audit.ts";
import { openPanel } from "./open-panel.ts";
import type { PanelServer } from "./panel-server.ts";
import { PATIENCE } from "./patience.ts";
import { servePanel } from "./serve-panel.ts";

vi.setConfig(PATIENCE);

let server: PanelServer;
servePanel({}, (started) => {
  server = started;
});

const FORMS = [
  {
    path: "/jobs/import.orders?tab=options",
    edit: (page: Page) => page.getByLabel("Owner").fill("ann"),
    lost: "1 change",
  },
  {
    path: "/jobs/invoice.create/run",
    edit: (page: Page) => page.getByLabel("Customer").fill("7"),
    lost: "The arguments were edited.",
  },
  {
    path: "/jobs/+new",
    edit: (page: Page) => page.getByRole("textbox", { name: "Key" }).fill("mail/weekly"),
    lost: "The job is not created yet.",
  },
] as const;

it.for(FORMS)("$path asks before what was written is left, and only then", async ({ path, edit, lost }) => {
  await using panel = await openPanel({ url: server.url, path });
  const { page } = panel;
  const written: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET" && !request.url().endsWith("/cron/preview"))
      written.push(`${request.method()} ${request.url()}`);
  });
  const leave = (): Promise<void> => page.getByRole("link", { name: "Workers", exact: true }).click();
  await page.locator("form input:visible").first().waitFor();
  await leave();
  await page.waitForURL("**/workers");
  await page.goBack();
  await edit(page);
  await leave();
  const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
  await dialog.getByText(lost).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Stay" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(page.url()).toContain(path);
  await leave();
  await dialog.getByRole("button", { name: "Leave" }).click();
  await page.waitForURL("**/workers");
  expect(written).toEqual([]);
  expect(panel.complaints).toEqual([]);
});
