import type { Page } from "playwright-core";
import { expect, it, vi } from "vitest";
import { accessibilityFaults } from "./audit.ts";
import { followPath, openPanel } from "./open-panel.ts";
import type { PanelServer } from "./panel-server.ts";
import { PATIENCE } from "./patience.ts";
import { createRunClient, type RunClient } from "./run-client.ts";
import { servePanel } from "./serve-panel.ts";

// An audit looks at every element of a page, beside whatever else the machine does.
vi.setConfig(PATIENCE);

let server: PanelServer;
let client: RunClient;
servePanel({ withPrograms: true }, (started) => {
  server = started;
  client = createRunClient(started.url);
});

async function workOf(key: string): Promise<unknown> {
  const response = await fetch(`${server.url}/api/v1/jobs/${key}`);
  return ((await response.json()) as { readonly work: unknown }).work;
}

async function save(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: "Save" });
  await button.click();
  await button.waitFor({ state: "detached" });
}

it("a request is put together in fields, which say what is wrong with each, and the JSON shows the same", async () => {
  await using panel = await openPanel({ url: server.url, path: "/jobs/+new" });
  const { page } = panel;
  const form = page.getByRole("main");
  await form.getByRole("combobox", { name: "App" }).selectOption("shop");
  await form.getByRole("textbox", { name: "Key" }).fill("shop.report");
  await form.getByRole("combobox", { name: "Runs", exact: true }).selectOption("An HTTP request");
  await form.getByRole("radio", { name: "On demand" }).check();
  const address = form.getByRole("textbox", { name: "Address" });
  await address.fill("https://a.test/?k={{secrets.KEY}}");
  await form.getByRole("combobox", { name: "Method" }).selectOption("PUT");
  await form.getByRole("button", { name: "Add a header" }).click();
  await form.getByRole("textbox", { name: "Name of header 1" }).fill("Authorization");
  await form.getByRole("textbox", { name: "Value of header 1" }).fill("Bearer {{secrets.KEY}}");
  await form.getByRole("textbox", { name: "Body", exact: true }).fill("{}");
  await form.getByRole("combobox", { name: "Succeeds with status" }).fill("202");
  await form.getByRole("combobox", { name: "Succeeds with status" }).press("Enter");
  expect(await accessibilityFaults(page)).toEqual([]);
  await form.getByRole("button", { name: "Create", exact: true }).click();
  await form.locator(".mantine-InputWrapper-error").first().waitFor();
  await address.fill("https://a.test/reports");
  await form.getByText("JSON", { exact: true }).click();
  await form.getByText('"https://a.test/reports"').waitFor();
  await form.getByText("Form", { exact: true }).click();
  await form.getByRole("button", { name: "Create", exact: true }).click();
  await page.getByText("PUT https://a.test/reports").waitFor();
  expect(await workOf("shop.report")).toEqual({
    kind: "http",
    method: "PUT",
    url: "https://a.test/reports",
    headers: { Authorization: "Bearer {{secrets.KEY}}" },
    body: "{}",
    success: { status: [202] },
  });

  await page.goto(`${server.url}/jobs/shop.report?tab=work`);
  await form.getByRole("button", { name: "Remove header 1" }).click();
  await form.getByRole("textbox", { name: "and a body that has" }).fill("done");
  await save(page);
  expect(await workOf("shop.report")).toMatchObject({
    headers: {},
    success: { status: [202], contains: "done" },
  });
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(panel.complaints.filter((complaint) => !complaint.includes("400"))).toEqual([]);
});

