import { expect, it, vi } from "vitest";
import { accessibilityFaults } from "./audit.ts";
import { openOffice, signIn } from "./office.ts";
import { followPath, openPanel } from "./open-panel.ts";
import type { PanelServer } from "./panel-server.ts";
import { PATIENCE } from "./patience.ts";
import { createRunClient, type RunClient } from "./run-client.ts";
import { servePanel } from "./serve-panel.ts";

// What fails is noticed within half a minute.
vi.setConfig({ ...PATIENCE, testTimeout: 120_000 });
const NOTICED = { timeout: 60_000 };

let server: PanelServer;
let client: RunClient;
servePanel({ withRunJobs: true }, (started) => {
  server = started;
  client = createRunClient(started.url);
});

it("a failure rings the bell and is acknowledged, snoozed, noted and resolved, and its rule is edited, in both languages", async () => {
  const { id } = await client.trigger("invoices.post");
  await client.until(id, ({ state }) => state === "Terminated");
  await using panel = await openPanel({ url: server.url, path: "/overview" });
  const { page } = panel;
  const bell = page.getByRole("link", { name: /^Alarms: \d+ open$/ });
  await bell.waitFor(NOTICED);
  await bell.click();
  const row = page.getByRole("listitem").filter({ hasText: "The ledger is closed" });
  await row.getByText("A run failed").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const search = page.getByRole("searchbox");
  await search.fill("disk full");
  await page.getByText("No alarm is like that").waitFor();
  await search.fill("LEDGER is");
  await row.getByText("A run failed").waitFor();
  await page.getByLabel("State").selectOption("Acknowledged");
  await page.getByText("No alarm is like that").waitFor();
  await page.getByLabel("State").selectOption("All");
  await row.getByRole("link", { name: "Failed", exact: true }).click();
  await page.getByRole("heading", { name: "Failed", level: 1 }).waitFor();
  await page.getByText("No run of the job has succeeded before").waitFor();
  await page.getByRole("link", { name: id }).waitFor();
  await page.getByRole("button", { name: "Acknowledge" }).click();
  await page.getByText("acknowledged it").waitFor();
  await page.getByRole("button", { name: "Snooze" }).click();
  await page.getByRole("menuitem", { name: "For 1 hour" }).click();
  await page.getByText("snoozed it until").waitFor();
  await page.getByRole("button", { name: "Add a note…" }).click();
  await page.getByRole("textbox", { name: "Note" }).fill("The bank is closed");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("The bank is closed").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await followPath(page, "/jobs/invoices.post");
  await page.getByText("Alarms of this job").waitFor();
  await followPath(page, "/incidents?tab=mine");
  await page.getByRole("link", { name: "Failed", exact: true }).click();
  await page.getByRole("button", { name: "Resolve…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resolved" }).click();
  await page.getByText("resolved it").waitFor();
  await followPath(page, "/incidents");
  await page.getByText("Nothing is wrong").waitFor();
  await page.getByRole("tab", { name: "Rules and routes" }).click();
  await page.getByRole("button", { name: "Add a rule" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a rule" });
  await dialog.getByLabel("Condition").selectOption("Failures in a row");
  await dialog.getByLabel("Failures in a row").fill("1");
  await dialog.getByLabel("Jobs").fill("invoices.*");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByText("It would have opened 1 in the last 30 days").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByLabel("Name").fill("Not a name");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog
    .getByText(/\/id|format/)
    .first()
    .waitFor();
  await dialog.getByLabel("Name").fill("invoices");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("invoices.*").waitFor();
  await page.getByText("Nobody: alarms are shown here alone").waitFor();
  await page.getByRole("button", { name: "Add a route" }).click();
  const route = page.getByRole("dialog", { name: "Add a route" });
  await route.getByLabel("Job that sends the notices").fill("nobody");
  await route.getByLabel("Info").uncheck();
  expect(await accessibilityFaults(page)).toEqual([]);
  await route.getByRole("button", { name: "Save" }).click();
  await route.getByText(/must be the key of a job/).waitFor();
  await client.post("jobs", {
    key: "alarms.tell",
    app: "shop",
    kind: "triggered",
    options: { whenFull: "queue" },
  });
  await route.getByLabel("Job that sends the notices").fill("alarms.tell");
  await route.getByRole("button", { name: "Save" }).click();
  await page.getByText("Critical, Warning").waitFor();
  await page.getByRole("button", { name: "Add a route" }).click();
  await route.getByLabel("What is done").selectOption("Pause the job");
  await route.getByLabel("For how many minutes").fill("30");
  await route.getByLabel("Only in some hours").check();
  await route.getByRole("checkbox", { name: "Sat" }).check();
  await route.getByRole("button", { name: "Preview" }).click();
  await route.getByText("it would have been for: 0").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await route.getByRole("button", { name: "Save" }).click();
  await page.getByText("Mon Tue Wed Thu Fri Sat 09:00–18:00").waitFor();
  await page.getByRole("button", { name: "Silence", exact: true }).click();
  const silence = page.getByRole("dialog", { name: "Silence" });
  await silence.getByLabel("Why").fill("Patches");
  await silence.getByText("Maintenance window").click();
  await silence.getByLabel("Begins at (cron)").fill("0 2 * *");
  await silence.getByRole("button", { name: "Silence" }).click();
  await silence
    .getByText(/0 2 \* \*/)
    .first()
    .waitFor();
  await silence.getByLabel("Begins at (cron)").fill("0 2 * * 6");
  expect(await accessibilityFaults(page)).toEqual([]);
  await silence.getByRole("button", { name: "Silence" }).click();
  await page.getByText("Patches").waitFor();
  await page.getByRole("button", { name: "End it" }).click();
  await page.getByText("Over", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Add a heartbeat" }).click();
  const heartbeat = page.getByRole("dialog", { name: "Add a heartbeat" });
  await heartbeat.getByLabel("Name").fill("backup");
  await heartbeat.getByLabel("App").fill("shop");
  expect(await accessibilityFaults(page)).toEqual([]);
  await heartbeat.getByRole("button", { name: "Save" }).click();
  const call = await page.getByText(/^curl -fsS http/).textContent();
  expect((await fetch(call?.split(" ").at(-1) ?? "")).status).toBe(200);
  await page.reload();
  await page.getByText("Success", { exact: true }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.evaluate(() => localStorage.setItem("mojob-language", "zh"));
  await page.reload();
  await page.getByRole("button", { name: "添加规则" }).waitFor();
  await page.getByText("连续失败次数: 1", { exact: true }).waitFor();
  await page.getByRole("tab", { name: "已恢复" }).click();
  await page.getByText(/^运行失败.*：The ledger is closed/).waitFor();
  // The rule, the route and the window that were refused.
  const refused = expect.stringContaining("400 (Bad Request)");
  expect(panel.complaints).toEqual([refused, refused, refused]);
});

it("an alarm is assigned to people by the names that they are known by, and to others by any name", async () => {
  await using office = await openOffice("operator");
  await using panel = await openPanel({ url: office.url, path: "/" });
  const { page } = panel;
  await signIn(page, "li");
  await followPath(page, "/jobs/refund");
  await page.getByRole("link", { name: "Run now" }).click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await followPath(page, "/incidents");
  await page.getByRole("link", { name: "Failed", exact: true }).click(NOTICED);
  const assign = async (typed: string, picked?: string): Promise<void> => {
    await page.getByRole("button", { name: "Assign…" }).click();
    const dialog = page.getByRole("dialog", { name: "Assign to" });
    const field = dialog.getByLabel("Assign to");
    await field.fill(typed);
    if (picked !== undefined) await page.getByRole("option", { name: picked }).click();
    await field.press("Enter");
    await dialog.waitFor({ state: "detached" });
  };
  await assign("芳", "王芳");
  await page.getByText("assigned to 王芳").waitFor();
  await assign("li");
  await page.getByText("assigned to 李娜").waitFor();
  await followPath(page, "/incidents?tab=mine");
  await page.getByRole("link", { name: "Failed", exact: true }).click();
  await assign("Team Ledger");
  await page.getByText("assigned to Team Ledger").waitFor();
  await assign("");
  await page.getByText("assigned to").waitFor({ state: "detached" });
});
