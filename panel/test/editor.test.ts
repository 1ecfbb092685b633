import type { Page } from "playwright-core";
import { describe, expect, it, vi } from "vitest";
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

const WAIT = { type: "wait", for: { ms: "60000" } };
/** The figure of a loop: a value is looked at, and what follows comes back to it until it is right. */
const FIGURE = {
  engine: 1,
  nodes: [
    { id: "wait", ...WAIT },
    {
      id: "loop",
      type: "condition",
      branches: [{ name: "again", when: "($.VISIT ?? 0) < 3" }],
      else: "done",
      loop: { maxVisits: 10 },
      pre: [{ node: "wait" }, { node: "wait-2" }],
    },
    { id: "wait-2", ...WAIT, pre: [{ node: "loop", branch: "again" }] },
    { id: "wait-3", ...WAIT, pre: [{ node: "loop", branch: "done" }] },
  ],
};

async function openEmpty(page: Page, body: unknown = { engine: 1, nodes: [] }): Promise<void> {
  await page.getByRole("textbox", { name: "Key" }).fill("mail.drawn");
  await page.getByRole("combobox", { name: "Runs", exact: true }).selectOption("task");
  await page.getByRole("radio", { name: "On demand" }).check();
  await textOf(page).fill(JSON.stringify(body));
}

function textOf(page: Page): ReturnType<Page["getByRole"]> {
  return page.getByRole("textbox", { name: "Body of the workflow" });
}

function node(page: Page, id: string): ReturnType<Page["locator"]> {
  return page.locator(`.task-graph [data-node="${id}"]`);
}

/** The text of the body; the editor of JSON has all of it in the page while it is short. */
async function bodyOf(page: Page): Promise<unknown> {
  const lines = await textOf(page).locator(".cm-line").allTextContents();
  return JSON.parse(lines.join("\n"));
}

async function drag(page: Page, from: string, to: string): Promise<void> {
  const handle = await page.locator(`[data-handle="${from}"]`).boundingBox();
  const target = await node(page, to).boundingBox();
  if (handle === null || target === null) throw new Error(`There is no way from ${from} to ${to}`);
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
  await page.mouse.down();
  await page.mouse.move(target.x + 30, target.y + target.height / 2, { steps: 4 });
  await page.mouse.up();
}

function entry(page: Page, name: string): ReturnType<Page["getByRole"]> {
  return page.getByRole("list", { name: "Nodes to add" }).getByRole("button", { name, exact: true });
}

describe("the editor of a workflow", () => {
  it("draws a figure with a loop by mouse, which can be created and taken back step by step", async () => {
    await using panel = await openPanel({ url: server.url, path: "/jobs/+new?app=mail" });
    const { page, complaints } = panel;
    await openEmpty(page);
    await entry(page, "Wait").dragTo(page.locator(".task-graph"));
    await node(page, "wait").waitFor();
    await entry(page, "Loop").dragTo(node(page, "wait"));
    await node(page, "loop").waitFor();
    await entry(page, "Wait").dragTo(node(page, "loop"));
    await node(page, "wait-2").waitFor();
    await entry(page, "Wait").dragTo(node(page, "loop"));
    await node(page, "wait-3").waitFor();
    await drag(page, "wait-2", "loop");
    await page.getByRole("group", { name: "Way from wait-2 to loop" }).waitFor();
    await page.getByText("No mistakes found").waitFor();
    expect(await bodyOf(page)).toEqual(FIGURE);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(async () => JSON.stringify(await bodyOf(page))).not.toContain('"wait-2"}');
    await page.getByRole("button", { name: "Redo" }).click();
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByText("mail.drawn was created").waitFor();
    const stored = await (await fetch(`${server.url}/api/v1/jobs/mail.drawn`)).json();
    expect(stored).toMatchObject({ work: { kind: "task", body: FIGURE } });
    expect(complaints).toEqual([]);
  });

  it("draws by the keyboard alone, and a letter in a field is a letter", async () => {
    await using panel = await openPanel({ url: server.url, path: "/jobs/+new?app=mail" });
    const { page } = panel;
    await openEmpty(page);
    const add = async (kind: string, id: string): Promise<void> => {
      await page.keyboard.press("n");
      await page.getByRole("dialog").getByRole("textbox").waitFor();
      await page.keyboard.type(kind);
      await page.keyboard.press("Enter");
      await node(page, id).focus();
    };
    await page.getByRole("button", { name: "Keys" }).focus();
    await add("approval", "approval");
    await add("wait", "wait");
    await add("condition", "condition");
    await add("batch", "batch");
    await node(page, "condition").focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe("Chosen node");
    await node(page, "condition").focus();
    await page.keyboard.press("e");
    await page.getByRole("dialog").getByRole("textbox").waitFor();
    await page.keyboard.type("wait");
    await page.keyboard.press("Enter");
    await page.getByText("This way would close a circle").waitFor();
    expect(await bodyOf(page)).toMatchObject({
      nodes: [
        { id: "approval" },
        { id: "wait", pre: [{ node: "approval", branch: "approved" }] },
        { id: "condition", pre: [{ node: "wait" }] },
        { id: "batch", pre: [{ node: "condition", branch: "yes" }] },
      ],
    });
    await node(page, "condition").focus();
    await page.keyboard.press("Delete");
    await node(page, "condition").waitFor({ state: "detached" });
    await page.keyboard.press("Control+z");
    await node(page, "condition").waitFor();
  });

  it("moves a card, and keeps numbers and members that it does not know", async () => {
    await using panel = await openPanel({ url: server.url, path: "/jobs/+new?app=mail" });
    const { page } = panel;
    await openEmpty(page);
    await textOf(page).fill(
      '{"engine":1,"odd":12345678901234567890,"nodes":[{"id":"a","type":"wait","for":{"ms":"1"}},{"id":"b","type":"wait","for":{"ms":"1"},"pre":[{"node":"a"}]}]}',
    );
    const box = await node(page, "b").boundingBox();
    if (box === null) throw new Error("There is no card");
    await page.mouse.move(box.x + 40, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + 40, box.y + 70, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => JSON.stringify(await bodyOf(page))).toContain('"position"');
    expect(await textOf(page).textContent()).toContain("12345678901234567890");
    await node(page, "b").focus();
    await page.keyboard.press("l");
    await expect.poll(async () => JSON.stringify(await bodyOf(page))).not.toContain('"position"');
  });
});
