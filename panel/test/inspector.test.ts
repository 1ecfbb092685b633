import type { Page } from "playwright-core";
import { describe, expect, it, vi } from "vitest";
import { accessibilityFaults } from "./audit.ts";
import { openPanel } from "./open-panel.ts";
import type { PanelServer } from "./panel-server.ts";
import { PATIENCE } from "./patience.ts";
import { createRunClient, type RunClient } from "./run-client.ts";
import { servePanel } from "./serve-panel.ts";
import { createTask, MONTH_END } from "./task-jobs.ts";

vi.setConfig(PATIENCE);

let server: PanelServer;
let client: RunClient;
servePanel({}, (started) => {
  server = started;
  client = createRunClient(started.url);
});

const KEY = "shop.lines";

async function chooseNode(page: Page, id: string): Promise<void> {
  await page.locator(`.task-graph [data-node="${id}"]`).click();
  await page
    .getByRole("region", { name: "Form of the node" })
    .getByText(id, { exact: true })
    .first()
    .waitFor();
}

/** Resolves to the newest run of the workflow once it has ended. */
async function runIt(): Promise<string> {
  const { id } = await client.trigger(KEY);
  const run = await client.until(id, ({ state }) => state === "Succeeded" || state === "Failed");
  expect(run.state).toBe("Succeeded");
  return id;
}

