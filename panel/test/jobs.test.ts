import { execFileSync } from "node:child_process";
import type { Locator, Page } from "playwright-core";
import { describe, expect, it, vi } from "vitest";
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

const HOSTILE = '<img src=x onerror="document.title=1">';

interface ApiRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

async function api<Answer>(path: string, init: ApiRequest = {}): Promise<Answer> {
  const headers = { "Content-Type": "application/json", ...init.headers };
  return (await (await fetch(`${server.url}/api/v1${path}`, { ...init, headers })).json()) as Answer;
}

interface StoredJob {
  readonly revision: number;
  readonly options: Readonly<Record<string, unknown>>;
}

const stored = (key: string): Promise<StoredJob> => api(`/jobs/${key}`);

async function changeElsewhere(key: string, patch: object): Promise<void> {
  const { revision } = await stored(key);
  const headers = { "If-Match": `"${revision}"` };
  await api(`/jobs/${key}`, { method: "PATCH", headers, body: JSON.stringify(patch) });
}

/** What a shell makes of a command: its words. */
function wordsOf(program: string, command: string): readonly string[] {
  const script = `${program}() { printf '%s\\0' "$@"; }\n${command}`;
  return execFileSync("/bin/sh", ["-c", script], { encoding: "utf8" }).split("\0").slice(0, -1);
}

it("the options begin with the schedule, whose preview is in sight, and each section is a press away", async () => {
  const viewport = { width: 1440, height: 900 };
  const path = "/jobs/ledger%2Fclose-day?tab=options";
  await using panel = await openPanel({ url: server.url, path, viewport });
  const { page } = panel;
  await page.locator(".cron-preview tbody tr").first().waitFor();
  expect(
    await page.locator(".cron-preview").evaluate((one) => one.getBoundingClientRect().bottom),
  ).toBeLessThan(900);
  const sections = page.getByRole("navigation", { name: "Sections of the options" });
  await sections.getByRole("button", { name: "After a run" }).click();
  const heading = page.getByRole("heading", { name: "After a run" });
  expect(await heading.evaluate((one) => one === document.activeElement)).toBe(true);
  const { top, below } = await heading.evaluate((one) => ({
    top: one.getBoundingClientRect().top,
    below: document.querySelector(".option-sections")?.getBoundingClientRect().bottom ?? 0,
  }));
  expect(top).toBeGreaterThanOrEqual(below);
  await sections.getByRole("button", { name: "Schedule", exact: true }).click();
  expect(await accessibilityFaults(page)).toEqual([]);

  const zone = page.getByRole("combobox", { name: "Time zone" });
  await zone.fill("new york");
  await zone.press("Tab");
  expect(await zone.inputValue()).toBe("America/New_York");
  await zone.fill("Atlantis");
  await zone.press("Tab");
  await page.getByText('"Atlantis" names no time zone: America/New_York stays').waitFor();
  expect(panel.complaints).toEqual([]);
});

