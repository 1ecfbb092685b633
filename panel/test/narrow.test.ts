import { expect, it, vi } from "vitest";
import { accessibilityFaults } from "./audit.ts";
import { openPanel } from "./open-panel.ts";
import type { PanelServer } from "./panel-server.ts";
import { PATIENCE } from "./patience.ts";
import { servePanel } from "./serve-panel.ts";

vi.setConfig(PATIENCE);

const PHONE = { width: 400, height: 720 };
const SMALL_WINDOW = { width: 1024, height: 720 };
/** Of the names of jobs that can be read. */
const FEWEST_NAME_PX = 140;
/** Of 720: what stands above the rows leaves most of the screen to them. */
const MOST_ABOVE_PX = 300;

let server: PanelServer;
servePanel({ runs: 100 }, (started) => {
  server = started;
});

it.for([
  { path: "/jobs", picker: "Status" },
  { path: "/runs", picker: "Created" },
])(
  "on a phone the rows of $path begin on the first screen, and its filters are one button",
  async ({ path, picker }) => {
    await using panel = await openPanel({ url: server.url, path, viewport: PHONE });
    const { page } = panel;
    const row = page.locator("tbody tr").first();
    await row.waitFor();
    expect((await row.boundingBox())?.y).toBeLessThan(MOST_ABOVE_PX);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    const field = page.getByLabel(picker, { exact: true });
    await field.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Filters" }).click();
    await field.selectOption({ index: 1 });
    await page.getByRole("button", { name: "Filters · 1" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Filters · 1" }).click();
    await field.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Filters · 1" }).waitFor();
    expect(panel.complaints).toEqual([]);
  },
);

it("in Chinese, and with a name that cannot be parted, the list of jobs is as wide as a small phone", async () => {
  const viewport = { width: 390, height: 844 };
  await using panel = await openPanel({ url: server.url, path: "/jobs", language: "zh", viewport });
  const { page } = panel;
  const hostile = page.locator("tbody tr", { hasText: "<img src=x" }).first();
  await hostile.waitFor();
  await page.evaluate(() => document.fonts.ready);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
  expect((await hostile.locator("td").nth(1).boundingBox())?.width).toBeGreaterThan(FEWEST_NAME_PX);
  expect(panel.complaints).toEqual([]);
});

it("under a finger a run asks before it begins", async () => {
  const path = "/jobs?kind=recurring";
  await using panel = await openPanel({ url: server.url, path, viewport: PHONE, hasTouch: true });
  const { page } = panel;
  const started: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") started.push(request.url());
  });
  const row = page.locator("tbody tr").first();
  await row.getByRole("button", { name: /^Run / }).tap();
  await page.waitForURL("**/run");
  await page.getByRole("heading", { name: /^Run / }).waitFor();
  expect(started).toEqual([]);
  expect(panel.complaints).toEqual([]);
});

it.for([
  { path: "/jobs", cell: "tbody td:nth-child(2)" },
  { path: "/runs", cell: "tbody td:nth-child(3)" },
  { path: "/workers", cell: "tbody td:first-child" },
])("in a window of 1024 px $path is whole, and its rows have names", async ({ path, cell }) => {
  await using panel = await openPanel({ url: server.url, path, viewport: SMALL_WINDOW });
  const { page } = panel;
  const name = page.locator(cell).first();
  await name.waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(SMALL_WINDOW.width);
  expect((await name.boundingBox())?.width).toBeGreaterThan(FEWEST_NAME_PX);
  expect(panel.complaints).toEqual([]);
});

it("a clock change among the next fires is said on a phone too", async () => {
  const key = "clock.change";
  const created = await fetch(`${server.url}/api/v1/jobs`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      key,
      app: "ops",
      kind: "recurring",
      // On the day of the change, each year.
      options: { cron: "0 30 2 * 3 0L", timeZone: "Europe/Berlin" },
      work: { kind: "code", handler: "mail.send" },
    }),
  });
  expect(created.status).toBe(201);
  await using panel = await openPanel({ url: server.url, path: `/jobs/${key}`, viewport: PHONE });
  const { page } = panel;
  await page
    .getByText(/the clocks of Europe\/Berlin go forward/)
    .first()
    .waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  expect(panel.complaints).toEqual([]);
});
