import { describe, expect, it, vi } from "vitest";
import { accessibilityFaults } from "./audit.ts";
import { followPath, type OpenPanel, openPanel } from "./open-panel.ts";
import type { PanelServer } from "./panel-server.ts";
import { PATIENCE } from "./patience.ts";
import { createRunClient, type RunClient } from "./run-client.ts";
import { servePanel } from "./serve-panel.ts";

// An audit looks at every element of a page, beside whatever else the machine does.
vi.setConfig(PATIENCE);

let server: PanelServer;
let client: RunClient;
servePanel({}, (started) => {
  server = started;
  client = createRunClient(started.url);
});

interface StoredJob {
  readonly origin: string;
  readonly work: object;
  readonly args: unknown;
  readonly pause: object | null;
  readonly options: Readonly<Record<string, unknown>>;
}

async function stored(key: string): Promise<StoredJob | null> {
  const response = await fetch(`${server.url}/api/v1/jobs/${encodeURIComponent(key)}`);
  return response.ok ? ((await response.json()) as StoredJob) : null;
}

const open = (path: string): Promise<OpenPanel> => openPanel({ url: server.url, path });

async function choose(panel: OpenPanel, name: string): Promise<void> {
  await panel.page.getByRole("button", { name: /^More actions for/ }).click();
  await panel.page.getByRole("menuitem", { name }).click();
}