it("a program is edited word by word, and a handler of XXL-JOB in the words of XXL-JOB", async () => {
  const command = { kind: "command", argv: ["backup", "--all"] };
  await client.post("jobs", { key: "ops.backup", app: "shop", kind: "triggered", work: command });
  const xxl = { kind: "xxl", handler: "demoJobHandler", appName: "xxl-job-executor-sample" };
  await client.post("jobs", { key: "ops.demo", app: "shop", kind: "triggered", work: xxl });
  await using panel = await openPanel({ url: server.url, path: "/jobs/ops.backup?tab=work" });
  const { page } = panel;
  expect(await page.getByRole("textbox", { name: "Word 1" }).inputValue()).toBe("--all");
  await page.getByRole("button", { name: "Add a word" }).click();
  await page.getByRole("textbox", { name: "Word 2" }).fill("/srv/my data");
  await page.getByRole("combobox", { name: "Arguments of a run" }).selectOption("words");
  expect(await accessibilityFaults(page)).toEqual([]);
  await save(page);
  expect(await workOf("ops.backup")).toEqual({
    kind: "command",
    argv: ["backup", "--all", "/srv/my data"],
    args: "words",
  });

  await page.goto(`${server.url}/jobs/ops.demo?tab=work`);
  expect(await page.getByRole("combobox", { name: "AppName" }).inputValue()).toBe("xxl-job-executor-sample");
  await page.getByRole("textbox", { name: "JobHandler" }).fill("shardingJobHandler");
  await page.getByRole("combobox", { name: "Block strategy" }).selectOption("DISCARD_LATER");
  await page.getByRole("checkbox", { name: /Sharding broadcast/ }).check();
  expect(await accessibilityFaults(page)).toEqual([]);
  await save(page);
  expect(await workOf("ops.demo")).toEqual({
    kind: "xxl",
    handler: "shardingJobHandler",
    appName: "xxl-job-executor-sample",
    blockStrategy: "DISCARD_LATER",
    broadcast: true,
  });
  expect(panel.complaints).toEqual([]);
});

it("a notice has the fields of its service, and keeps what another one has too", async () => {
  await using panel = await openPanel({ url: server.url, path: "/jobs/+new" });
  const { page } = panel;
  const form = page.getByRole("main");
  await form.getByRole("combobox", { name: "App" }).selectOption("shop");
  await form.getByRole("textbox", { name: "Key" }).fill("alarms.group");
  await form
    .getByRole("combobox", { name: "Runs", exact: true })
    .selectOption("A notice: mail, chat or webhook");
  await form.getByRole("radio", { name: "On demand" }).check();
  const service = form.getByRole("combobox", { name: "Sent with" });
  // Those that the workers of the app can send with.
  expect(await service.getByRole("option").allTextContents()).toEqual(["Webhook", "Mail", "DingTalk"]);
  await form.getByRole("textbox", { name: "Address" }).fill("https://{{secrets.HOST}}/robot");
  await form.getByRole("textbox", { name: "Previous secret" }).fill("{{secrets.BEFORE}}");
  await service.selectOption("dingtalk");
  expect(await form.getByRole("textbox", { name: "Previous secret" }).count()).toBe(0);
  await form.getByRole("textbox", { name: "Secret" }).fill("{{secrets.ROBOT}}");
  await form.getByRole("textbox", { name: "Text", exact: true }).fill("{{ text }}");
  expect(await accessibilityFaults(page)).toEqual([]);
  await form.getByRole("region", { name: "Try once" }).waitFor();
  await form.getByRole("button", { name: "Create", exact: true }).click();
  await page.getByRole("tab", { name: "Runs" }).first().waitFor();
  expect(await workOf("alarms.group")).toEqual({
    kind: "notice",
    service: "dingtalk",
    url: "https://{{secrets.HOST}}/robot",
    secret: "{{secrets.ROBOT}}",
    template: "{{ text }}",
  });

  await page.goto(`${server.url}/jobs/alarms.group?tab=work`);
  await service.selectOption("mail");
  const to = form.getByRole("combobox", { name: "To", exact: true });
  await to.fill("ops");
  await to.press("Enter");
  await form.getByRole("textbox", { name: "From" }).fill("jobs@example.com");
  await page.getByRole("button", { name: "Save" }).click();
  await form.getByText("must be an address like ops@example.com").first().waitFor();
  await to.press("Backspace");
  await to.fill("ops@example.com");
  await to.press("Enter");
  expect(await accessibilityFaults(page)).toEqual([]);
  await save(page);
  expect(await workOf("alarms.group")).toEqual({
    kind: "notice",
    service: "mail",
    to: ["ops@example.com"],
    from: "jobs@example.com",
    template: "{{ text }}",
  });
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(panel.complaints.filter((complaint) => !complaint.includes("400"))).toEqual([]);
});

