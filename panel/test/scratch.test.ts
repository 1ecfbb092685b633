import { it, vi } from "vitest";
import { openPanel } from "./open-panel.ts";
import { PATIENCE } from "./patience.ts";
import { createRunClient, pathOf, type RunClient } from "./run-client.ts";
import { servePanel } from "./serve-panel.ts";
import { createTask } from "./task-jobs.ts";
import { SETTLEMENT } from "./glance-tasks.ts";

vi.setConfig(PATIENCE);
let url = "";
let client: RunClient;
servePanel({ withNodeJobs: true, withRunJobs: true, withHostile: false }, (s) => { url = s.url; client = createRunClient(url); });

it("five", async () => {
  await using panel = await openPanel({ url, path: "/jobs/+new?app=shop", viewport: { width: 1600, height: 1000 } });
  const { page } = panel;
  await page.getByRole("textbox", { name: "Key" }).fill("shop.drawn");
  await page.getByRole("combobox", { name: "Runs", exact: true }).selectOption("task");
  await page.getByRole("radio", { name: "On demand" }).click();
  await page.getByRole("list", { name: "Nodes to add" }).waitFor();
  await page.screenshot({ path: "/tmp/flows-five-1.png" });
  const entry = (name: string) => page.getByRole("list", { name: "Nodes to add" }).getByRole("button", { name, exact: true });
  const addJob = async (key: string) => {
    await entry("Stored job…").click();
    await page.getByRole("dialog").getByRole("textbox").fill(key);
    await page.getByRole("dialog").getByRole("button", { name: key, exact: true }).click();
  };
  await addJob("step.take");
  await entry("Condition").dragTo(page.locator('.task-graph [data-node="take"]'));
  await entry("Approval").dragTo(page.locator('.task-graph [data-node="condition"]'));
  await addJob("orders.report");
  await addJob("mail.send");
  await page.screenshot({ path: "/tmp/flows-five-2.png" });
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await page.waitForTimeout(3000);
  await page.screenshot({ path: "/tmp/flows-five-3.png", fullPage: true });
});

it("reader", async () => {
  await createTask(client, "shops.settle", SETTLEMENT);
  let failed = "";
  for (const args of [{ month: "2026-09", countMs: 300 }, { month: "2026-10", countMs: 300 }, {}]) {
    const { id } = await client.trigger("shops.settle", { args });
    await client.until(id, ({ state }) => ["Succeeded", "Terminated"].includes(state));
    failed = id;
  }
  for (const [name, look] of [["en", {}], ["zh", { language: "zh", theme: "dark" }]] as const) {
    await using panel = await openPanel({ url, path: pathOf(failed), viewport: { width: 1440, height: 900 }, ...look });
    await panel.page.waitForTimeout(5000);
    await panel.page.screenshot({ path: `/tmp/flows-run-${name}.png` });
    await panel.page.goto(`${url}/inbox`);
    await panel.page.waitForTimeout(2500);
    await panel.page.screenshot({ path: `/tmp/flows-inbox-${name}-0.png` });
    await panel.page.locator(".trouble").filter({ hasText: "shops.settle" }).first().locator(".trouble-text").click();
    await panel.page.waitForTimeout(4000);
    await panel.page.screenshot({ path: `/tmp/flows-inbox-${name}-1.png` });
    await panel.page.goto(`${url}/failures`);
    await panel.page.waitForTimeout(2500);
    await panel.page.screenshot({ path: `/tmp/flows-failures-${name}.png` });
    await panel.page.goto(`${url}/incidents?tab=rules`);
    await panel.page.waitForTimeout(2500);
    await panel.page.screenshot({ path: `/tmp/flows-rules-${name}.png` });
  }
});
