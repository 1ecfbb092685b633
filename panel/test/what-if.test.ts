import type { Locator, Page } from "playwright-core";
import { describe, expect, it, vi } from "vitest";
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

interface Shown {
  readonly whatIf: Locator;
  readonly fate: (id: string) => Locator;
  readonly node: (id: string) => Locator;
}

async function showWhatIf(page: Page, words = "What if"): Promise<Shown> {
  await page.getByText(words, { exact: true }).click();
  const whatIf = page.getByRole("region", { name: words });
  return {
    whatIf,
    fate: (id) => whatIf.locator(`[data-fate="${id}"]`),
    node: (id) => whatIf.locator(`[data-node="${id}"]`),
  };
}

it("shows which way a workflow takes where nodes end as they are chosen to", async () => {
  await createTask(client, "flow.what-if", BODY);
  await using panel = await openPanel({ url, path: "/jobs/flow.what-if?tab=task" });
  const { page } = panel;
  const { whatIf, fate } = await showWhatIf(page);
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
  expect(panel.complaints).toEqual([]);
});

describe("what if", () => {
  it("is followed step by step, through the visits of a loop to the end", async () => {
    await createTask(client, "flow.steps", BODY);
    await using panel = await openPanel({ url, path: "/jobs/flow.steps?tab=task" });
    const { whatIf, node } = await showWhatIf(panel.page);
    const said = whatIf.getByRole("status").filter({ hasText: /^(Step|The workflow)/ });
    const statesOf = async (): Promise<string> =>
      (
        await Promise.all(
          ["pages", "read", "all"].map((id) => node(id).locator(".task-node-state").textContent()),
        )
      ).join();
    await said.getByText("The workflow succeeds.").waitFor();
    await whatIf.getByRole("button", { name: "Step by step" }).click();
    const steps: string[] = [];
    for (let step = 1; step <= 7; step += 1) {
      await said.getByText(`Step ${step} of 7`).waitFor();
      steps.push(`${await said.textContent()}: ${await statesOf()}`);
      await whatIf.getByRole("button", { name: "Next" }).click();
    }
    expect(steps).toEqual([
      "Step 1 of 7: pages begins, visit 1: Running,Not begun,Not begun",
      "Step 2 of 7: read begins, visit 1: Waiting,Running,Not begun",
      "Step 3 of 7: pages begins, visit 2: Running,Waiting,Not begun",
      "Step 4 of 7: read begins, visit 2: Waiting,Running,Not begun",
      "Step 5 of 7: pages begins, visit 3: Running,Not begun,Not begun",
      "Step 6 of 7: all begins: Succeeded,Not begun,Running",
      "Step 7 of 7: report begins: Succeeded,Not begun,Succeeded",
    ]);
    await said.getByText("The workflow succeeds.").waitFor();
    expect(panel.complaints).toEqual([]);
  });

  it("says of each visit of a loop how it ends, and changes nothing by keys", async () => {
    await createTask(client, "flow.visits", BODY);
    await using panel = await openPanel({ url, path: "/jobs/flow.visits?tab=task" });
    const { page } = panel;
    await page.locator('.task-graph [data-node="report"]').click();
    const { whatIf, fate, node } = await showWhatIf(page);
    await fate("read").getByText("Begins 2 times").waitFor();
    await node("pages").click();
    await whatIf.getByLabel("pages ends so").selectOption({ label: "Takes done" });
    await fate("read").getByText("the way from pages is not taken").waitFor();
    await whatIf.getByRole("button", { name: "Another outcome for visit 2" }).click();
    await whatIf.getByLabel("In visit 1").selectOption({ label: "Takes page" });
    await fate("read")
      .getByText(/^Begins; then: Does not begin/)
      .waitFor();
    await fate("pages").getByText("Begins 2 times").waitFor();
    await whatIf.getByRole("button", { name: "Another outcome for visit 3" }).click();
    await whatIf.getByLabel("In visit 2", { exact: true }).selectOption({ label: "Fails" });
    await whatIf.getByText("The workflow fails.").waitFor();
    await fate("pages").getByText("Begins 2 times, fails with no_branch").waitFor();
    await whatIf.getByRole("button", { name: "Remove the last visit" }).click();
    await whatIf.getByRole("button", { name: "Start again" }).click();
    await fate("read").getByText("Begins 2 times").waitFor();
    await node("report").press("Delete");
    await node("report").press("l");
    await page.getByText("Both", { exact: true }).click();
    await page.locator('.task-graph [data-node="report"]').waitFor();
    expect(await page.getByRole("button", { name: "Undo", exact: true }).isDisabled()).toBe(true);
    expect(panel.complaints).toEqual([]);
  });

  it("is in Chinese for a shape to begin with", async () => {
    await using panel = await openPanel({ url, path: "/jobs/+new?app=mail", language: "zh" });
    const { page } = panel;
    await page.getByRole("combobox", { name: "运行模式", exact: true }).selectOption("task");
    await page.getByText("从模板开始").waitFor();
    await page.getByRole("button", { name: "逐页循环" }).click();
    const { whatIf, fate } = await showWhatIf(page, "推演");
    await whatIf.getByText("无法推演后续：有节点取决于运行时才有的值。").waitFor();
    await fate("pages").getByRole("button").click();
    await whatIf.getByLabel("pages 的执行结果").selectOption({ label: "走分支 page" });
    await whatIf.getByRole("button", { name: "为第 2 轮另行指定" }).click();
    await whatIf.getByLabel("第 2 轮及以后").selectOption({ label: "走分支 done" });
    await whatIf.getByText("工作流成功。").waitFor();
    await fate("report").getByText("会执行").waitFor();
    await whatIf.getByRole("button", { name: "逐步查看" }).click();
    await whatIf.getByText("第 1/4 步：pages 开始，第 1 轮").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(panel.complaints).toEqual([]);
  });
});