it("what a job does with files has the fields of its deed, and roots that its workers have", async () => {
  await using panel = await openPanel({ url: server.url, path: "/jobs/+new" });
  const { page } = panel;
  const form = page.getByRole("main");
  await form.getByRole("combobox", { name: "App" }).selectOption("shop");
  await form.getByRole("textbox", { name: "Key" }).fill("shop.join");
  await form.getByRole("combobox", { name: "Runs", exact: true }).selectOption("Something with files");
  await form.getByRole("radio", { name: "On demand" }).check();
  const deed = form.getByRole("combobox", { name: "Does" });
  await deed.selectOption("Join files to one");
  const root = form.getByRole("combobox", { name: "From: root" });
  expect(await root.getByRole("option").allTextContents()).toEqual(["Root", "in", "out"]);
  await root.selectOption("in");
  await form.getByRole("textbox", { name: "From: path" }).fill("orders/{args.day}");
  await form.getByRole("textbox", { name: "Names" }).fill("*.csv");
  const target = form.getByRole("combobox", { name: "To: root" });
  // Only those that may be written.
  expect(await target.getByRole("option").allTextContents()).toEqual([
    "Root",
    "out",
    "Stored file of the run",
  ]);
  await target.selectOption("out");
  await form.getByRole("textbox", { name: "To: path" }).fill("../all.csv");
  await form.getByRole("combobox", { name: "If it is there already" }).selectOption("Replace it");
  expect(await accessibilityFaults(page)).toEqual([]);
  await form.getByRole("button", { name: "Create", exact: true }).click();
  await form
    .getByText(/it has the name "\.\."/)
    .first()
    .waitFor();
  await form.getByRole("textbox", { name: "To: path" }).fill("{args.day}.csv");
  await form.getByRole("button", { name: "Create", exact: true }).click();
  await page.getByRole("tab", { name: "Runs" }).first().waitFor();
  expect(await workOf("shop.join")).toEqual({
    kind: "file",
    do: "concat",
    from: "in:orders/{args.day}",
    match: "*.csv",
    to: "out:{args.day}.csv",
    ifExists: "replace",
  });

  await page.goto(`${server.url}/jobs/shop.join?tab=work`);
  await deed.selectOption("Split a file");
  await form.getByRole("combobox", { name: "From: root" }).selectOption("Stored file among the arguments");
  await form.getByRole("textbox", { name: "From: path" }).fill("args.report");
  await form.getByRole("textbox", { name: "Lines" }).fill("1000");
  await save(page);
  expect(await workOf("shop.join")).toEqual({
    kind: "file",
    do: "split",
    from: { stored: "args.report" },
    to: "out:{args.day}.csv",
    by: { lines: 1000 },
    ifExists: "replace",
  });
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(panel.complaints.filter((complaint) => !complaint.includes("400"))).toEqual([]);
});

it("what a form says is tried before it is saved, as it stands, and leaves an act in the history alone", async () => {
  await using panel = await openPanel({ url: server.url, path: "/jobs/+new" });
  const { page } = panel;
  const form = page.getByRole("main");
  await form.getByRole("combobox", { name: "App" }).selectOption("shop");
  await form.getByRole("combobox", { name: "Runs", exact: true }).selectOption("shell");
  const trial = form.getByRole("region", { name: "Try once" });
  expect(await trial.count()).toBe(0);
  await form.getByRole("textbox", { name: "Source" }).fill("echo 1");
  await trial.getByRole("button", { name: "Try once" }).press("Enter");
  await trial.getByText("Succeeded").waitFor();
  await trial.getByText('"echo 1"').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await form.getByRole("textbox", { name: "Source" }).fill("echo 2");
  await trial.getByText("Changed since it was tried").waitFor();
  await trial.getByRole("button", { name: "Try again" }).click();
  await trial.getByText('"echo 2"').waitFor();
  const jobs = await fetch(`${server.url}/api/v1/jobs?app=shop&search=echo`);
  expect(await jobs.json()).toMatchObject({ items: [] });
  await followPath(page, "/history");
  const act = page.getByRole("listitem").filter({ hasText: "tried work of shop" }).first();
  await act.locator("a[href*='/runs/']").click();
  await page.getByText("none: its work was tried once").waitFor();
  expect(await page.getByRole("button", { name: "Run again" }).count()).toBe(0);
  expect(await page.getByRole("link", { name: "Edit and run" }).count()).toBe(0);
  expect(await page.getByText("Script version").count()).toBe(0);
});

