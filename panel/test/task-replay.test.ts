import { gunzipSync, gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { describe, expect, it, vi } from "vitest";
import { accessibilityFaults } from "./audit.ts";
import { openPanel } from "./open-panel.ts";
import { PATIENCE } from "./patience.ts";
import { createRunClient, type RunClient } from "./run-client.ts";
import { servePanel } from "./serve-panel.ts";
import { startTask } from "./task-jobs.ts";

vi.setConfig(PATIENCE);

let url: string;
let client: RunClient;
servePanel({}, (server) => {
  url = server.url;
  client = createRunClient(url);
});

const SEND = { type: "job", job: { key: "mail.send" } };
const BODY = {
  engine: 1,
  vars: [{ name: "to", type: "text", expression: "'ann'" }],
  nodes: [
    { id: "load", ...SEND, params: [{ name: "to", expression: "$.VARS.to" }] },
    { id: "ask", type: "wait", for: { signal: "go" }, pre: [{ node: "load" }] },
    { id: "late", ...SEND, pre: [{ node: "ask" }], params: [{ name: "to", expression: "$.VARS.to" }] },
  ],
};

const pathOf = (id: string): string => `/runs/${encodeURIComponent(id)}`;
const stateOf = (page: Page, node: string, words: string): Promise<void> =>
  page.locator(`.task-graph [data-node="${node}"]`).getByText(words).waitFor();
const operate = (id: string, operation: object): Promise<unknown> =>
  client.post(`instances/${encodeURIComponent(id)}/task/operations`, operation);

async function exported(id: string): Promise<Buffer> {
  const response = await fetch(`${url}/api/v1/instances/${encodeURIComponent(id)}/task/export`);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

describe("the values of a run", () => {
  it("are changed once it was seen what was made of them, and not where somebody else was faster", async () => {
    const id = await startTask(client, "replay.values", BODY);
    await using panel = await openPanel({ url, path: pathOf(id) });
    const { page } = panel;
    await stateOf(page, "ask", "Waiting");
    await page.getByRole("tab", { name: "Values" }).click();
    await page.getByRole("button", { name: "Change a value…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Place").fill("JOB.load.STATUS");
    await dialog.getByText("Nobody can change this value").waitFor();
    await dialog.getByLabel("Place").fill("VARS.to");
    await dialog.getByText("load was given it as to").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await dialog.getByLabel("Value").inputValue()).toBe("ann");
    await dialog.getByLabel("Value").fill("bob");
    await dialog.getByLabel("Reason").fill("He is away");
    await operate(id, { type: "edit", path: ["VARS", "to"], value: "cho", reason: "First" });
    await dialog.getByRole("button", { name: "Change", exact: true }).click();
    await dialog.getByText('it is "cho" now').waitFor();
    await dialog.getByRole("button", { name: "Look at it again" }).click();
    await dialog.getByText('Made of the value "cho" already').waitFor();
    await dialog.getByRole("button", { name: "Change", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await operate(id, { type: "signal", signal: "go" });
    await client.until(id, ({ state }) => state === "Succeeded");
    expect(await client.get(`~${id}/#late`)).toMatchObject({
      args: { to: "bob" },
    });
  });
});

describe("a value that is changed", () => {
  it("is chosen in a tree with what it is, and a text is written without quotes", async () => {
    const params = [
      { name: "day", type: "text" },
      { name: "limits", type: "json", value: { most: 5, isHard: true } },
    ];
    const id = await startTask(client, "replay.picked", { ...BODY, params });
    await using panel = await openPanel({ url, path: pathOf(id) });
    const { page, complaints } = panel;
    await stateOf(page, "ask", "Waiting");
    await page.getByRole("tab", { name: "Values" }).click();
    await page.getByRole("button", { name: "Change a value…" }).click();
    const dialog = page.getByRole("dialog");
    const tree = dialog.getByRole("group", { name: "What can be changed" });
    await dialog.getByText("Nothing was made of the present value null yet").waitFor();
    await dialog.getByLabel("Value", { exact: true }).fill("2026-11-26");
    await dialog.getByLabel("Reason").fill("It was missing");
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Change", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("cell", { name: '"2026-11-26"' }).waitFor();
    await page.getByRole("button", { name: "Change a value…" }).click();
    await tree.getByRole("button", { name: /^limits/ }).click();
    await tree.getByRole("button", { name: /^isHard/ }).click();
    await dialog.getByRole("radiogroup", { name: "Value" }).getByText("false").click();
    await dialog.getByLabel("Reason").fill("It is not");
    await dialog.getByRole("button", { name: "Change", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("TASK.PARAMS.limits.isHard").waitFor();
    expect(complaints).toEqual([]);
  });
});

describe("a run", () => {
  it("is replayed from a fact of its log and from a bar of the time view", async () => {
    const id = await startTask(client, "replay.pressed", BODY);
    await using panel = await openPanel({ url, path: pathOf(id) });
    const { page, complaints } = panel;
    await stateOf(page, "ask", "Waiting");
    await operate(id, { type: "signal", signal: "go" });
    await stateOf(page, "late", "Succeeded");
    await page.getByRole("tab", { name: "What happened" }).click();
    const log = page.getByRole("list", { name: "What happened" });
    await log.getByRole("button").first().click();
    await page.getByRole("group", { name: "Replay of the run" }).getByText("Step 1 of").waitFor();
    await stateOf(page, "late", "Not begun");
    await log.getByRole("button").last().click();
    await stateOf(page, "late", "Succeeded");
    await page.getByRole("button", { name: "End the replay" }).click();
    await page
      .getByRole("radiogroup", { name: "View of the nodes" })
      .getByText("Time", { exact: true })
      .click();
    await page.locator(".task-time-span").first().click();
    await page.getByRole("group", { name: "Replay of the run" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it("goes on by another version, or says which nodes keep it from that", async () => {
    const id = await startTask(client, "replay.moved", BODY);
    const save = (expectedVersion: number, nodes: readonly object[]): Promise<unknown> =>
      client.post("jobs/replay.moved/script/versions", {
        source: JSON.stringify({ ...BODY, nodes }),
        expectedVersion,
      });
    await save(1, [{ id: "other", ...SEND, params: [{ name: "to", value: "x" }] }]);
    await save(2, BODY.nodes.slice(0, 2));
    await client.post("jobs/replay.moved/script/drafts", { source: JSON.stringify(BODY) });
    await using panel = await openPanel({ url, path: pathOf(id), language: "zh" });
    const { page } = panel;
    await stateOf(page, "ask", "等待");
    await page.getByRole("button", { name: "切换版本…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: /^2 / }).check();
    // Nothing goes on by a draft.
    expect(await dialog.getByRole("radio").count()).toBe(2);
    await dialog.getByRole("button", { name: "切换", exact: true }).click();
    await dialog.getByText("load (在该版本中不存在)").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("radio", { name: /^3 / }).check();
    await dialog.getByRole("button", { name: "切换", exact: true }).click();
    await page.getByText("版本 3").waitFor();
  });

  it("is replayed step by step, by slider and by buttons", async () => {
    const id = await startTask(client, "replay.steps", BODY);
    await using panel = await openPanel({ url, path: pathOf(id) });
    const { page, complaints } = panel;
    await stateOf(page, "ask", "Waiting");
    await operate(id, { type: "signal", signal: "go" });
    await stateOf(page, "late", "Succeeded");
    await page.getByRole("button", { name: "Replay" }).click();
    const slider = page.getByRole("slider", { name: "Step of the run" });
    await slider.focus();
    await page.keyboard.press("Home");
    await page.getByText("Nothing has happened yet").waitFor();
    await stateOf(page, "load", "Not begun");
    await page.keyboard.press("ArrowRight");
    await stateOf(page, "load", "Running");
    await page.getByRole("button", { name: "Next step" }).click();
    await stateOf(page, "load", "Succeeded");
    await stateOf(page, "ask", "Waiting");
    await page.locator('.task-graph [data-node="ask"]').click();
    expect(await page.getByRole("button", { name: "Send the signal" }).count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Last step" }).click();
    await stateOf(page, "late", "Succeeded");
    expect(complaints).toEqual([]);
  });

  it("is shown from the file of its export, and a file that was changed is refused", async () => {
    const id = await startTask(client, "replay.file", BODY);
    await operate(id, { type: "signal", signal: "go" });
    await client.until(id, ({ state }) => state === "Succeeded");
    const bytes = await exported(id);
    await using panel = await openPanel({ url, path: "/runs/+file" });
    const { page, complaints } = panel;
    const give = async (buffer: Buffer): Promise<void> => {
      const chooser = page.waitForEvent("filechooser");
      await page.getByRole("button", { name: "Open a file…" }).click();
      await (await chooser).setFiles({ name: "run.ndjson.gz", mimeType: "application/gzip", buffer });
    };
    const text = gunzipSync(bytes).toString("utf8");
    await give(gzipSync(text.replace('"ann"', '"eve"')));
    await page.getByText("a hash does not fit").waitFor();
    await give(bytes.subarray(0, bytes.length - 200));
    await page.getByText("Its end is missing").waitFor();
    await give(Buffer.from("hello"));
    await page.getByText("It is no exported run").waitFor();
    await give(bytes);
    await stateOf(page, "late", "Succeeded");
    await page.locator('.task-graph [data-node="late"]').click();
    const node = page.getByRole("complementary", { name: "Node late" });
    await node.getByText("Parameters given").waitFor();
    expect(await node.getByRole("link").count()).toBe(0);
    await page.getByRole("tab", { name: "What happened" }).click();
    await page.getByText("The workflow ended: Succeeded").first().waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(complaints).toEqual([]);
  });
});
