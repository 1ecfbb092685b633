import type { Locator, Page } from "playwright-core";
import { expect, it, vi } from "vitest";
import { accessibilityFaults, smallTargets } from "./audit.ts";
import { openPanel, untilLive } from "./open-panel.ts";
import { PATIENCE } from "./patience.ts";
import { createRunClient, pathOf, type RunClient } from "./run-client.ts";
import { servePanel } from "./serve-panel.ts";
import { startTask } from "./task-jobs.ts";

// An audit looks at every element of a page, beside whatever else the machine does.
vi.setConfig(PATIENCE);

let url: string;
let client: RunClient;
servePanel({ withRunJobs: true }, (server) => {
  url = server.url;
  client = createRunClient(url);
});

const REFUND = {
  engine: 1,
  params: [
    { name: "amount", type: "number", value: 88_000 },
    { name: "currency", type: "text", value: "CNY" },
  ],
  nodes: [
    { id: "look", type: "job", job: { key: "mail.send" }, params: [{ name: "to", value: "ann" }] },
    {
      id: "sign",
      title: "Sign the refund",
      type: "approval",
      pre: [{ node: "look" }],
      by: { roles: ["runs:operate"] },
      timeoutMs: 3_600_000,
      onTimeout: "refused",
    },
  ],
} as const;
const HELD = {
  engine: 1,
  onFailure: "hold",
  nodes: [
    {
      id: "post",
      title: "Post to the bank",
      type: "job",
      job: { key: "mail.send" },
      params: [
        { name: "to", value: "dan" },
        { name: "fail", value: true },
      ],
    },
  ],
} as const;

const rowOf = (page: Page, job: string): Locator =>
  page.getByRole("list", { name: "For you to decide" }).getByRole("listitem").filter({ hasText: job });
const countOf = (page: Page): Locator => page.getByRole("navigation").locator(".shell-count");

async function eachAct(path: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/${path}`);
  return response.text();
}

/** The first test: nothing else waits by then. */
it("the inbox is empty, counts what comes to wait while it is shown, and an approval is given with its values seen and a note", async () => {
  await using panel = await openPanel({ url, path: "/inbox" });
  const { page } = panel;
  await page.getByText("Nothing waits for you").waitFor();
  await untilLive(page);
  expect(await countOf(page).count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);

  const id = await startTask(client, "refund.large", REFUND);
  const row = rowOf(page, "refund.large");
  await row.getByText("Sign the refund").waitFor();
  await countOf(page).getByText("1 waits for you").waitFor();
  await row.getByRole("img", { name: "Approval" }).waitFor();
  await row.getByText("then it is refused").waitFor();
  await row.getByText("everybody with runs:operate").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);

  await row.getByRole("button", { name: "Approve…" }).click();
  const dialog = page.getByRole("dialog", { name: "Sign the refund" });
  const evidence = dialog.getByRole("region", { name: "What is decided on" });
  await evidence.getByText("88000").waitFor();
  expect(await dialog.getByRole("radio", { name: "Approve" }).isChecked()).toBe(true);
  await dialog.getByLabel("Note").fill("Seen the invoice\nand the bank");
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Decide" }).click();
  await page.getByText("Nothing waits for you").waitFor();
  await countOf(page).waitFor({ state: "detached" });
  expect(await client.until(id, ({ state }) => state !== "Processing")).toMatchObject({ state: "Succeeded" });
  expect(await eachAct(`history?limit=50`)).toContain("approve sign: Seen the invoice and the bank");
  expect(panel.complaints).toEqual([]);
});

it("an approval is refused, with the keyboard alone", async () => {
  await startTask(client, "refund.refused", REFUND);
  await using panel = await openPanel({ url, path: "/inbox" });
  const { page } = panel;
  const refuse = rowOf(page, "refund.refused").getByRole("button", { name: "Refuse…" });
  await refuse.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Sign the refund" });
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => refuse.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await dialog.getByRole("radio", { name: "Refuse", checked: true }).waitFor();
  await dialog.getByLabel("Note").focus();
  await page.keyboard.type("Paid before");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await rowOf(page, "refund.refused").waitFor({ state: "detached" });
  expect(panel.complaints).toEqual([]);
});

it("what a failure holds says which node and why, is executed again, and given up with a note", async () => {
  const id = await startTask(client, "bank.held", HELD);
  await using panel = await openPanel({ url, path: "/inbox" });
  const { page } = panel;
  const row = rowOf(page, "bank.held");
  await row.getByText("A failure holds it:").waitFor();
  await row.getByRole("listitem").getByText("Post to the bank: The mailbox is full").waitFor();
  await row.getByText("then it fails").waitFor();
  await row.getByRole("button", { name: "Execute again…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("The mailbox is full").first().waitFor();
  await dialog.getByLabel("Note").fill("The bank is open again");
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Execute again" }).click();
  await dialog.waitFor({ state: "detached" });
  // It fails once more, and waits again.
  await client.until(`~${id}/#post+1`, ({ state }) => state === "Terminated");
  await row.getByRole("button", { name: "Give up…" }).click();
  await dialog.getByLabel("Note").fill("Not this month");
  await dialog.getByRole("button", { name: "Give up" }).click();
  await row.waitFor({ state: "detached" });
  expect(await client.until(id, ({ state }) => state !== "Processing")).toMatchObject({
    state: "Terminated",
  });
  const history = await eachAct("history?limit=50");
  expect(history).toContain("retryNode post: The bank is open again");
  expect(history).toContain("giveUp: Not this month");
  expect(panel.complaints).toEqual([]);
});

it("what others decide stands apart, says who may, and leads to its run", async () => {
  const [look, sign] = REFUND.nodes;
  const id = await startTask(client, "refund.others", {
    ...REFUND,
    nodes: [look, { ...sign, by: { users: ["user:li"], quorum: 2 } }],
  });
  await using panel = await openPanel({ url, path: "/inbox" });
  const { page } = panel;
  const list = page.getByRole("list", { name: "For others to decide" });
  const row = list.getByRole("listitem").filter({ hasText: "refund.others" });
  await row.getByText("0 of 2 approved").waitFor();
  const approve = row.getByRole("button", { name: "Approve…" });
  expect(await approve.getAttribute("aria-description")).toContain("May decide: li");
  expect(await accessibilityFaults(page)).toEqual([]);
  await row.getByRole("link", { name: "Sign the refund" }).click();
  await page.waitForURL(`**${pathOf(id)}`);
  expect(panel.complaints).toEqual([]);
});

it("on a phone, in Chinese and dark, the inbox and a decision are read by everybody", async () => {
  await startTask(client, "refund.phone", REFUND);
  await startTask(client, "bank.phone", HELD);
  const look = { viewport: { width: 390, height: 800 }, theme: "dark", language: "zh" } as const;
  await using panel = await openPanel({ url, path: "/inbox", ...look });
  const { page } = panel;
  const row = page.getByRole("listitem").filter({ hasText: "refund.phone" });
  await row.waitFor();
  await page.getByRole("listitem").filter({ hasText: "bank.phone" }).waitFor();
  const overflow = (): Promise<number> =>
    page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await row.getByRole("button", { name: "同意…" }).click();
  await page.getByRole("dialog").getByText("88000").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  expect(await overflow()).toBeLessThanOrEqual(0);
  expect(panel.complaints).toEqual([]);
});
