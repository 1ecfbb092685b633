import { expect, it, vi } from "vitest";
import { accessibilityFaults, smallTargets } from "./audit.ts";
import { openPanel } from "./open-panel.ts";
import { PATIENCE } from "./patience.ts";
import { createRunClient, type RunClient } from "./run-client.ts";
import { servePanel } from "./serve-panel.ts";

// An audit looks at every element of a page, beside whatever else the machine does.
vi.setConfig(PATIENCE);

let url: string;
let client: RunClient;
servePanel({ withRunJobs: true }, (server) => {
  url = server.url;
  client = createRunClient(url);
});

it("the inbox lists what is wrong by its cause, with the error, the arguments and the log beside it, and snoozes it", async () => {
  for (const to of ["dan", "eve"]) {
    const { id } = await client.trigger("mail.send", { args: { to, fail: true } });
    await client.until(id, ({ state }) => state === "Terminated");
  }
  await using panel = await openPanel({ url, path: "/inbox" });
  const { page } = panel;
  const list = page.getByRole("list", { name: "What is wrong" });
  const line = list.getByRole("button", { name: /The mailbox is full/ });
  await line.getByText(/\d+ runs/).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);

  await line.focus();
  await page.keyboard.press("Enter");
  const evidence = page.getByRole("complementary", { name: "Evidence" });
  await evidence.getByRole("group", { name: "Error" }).first().getByText("The mailbox is full").waitFor();
  await evidence.getByText("eve").first().waitFor();
  await evidence.getByText("Log of the newest run").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await page.evaluate(() => location.search)).toContain("item=");

  await line.focus();
  await page.keyboard.press("x");
  const bar = page.getByRole("group", { name: /selected/ });
  await bar.getByRole("button", { name: /^Run \d+ again…/ }).waitFor();
  await bar.getByRole("button", { name: "Snooze 1 for an hour" }).click();
  await line.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await line.waitFor();
  expect(panel.complaints).toEqual([]);
});

it("what is wrong is run again from its line, once its number is seen", async () => {
  await using panel = await openPanel({ url, path: "/inbox?show=broken" });
  const { page } = panel;
  await page.getByRole("checkbox", { name: /The mailbox is full/ }).check();
  await page.getByRole("button", { name: /^Run \d+ again…/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/\d+ new runs will be created/).waitFor();
  await dialog.getByRole("button", { name: /^Run \d+ again/ }).click();
  await dialog.getByRole("button", { name: "Close" }).first().click();
  await dialog.waitFor({ state: "detached" });
  await page
    .getByText(/run again/)
    .first()
    .waitFor();
  expect(panel.complaints).toEqual([]);
});

it("on a phone, in Chinese and dark, a trouble is read above the list", async () => {
  const look = { viewport: { width: 390, height: 800 }, theme: "dark", language: "zh" } as const;
  await using panel = await openPanel({ url, path: "/inbox", ...look });
  const { page } = panel;
  await page.getByRole("list", { name: "异常" }).getByRole("button").first().click();
  await page.getByRole("complementary", { name: "详情" }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  expect(panel.complaints).toEqual([]);
});