describe("a job", () => {
  it("is created with another job's code, schedule and arguments, its mistakes explained at their fields", async () => {
    await using panel = await open("/jobs");
    const { page } = panel;
    await page.getByRole("link", { name: "New job" }).click();
    await page.getByRole("heading", { name: "Create a job" }).waitFor();
    const create = page.getByRole("button", { name: "Create", exact: true });
    expect(await create.isDisabled()).toBe(true);
    await page.getByText("Still missing: Key").waitFor();
    const modes = page.getByRole("combobox", { name: "Runs", exact: true });
    // What workers run is read meanwhile.
    await expect
      .poll(() => modes.locator("option:disabled").allTextContents())
      .toEqual([
        "A program",
        "A notice: mail, chat or webhook",
        "Something with files",
        "An SQL statement",
        "A transfer: FTP, FTPS, SFTP",
        "A handler of an XXL-JOB executor",
      ]);
    await page.getByText("Programs: MOJOB_COMMANDS=rsync").waitFor();
    await page.getByRole("textbox", { name: "Key" }).fill("-mail/weekly");
    await page.getByRole("combobox", { name: "Runs the code of" }).fill("mail.s");
    await page.getByRole("option", { name: "mail.send" }).click();
    await page.getByRole("textbox", { name: "to", exact: true }).fill("ann");
    await page.getByRole("textbox", { name: "Cron" }).fill("0 0 9 ? * 2");
    await page.getByRole("button", { name: "Written for Quartz" }).click();
    await page.getByText("Mondays, at 09:00").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await create.click();
    await page.getByText("must be 1 to 128 letters").waitFor();
    await page.getByRole("textbox", { name: "Key" }).fill("mail/weekly");
    await create.click();
    await page.getByRole("heading", { name: "mail/weekly", level: 1 }).waitFor();
    await page.getByText("Made at run time").waitFor();
    expect(await stored("mail/weekly")).toMatchObject({
      origin: "api",
      work: { kind: "code", handler: "mail.send" },
      args: { to: "ann" },
      options: { cron: "0 0 9 ? * 2", cronDialect: "quartz" },
    });
    const run = await client.trigger("mail/weekly");
    await client.until(run.id, ({ state }) => state === "Succeeded");
    // The browser itself reports the request that was refused.
    expect(panel.complaints.filter((one) => !one.includes("400"))).toEqual([]);
  });

  it("is created with an interval, which shows its times before it is saved", async () => {
    await using panel = await open("/jobs/+new");
    const { page } = panel;
    await page.getByRole("textbox", { name: "Key" }).fill("mail.poll");
    await page.getByRole("radio", { name: "At an interval" }).check();
    const every = page.getByRole("textbox", { name: "Interval", exact: true });
    await every.fill("7 parsecs");
    const create = page.getByRole("button", { name: "Create", exact: true });
    expect(await create.isDisabled()).toBe(true);
    await every.fill("5h");
    await page.getByRole("combobox", { name: "Interval counts from" }).selectOption("end");
    await page.getByText("5 hours after the end of each run").waitFor();
    await page.locator(".cron-preview tbody tr").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await create.click();
    await page.getByRole("heading", { name: "mail.poll", level: 1 }).waitFor();
    expect(await stored("mail.poll")).toMatchObject({
      options: { cron: null, everyMs: 18_000_000, everyFrom: "end" },
    });
    expect(panel.complaints).toEqual([]);
  });

  it("is created with a script of its own, where a worker runs scripts", async () => {
    await using panel = await open("/jobs/+new");
    const { page } = panel;
    await page.getByRole("textbox", { name: "Key" }).fill("ops.hello");
    await page.getByRole("combobox", { name: "Runs", exact: true }).selectOption("A script: shell");
    const create = page.getByRole("button", { name: "Create", exact: true });
    expect(await create.isDisabled()).toBe(true);
    await page.getByRole("textbox", { name: "Source" }).fill("echo hello\n");
    await page.getByRole("radio", { name: "On demand" }).check();
    expect(await accessibilityFaults(page)).toEqual([]);
    await create.click();
    await page.getByRole("heading", { name: "ops.hello", level: 1 }).waitFor();
    expect(await stored("ops.hello")).toMatchObject({
      work: { kind: "script", language: "shell", source: "echo hello\n" },
    });
    const run = await client.trigger("ops.hello");
    await client.until(run.id, ({ state }) => state === "Succeeded");
    await client.change("ops.hello", { debounceMs: 60_000, rateLimit: { max: 2 } });
    await followPath(page, "/jobs/ops.hello/run");
    await page
      .getByText(/^It begins .+ after the last trigger, .+ At most 2 begin within .+; others wait\.$/)
      .waitFor();
    expect(panel.complaints).toEqual([]);
  });

  it("says which variable switches scripts on, where no worker of the app runs any", async () => {
    await client.post("registrations", {
      app: "mail",
      definitions: [{ key: "mail.sort", kind: "triggered" }],
    });
    await using panel = await open("/jobs/+new");
    const { page } = panel;
    const hint = page.getByText("Scripts: no worker of mail runs any. Start one with MOJOB_SCRIPTS=shell");
    await page.getByRole("combobox", { name: "App" }).selectOption("mail");
    await hint.waitFor();
    const scripts = page.getByRole("option", { name: "A script" });
    expect(await scripts.isDisabled()).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("combobox", { name: "App" }).selectOption("shop");
    await page.getByRole("option", { name: "A script: shell" }).waitFor({ state: "attached" });
    expect(await hint.count()).toBe(0);
    expect(panel.complaints).toEqual([]);
  });

  it("is put together as JSON where it sends a request, and edited so", async () => {
    await using panel = await open("/jobs/+new");
    const { page } = panel;
    const work = page.getByRole("textbox", { name: "What it runs" });
    const form = page.getByRole("main");
    await form.getByRole("combobox", { name: "App" }).selectOption("shop");
    await form.getByRole("textbox", { name: "Key" }).fill("shop.notify");
    await form.getByRole("combobox", { name: "Runs", exact: true }).selectOption("An HTTP request");
    await form.getByRole("radio", { name: "On demand" }).check();
    await form.getByText("JSON", { exact: true }).click();
    await work.getByText('"https://"').waitFor();
    await work.fill('{ "kind": "http", "url": "https://a.test/", "body": "1"');
    const create = form.getByRole("button", { name: "Create", exact: true });
    expect(await create.isDisabled()).toBe(true);
    await work.fill('{ "kind": "http", "url": "https://a.test/", "body": "1" }');
    await create.click();
    await form.getByRole("alert").getByText("/method is required").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await work.fill('{ "kind": "http", "method": "PUT", "url": "https://a.test/", "body": "1" }');
    await create.click();
    await page.getByText("PUT https://a.test/").waitFor();

    await page.getByRole("tab", { name: "Work" }).click();
    await form.getByText("JSON", { exact: true }).click();
    await work.getByText('"PUT"').waitFor();
    await work.fill('{ "kind": "http", "method": "GET", "url": 7 }');
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByRole("alert").getByText("/url must be text").waitFor();
    await work.fill('{ "kind": "http", "method": "GET", "url": "https://b.test/" }');
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByText("GET https://b.test/").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    const response = await fetch(`${server.url}/api/v1/jobs/shop.notify`);
    const { work: stored } = (await response.json()) as { work: object };
    expect(stored).toMatchObject({ method: "GET", url: "https://b.test/", body: null });
  });

  it("shows its request, and the address at which its target reports or what would make one", async () => {
    const request = { kind: "http", method: "POST", url: "https://render.example.com/jobs", headers: {} };
    const work = { ...request, body: null, success: { callback: true } };
    await client.post("jobs", { key: "shop.render", app: "shop", kind: "triggered", work });
    await using panel = await open("/jobs/shop.render");
    const { page, context } = panel;
    await page.getByText("POST https://render.example.com/jobs").waitFor();
    await page.getByText("https://jobs.example.com/api/v1/callbacks/…").waitFor();
    await page.getByText("in the body in place of {{callbackUrl}}").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);

    await context.route("**/api/v1/workers*", async (route) => {
      const response = await route.fetch();
      const text = (await response.text()).replaceAll(/"callbackUrl":"[^"]*"/g, '"callbackUrl":null');
      await route.fulfill({ response, body: text });
    });
    await page.reload();
    await page.getByText("start the worker with MOJOB_PUBLIC_URL").waitFor();
    expect(panel.complaints).toEqual([]);
  });

  it("is copied under another key, a recurring one paused", async () => {
    await using panel = await open("/jobs/metrics.sample");
    const { page } = panel;
    await choose(panel, "Copy the job…");
    const key = page.getByRole("dialog").getByRole("textbox", { name: "Key" });
    expect(await key.inputValue()).toBe("metrics.sample-copy");
    await key.fill("mail.send");
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await page.getByText("Job key is taken").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await key.fill("metrics.sample-2");
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await page.waitForURL("**/jobs/metrics.sample-2");
    await page.getByText("Runs the code of metrics.sample").waitFor();
    expect(await stored("metrics.sample-2")).toMatchObject({
      origin: "api",
      pause: {},
      options: { cron: "0 */5 * * * *" },
    });
  });

  it("is deleted after it is said what becomes of its runs; what waits is cancelled, and it can be made again", async () => {
    await client.post("jobs", {
      key: "mail.later",
      app: "shop",
      kind: "triggered",
      work: { kind: "code", handler: "mail.send" },
    });
    const waiting = await client.trigger("mail.later", { args: { to: "ann" }, delayMs: 3_600_000 });
    await using panel = await open("/jobs/mail.later");
    const { page } = panel;
    await choose(panel, "Delete the job…");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("1 waiting run will be cancelled.").waitFor();
    await dialog.getByText("A job with the same key can be created again").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect(await stored("mail.later")).not.toBeNull();
    await choose(panel, "Delete the job…");
    await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
    await page.waitForURL("**/jobs");
    await page.getByText("mail.later was deleted").waitFor();
    expect(await stored("mail.later")).toBeNull();
    expect(await client.get(waiting.id)).toMatchObject({ state: "Cancelled", reasonCode: "job_deleted" });
    await page.goto(`${server.url}/jobs/mail.later`);
    await page.getByRole("alert").getByText("Job not found").waitFor();
    await page.getByRole("link", { name: "Show its remaining runs" }).click();
    await page.locator(`tr[data-run="${waiting.id}"]`).waitFor();
    await client.post("jobs", {
      key: "mail.later",
      app: "shop",
      kind: "triggered",
      work: { kind: "code", handler: "mail.send" },
    });
    await followPath(page, "/jobs/mail.later");
    await page.locator(`tr[data-run="${waiting.id}"]`).waitFor();
  });

  it("that code declares says that it comes back", async () => {
    await using panel = await open("/jobs/reports.weekly");
    const { page } = panel;
    await choose(panel, "Delete the job…");
    await page.getByRole("dialog").getByText("it comes back when a worker of the app starts").waitFor();
    await page.getByRole("dialog").getByText("No run is waiting.").waitFor();
  });

  it("is neither created, copied nor deleted by those who may not", async () => {
    await using panel = await open("/overview");
    const { page, context } = panel;
    await context.route("**/api/v1/session", async (route) => {
      const response = await route.fetch();
      const session = (await response.json()) as object;
      await route.fulfill({ response, json: { ...session, permissions: ["jobs:read", "runs:read"] } });
    });
    await page.goto(`${server.url}/jobs`);
    await page.locator("tbody tr").first().waitFor();
    const create = page.getByRole("button", { name: "New job" });
    expect(await create.getAttribute("title")).toBe("You need the permission jobs:create");
    expect(await page.getByRole("link", { name: "New job" }).count()).toBe(0);
    await followPath(page, "/jobs/mail.send");
    await page.getByRole("heading", { name: "Send mail", level: 1 }).waitFor();
    await page.getByRole("button", { name: /^More actions for/ }).click();
    for (const [name, permission] of [
      ["Copy the job…", "jobs:create"],
      ["Delete the job…", "jobs:delete"],
    ] as const) {
      const item = page.getByRole("menuitem", { name });
      expect(await item.getAttribute("aria-disabled"), name).toBe("true");
      expect(await item.getAttribute("title")).toBe(`You need the permission ${permission} in app shop`);
      await item.click({ force: true });
    }
    expect(await page.getByRole("dialog").count()).toBe(0);
    await followPath(page, "/jobs/+new");
    await page.getByText("You may not create jobs").waitFor();
  });
});

