import type { Locator, Page } from "playwright-core";
import { expect, vi } from "vitest";
import { englishSentences } from "./english-sentences.ts";
import { BATCH, MONTH_CLOSE } from "./glance-tasks.ts";
import type { PanelServer } from "./panel-server.ts";
import { PATIENCE } from "./patience.ts";
import { createRunClient, pathOf, type RunClient } from "./run-client.ts";
import { servePanel } from "./serve-panel.ts";
import { createTask, startTask } from "./task-jobs.ts";
import { USUAL_FLOWS } from "./usual-flows.ts";
import { type Flow, walkFlows } from "./walk-flows.ts";

// What people come for with workflows and their runs, with the clicks it takes; what they type is not counted.

vi.setConfig(PATIENCE);

let server: PanelServer;
let client: RunClient;
servePanel({ withNodeJobs: true, withRunJobs: true, withHostile: false }, (started) => {
  server = started;
  client = createRunClient(started.url);
});

const WIDE = { width: 1600, height: 1000 } as const;
const MOST_TABS = 80;
const PHONE = { width: 390, height: 844 } as const;
const node = (page: Page, id: string): Locator => page.locator(`.task-graph [data-node="${id}"]`);
const isOver = ({ state }: { readonly state: string }): boolean => state === "Terminated";

/** A run of a month that cannot be closed, once it is over. */
async function failedClose(key: string): Promise<string> {
  const id = await startTask(client, key, MONTH_CLOSE);
  await client.until(id, isOver);
  return pathOf(id);
}

const REFUND = {
  engine: 1,
  params: [{ name: "amount", type: "number", value: 88_000 }],
  nodes: [
    {
      id: "sign",
      title: "Sign the refund",
      type: "approval",
      by: {},
      timeoutMs: 3_600_000,
      onTimeout: "refused",
    },
  ],
} as const;

const REPORT = {
  engine: 1,
  nodes: [
    { id: "load", type: "job", job: { key: "step.take" } },
    {
      id: "report",
      title: "Write the report",
      type: "job",
      job: { key: "orders.report" },
      pre: [{ node: "load" }],
    },
  ],
} as const;

const approves: Flow["go"] = async (page, { click }) => {
  const row = page.getByRole("listitem").filter({ hasText: "Sign the refund" }).first();
  await click(row.getByRole("button", { name: "Approve…" }));
  const dialog = page.getByRole("dialog");
  await dialog.getByText("88000").waitFor();
  await click(dialog.getByRole("button", { name: "Decide" }));
  await row.waitFor({ state: "detached" });
};

/** A form for a workflow of which nothing is there but a key. */
async function openEditor(page: Page, key: string): Promise<Locator> {
  await page.getByRole("textbox", { name: "Key" }).fill(key);
  return page.getByRole("list", { name: "Nodes to add" });
}