it("the try of a job that is edited says at its fields what is refused, fits a phone, and changes nothing", async () => {
  const body = {
    key: "shop.tried",
    app: "shop",
    kind: "triggered",
    work: { kind: "http", method: "GET", url: "https://a.test/", headers: {}, body: null, success: null },
    args: { day: 1 },
  };
  const created = await fetch(`${server.url}/api/v1/jobs`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(created.status).toBe(201);
  const address = "/jobs/shop.tried?tab=work";
  await using panel = await openPanel({
    url: server.url,
    path: address,
    viewport: { width: 390, height: 844 },
  });
  const { page } = panel;
  const form = page.getByRole("main");
  const trial = form.getByRole("region", { name: "Try once" });
  const args = trial.getByRole("textbox", { name: "Arguments of the try" });
  expect(JSON.parse(await args.inputValue())).toEqual({ day: 1 });
  await args.fill("{");
  expect(await trial.getByRole("button", { name: "Try once" }).isDisabled()).toBe(true);
  await args.fill("");
  await form.getByRole("textbox", { name: "Address" }).fill("https://a.test/?k={{secrets.KEY}}");
  await trial.getByRole("button", { name: "Try once" }).click();
  await form.locator(".mantine-InputWrapper-error").first().waitFor();
  await form.getByRole("textbox", { name: "Address" }).fill("https://a.test/b");
  await trial.getByRole("button", { name: "Try once" }).click();
  await trial.getByText("It returned nothing").waitFor();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await workOf("shop.tried")).toEqual(body.work);
});

it("a statement is written for a connection that workers offer, and its values are bound in rows", async () => {
  await using panel = await openPanel({ url: server.url, path: "/jobs/+new" });
  const { page } = panel;
  const form = page.getByRole("main");
  await form.getByRole("combobox", { name: "App" }).selectOption("shop");
  await form.getByRole("textbox", { name: "Key" }).fill("shop.open-orders");
  await form.getByRole("combobox", { name: "Runs", exact: true }).selectOption("An SQL statement");
  await form.getByRole("radio", { name: "On demand" }).check();
  const connection = form.getByRole("combobox", { name: "Database" });
  expect(await connection.getByRole("option").allTextContents()).toEqual(["", "orders", "stock"]);
  await connection.selectOption("orders");
  await form
    .getByRole("textbox", { name: "Statement" })
    .fill("SELECT id FROM orders WHERE day = $1 AND total > $2");
  await form.getByRole("button", { name: "Add a value" }).click();
  await form.getByRole("textbox", { name: "Value 1" }).fill("day");
  await form.getByRole("button", { name: "Add a value" }).click();
  await form.getByRole("combobox", { name: "Kind of value 2" }).selectOption("Number");
  await form.getByRole("textbox", { name: "Value 2" }).fill("1.5");
  await form.getByRole("combobox", { name: "Rows go to" }).selectOption("A CSV file of the run");
  await form.getByRole("textbox", { name: "Name of the file" }).fill("orders.csv");
  await form.getByRole("textbox", { name: "At most so many rows" }).fill("50,000");
  expect(await accessibilityFaults(page)).toEqual([]);
  await form.getByRole("region", { name: "Try once" }).waitFor();
  await form.getByRole("button", { name: "Create", exact: true }).click();
  await form.getByText("a JSON pointer into the arguments of the run").first().waitFor();
  await form.getByRole("textbox", { name: "Value 1" }).fill("/day");
  await form.getByRole("button", { name: "Create", exact: true }).click();
  await page.getByRole("tab", { name: "Runs" }).first().waitFor();
  expect(await workOf("shop.open-orders")).toEqual({
    kind: "sql",
    connection: "orders",
    statement: "SELECT id FROM orders WHERE day = $1 AND total > $2",
    values: [{ arg: "/day" }, 1.5],
    output: { file: "orders.csv", format: "csv" },
    maxRows: 50_000,
  });

  await page.goto(`${server.url}/jobs/shop.open-orders?tab=work`);
  await form.getByRole("combobox", { name: "Rows go to" }).selectOption("The result of the run");
  await form.getByRole("button", { name: "Remove value 2" }).click();
  await form.getByRole("textbox", { name: "At most so many rows" }).fill("");
  await save(page);
  expect(await workOf("shop.open-orders")).toEqual({
    kind: "sql",
    connection: "orders",
    statement: "SELECT id FROM orders WHERE day = $1 AND total > $2",
    values: [{ arg: "/day" }],
  });
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(panel.complaints.filter((complaint) => !complaint.includes("400"))).toEqual([]);
});