describe("the form of a node", () => {
  it("mails the number of lines that a node has found, by choice alone, and reads it back", async () => {
    await using panel = await openPanel({ url: server.url, path: "/jobs/+new?app=shop" });
    const { page } = panel;
    await page.getByRole("textbox", { name: "Key" }).fill(KEY);
    await page.getByRole("combobox", { name: "Runs", exact: true }).selectOption("task");
    await page.getByRole("radio", { name: "On demand" }).check();

    await page.getByRole("button", { name: "Job of its own work" }).click();
    await chooseNode(page, "work");
    const form = page.getByRole("region", { name: "Form of the node" });
    await form.getByRole("textbox", { name: "Id" }).fill("count");
    await form.getByRole("textbox", { name: "Id" }).press("Enter");
    await page.locator('.task-graph [data-node="count"]').waitFor();
    await form.getByRole("combobox", { name: "Work: Kind of work" }).selectOption("script");
    await form.getByRole("textbox", { name: "Source" }).fill("found 42 lines");

    await page.getByRole("button", { name: "Add a node…" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a node" });
    await dialog
      .getByRole("combobox", { name: "Job", exact: true })
      .or(dialog.getByRole("textbox", { name: "Job", exact: true }))
      .fill("mail.s");
    await page.getByRole("option", { name: "mail.send" }).click();
    expect(await dialog.getByRole("textbox", { name: "Id" }).inputValue()).toBe("send");
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Add", exact: true }).click();

    await form.getByRole("button", { name: "Give it a value: to" }).click();
    await form.getByRole("combobox", { name: "to: source" }).selectOption({ label: "Result of" });
    await form.getByRole("combobox", { name: "to: node" }).selectOption("count");
    await form.getByText("Part, kind, text around").click();
    await form.getByRole("combobox", { name: "to: part" }).selectOption({ label: "Between two texts" });
    await form.getByRole("textbox", { name: "Text before it: to" }).fill("found ");
    await form.getByRole("textbox", { name: "Text behind it: to" }).fill(" lines");
    await page.getByText("No mistakes found").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByText(`${KEY} was created`).waitFor();

    const id = await runIt();
    const sent = await client.get(`~${id}/#send`);
    expect(sent.args).toEqual({ to: "42" });

    await page.goto(`${server.url}/jobs/${KEY}?tab=task`);
    await chooseNode(page, "send");
    // The value that it had in that run stands beside it.
    await form.getByText('In the last run: "42"').waitFor();
    const read = async (role: "combobox" | "textbox", name: string): Promise<string> =>
      await form.getByRole(role, { name, exact: true }).inputValue();
    expect(await read("combobox", "to: source")).toBe("result");
    expect(await read("combobox", "to: node")).toBe("count");
    expect(await read("textbox", "Text before it: to")).toBe("found ");
    expect(await read("textbox", "Text behind it: to")).toBe(" lines");
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(panel.complaints).toEqual([]);
  });

  it("changes nothing of a body by being opened, and shows what it has no choice for as text", async () => {
    const odd = "sum([$.JOB[‘first’].RESULT , 1])  >2";
    const body = {
      engine: 1,
      nodes: [
        { id: "first", type: "job", job: { key: "mail.send" }, params: [{ name: "to", value: "ann" }] },
        {
          id: "pick",
          type: "condition",
          branches: [{ name: "yes", when: odd }],
          else: "no",
          pre: [{ node: "first", on: "ended" }],
        },
        {
          id: "later",
          type: "wait",
          for: { ms: " 60 * 1000 " },
          pre: [{ node: "pick", branch: "yes" }],
          skipWhen: "$.TASK.PARAMS.day == 'x'",
        },
      ],
      params: [{ name: "day", type: "text", value: "x" }],
    };
    const work = { kind: "task", body };
    await client.post("jobs", { key: "shop.odd", app: "shop", kind: "triggered", work });
    await using panel = await openPanel({ url: server.url, path: "/jobs/shop.odd?tab=task" });
    const { page } = panel;
    const form = page.getByRole("region", { name: "Form of the node" });
    const save = page.getByRole("button", { name: "Save", exact: true });
    await chooseNode(page, "pick");
    await form.getByRole("textbox", { name: "Taken where" }).waitFor();
    expect(await form.getByRole("textbox", { name: "Taken where" }).innerText()).toBe(odd);
    await form.getByRole("note").getByText('handles every failure of "first"').waitFor();
    await chooseNode(page, "later");
    expect(await form.getByRole("combobox", { name: "Left out where: test" }).inputValue()).toBe("==");
    await chooseNode(page, "first");
    await form.getByRole("textbox", { name: "to", exact: true }).waitFor();
    await page.getByRole("button", { name: "Settings of the workflow" }).click();
    await page.getByRole("region", { name: "Settings of the workflow" }).waitFor();
    await chooseNode(page, "pick");
    expect(await save.count()).toBe(0);
    await form.getByRole("textbox", { name: "Title" }).fill("Which way");
    await save.waitFor();
    await form.getByRole("textbox", { name: "Title" }).fill("");
    await form.getByRole("textbox", { name: "Otherwise" }).fill("none");
    await save.click();
    await save.waitFor({ state: "hidden" });
    const stored = await (await fetch(`${server.url}/api/v1/jobs/shop.odd`)).json();
    const [first, pick, later] = body.nodes;
    expect(stored).toMatchObject({
      work: { body: { ...body, nodes: [first, { ...pick, else: "none" }, later] } },
    });
  });

  it("is completed where it is typed, in the body and in an expression", async () => {
    await using panel = await openPanel({ url: server.url, path: `/jobs/${KEY}?tab=task` });
    const { page } = panel;
    const evaluated: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/tasks/evaluate")) evaluated.push(request.postData() ?? "");
    });
    await chooseNode(page, "send");
    const form = page.getByRole("region", { name: "Form of the node" });
    const mode = form.getByRole("radiogroup", { name: "to: choose or text" });
    await mode.getByText("Text", { exact: true }).click();
    const editor = form.getByRole("textbox", { name: "to", exact: true });
    await editor.fill("");
    await editor.pressSequentially("$.JOB['");
    const offers = page.getByRole("listbox", { name: "Completions" });
    await offers.getByRole("option", { name: "count" }).waitFor();
    await editor.pressSequentially("count'].RESULT +");
    await form
      .getByText(/must be an expression; at character/)
      .first()
      .waitFor();
    await editor.fill("$.JOB['count'].RESULT");
    await form.getByText('In the last run: "found 42 lines"').waitFor();
    await mode.getByText("Choose", { exact: true }).click();
    await form.getByRole("combobox", { name: "to: source" }).selectOption({ label: "Secret" });
    await form.getByLabel("to: field").click();
    await page.getByRole("option", { name: "SMTP_PASSWORD" }).click();
    await page.locator(".cm-content", { hasText: "$.SECRET.SMTP_PASSWORD" }).waitFor();
    await form.getByRole("textbox", { name: "Title" }).fill("Mail it");
    expect(evaluated.length).toBeGreaterThan(0);
    expect(evaluated.filter((sent) => sent.includes("SECRET"))).toEqual([]);
    expect(await accessibilityFaults(page)).toEqual([]);

    const body = page.getByRole("textbox", { name: "Body of the workflow" });
    await body.fill('{ "engine": 1, "nodes": [{ "id": "a", "');
    await body.press("End");
    await body.pressSequentially("ty");
    await offers.getByRole("option", { name: /^type/ }).click();
    await body.pressSequentially('"wa');
    await offers.getByRole("option", { name: "wait", exact: true }).click();
    expect(await body.innerText()).toContain('"type": "wait"');
  });

  it("asks what people fill in, and for default values, by fields of their kinds", async () => {
    const form = {
      type: "object",
      "x-odd": 12,
      properties: {
        why: { type: "string", "x-rows": 3 },
        amount: { type: "number" },
        rows: { type: "array" },
      },
      required: ["why"],
    };
    const ask = { id: "ask", type: "approval", by: {}, form, timeoutMs: 60_000, onTimeout: "refused" };
    const params = [
      { name: "limit", type: "number", value: 5 },
      { name: "rows", type: "json", value: [1] },
    ];
    await createTask(client, "shop.asks", { engine: 1, nodes: [ask], params });
    await using panel = await openPanel({ url: server.url, path: "/jobs/shop.asks?tab=task&node=ask" });
    const { page } = panel;
    const node = page.getByRole("region", { name: "Form of the node" });
    const field = (number: number) => node.getByRole("group", { name: `Field ${number}`, exact: true });
    await field(3).waitFor();
    const save = page.getByRole("button", { name: "Save", exact: true });
    expect(await field(1).getByRole("combobox", { name: "Type" }).inputValue()).toBe("text");
    expect(await field(3).getByRole("combobox", { name: "Type" }).inputValue()).toBe("json");
    expect(await save.count()).toBe(0);
    await field(2).getByRole("textbox", { name: "Default value" }).fill("2.5");
    await node.getByRole("button", { name: "Add: Field" }).click();
    await field(4).getByRole("textbox", { name: "Name" }).fill("how");
    await field(4).getByRole("combobox", { name: "Type" }).selectOption("choice");
    await field(4).getByRole("textbox", { name: "Label" }).fill("How");
    await field(4).getByRole("textbox", { name: "Choices" }).fill("by hand\nat once");
    await field(4).getByRole("combobox", { name: "Default value" }).selectOption("at once");
    await field(4).getByRole("checkbox", { name: "Required" }).check();
    await node.getByRole("button", { name: "Add: Field" }).click();
    await field(5).getByRole("combobox", { name: "Type" }).selectOption("date");
    await field(5).getByLabel("Default value").fill("2027-01-31");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Settings of the workflow" }).click();
    const settings = page.getByRole("region", { name: "Settings of the workflow" });
    await settings.getByRole("textbox", { name: "Default value" }).first().fill("7");
    await page.getByText("No mistakes found").waitFor();
    await save.click();
    await save.waitFor({ state: "hidden" });
    const stored = await (await fetch(`${server.url}/api/v1/jobs/shop.asks`)).json();
    const { why, amount, rows } = form.properties;
    const asked = {
      ...form,
      properties: {
        why,
        amount: { ...amount, default: 2.5 },
        rows,
        how: { type: "string", enum: ["by hand", "at once"], title: "How", default: "at once" },
        field5: { type: "string", format: "date", default: "2027-01-31" },
      },
      required: ["why", "how"],
    };
    const { body } = (stored as { work: { body: { nodes: { form: unknown }[]; params: unknown } } }).work;
    expect(body.nodes[0]?.form).toEqual(asked);
    expect(body.params).toEqual([{ ...params[0], value: 7 }, params[1]]);
    expect(panel.complaints).toEqual([]);
  });

  it("is only read by somebody who may not edit, and nothing else changes the workflow", async () => {
    const nodes = [
      ...MONTH_END.nodes,
      { id: "own", type: "job", job: { work: { kind: "script", language: "shell", source: "true" } } },
    ];
    await createTask(client, "shop.read", { ...MONTH_END, nodes });
    await using panel = await openPanel({ url: server.url, path: "/overview" });
    const { page, context } = panel;
    await context.route("**/api/v1/session", async (route) => {
      const response = await route.fetch();
      const session = (await response.json()) as object;
      const permissions = ["jobs:read", "runs:read"];
      await route.fulfill({ response, json: { ...session, permissions } });
    });
    await page.goto(`${server.url}/jobs/shop.read?tab=task`);
    await page.getByText("Changing it needs the permission work:edit.").waitFor();
    const form = page.getByRole("region", { name: "Form of the node" });
    const drawn = page.locator(".task-graph [data-node]");
    for (const id of ["load", "debts", "check", "release", "bank", "again", "close", "own"]) {
      await page.locator(`.task-graph [data-node="${id}"]`).click();
      await form.getByRole("heading", { name: id }).waitFor();
      // How a value is shown may be chosen all the same.
      const open = await form
        .locator("input, select, textarea, button, [contenteditable]")
        .evaluateAll((all) =>
          all
            .filter((one) => !one.matches(':disabled, [aria-readonly="true"], [role="radiogroup"] *'))
            .map((one) => one.outerHTML),
        );
      expect(open, id).toEqual([]);
    }
    const before = await drawn.evaluateAll((all) => all.map((one) => one.outerHTML.replace(/aria-.*/, "")));
    const own = page.locator('.task-graph [data-node="own"]');
    for (const key of ["n", "e", "g", "l", "Delete", "Backspace", "Control+x", "Control+v", "Control+z"]) {
      await own.focus();
      await page.keyboard.press(key);
    }
    const box = await own.boundingBox();
    if (box === null) throw new Error("There is no card");
    await page.mouse.move(box.x + 40, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + 40, box.y + 90, { steps: 4 });
    await page.mouse.up();
    expect(await drawn.evaluateAll((all) => all.map((one) => one.outerHTML.replace(/aria-.*/, "")))).toEqual(
      before,
    );
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(await page.getByRole("list", { name: "Nodes to add" }).count()).toBe(0);
    expect(await page.locator(".editor-handle").count()).toBe(0);
    for (const name of ["Save", "Add a node…", "Undo"])
      expect(await page.getByRole("button", { name, exact: true }).count()).toBe(0);
    const text = page.getByRole("textbox", { name: "Body of the workflow" });
    const written = await text.innerText();
    await text.press("x");
    expect(await text.innerText()).toBe(written);
    expect(await accessibilityFaults(page)).toEqual([]);
    await context.unroute("**/api/v1/session");
    expect(panel.complaints).toEqual([]);
  });

  it("names what is offered in the language of the page", async () => {
    await createTask(client, "shop.offers", {
      engine: 1,
      nodes: [{ id: "a", type: "wait", for: { ms: "1" } }],
    });
    const path = "/jobs/shop.offers?tab=task&node=a";
    await using panel = await openPanel({ url: server.url, path, language: "zh" });
    const { page } = panel;
    const body = page.getByRole("textbox", { name: "工作流定义" });
    await body.fill('{ "engine": 1, "nodes": [{ "id": "a", "');
    await body.press("End");
    await body.pressSequentially("ty");
    await page.getByRole("listbox", { name: "补全建议" }).getByRole("option", { name: /^type/ }).waitFor();
    expect(panel.complaints).toEqual([]);
  });
});
