import type { Locator, Page } from "playwright-core";
import { describe, expect, it, vi } from "vitest";
import { accessibilityFaults, smallTargets } from "./audit.ts";
import { openPanel } from "./open-panel.ts";
import { PATIENCE } from "./patience.ts";
import { createRunClient, type RunClient } from "./run-client.ts";
import { servePanel } from "./serve-panel.ts";
import { createTask, MONTH_END, startTask } from "./task-jobs.ts";

// An audit looks at every element of a page, beside whatever else the machine does.
vi.setConfig(PATIENCE);

let url: string;
let client: RunClient;
servePanel({}, (server) => {
  url = server.url;
  client = createRunClient(url);
});

const pathOf = (id: string): string => `/runs/${encodeURIComponent(id)}`;
const node = (page: Page, id: string): Locator => page.locator(`.task-graph [data-node="${id}"]`);
const panelOf = (page: Page, name: string): Locator =>
  page.getByRole("complementary", { name: `Node ${name}` });
const rowOf = (page: Page, name: string): Locator =>
  page
    .getByRole("table", { name: "Nodes" })
    .getByRole("row")
    .filter({ has: page.getByText(name, { exact: true }) });

const viewOf = (page: Page, name: string): Locator =>
  page.getByRole("radiogroup", { name: "View of the nodes" }).getByText(name, { exact: true });

it("workflows are a place of their own beside the jobs, and what is seldom needed is behind Admin", async () => {
  await createTask(client, "month.listed");
  await using panel = await openPanel({ url, path: "/jobs" });
  const { page } = panel;
  const navigation = page.getByRole("navigation", { name: "Pages" });
  const current = navigation.locator('[aria-current="page"]');
  await current.getByText("Jobs").waitFor();
  expect(await current.count()).toBe(1);
  await navigation.getByRole("link", { name: "Workflows" }).click();
  await page.waitForURL("**/jobs?work=task");
  await page.getByRole("heading", { name: "Workflows", level: 1 }).waitFor();
  await page.locator('tbody tr[data-row="month.listed"]').waitFor();
  expect(await page.locator('tbody tr[data-row="mail.send"]').count()).toBe(0);
  await current.getByText("Workflows").waitFor();
  expect(await current.count()).toBe(1);
  const admin = navigation.getByRole("button", { name: "Admin" });
  expect(await navigation.getByRole("link", { name: "Secrets" }).count()).toBe(0);
  await admin.press("Enter");
  await navigation.getByRole("link", { name: "Secrets" }).click();
  await page.waitForURL("**/secrets");
  expect(await admin.getAttribute("aria-expanded")).toBe("true");
  await current.getByText("Secrets").waitFor();
  expect(await current.count()).toBe(1);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  await navigation.getByRole("link", { name: "Jobs" }).click();
  await page.locator('tbody tr[data-row="mail.send"]').waitFor();
  expect(panel.complaints).toEqual([]);
});

it("warnings that say the same are one line with their number, which opens", async () => {
  await createTask(client, "month.part");
  const nodes = Array.from({ length: 6 }, (_, index) => ({
    id: `part-${index}`,
    type: "task",
    key: "month.part",
  }));
  await createTask(client, "month.warned", { engine: 1, nodes });
  await using panel = await openPanel({ url, path: "/jobs/month.warned?tab=task" });
  const { page } = panel;
  const warnings = page.locator(".task-warnings");
  await warnings.locator("summary").first().click();
  const alike = warnings.getByText(/has no version: it executes what is in force when it begins · \d+$/);
  await alike.waitFor();
  const count = Number(/\d+$/.exec(await alike.innerText())?.[0]);
  expect(count).toBe(6);
  expect(await warnings.getByRole("button").count()).toBeLessThan(count);
  await alike.click();
  expect(await warnings.getByRole("button", { name: "has no version" }).count()).toBe(count);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(panel.complaints).toEqual([]);
});

