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

it("the days of China are imported, a day is changed by a click, and its effect is shown before it is saved", async () => {
  await using panel = await openPanel({ url: server.url, path: "/calendars" });
  const { page } = panel;
  await page.getByText("There are no calendars").waitFor();
  await page.getByRole("button", { name: "Import" }).click();
  const dialog = page.getByRole("dialog", { name: "Import" });
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Import" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("link", { name: "中国法定节假日与调休" }).click();
  // A job that fires by it.
  await page.goto(`${server.url}/jobs/metrics.sample?tab=options`);
  await page.getByRole("combobox", { name: "Calendar" }).selectOption("cn");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved").first().waitFor();
  await page.goto(`${server.url}/calendars/cn`);
  await page.getByText("1 job fires by it").waitFor();
  const year = new Date().getUTCFullYear();
  await page.getByRole("button", { name: "The year after" }).click();
  const day = page.getByRole("button", { name: `March 10, ${year + 1}: ` });
  const before = await day.getAttribute("data-kind");
  await day.click();
  expect(await day.getAttribute("data-kind")).not.toBe(before);
  await page.getByRole("textbox", { name: "What the day is called" }).fill("Stocktaking");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Save" }).click();
  const save = page.getByRole("dialog", { name: "Save 中国法定节假日与调休" });
  await save.getByText(/Of the next 400 days: \d+ fires are left out/).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await save.getByRole("button", { name: "Save" }).click();
  await save.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "The year after" }).click();
  await page.getByRole("button", { name: `March 10, ${year + 1}: Day off, Stocktaking` }).waitFor();
  expect(panel.complaints).toEqual([]);
});

/** Calls the API as the panel does. */
async function api<Answer>(path: string, body?: object): Promise<Answer> {
  const headers = { "Content-Type": "application/json" };
  const init = body === undefined ? {} : { method: "POST", headers, body: JSON.stringify(body) };
  return (await (await fetch(`${server.url}/api/v1${path}`, init)).json()) as Answer;
}

/** A calendar whose 15th of this month is called something, and that knows the days up to the 20th. */
async function makeCalendar(key: string): Promise<string> {
  const month = new Date().toISOString().slice(0, 7);
  const day = `${month}-15`;
  const known = { coveredFrom: `${month}-01`, coveredTo: `${month}-20` };
  await api("/calendars", {
    key,
    name: key,
    days: { [day]: "off" },
    names: { [day]: "Stocktaking" },
    ...known,
  });
  return day;
}

it("a further schedule of a job fires by a calendar of its own, on every day, or as the job does", async () => {
  await makeCalendar("shop-days");
  const path = "/jobs/ledger%2Fclose-day?tab=options";
  await using panel = await openPanel({ url: server.url, path });
  const { page } = panel;
  await page.getByRole("button", { name: "Add a schedule" }).click();
  const schedule = page.getByRole("group", { name: "schedule-1" });
  const calendar = schedule.getByRole("combobox", { name: "Calendar" });
  await expect.poll(() => calendar.inputValue()).toBe("");
  const saveButton = page.getByRole("button", { name: "Save", exact: true });
  const save = async (): Promise<unknown> => {
    const saved = page.waitForResponse(
      (response) => response.request().method() === "PATCH" && response.url().includes("/jobs/"),
    );
    // By the keyboard: what was saved before is still said above it.
    await saveButton.press("Enter");
    expect((await saved).status()).toBe(200);
    // The form is about the saved job from then on.
    await saveButton.waitFor({ state: "detached" });
    const job = await api<{ readonly options: { readonly schedules: readonly object[] } }>(
      "/jobs/ledger%2Fclose-day",
    );
    return job.options.schedules[0];
  };
  await calendar.selectOption("shop-days");
  await schedule.locator(".cron-preview tbody tr").first().waitFor();
  await schedule.getByLabel("On other days").selectOption("next");
  expect(await accessibilityFaults(page)).toEqual([]);
  const plain = { name: "schedule-1", cron: "0 0 2 * * *" };
  expect(await save()).toEqual({
    ...plain,
    calendar: { key: "shop-days", on: "workday", otherwise: "next" },
  });
  await calendar.selectOption({ label: "Every day" });
  expect(await save()).toEqual({ ...plain, calendar: null });
  await calendar.selectOption({ label: "As the job" });
  expect(await save()).toEqual(plain);
  expect(panel.complaints).toEqual([]);
});

it("days off of a calendar are shaded with their names among the fires and runs, as far as they are known", async () => {
  const day = await makeCalendar("stock-days");
  const path = `/calendar?range=month&at=${day}T12:00:00.000Z`;
  await using panel = await openPanel({ url: server.url, path });
  const { page } = panel;
  const days = page.getByRole("region", { name: "Fires and runs by day" });
  await days.getByRole("button").first().waitFor();
  expect(await page.locator(".day-off").count()).toBe(0);
  await page.getByRole("combobox", { name: "Days off" }).selectOption("stock-days");
  await page.waitForURL(({ searchParams }) => searchParams.get("daysOff") === "stock-days");
  const layer = page.getByRole("list", { name: "Days off that are shown" });
  await layer
    .getByText(
      `Shaded: days off of stock-days · ${day} Stocktaking · after ${day.slice(0, 8)}20 by weekdays alone`,
    )
    .waitFor();
  const own = days.getByRole("button", { name: /Day off, Stocktaking; / });
  expect(await own.count()).toBe(1);
  expect(await own.getAttribute("class")).toMatch(/\bday-off\b/);
  // Days of the weekend have no name.
  expect(await days.getByRole("button", { name: /: Day off; / }).count()).toBeGreaterThan(6);
  expect(await accessibilityFaults(page)).toEqual([]);
  await own.click();
  const hours = page.getByRole("region", { name: "Fires and runs by hour" });
  await hours.getByRole("rowheader", { name: /Stocktaking$/ }).waitFor();
  expect(await hours.locator("tr.day-off").count()).toBe(1);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("radiogroup", { name: "How much is shown" }).getByText("Year").click();
  await page.getByRole("button", { name: /Day off, Stocktaking; / }).waitFor();
  await page.getByRole("combobox", { name: "Days off" }).selectOption("");
  await expect.poll(() => page.locator(".day-off").count()).toBe(0);
  expect(panel.complaints).toEqual([]);
});

it.each(["week", "month", "year"])("days off fit a phone, dark and in Chinese: %s", async (range) => {
  const look = { language: "zh", theme: "dark", viewport: PHONE } as const;
  const path = `/calendar?range=${range}&daysOff=cn`;
  await using panel = await openPanel({ url: server.url, path, ...look });
  const { page } = panel;
  await page.getByText("底纹：中国法定节假日与调休 的休息日").waitFor();
  await page.locator(".day-off").first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(panel.complaints).toEqual([]);
});

it("on a phone, dark and in Chinese, a year and a schedule by a calendar fit the screen", async () => {
  const look = { language: "zh", theme: "dark", viewport: PHONE } as const;
  await using panel = await openPanel({ url: server.url, path: "/calendars/cn", ...look });
  const { page } = panel;
  await page.locator(".calendar-day").first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  expect(await accessibilityFaults(page)).toEqual([]);
  if (process.env["PICTURES"] !== undefined)
    await page.screenshot({ path: `${process.env["PICTURES"]}/phone.png` });
  await page.goto(`${server.url}/jobs/metrics.sample?tab=options`);
  await page.getByRole("combobox", { name: "触发日期" }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  expect(panel.complaints).toEqual([]);
});
