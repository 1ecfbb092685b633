import { expect, it, vi } from "vitest";
import { openOffice, signIn } from "./office.ts";
import { followPath, openPanel } from "./open-panel.ts";
import { PATIENCE } from "./patience.ts";
import { createRunClient, pathOf, type RunClient } from "./run-client.ts";
import { servePanel } from "./serve-panel.ts";
import { startTask } from "./task-jobs.ts";

// Pages say things as people do: no ids of users, codes, names of operations or thousands of seconds.

vi.setConfig(PATIENCE);

let url: string;
let client: RunClient;
servePanel({ withRunJobs: true, withStuck: true, withHostile: false }, (server) => {
  url = server.url;
  client = createRunClient(url);
});

const HELD = {
  engine: 1,
  onFailure: "hold",
  nodes: [
    {
      id: "train",
      type: "job",
      job: { key: "mail.send" },
      params: [
        { name: "to", value: "dan" },
        { name: "fail", value: true },
      ],
    },
  ],
} as const;

it.each([
  { language: "en", did: "executed node train again in a run of" },
  { language: "zh", did: "重新执行了节点 train" },
] as const)(
  "the history says what was done to a workflow, in words: $language",
  async ({ language, did }) => {
    const id = await startTask(client, `ops.train-${language}`, HELD);
    await client.until(id, ({ waitingFor }) => waitingFor === "held");
    const operation = { type: "retryNode", node: "train", note: "The disk is empty again" };
    await client.post(`instances/${encodeURIComponent(id)}/task/operations`, operation);
    await using panel = await openPanel({ url, path: `/jobs/ops.train-${language}?tab=history`, language });
    const { page } = panel;
    for (const path of [null, "/history", "/history?tab=audit"]) {
      if (path !== null) await followPath(page, path);
      const act = page
        .locator(".act")
        .filter({ hasText: did })
        .filter({ hasText: `ops.train-${language}` });
      await act.locator(".act-note").getByText("The disk is empty again", { exact: true }).waitFor();
      expect(await act.textContent()).not.toContain("retryNode");
    }
    expect(panel.complaints).toEqual([]);
  },
);

it("a run that waits says nothing of runs that were skipped, because none was", async () => {
  const first = await client.trigger("orders.stuck");
  const second = await client.trigger("orders.stuck");
  await client.until(second.id, ({ reasonCode }) => reasonCode === "waits_for_slot");
  await using panel = await openPanel({ url, path: pathOf(second.id) });
  const { page } = panel;
  await page.getByText("The slot is held by").getByRole("link", { name: first.id }).waitFor();
  await page.getByRole("link", { name: "Change the limit" }).first().waitFor();
  expect(await page.getByText("were skipped").count()).toBe(0);
  expect(panel.complaints).toEqual([]);
});

it("failures are counted by how they failed, in words, and their codes are there for who looks them up", async () => {
  await client.change("orders.stuck", { timeoutMs: 200, retryCount: 0, maxConcurrency: null });
  const { id } = await client.trigger("orders.stuck");
  await client.until(id, ({ state }) => state === "Terminated");
  await using panel = await openPanel({ url, path: "/failures" });
  const { page } = panel;
  const counts = page.getByText(/^In which way:/);
  const thrown = counts.getByTitle(/^job_error -\d+$/);
  await thrown.waitFor();
  expect(await thrown.textContent()).toMatch(/^(?: · )?[A-Z][^_]+: \d+$/);
  await counts.getByTitle(/^timeout -\d+$/).waitFor();
  expect(await counts.textContent()).not.toMatch(/job_error|-\d{6}/);
  expect(panel.complaints).toEqual([]);
});

it("rules of alarms have lengths of time as people write them, and take them so", async () => {
  await using panel = await openPanel({ url, path: "/incidents?tab=rules" });
  const { page } = panel;
  await page.getByText("Before its end: 7d").waitFor();
  await page.getByRole("button", { name: "Add a rule" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a rule" });
  await dialog.getByLabel("Condition").selectOption("Token expires");
  const before = dialog.getByLabel("Before its end");
  expect(await before.inputValue()).toBe("7d");
  await before.fill("soon");
  await dialog.getByText("Write a duration such as 10m or 1h 30m").waitFor();
  await before.fill("3d 12h");
  await dialog.getByLabel("Name").fill("tokens");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Before its end: 3d 12h").waitFor();
  expect(panel.complaints).toEqual([]);
});

it("people are named as they are shown to who may know that, and by their short name to others", async () => {
  await using office = await openOffice("operator");
  await using panel = await openPanel({ url: office.url, path: "/jobs/receipt" });
  const { page } = panel;
  await signIn(page, "li");
  const id = await page.evaluate(async () => {
    const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" };
    const response = await fetch("/api/v1/jobs/receipt/instances", init);
    return ((await response.json()) as { readonly instance: { readonly id: string } }).instance.id;
  });
  await followPath(page, pathOf(id));
  await page.locator(".run-facts").getByText("by 李娜").waitFor();
  await page.goto(`${office.url}/jobs/receipt`);
  await page.getByRole("button", { name: "Pause", exact: true }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Pause" }).click();
  await page.locator(".pause-note").getByText("by 李娜").waitFor();
  await page.getByRole("button", { name: "Why? …" }).click();
  await page.getByText(/^The job was paused by 李娜/).waitFor();
  await page.keyboard.press("Escape");
  await followPath(page, "/history");
  await page.locator(".act").filter({ hasText: "李娜 paused" }).waitFor();
  await followPath(page, "/account");
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await page.getByLabel("Name or mail address").waitFor();
  await page.goto(`${office.url}/jobs/receipt`);
  await signIn(page, "wang");
  await page.goto(`${office.url}/jobs/receipt`);
  await page.locator(".pause-note").getByText("by li").waitFor();
  await page.getByRole("button", { name: "Resume" }).first().click();
  await followPath(page, "/history");
  await page.locator(".act").filter({ hasText: "王芳 resumed" }).waitFor();
  expect(await page.getByText("user:").count()).toBe(0);
  expect(panel.complaints.filter((one) => !one.includes("401"))).toEqual([]);
});
