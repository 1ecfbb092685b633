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

const BODY = {
  engine: 1,
  nodes: [
    {
      id: "pick",
      type: "job",
      job: {
        work: {
          kind: "condition",
          branches: [{ name: "large", when: "$.SELF.PARAMS.amount > 100" }],
          else: "small",
        },
        params: [{ name: "amount", type: "number", required: true }],
      },
    },
    { id: "rest", type: "wait", for: { ms: "10" }, pre: [{ node: "pick" }] },
  ],
};

describe("a workflow", () => {
  it("is written beside its graph, and asks at each start for what its jobs lack", async () => {
    await using panel = await openPanel({ url: server.url, path: "/jobs/+new?app=mail" });
    const { page } = panel;
    await page.getByRole("textbox", { name: "Key" }).fill("mail.flow");
    await page.getByRole("combobox", { name: "Runs", exact: true }).selectOption("task");
    await page.getByRole("radio", { name: "On demand" }).check();
    const editor = page.getByRole("textbox", { name: "Body of the workflow" });
    await editor.fill(JSON.stringify(BODY));
    await page.locator('.task-graph [data-node="pick"]').waitFor();
    await page.getByText("1 parameter that nothing fills").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Ask for it at the start" }).click();
    await page.getByText("No mistakes found").waitFor();
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByText("mail.flow was created").waitFor();
    await page.goto(`${server.url}/jobs/mail.flow/run`);
    await page.getByRole("textbox", { name: "amount" }).fill("500");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByText("Succeeded").first().waitFor();
  });

  it("is of conditions and waits that have forms of their own", async () => {
    await using panel = await openPanel({ url: server.url, path: "/jobs/+new?app=mail" });
    const { page } = panel;
    await page.getByRole("textbox", { name: "Key" }).fill("mail.choose");
    const modes = page.getByRole("combobox", { name: "Runs", exact: true });
    await modes.selectOption("condition");
    await page.getByRole("textbox", { name: "Branch 1 is taken where" }).fill("$.JOB['a'].RESULT");
    await page.getByRole("button", { name: "Add a branch" }).click();
    await page.getByRole("textbox", { name: "Name of branch 2" }).fill("some");
    await page.getByRole("textbox", { name: "Branch 2 is taken where" }).fill("$.SELF.PARAMS > 0");
    await page.getByRole("radio", { name: "On demand" }).check();
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByText("must begin with one of $.SELF").first().waitFor();
    await page.getByRole("button", { name: "Remove branch 1" }).click();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByText("mail.choose was created").waitFor();
    await page.goto(`${server.url}/jobs/+new?app=mail`);
    await page.getByRole("textbox", { name: "Key" }).fill("mail.pause");
    await modes.selectOption("wait");
    await page.getByRole("combobox", { name: "Waits" }).selectOption("until");
    await page.getByRole("textbox", { name: "Time", exact: true }).fill("$.SELF.PARAMS.at");
    await page.getByRole("radio", { name: "On demand" }).check();
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByText("mail.pause was created").waitFor();
    const stored = await (await fetch(`${server.url}/api/v1/jobs/mail.pause`)).json();
    expect(stored).toMatchObject({ work: { kind: "wait", for: { until: "$.SELF.PARAMS.at" } } });
  });
});
