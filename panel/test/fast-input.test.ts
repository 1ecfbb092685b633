import { expect, it, vi } from "vitest";
import { openPanel } from "./open-panel.ts";
import type { PanelServer } from "./panel-server.ts";
import { PATIENCE } from "./patience.ts";
import { servePanel } from "./serve-panel.ts";

// People type and click before the panel has drawn what they did last, the more so on a slow machine.

vi.setConfig(PATIENCE);

let server: PanelServer;
servePanel({ jobs: 40 }, (started) => {
  server = started;
});

it("the job picker highlights what is found late, and Enter picks it", async () => {
  await using panel = await openPanel({ url: server.url, path: "/runs" });
  const { page, context } = panel;
  const found = Promise.withResolvers<void>();
  await context.route(/\/api\/v1\/jobs\?.*search=/, async (route) => {
    await found.promise;
    await route.continue();
  });
  const picker = page.getByRole("combobox", { name: "Job" });
  await picker.click();
  await page.locator('[role="option"]').nth(10).waitFor();
  await picker.fill("Weekly rep");
  await page.locator('[role="option"]').first().waitFor({ state: "detached" });
  found.resolve();
  await page.locator('[role="option"][data-combobox-selected]', { hasText: "reports.weekly" }).waitFor();
  await picker.press("Enter");
  await page.waitForURL((url) => url.search.includes("reports.weekly"));
  expect(panel.complaints).toEqual([]);
});

it("the job picker picks for an Enter that came before anything was found", async () => {
  await using panel = await openPanel({ url: server.url, path: "/runs" });
  const { page, context } = panel;
  const entered = Promise.withResolvers<void>();
  await context.route(/\/api\/v1\/jobs\?.*search=/, async (route) => {
    await entered.promise;
    await route.continue();
  });
  const picker = page.getByRole("combobox", { name: "Job" });
  await picker.fill("Weekly rep");
  await picker.press("Enter");
  entered.resolve();
  await page.waitForURL((url) => url.search.includes("reports.weekly"));
  await page.locator('[role="option"]').first().waitFor({ state: "hidden" });
  expect(panel.complaints).toEqual([]);
});

it("what searches for jobs is loaded by who enters the field, and loses nothing that was typed before", async () => {
  await using panel = await openPanel({ url: server.url, path: "/runs", isFirstVisit: true });
  const { page, context } = panel;
  const loaded = Promise.withResolvers<void>();
  const asked: string[] = [];
  await context.route(/assets\/job-search/, async (route) => {
    asked.push(route.request().url());
    await loaded.promise;
    await route.continue();
  });
  const picker = page.getByRole("combobox", { name: "Job" });
  await picker.waitFor();
  await page.getByRole("heading", { name: "Runs" }).waitFor();
  expect(asked).toEqual([]);
  await picker.focus();
  await page.keyboard.type("Weekly ");
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  loaded.resolve();
  await page.locator('[role="option"]').first().waitFor();
  await page.keyboard.type("rep");
  expect(await picker.inputValue()).toBe("Weekly rep");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.search.includes("reports.weekly"));
  await page.reload();
  await page.getByRole("button", { name: "Any job" }).click();
  await page.waitForURL((url) => !url.search.includes("reports.weekly"));
  expect(panel.complaints).toEqual([]);
});

it("Ctrl-K offers only what fits what is written now, whatever was found before", async () => {
  await using panel = await openPanel({ url: server.url, path: "/workers" });
  const { page, context } = panel;
  const late = Promise.withResolvers<void>();
  await context.route(/\/api\/v1\/jobs\?.*search=Job\+0031/, async (route) => {
    await late.promise;
    await route.continue();
  });
  await page.getByRole("heading", { name: "Workers" }).waitFor();
  await page.keyboard.press("Control+k");
  const field = page.getByPlaceholder("Go to a page, job, node, run or alarm, or do something");
  await field.fill("Job 003");
  await page.getByRole("button", { name: "Job 0030 many.0030", exact: true }).waitFor();
  await field.fill("Job 0031");
  await page.getByRole("button", { name: "Job 0030 many.0030", exact: true }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Job 0031 many.0031", exact: true }).click();
  await page.waitForURL("**/jobs/many.0031");
  late.resolve();
  expect(panel.complaints).toEqual([]);
});

it("two states chosen before the first is drawn are both chosen", async () => {
  await using panel = await openPanel({ url: server.url, path: "/runs" });
  const { page } = panel;
  await page.getByRole("button", { name: /^Failed/ }).waitFor();
  await page.evaluate(() => {
    for (const chip of document.querySelectorAll<HTMLElement>(".state-chip"))
      if (/^(Failed|Succeeded)/.test(chip.textContent)) chip.click();
  });
  await page.locator('.state-chip[aria-pressed="true"]').nth(1).waitFor();
  expect(panel.complaints).toEqual([]);
});

it("a search keeps what was typed while its beginning is taken to the URL", async () => {
  await using panel = await openPanel({ url: server.url, path: "/jobs" });
  const { page } = panel;
  const field = page.getByRole("searchbox");
  await field.waitFor();
  await page.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>("[data-page-search]")!;
    const type = (text: string): void => {
      input.setRangeText(text, input.value.length, input.value.length, "end");
      input.dispatchEvent(new Event("input", { bubbles: true }));
    };
    const { replaceState } = history;
    history.replaceState = function replace(...state: Parameters<typeof replaceState>) {
      replaceState.apply(history, state);
      if (!String(state[2]).endsWith("search=week")) return;
      history.replaceState = replaceState;
      type("l");
      setTimeout(() => type("y"), 150);
    };
  });
  await field.fill("week");
  await page.waitForURL((url) => url.search.endsWith("search=weekly"));
  expect(await field.inputValue()).toBe("weekly");
  expect(panel.complaints).toEqual([]);
});

it("a body of a workflow that is typed while it is drawn loses no key", async () => {
  await using panel = await openPanel({ url: server.url, path: "/jobs/+new?app=mail" });
  const { page } = panel;
  await page.getByRole("combobox", { name: "Runs", exact: true }).selectOption("task");
  const body = page.getByRole("textbox", { name: "Body of the workflow" });
  await body.fill("");
  const node = (number: number): string => `{ "id": "n${number}", "type": "wait", "forMs": ${number}000 }`;
  const text = `{ "engine": 1, "nodes": [${[1, 2, 3, 4].map(node).join(", ")}] }`;
  await body.focus();
  await page.evaluate(async (keys) => {
    const turns = new MessageChannel();
    turns.port1.start();
    for (const key of keys) {
      document.execCommand("insertText", false, key);
      const turned = new Promise((resolve) =>
        turns.port1.addEventListener("message", resolve, { once: true }),
      );
      turns.port2.postMessage(null);
      await turned;
    }
  }, text);
  await page.locator('.task-graph [data-node="n4"]').waitFor();
  expect(await body.innerText()).toBe(text);
  expect(panel.complaints).toEqual([]);
});