it("further schedules of a job are added, shown with the next runs, switched off and removed", async () => {
  await using panel = await openPanel({ url: server.url, path: "/jobs/ledger%2Fclose-day?tab=options" });
  const { page } = panel;
  await page.getByRole("button", { name: "Add a schedule" }).click();
  const schedule = page.getByRole("group", { name: "half-hourly" });
  await page.getByRole("group", { name: "schedule-1" }).getByLabel("Name").fill("half-hourly");
  await schedule.getByLabel("Cron").fill("0 */30 * * * *");
  await schedule.getByLabel("Arguments").fill("{");
  await schedule.getByText("Write it as JSON").waitFor();
  await schedule.getByLabel("Arguments").fill('{ "full": true }');
  await schedule.locator(".cron-preview tbody tr").first().waitFor();
  await schedule.getByRole("button", { name: "More settings" }).click();
  await schedule.getByLabel("Start time").fill("2040-03-01T08:10:00");
  await schedule.getByLabel("End time").fill("2040-03-01T09:00:00");
  await schedule.getByText("2040-03-01 09:00:00").first().waitFor();
  // Of the day's times only those between start and end stay.
  await schedule.locator(".cron-preview tbody tr").nth(2).waitFor({ state: "detached" });
  await schedule.getByLabel("Start time").fill("2020-03-01T08:10:00");
  await schedule.getByLabel("Missed runs").selectOption("skip");
  await schedule.getByLabel("Allowed delay").fill("soon");
  await schedule.getByText("Write a duration").waitFor();
  await page.getByText("Correct the schedule that is marked above").waitFor();
  await schedule.getByLabel("Allowed delay").fill("2 min");
  await schedule.getByLabel("Clock goes back").selectOption("both");
  await schedule.getByLabel("Time zone").fill("UTC");
  await page.getByRole("option", { name: /^UTC/ }).click();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator(".job-header").getByText("half-hourly").first().waitFor();
  const halfHourly = {
    name: "half-hourly",
    cron: "0 */30 * * * *",
    args: { full: true },
    startTime: "2020-03-01T08:10:00.000Z",
    endTime: "2040-03-01T09:00:00.000Z",
    misfire: { policy: "skip", graceMs: 120_000 },
    dst: { overlap: "both" },
    timeZone: "UTC",
  };
  expect((await stored("ledger%2Fclose-day")).options["schedules"]).toEqual([halfHourly]);
  await schedule.getByRole("checkbox", { name: "On" }).uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator(".job-header").getByText("half-hourly").first().waitFor({ state: "detached" });
  expect((await stored("ledger%2Fclose-day")).options["schedules"]).toEqual([
    { ...halfHourly, disabled: true },
  ]);
  await page.getByRole("button", { name: "Remove the schedule half-hourly" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Save" }).waitFor({ state: "detached" });
  expect((await stored("ledger%2Fclose-day")).options["schedules"]).toEqual([]);
});

describe("the options of a job", () => {
  it("take a zone that was typed and not chosen, and refuse one that is none, at Enter too", async () => {
    await using panel = await openPanel({ url: server.url, path: "/jobs/ledger%2Fclose-day?tab=options" });
    const { page } = panel;
    const zone = page.locator("input").and(page.getByLabel("Time zone", { exact: true }));
    const before = await zone.inputValue();
    await zone.fill("Atlantis");
    await page.keyboard.press("Enter");
    await page.getByText(`"Atlantis" names no time zone: ${before} stays`).waitFor();
    expect(await page.locator(".save-bar").count()).toBe(0);
    await zone.fill("reykjavik");
    await page.keyboard.press("Enter");
    await page.locator(".save-bar").getByText("1 change").waitFor();
    expect(await zone.inputValue()).toBe("Atlantic/Reykjavik");
    await page.getByRole("button", { name: "Discard" }).click();
    await page.getByRole("button", { name: "Add a schedule" }).click();
    const own = page.locator("fieldset input").and(page.getByLabel("Time zone", { exact: true }));
    await own.fill("Atlantis");
    await page.keyboard.press("Enter");
    await page.getByText('"Atlantis" names no time zone: that of the job stays').waitFor();
    await page.getByRole("button", { name: "Discard" }).click();
    expect(panel.complaints).toEqual([]);
  });

  it("are changed as people write them, are in force at once, and go back to the code's", async () => {
    await using panel = await openPanel({ url: server.url, path: "/jobs/ledger%2Fclose-day?tab=options" });
    const { page } = panel;
    await page.getByLabel("Timeout", { exact: true }).fill("90");
    await page.getByText("Write a duration such as 10m or 1h 30m").waitFor();
    expect(await page.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
    await page.getByLabel("Timeout", { exact: true }).fill("1h 30m");
    await page.getByLabel("Missed runs").selectOption("skip");
    await page.getByText("2 changes").waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "Differs from code" }).waitFor();
    const { options } = await stored("ledger%2Fclose-day");
    expect(options).toMatchObject({ timeoutMs: 5_400_000, misfire: { policy: "skip", graceMs: 5000 } });
    await page.getByRole("button", { name: "Use code value: Timeout" }).click();
    await page.getByRole("button", { name: "Use code value: Missed runs" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "Differs from code" }).waitFor({ state: "detached" });
    expect((await stored("ledger%2Fclose-day")).options).toMatchObject({ timeoutMs: 3_600_000 });
    expect(panel.complaints).toEqual([]);
  });

  it("that the API refuses are explained at their fields", async () => {
    await using panel = await openPanel({ url: server.url, path: "/jobs/mail.send?tab=options" });
    const { page } = panel;
    await page.getByLabel("Retries").fill("-1");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("must be at least 0").waitFor();
    expect(await page.getByLabel("Retries").getAttribute("aria-invalid")).toBe("true");
    await page.getByRole("button", { name: "Discard" }).click();
    expect(await page.getByLabel("Retries").inputValue()).toBe("0");
  });

  it("that another user changes meanwhile are shown in both versions, and neither is lost", async () => {
    const path = "/jobs/import.orders?tab=options";
    await using one = await openPanel({ url: server.url, path });
    await using other = await openPanel({ url: server.url, path });
    await one.page.getByLabel("Retries").fill("5");
    await one.page.getByLabel("Timeout", { exact: true }).fill("2h");
    await other.page.getByLabel("Retries").fill("7");
    await other.page.getByLabel("Name").fill("Import all orders");
    await other.page.getByRole("button", { name: "Save" }).click();
    await one.page.getByRole("alert").getByText("This job was changed meanwhile").waitFor();
    // What was not edited here follows what was saved there.
    await expect
      .poll(() => one.page.getByRole("textbox", { name: "Name" }).inputValue())
      .toBe("Import all orders");
    expect(await one.page.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
    expect(await accessibilityFaults(one.page)).toEqual([]);
    await one.page.getByRole("button", { name: "Keep mine: Retries" }).click();
    await one.page.getByRole("button", { name: "Save" }).click();
    await one.page.getByRole("button", { name: "Save" }).waitFor({ state: "detached" });
    expect((await stored("import.orders")).options).toMatchObject({
      name: "Import all orders",
      retryCount: 5,
      timeoutMs: 7_200_000,
    });
    expect([...one.complaints, ...other.complaints]).toEqual([]);
  });

  it("are not saved over a change that was not seen yet", async () => {
    await using panel = await openPanel({ url: server.url, path: "/jobs/reports.weekly?tab=options" });
    const { page } = panel;
    await page.getByRole("button", { name: "Live: pause" }).click();
    await page.getByLabel("Retries").fill("5");
    await changeElsewhere("reports.weekly", { retryCount: 7 });
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Take theirs: Retries" }).click();
    await page.getByText("1 change").waitFor({ state: "detached" });
    expect(await page.getByRole("textbox", { name: "Retries" }).inputValue()).toBe("7");
    expect((await stored("reports.weekly")).options).toMatchObject({ retryCount: 7 });
    // The browser itself reports the refusal.
    expect(panel.complaints.filter((complaint) => !complaint.includes("412"))).toEqual([]);
  });
});

it("the cron editor shows before saving what the scheduler says, and where a mistake is", async () => {
  await using panel = await openPanel({
    url: server.url,
    path: "/jobs/reports.weekly?tab=options",
    timeZone: "Asia/Shanghai",
  });
  const { page } = panel;
  const preview = page.locator(".cron-preview");
  await preview.locator("tbody tr").first().waitFor();
  await page.getByLabel("Cron").fill("0 0 25 * * *");
  await preview.getByText('"25" is no hour').waitFor();
  expect(await preview.locator("mark").textContent()).toBe("25");
  await page.getByLabel("Hour", { exact: true }).fill("9");
  await page.getByLabel("Weekday", { exact: true }).fill("MON-FRI");
  expect(await page.getByLabel("Cron").inputValue()).toBe("0 0 9 * * MON-FRI");
  expect(await page.getByLabel("Preset").inputValue()).toBe("weekdays");
  await preview.getByText("Monday to Friday, at 09:00").waitFor();
  const said = await api<{ readonly fires: readonly string[] }>("/cron/preview", {
    method: "POST",
    body: JSON.stringify({ cron: "0 0 9 * * 1-5", timeZone: "America/New_York", count: 5 }),
  });
  const rows = preview.locator("tbody tr");
  const shown = await rows
    .locator("td:first-child time")
    .evaluateAll((times) => times.map((time) => time.getAttribute("datetime")));
  expect(shown).toEqual(said.fires);
  // 09:00 in New York, which is the same day at 21:00 or 22:00 in Shanghai.
  expect(await rows.first().textContent()).toMatch(/09:00:00.*2[12]:00:00/);
  await page.getByRole("combobox", { name: "Time zone" }).fill("kathmandu");
  await page.getByRole("option", { name: /Asia\/Kathmandu/ }).click();
  await preview.getByRole("columnheader", { name: "Asia/Kathmandu" }).waitFor();
  expect(panel.complaints.filter((complaint) => !complaint.includes("400"))).toEqual([]);
});

describe("a run", () => {
  interface Runs {
    readonly items: readonly { readonly id: string }[];
  }

  it("is put together in a form, started once however often it is clicked, and then opened", async () => {
    await using panel = await openPanel({ url: server.url, path: "/jobs/invoice.create" });
    const { page } = panel;
    await page.getByRole("link", { name: "Run now" }).click();
    await page.getByLabel("Customer").fill("12345678901234567890");
    await page.getByLabel("Currency").selectOption({ label: "CNY" });
    await page.getByRole("button", { name: "Run", exact: true }).click();
    // A required value is asked for before anything is sent.
    await page.getByText("This value is required", { exact: true }).first().waitFor();
    expect(await page.getByLabel("Due").getAttribute("aria-invalid")).toBe("true");
    expect((await api<Runs>("/jobs/invoice.create/instances")).items).toEqual([]);
    await page.getByLabel("Due").fill("2030-01-31");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    // The number arrives as it was written, and the scheduler's message is shown at its field.
    await page.getByRole("alert").getByText("/customer is a whole number beyond 2^53 - 1").waitFor();
    expect(await page.getByLabel("Customer").getAttribute("aria-invalid")).toBe("true");
    await page.getByLabel("Customer").fill("9007199254740991");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByRole("alert").getByText("/lines").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Add to Lines" }).click();
    await page.getByLabel("Item 1").first().fill(HOSTILE);
    await page.getByRole("button", { name: "Run", exact: true }).dblclick();
    await page.waitForURL("**/runs/*");
    const { items } = await api<Runs>("/jobs/invoice.create/instances");
    expect(items).toHaveLength(1);
    const id = items[0]?.id ?? "";
    expect(new URL(page.url()).pathname).toBe(`/runs/${encodeURIComponent(id)}`);
    const run = await api<{ readonly args: unknown }>(`/instances/${encodeURIComponent(id)}`);
    expect(run.args).toEqual({
      customer: 9_007_199_254_740_991,
      due: "2030-01-31",
      currency: "CNY",
      isDraft: true,
      lines: [HOSTILE],
    });
    expect(panel.complaints.filter((complaint) => !complaint.includes("400"))).toEqual([]);
  });

  it("with a required text left empty does not start, unless the empty text is chosen", async () => {
    await using panel = await openPanel({ url: server.url, path: "/jobs/mail.send/run" });
    const { page } = panel;
    const started = async (): Promise<number> =>
      (await api<Runs>("/jobs/mail.send/instances?args.to=")).items.length;
    await page.getByRole("textbox", { name: "to", exact: true }).fill("ann");
    await page.getByRole("textbox", { name: "to", exact: true }).fill("");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByText("This value is required", { exact: true }).first().waitFor();
    expect(new URL(page.url()).pathname).toBe("/jobs/mail.send/run");
    expect(await started()).toBe(0);
    await page.getByRole("button", { name: "Send an empty text" }).click();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.waitForURL("**/runs/*");
    expect(await started()).toBe(1);
    expect(panel.complaints).toEqual([]);
  });

  it("begins as a copy of another, is edited as text, and points back to it", async () => {
    const args = `{"to":${JSON.stringify(HOSTILE)},"n":"12345678901234567890"}`;
    const { instance } = await api<{ readonly instance: { readonly id: string } }>(
      "/jobs/mail.send/instances",
      {
        method: "POST",
        body: `{"args":${args}}`,
      },
    );
    await using panel = await openPanel({
      url: server.url,
      path: `/jobs/mail.send/run?from=${encodeURIComponent(instance.id)}`,
    });
    const { page } = panel;
    await page.getByText("JSON", { exact: true }).click();
    const editor = page.getByRole("textbox", { name: "Arguments" });
    await editor.waitFor();
    expect(await editor.textContent()).toContain("12345678901234567890");
    expect(await page.locator("main img").count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await rewrite(page, editor, '{\n  "to": "a",\n}');
    await page.getByText(/^Line 3, column 1/).waitFor();
    expect(await page.getByRole("button", { name: "Run", exact: true }).isDisabled()).toBe(true);
    await rewrite(page, editor, '{ "to": "it\'s", "n": 12345678901234567891 }');
    // Copied is what is written: the scheduler and not the panel says what it thinks of the number.
    await page.getByRole("button", { name: "Copy as" }).click();
    await page.getByRole("menuitem", { name: "curl" }).waitFor();
    // Its runs are no workflows.
    expect(await page.getByRole("menuitem", { name: "temporal command" }).count()).toBe(0);
    await page.getByRole("menuitem", { name: "curl" }).click();
    await page.getByText(String.raw`"to":"it'\''s","n":12345678901234567891`).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByRole("alert").getByText("/n is a whole number beyond").waitFor();
    await rewrite(page, editor, '{ "to": "it\'s", "n": "12345678901234567891" }');
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.waitForURL("**/runs/*");
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const run = await (await fetch(`${server.url}/api/v1/instances/${id}`)).text();
    expect(run).toContain("12345678901234567891");
    expect(JSON.parse(run)).toMatchObject({ trigger: { type: "rerun", of: instance.id } });
    expect(panel.complaints.filter((complaint) => !complaint.includes("400"))).toEqual([]);
  });
});

/** As a user types it: what `fill` puts over a selection the browser gives styles, which the page's policy forbids. */
async function rewrite(page: Page, editor: Locator, text: string): Promise<void> {
  await editor.click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(text);
}

it("the curl that is copied starts that run, later where that was asked for", async () => {
  await using panel = await openPanel({ url: server.url, path: "/jobs/mail.send/run" });
  const { page } = panel;
  await page.getByRole("textbox", { name: "to" }).fill(`it's $(id) ${HOSTILE}`);
  await page.getByLabel("After a delay").check();
  await page.getByLabel("How long to wait").fill("2h");
  await page.getByLabel("Priority").selectOption("1");
  await page.getByRole("button", { name: "Copy as" }).click();
  await page.getByRole("menuitem", { name: "curl" }).click();
  const command = (await page.locator("pre").textContent()) ?? "";
  const words = wordsOf("curl", command);
  const address = words.find((word) => word.startsWith("http"));
  const answer = await fetch(address ?? "", {
    method: words[words.indexOf("-X") + 1] ?? "",
    headers: { "Content-Type": "application/json" },
    body: words[words.indexOf("--data-raw") + 1] ?? "",
  });
  expect(answer.status).toBe(202);
  const { instance } = (await answer.json()) as { readonly instance: { readonly id: string } };
  const run = await api(`/instances/${encodeURIComponent(instance.id)}`);
  expect(run).toMatchObject({ args: { to: `it's $(id) ${HOSTILE}` }, priority: 1, state: "Scheduled" });
  expect(panel.complaints).toEqual([]);
});

it("a job is paused until a time for a reason, which everybody sees, and resumed", async () => {
  await using panel = await openPanel({ url: server.url, path: "/jobs/metrics.sample" });
  const { page } = panel;
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Pause Sample metrics" });
  await dialog.getByLabel(/until/i).fill("2040-01-31T08:00");
  await dialog.getByLabel(/note|why/i).fill(HOSTILE);
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Pause", exact: true }).click();
  await page.locator(".pause-note").getByText(HOSTILE).waitFor();
  expect(await api("/jobs/metrics.sample")).toMatchObject({
    pause: { until: "2040-01-31T08:00:00.000Z", note: HOSTILE },
  });
  await page.getByRole("button", { name: "Resume" }).click();
  await page.locator(".pause-note").waitFor({ state: "detached" });
  await page.getByText("Sample metrics was resumed").waitFor();
  expect(await api("/jobs/metrics.sample")).toMatchObject({ pause: null });
  expect(panel.complaints).toEqual([]);
});

it("a job whose name looks like markup is shown as text", async () => {
  await using panel = await openPanel({ url: server.url, path: "/jobs/hostile" });
  const { page } = panel;
  await page.getByRole("heading", { level: 1 }).getByText("<img src=x").waitFor();
  await page.getByRole("tab", { name: "Options" }).press("Enter");
  await page.waitForURL("**/jobs/hostile?tab=options");
  expect(await page.getByLabel("Name").inputValue()).toContain("<img src=x");
  expect(await page.locator("main img").count()).toBe(0);
  expect(panel.complaints).toEqual([]);
});
