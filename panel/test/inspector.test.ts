import type { Page } from "playwright-core";
import { describe, expect, it, vi } from "vitest";
import { accessibilityFaults } from "./audit.ts";
import { openPanel } from "./open-panel.ts";
import type { PanelServer } from "./panel-server.ts";
import { PATIENCE } from "./patience.ts";
import { createRunClient, type RunClient } from "./run-client.ts";
import { servePanel } from "./serve-panel.ts";

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

    await chooseNode(page, "first");
    const form = page.getByRole("region", { name: "Form of the node" });
    await form.getByRole("textbox", { name: "Id" }).fill("count");
    await form.getByRole("textbox", { name: "Id" }).press("Enter");
    await page.locator('.task-graph [data-node="count"]').waitFor();
    await form.getByRole("combobox", { name: "Runs", exact: true }).selectOption("work");
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
});