describe("a run of a task", () => {
  it("is paused, decided about and led to its end: approval, signal, a value, a mark", async () => {
    const id = await startTask(client, "month.decided");
    await using panel = await openPanel({ url, path: pathOf(id) });
    const { page } = panel;
    await node(page, "post").getByText("Failed").waitFor();
    await node(page, "debts").getByText("3/3").waitFor();
    await viewOf(page, "List").click();
    await rowOf(page, "File the tax return").getByText("Kept back by Post to the bank").waitFor();
    await rowOf(page, "Wait for the bank").getByText("Waits for the signal bank-done").waitFor();
    await viewOf(page, "Graph").click();
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await page.getByRole("button", { name: "Resume", exact: true }).click();
    await page.getByRole("button", { name: "Pause", exact: true }).waitFor();

    await node(page, "release").click();
    const release = panelOf(page, "Release");
    await release.getByText("Waits for somebody to approve or refuse").waitFor();
    await release.getByRole("button", { name: "Approve or refuse…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: "Approve" }).check();
    await dialog.getByLabel("Why").fill("All is right");
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Decide" }).click();
    await node(page, "release").getByText("→ approved").waitFor();

    await node(page, "bank").click();
    await panelOf(page, "Wait for the bank").getByRole("button", { name: "Send the signal" }).click();
    await node(page, "again").getByText("visit 3").waitFor();
    await page.getByRole("button", { name: "Held by a failure" }).waitFor();

    await page.getByRole("tab", { name: "Values" }).click();
    await page.getByRole("button", { name: "Change a value…" }).click();
    await dialog.getByLabel("Place").fill("VARS.total");
    await dialog.getByLabel("Value").fill("43");
    await dialog.getByLabel("Reason").fill("One more came");
    await dialog.getByRole("button", { name: "Change", exact: true }).click();
    await page.getByRole("table", { name: "Values changed by people" }).getByText("VARS.total").waitFor();

    await node(page, "post").click();
    const post = panelOf(page, "Post to the bank");
    await post.getByText("The mailbox is full").first().waitFor();
    // Nothing is half below the head of the page, nor behind a notice of what was done.
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByText("The value was changed").waitFor({ state: "detached" });
    expect(await accessibilityFaults(page)).toEqual([]);
    await post.getByRole("button", { name: "Mark as succeeded…" }).click();
    await dialog.getByLabel("Result").fill('{"posted": 12}');
    await dialog.getByRole("button", { name: "Mark as succeeded…" }).click();
    await node(page, "close").getByText("Succeeded").waitFor();
    expect(await client.until(id, ({ state }) => state !== "Processing")).toMatchObject({
      state: "Succeeded",
    });

    await page.getByRole("tab", { name: "What happened" }).click();
    const facts = page.getByRole("list", { name: "What happened" });
    await facts.getByText("VARS.total was set to 43: One more came").waitFor();
    await facts.getByText("Post to the bank was set to Succeeded by hand").waitFor();
    await facts.getByText("The workflow ended: Succeeded").waitFor();
    expect(panel.complaints).toEqual([]);
  });

  it("that ended is run again in part: what is executed and what is taken over is shown first", async () => {
    const [load, , post] = MONTH_END.nodes;
    const body = {
      engine: 1,
      nodes: [load, post, { ...post, id: "late", title: "Late", pre: [{ node: "post" }] }],
    };
    const id = await startTask(client, "month.again", body);
    await client.until(id, ({ state }) => state === "Terminated");
    await using panel = await openPanel({ url, path: pathOf(id) });
    const { page } = panel;
    await page.getByRole("button", { name: "Run again in part…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("2 nodes are executed").waitFor();
    await dialog.getByText("follows Post to the bank").waitFor();
    await dialog.getByText("1 node is taken over").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("radio", { name: /From chosen nodes on/ }).check();
    const doIt = dialog.getByRole("button", { name: "Run again" });
    expect(await doIt.isDisabled()).toBe(true);
    expect(await doIt.getAttribute("aria-description")).toBe("Choose first: Nodes");
    await doIt.click({ force: true });
    await dialog.getByRole("checkbox", { name: "Load the ledger" }).check();
    await dialog.getByText("3 nodes are executed").waitFor();
    await dialog.getByRole("radio", { name: /What did not end well/ }).check();
    await dialog.getByText("2 nodes are executed").waitFor();
    await dialog.getByRole("button", { name: "Run again" }).click();
    await page.waitForURL((to) => !to.href.includes(id));
    await node(page, "load").getByText("taken over").waitFor();
    await node(page, "post").getByText("Failed").waitFor();
    expect(panel.complaints).toEqual([]);
  });

  it("runs a node by hand before what it waits for, and once more, with notes", async () => {
    const id = await startTask(client, "month.hand");
    await using panel = await openPanel({ url, path: pathOf(id) });
    const { page } = panel;
    await node(page, "post").getByText("Failed").waitFor();
    await node(page, "tax").click();
    const tax = panelOf(page, "File the tax return");
    await tax.getByRole("button", { name: "Run by hand…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("It begins now, whatever it waits for.").waitFor();
    await dialog.getByLabel("Note").fill("The auditor is here");
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Run", exact: true }).click();
    await node(page, "tax").getByText("Succeeded").waitFor();
    await tax.getByRole("button", { name: "Run by hand…" }).click();
    await dialog.getByText("It is executed once more").waitFor();
    await dialog.getByRole("button", { name: "Run", exact: true }).click();
    await tax.getByRole("list", { name: "Runs" }).getByRole("listitem").nth(1).waitFor();
    // Beside the panel not all of it is in view.
    const find = page.getByRole("searchbox", { name: "Find a node" });
    await find.fill("close");
    await node(page, "close").click();
    await panelOf(page, "Close the month").waitFor();
    await find.fill("load");
    expect(await page.getByRole("button", { name: "Run by hand…" }).count()).toBe(0);
    await node(page, "load").click();
    await panelOf(page, "Load the ledger").getByRole("button", { name: "Run by hand…" }).waitFor();
    await find.fill("release");
    await node(page, "release").click();
    await panelOf(page, "Release").getByRole("button", { name: "Approve or refuse…" }).waitFor();
    expect(await page.getByRole("button", { name: "Run by hand…" }).count()).toBe(0);
    const history = await fetch(`${url}/api/v1/history?limit=50`);
    expect(await history.text()).toContain("runNode tax: The auditor is here");
    expect(panel.complaints).toEqual([]);
  });

  it("that is run again executes its own version, or the newest where that is asked for", async () => {
    const [load] = MONTH_END.nodes;
    const id = await startTask(client, "month.versions", { engine: 1, nodes: [load] });
    await client.until(id, ({ state }) => state === "Succeeded");
    await using panel = await openPanel({ url, path: pathOf(id) });
    const { page } = panel;
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "Run again in part…" }).click();
    await dialog.getByText("It executes version 1, as this run did").waitFor();
    await page.keyboard.press("Escape");
    const nodes = [load, { ...load, id: "more", title: "More" }];
    await client.change("month.versions", { work: { kind: "task", body: { engine: 1, nodes } } });
    await page.reload();
    await page.getByRole("button", { name: "Run again…", exact: true }).click();
    const version = dialog.getByLabel("Version");
    await version.locator("option").nth(1).waitFor({ state: "attached" });
    expect(await version.locator("option").allTextContents()).toEqual([
      "1, that of this run",
      "2, the newest",
    ]);
    await version.selectOption("2, the newest");
    await dialog.getByRole("radio", { name: /Everything/, checked: true }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Run again" }).click();
    await page.waitForURL((to) => !to.href.includes(id));
    await node(page, "more").getByText("Succeeded").waitFor();
    await page.getByText("2 of 2 nodes have an outcome, version 2").waitFor();
    expect(panel.complaints).toEqual([]);
  });

  it("is read with the keyboard: arrows go along the graph, Enter opens a node, Escape leads back to it", async () => {
    const id = await startTask(client, "month.keys");
    await using panel = await openPanel({ url, path: pathOf(id) });
    const { page } = panel;
    await node(page, "load").focus();
    await page.keyboard.press("ArrowRight");
    const focused = (): Promise<string | null> =>
      page.evaluate(() => document.activeElement?.getAttribute("data-node") ?? null);
    const first = await focused();
    expect(first).not.toBe("load");
    await page.keyboard.press("ArrowDown");
    const second = await focused();
    expect(second).not.toBe(first);
    // Tab leaves the graph after one node of it.
    expect(await page.locator(".task-graph [tabindex='0']").count()).toBe(1);
    await page.keyboard.press("Enter");
    await page.getByRole("complementary").getByRole("heading", { level: 3 }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H3");
    await page.keyboard.press("Escape");
    await page.getByRole("complementary").waitFor({ state: "detached" });
    expect(await focused()).toBe(second);
    expect(panel.complaints).toEqual([]);
  });

  it("says why nothing can be done with it where the permission is missing", async () => {
    const id = await startTask(client, "month.reader");
    await using panel = await openPanel({ url, path: "/overview" });
    const { page, context } = panel;
    await context.route("**/api/v1/session", async (route) => {
      const response = await route.fetch();
      const session = (await response.json()) as object;
      await route.fulfill({ response, json: { ...session, permissions: ["jobs:read", "runs:read"] } });
    });
    await page.goto(`${url}${pathOf(id)}`);
    await node(page, "post").getByText("Failed").waitFor();
    expect(await page.getByRole("button", { name: "Pause", exact: true }).isDisabled()).toBe(true);
    await node(page, "post").click();
    const retry = panelOf(page, "Post to the bank").getByRole("button", { name: "Execute again" });
    expect(await retry.isDisabled()).toBe(true);
    await retry.hover({ force: true });
    await page.getByRole("tooltip", { name: "This needs the permission runs:operate." }).waitFor();
    await context.unroute("**/api/v1/session");
    expect(panel.complaints).toEqual([]);
  });
});

describe("the body of a task", () => {
  const editorOf = (page: Page): Locator => page.getByRole("textbox", { name: "Body of the workflow" });

  async function write(page: Page, text: string): Promise<void> {
    await editorOf(page).click();
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(text);
  }

  it("is edited with its mistakes at their places, saved as a version, compared and rolled back", async () => {
    await createTask(client, "month.body");
    await using panel = await openPanel({ url, path: "/jobs/month.body?tab=task" });
    const { page } = panel;
    await page.getByText("No mistakes found").waitFor();
    const wrong = {
      ...MONTH_END,
      nodes: [...MONTH_END.nodes, { id: "lost", type: "wait", for: { ms: "1" }, pre: [{ node: "gone" }] }],
    };
    await write(page, JSON.stringify(wrong, null, 2));
    await node(page, "lost").waitFor();
    const issues = page.getByRole("region", { name: "Check of the body" });
    await issues.getByText("/nodes/9/pre/0/node").click();
    expect(await page.evaluate(() => document.activeElement?.closest(".cm-editor") !== null)).toBe(true);
    await page.locator(".cm-activeLine, .cm-line").getByText('"gone"').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);

    await write(page, JSON.stringify({ ...MONTH_END, onFailure: "stop" }, null, 2));
    await page.getByText("No mistakes found").waitFor();
    await page.getByLabel("Why").fill("Stop at once");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Version 2 is in force").waitFor();
    const versions = page.getByRole("region", { name: "Versions" });
    await versions.getByText("Stop at once").waitFor();
    await versions.getByRole("button", { name: "Compare version 2 with the one before" }).click();
    const changes = page.locator(".script-diff");
    await changes.getByText('"onFailure": "stop"').waitFor();
    await changes.getByText('"onFailure": "hold"').waitFor();
    const drawn = page.getByRole("region", { name: "What differs in the workflow" });
    await drawn.getByText("0 changed").waitFor();
    const settings = drawn.getByRole("row").filter({ hasText: "/onFailure" });
    expect(await settings.getByRole("cell").allTextContents()).toEqual(["/onFailure", '"hold"', '"stop"']);
    await versions.getByRole("button", { name: "Roll back to version 1" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Roll back" }).click();
    await page.getByText("The source of version 1").first().waitFor();
    await editorOf(page).press("Control+Home");
    await editorOf(page).getByText('"hold"').waitFor();
    expect(panel.complaints).toEqual([]);
  });

  it("shows on its graph what another version adds, removes and changes", async () => {
    const job = (id: string, key: string, ...pre: readonly string[]): object => ({
      id,
      type: "job",
      job: { key },
      pre: pre.map((one) => ({ node: one })),
    });
    const [load, check, send] = [job("load", "ok"), job("check", "ok", "load"), job("send", "ok", "check")];
    await createTask(client, "month.drawn", { engine: 1, nodes: [load, check, send] });
    const nodes = [{ ...load, title: "Load all" }, job("mail", "ok", "load"), job("send", "ok", "mail")];
    await using panel = await openPanel({ url, path: "/jobs/month.drawn?tab=task" });
    const { page } = panel;
    await page.getByText("No mistakes found").waitFor();
    await write(page, JSON.stringify({ engine: 1, nodes }, null, 2));
    await page.getByText("No mistakes found").waitFor();
    await page.getByLabel("Why").fill("Mail it");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Version 2 is in force").waitFor();
    const versions = page.getByRole("region", { name: "Versions" });
    await versions.getByRole("button", { name: "Compare version 2 with the one before" }).click();
    const drawn = page.getByRole("region", { name: "What differs in the workflow" });
    await drawn.getByText("1 added").waitFor();
    const marks = drawn.locator("[data-mark]");
    expect(
      await marks.evaluateAll((all) => all.map((one) => `${one.dataset["mark"]} ${one.dataset["node"]}`)),
    ).toEqual(expect.arrayContaining(["added mail", "removed check", "changed load", "changed send"]));
    await drawn.locator('[data-node="check"]').getByRole("img", { name: "Removed" }).waitFor();
    await drawn.getByRole("button", { name: "Changed Load all", exact: true }).click();
    const rows = drawn.getByRole("region", { name: "What differs in Load all" }).getByRole("row");
    await rows.filter({ hasText: "/title" }).getByText('"Load all"').waitFor();
    await drawn.locator('[data-node="send"]').click();
    const ways = drawn.getByRole("region", { name: "What differs in send" }).getByRole("row");
    expect((await ways.allTextContents()).slice(1)).toEqual(["after checkoknone", "after mailnoneok"]);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    expect(panel.complaints).toEqual([]);
  });

  it("is tried as it stands in the editor, before it is saved", async () => {
    await createTask(client, "month.tried");
    await using panel = await openPanel({ url, path: "/jobs/month.tried?tab=task" });
    const { page } = panel;
    const trial = page.getByRole("region", { name: "Try once" });
    await trial.waitFor();
    await write(page, "{");
    expect(await trial.getByRole("button", { name: "Try once" }).isDisabled()).toBe(true);
    const nodes = [{ id: "soon", type: "wait", for: { ms: "1" } }];
    await write(page, JSON.stringify({ engine: 1, nodes }));
    await trial.getByRole("button", { name: "Try once" }).click();
    await trial.getByText("It returned nothing").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    const job = await fetch(`${url}/api/v1/jobs/month.tried`);
    expect(await job.text()).not.toContain("soon");
    await trial.getByRole("link", { name: "Open its page" }).click();
    await page.getByRole("button", { name: "Leave" }).click();
    await node(page, "soon").getByText("Succeeded").waitFor();
    expect(panel.complaints).toEqual([]);
  });

  it("makes a new job, with what is wrong at its place", async () => {
    await using panel = await openPanel({ url, path: "/jobs/+new" });
    const { page } = panel;
    await page.getByRole("textbox", { name: "Key" }).fill("made.here");
    await page.getByLabel("On demand").check();
    await page.getByLabel("Runs", { exact: true }).selectOption("task");
    await page.getByRole("textbox", { name: "Body of the workflow" }).waitFor();
    const work = (nodes: readonly object[]): string => JSON.stringify({ engine: 1, nodes });
    const fill = async (text: string): Promise<void> => {
      await page.getByRole("textbox", { name: "Body of the workflow" }).click();
      await page.keyboard.press("Control+a");
      await page.keyboard.insertText(text);
    };
    await fill(work([{ id: "a", type: "wait", for: { ms: "1" }, pre: [{ node: "b" }] }]));
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByText("/body/nodes/0/pre/0/node").first().waitFor();
    await fill(work([{ id: "a", type: "wait", for: { ms: "1" } }]));
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByText("made.here was created").waitFor();
    await page.getByRole("tab", { name: "Workflow" }).click();
    await node(page, "a").waitFor();
    // What the API refused is a failed load to the browser.
    expect(panel.complaints.filter((complaint) => !complaint.includes("400"))).toEqual([]);
  });
});

it("on a phone, in Chinese and dark, a task and its node are read by everybody", async () => {
  const id = await startTask(client, "month.phone");
  const look = { viewport: { width: 390, height: 800 }, theme: "dark", language: "zh" } as const;
  await using panel = await openPanel({ url, path: pathOf(id), ...look });
  const { page } = panel;
  await page.getByRole("table", { name: "节点" }).getByRole("button", { name: "Post to the bank" }).click();
  await page.getByRole("complementary").getByText("标记为成功…").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  expect(panel.complaints).toEqual([]);
});