it("the options say where each value comes from, and a weekday's number is read as its writer meant it", async () => {
  await using panel = await open("/jobs/ledger%2Fclose-day?tab=options");
  const { page } = panel;
  const row = (label: string) =>
    page.locator(".option-row").filter({ has: page.getByLabel(label, { exact: true }) });
  await row("Retries").getByText("From the code").waitFor();
  await page.getByRole("textbox", { name: "Cron" }).fill("0 0 1 ? * 2-6");
  await page.getByText("Which weekday is meant?").waitFor();
  await page.getByText("Say below which weekday is meant", { exact: true }).waitFor({ timeout: 5000 });
  const save = page.getByRole("button", { name: "Save", exact: true });
  expect(await save.isDisabled()).toBe(true);
  await page.getByRole("textbox", { name: "Cron" }).press("Enter");
  expect(await stored("ledger/close-day")).not.toMatchObject({ options: { cron: "0 0 1 ? * 2-6" } });
  await page.getByRole("button", { name: "Written for Quartz" }).click();
  await page.locator(".cron-preview").getByText("Monday to Friday, at 01:00").waitFor();
  expect(await page.getByText("Which weekday is meant?").count()).toBe(0);
  expect(await page.getByLabel("Weekday numbers").inputValue()).toBe("quartz");
  await save.click();
  await row("Weekday numbers").getByText("Edited here; in code: ").waitFor();
  expect(await stored("ledger/close-day")).toMatchObject({
    options: { cron: "0 0 1 ? * 2-6", cronDialect: "quartz" },
  });
  expect(panel.complaints).toEqual([]);
});