const FLOWS: readonly Flow[] = [
  {
    ...USUAL_FLOWS.slowNode,
    path: () => failedClose("flow.slow"),
    async go(page) {
      await page.getByText(/longest: Count the stock, (?:\d+ ms|[\d.]+ s)/).waitFor();
      await node(page, "slow").and(page.locator("[data-critical]")).waitFor();
    },
  },
  {
    ...USUAL_FLOWS.onlyFailed,
    path: () => failedClose("flow.again"),
    async go(page, { click }) {
      const before = page.url();
      await click(page.getByRole("button", { name: "Run 3 again" }));
      await page.waitForURL((to) => to.href !== before);
      await node(page, "load").getByText("taken over").waitFor();
    },
  },
  {
    ...USUAL_FLOWS.wrongValue,
    path: () => failedClose("flow.value"),
    async go(page, { click }) {
      await click(page.getByRole("button", { name: "Change month and go on…" }));
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("month").fill("2026-12");
      await click(dialog.getByRole("button", { name: "Change and run 3 again" }));
      await node(page, "close").getByText("Succeeded").waitFor();
    },
  },
  {
    ...USUAL_FLOWS.approve,
    path: async () => {
      await startTask(client, "flow.refund", REFUND);
      return "/inbox";
    },
    go: approves,
  },
  {
    ...USUAL_FLOWS.shared,
    path: async () => {
      const id = await startTask(client, "flow.batch", BATCH);
      await client.until(id, isOver);
      return pathOf(id);
    },
    async go(page) {
      const causes = page.getByRole("list", { name: "What its failed items have in common" });
      await causes.getByText("(all closed-*)").waitFor();
      await causes.getByText("(all slow-*)").waitFor();
    },
  },
  {
    ...USUAL_FLOWS.fiveByMouse,
    path: "/jobs/+new?app=shop",
    look: { viewport: WIDE },
    async go(page, { click, choose, drag }) {
      const entries = await openEditor(page, "shop.drawn");
      const entry = (name: string): Locator => entries.getByRole("button", { name, exact: true });
      const addJob = async (key: string, id: string): Promise<void> => {
        await click(entry("Stored job…"));
        const dialog = page.getByRole("dialog");
        await dialog.getByRole("textbox").fill(key);
        await click(dialog.getByRole("button", { name: key, exact: true }));
        await node(page, id).waitFor();
      };
      await choose(page.getByRole("combobox", { name: "Runs", exact: true }), "task");
      await click(page.getByRole("radio", { name: "On demand" }));
      await addJob("step.take", "take");
      await drag(entry("Condition"), node(page, "take"));
      await node(page, "condition").waitFor();
      await drag(entry("Approval"), node(page, "condition"));
      await node(page, "approval").waitFor();
      await addJob("orders.report", "report");
      await addJob("mail.send", "send");
      // Its job takes an address that no node has.
      await click(page.getByRole("button", { name: "Ask for it at the start" }));
      await click(page.getByRole("button", { name: "Create", exact: true }));
      await page.getByText("shop.drawn was created").waitFor();
    },
  },
  {
    ...USUAL_FLOWS.fiveByKeys,
    mostKeys: 100,
    path: "/jobs/+new?app=shop",
    look: { viewport: WIDE },
    async go(page, { press }) {
      await skipToContent(page, press);
      await tabTo(page, press, () => page.getByRole("textbox", { name: "Key" }));
      await page.keyboard.type("shop.typed");
      await tabTo(page, press, () => page.getByRole("combobox", { name: "Runs", exact: true }));
      await page.keyboard.type("A workflow");
      await tabTo(page, press, () => page.getByRole("button", { name: "Keys" }));
      const add = async (kind: string, id: string, key?: string): Promise<void> => {
        await press(page, "n");
        const field = page.getByRole("dialog").getByRole("textbox");
        await field.waitFor();
        await page.keyboard.type(kind);
        await press(page, "Enter");
        if (key !== undefined) {
          const dialog = page.getByRole("dialog", { name: "Choose a job" });
          await dialog.waitFor();
          await page.keyboard.type(key);
          await press(page, "Enter");
        }
        await node(page, id).waitFor();
      };
      await add("stored", "take", "step.take");
      await add("condition", "condition");
      await add("approval", "approval");
      await add("stored", "report", "orders.report");
      await add("wait", "wait");
      await tabTo(page, press, () => page.getByRole("radio", { name: "On a schedule" }));
      await press(page, "ArrowLeft");
      await expect.poll(() => page.getByRole("radio", { name: "On demand" }).isChecked()).toBe(true);
      await tabTo(page, press, () => page.getByRole("button", { name: "Create", exact: true }));
      await press(page, "Enter");
      await page.getByText("shop.typed was created").waitFor();
    },
  },
  {
    ...USUAL_FLOWS.twoVersions,
    path: async () => {
      await createTask(client, "flow.versions", REPORT);
      const nodes = [REPORT.nodes[0], { ...REPORT.nodes[1], title: "Print the report" }];
      await client.change("flow.versions", { work: { kind: "task", body: { engine: 1, nodes } } });
      return "/jobs/flow.versions";
    },
    async go(page, { click }) {
      await click(page.getByRole("tab", { name: "Workflow" }));
      const versions = page.getByRole("region", { name: "Versions" });
      await click(versions.getByRole("button", { name: "Compare version 2 with the one before" }));
      const drawn = page.getByRole("region", { name: "What differs in the workflow" });
      await drawn.getByText("1 changed").waitFor();
    },
  },
  {
    ...USUAL_FLOWS.files,
    path: async () => {
      const id = await startTask(client, "flow.files", REPORT);
      await client.until(id, ({ state }) => state === "Succeeded");
      return pathOf(id);
    },
    async go(page, { click }) {
      await click(page.getByRole("tab", { name: "Files" }));
      const saving = page.waitForEvent("download");
      await click(page.getByRole("link", { name: "报告 1.csv" }));
      expect((await saving).suggestedFilename()).toBe("报告 1.csv");
    },
  },
  {
    ...USUAL_FLOWS.nodeByKeys,
    mostKeys: 29,
    path: () => failedClose("flow.keys"),
    async go(page, { press }) {
      await node(page, "fx-rates").waitFor();
      await skipToContent(page, press);
      await tabTo(page, press, () => page.locator('.task-graph [data-node][tabindex="0"]'));
      await press(page, "ArrowRight");
      await press(page, "Enter");
      await page.getByRole("complementary", { name: /^Node / }).waitFor();
    },
  },
  {
    ...USUAL_FLOWS.phone,
    look: { viewport: PHONE, hasTouch: true, theme: "dark" },
    path: async () => {
      await startTask(client, "flow.night", REFUND);
      await failedClose("flow.nightly");
      return "/inbox";
    },
    async go(page, clicks) {
      const line = page
        .getByRole("list", { name: "What is wrong" })
        .getByRole("button", { name: /HTTP 404/ });
      await clicks.click(line.first());
      const evidence = page.getByRole("complementary", { name: "Evidence" });
      await evidence.getByText("No rates for month 2026-13: HTTP 404").first().waitFor();
      await approves(page, clicks);
    },
  },
  {
    ...USUAL_FLOWS.chinese,
    look: { language: "zh", theme: "dark" },
    path: () => failedClose("flow.chinese"),
    async go(page) {
      const why = page.getByRole("region", { name: "失败原因" });
      await why.getByText("No rates for month 2026-13: HTTP 404").first().waitFor();
      await why.getByText("month = 2026-13").waitFor();
      await node(page, "close").waitFor();
      const said =
        /No rates for month|Load the ledger|Count the stock|Post to the bank|Close the month|Take some time/;
      expect((await englishSentences(page)).filter((text) => !said.test(text))).toEqual([]);
    },
  },
];

type Press = (page: Page, key: string) => Promise<void>;

/** Past the header and the menu, by the first link of each page. */
async function skipToContent(page: Page, press: Press): Promise<void> {
  await press(page, "Tab");
  await press(page, "Enter");
}

/** Goes on by Tab until something has the focus. */
async function tabTo(page: Page, press: Press, target: () => Locator): Promise<void> {
  for (let count = 0; count < MOST_TABS; count += 1) {
    if (await target().evaluate((element) => element === document.activeElement)) return;
    await press(page, "Tab");
  }
  throw new Error(`Tab does not lead to ${String(target())}`);
}

walkFlows(FLOWS, () => server.url);
