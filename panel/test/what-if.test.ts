import { expect, it, vi } from "vitest";
import { accessibilityFaults, smallTargets } from "./audit.ts";
import { openPanel } from "./open-panel.ts";
import { PATIENCE } from "./patience.ts";
import { createRunClient, type RunClient } from "./run-client.ts";
import { servePanel } from "./serve-panel.ts";
import { createTask } from "./task-jobs.ts";

vi.setConfig(PATIENCE);

let url: string;
let client: RunClient;
servePanel({}, (server) => {
  url = server.url;
  client = createRunClient(url);
});

const send = (id: string, ...pre: readonly object[]): object => ({
  id,
  type: "job",
  job: { key: "mail.send" },
  params: [{ name: "to", value: id }],
  pre,
});
const BODY = {
  engine: 1,
  nodes: [
    {
      id: "pages",
      type: "condition",
      branches: [{ name: "page", when: "$.VISIT < 3" }],
      else: "done",
      loop: { maxVisits: 9 },
      pre: [{ node: "read", on: "ended" }],
    },
    { ...send("read", { node: "pages", branch: "page" }), allowFailure: true },
    { ...send("all", { node: "pages", branch: "done" }), each: { items: "['a', 'b', 'c']" } },
    send("report", { node: "all" }),
    send("alarm", { node: "all", on: "failed" }),
  ],
};

it("shows which way a workflow takes where nodes end as they are chosen to", async () => {
  await createTask(client, "flow.what-if", BODY);
  await using panel = await openPanel({ url, path: "/jobs/flow.what-if?tab=task" });
  const { page } = panel;
  await page.getByText("What if", { exact: true }).click();
  const whatIf = page.getByRole("region", { name: "What if" });
  const fate = (id: string) => whatIf.locator(`[data-fate="${id}"]`);
  await whatIf.getByText("The workflow succeeds.").waitFor();
  await fate("report").getByText("Begins").waitFor();
  await fate("read").getByText("Begins 2 times").waitFor();
  await fate("alarm").getByText("the way from all is not taken").waitFor();

  await fate("all").getByRole("button", { name: "all" }).click();
  await whatIf.getByLabel("all ends so").selectOption({ label: "Some of its items fail" });
  await whatIf.getByLabel("Items that fail").fill("2");
  await fate("report").getByText("Kept back by all, which did not end well").waitFor();
  await fate("alarm").getByText("Begins").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);

  await fate("pages").getByRole("button", { name: "pages" }).click();
  await whatIf.getByLabel("pages ends so").selectOption({ label: "Takes page" });
  await whatIf.getByText("The workflow fails.").waitFor();
  await whatIf.getByRole("button", { name: "Another outcome for visit 2" }).click();
  await whatIf.getByLabel("In visit 2 and after").selectOption({ label: "Takes done" });
  await fate("read").getByText("Begins", { exact: true }).waitFor();

  await whatIf.getByRole("button", { name: "Step by step" }).click();
  await whatIf.getByText("Step 1 of 5: pages begins, visit 1").waitFor();
  await whatIf.locator('.task-graph [data-node="pages"]').getByText("Running").waitFor();
  await page.keyboard.press("Enter");
  await whatIf.getByText("Step 2 of 5: read begins, visit 1").waitFor();
  await whatIf.getByRole("button", { name: "Show the end" }).click();
  await whatIf.getByRole("button", { name: "Start again" }).click();
  await fate("alarm").getByText("the way from all is not taken").waitFor();
  expect(panel.complaints.filter((one) => !one.includes("400"))).toEqual([]);
});

it("a workflow begins with a shape, in Chinese and in the dark", async () => {
  await using panel = await openPanel({ url, path: "/jobs/+new?app=mail", language: "zh", theme: "dark" });
  const { page } = panel;
  await page
    .locator("select")
    .filter({ has: page.locator('option[value="task"]') })
    .first()
    .selectOption("task");
  await page.locator(".json-editor [contenteditable]").first().fill('{"engine":1,"nodes":[]}');
  await page.locator(".task-templates button").nth(5).click();
  await page.locator('.task-graph [data-node="fetch"]').first().waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});