it("a transfer is written for a server and a root that workers offer, and moves between operations", async () => {
  await using panel = await openPanel({ url: server.url, path: "/jobs/+new" });
  const { page } = panel;
  const form = page.getByRole("main");
  await form.getByRole("combobox", { name: "App" }).selectOption("shop");
  await form.getByRole("textbox", { name: "Key" }).fill("shop.fetch-orders");
  await form.getByRole("combobox", { name: "Runs", exact: true }).selectOption("A transfer: FTP, FTPS, SFTP");
  await form.getByRole("radio", { name: "On demand" }).check();
  const connection = form.getByRole("combobox", { name: "Server", exact: true });
  expect(await connection.getByRole("option").allTextContents()).toEqual(["Server", "bank", "partner"]);
  await connection.selectOption("bank");
  await form.getByRole("textbox", { name: "From path on the server" }).fill("../orders.csv");
  const target = form.getByRole("combobox", { name: "To: root" });
  // Only those that may be written.
  expect(await target.getByRole("option").allTextContents()).toEqual([
    "Root",
    "out",
    "Stored file of the run",
  ]);
  await target.selectOption("out");
  await form.getByRole("textbox", { name: "To: path" }).fill("{args.day}.csv");
  await form.getByRole("combobox", { name: "If it is there already" }).selectOption("Skip it");
  expect(await accessibilityFaults(page)).toEqual([]);
  await form.getByRole("button", { name: "Create", exact: true }).click();
  await form
    .getByText(/must be a path below the folder of the connection/)
    .first()
    .waitFor();
  await form.getByRole("textbox", { name: "From path on the server" }).fill("orders/{args.day}.csv");
  await form.getByRole("button", { name: "Create", exact: true }).click();
  await page.getByRole("tab", { name: "Runs" }).first().waitFor();
  expect(await workOf("shop.fetch-orders")).toEqual({
    kind: "transfer",
    do: "download",
    connection: "bank",
    from: "orders/{args.day}.csv",
    to: "out:{args.day}.csv",
    ifExists: "skip",
  });

  await page.goto(`${server.url}/jobs/shop.fetch-orders?tab=work`);
  await form.getByRole("combobox", { name: "Does" }).selectOption("Upload files");
  // The bank's server is for reading alone.
  expect(await connection.getByRole("option").allTextContents()).toEqual(["bank", "partner"]);
  await connection.selectOption("partner");
  await form.getByRole("combobox", { name: "From: root" }).selectOption("Stored file among the arguments");
  await form.getByRole("textbox", { name: "From: path" }).fill("args.report");
  await form.getByRole("textbox", { name: "To path on the server" }).fill("reports/{args.day}.csv");
  await save(page);
  expect(await workOf("shop.fetch-orders")).toEqual({
    kind: "transfer",
    do: "upload",
    connection: "partner",
    from: { stored: "args.report" },
    to: "reports/{args.day}.csv",
    ifExists: "skip",
  });
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(panel.complaints.filter((complaint) => !complaint.includes("400"))).toEqual([]);
});
