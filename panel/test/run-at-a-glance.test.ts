import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { accessibilityFaults, smallTargets } from "./audit.ts";
import { BATCH, MONTH_CLOSE } from "./glance-tasks.ts";
import { longestTask } from "./longest-task.ts";
import { openPanel } from "./open-panel.ts";
import { PATIENCE } from "./patience.ts";
import { createRunClient, pathOf, type RunClient } from "./run-client.ts";
import { servePanel } from "./serve-panel.ts";
import { createTask, startTask } from "./task-jobs.ts";

vi.setConfig(PATIENCE);

let url: string;
let client: RunClient;
servePanel({ withNodeJobs: true }, (server) => {
  url = server.url;
  client = createRunClient(url);
});

const node = (page: Page, id: string): Locator => page.locator(`.task-graph [data-node="${id}"]`);
const view = (page: Page, name: string): Locator =>
  page.getByRole("radiogroup", { name: "View of the nodes" }).getByText(name, { exact: true });
const row = (page: Page, name: string): Locator =>
  page.getByRole("row").filter({ has: page.getByRole("button", { name, exact: true }) });
const isOver = ({ state }: { readonly state: string }): boolean =>
  ["Succeeded", "Terminated", "Cancelled"].includes(state);

/** A run of a month, once it is over. */
async function closed(key: string, month: string): Promise<string> {
  const { id } = await client.trigger(key, { args: { month } });
  await client.until(id, isOver);
  return id;
}

describe("the head of a run that failed", () => {
  it("says which node, with which values and why, and goes on with another value in two clicks", async () => {
    await createTask(client, "close.ended", MONTH_CLOSE);
    const id = await closed("close.ended", "2026-13");
    await using panel = await openPanel({ url, path: pathOf(id) });
    const { page, complaints } = panel;
    const why = page.getByRole("region", { name: "Why it failed" });
    await why.getByRole("heading", { name: "Failed at fx-rates" }).waitFor();
    await why.getByText("month = 2026-13").waitFor();
    await why.getByText("No rates for month 2026-13: HTTP 404").waitFor();
    await why.getByText("2 nodes kept back").waitFor();
    expect(await page.getByText("Failed and not handled").count()).toBe(0);
    await why.getByRole("button", { name: "Run 3 again" }).waitFor();
    const mark = why.getByRole("button", { name: "Mark as done…" });
    expect(await mark.getAttribute("aria-description")).toContain("has ended");
    expect(await accessibilityFaults(page, { isStrict: true })).toEqual([]);
    await why.getByRole("button", { name: "Change month and go on…" }).click();
    const dialog = page.getByRole("dialog");
    expect(await dialog.getByLabel("month").inputValue()).toBe("2026-13");
    const go = dialog.getByRole("button", { name: "Change and run 3 again" });
    expect(await go.getAttribute("aria-description")).toContain("No value is changed");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("Change month");
    await why.getByRole("button", { name: "Change month and go on…" }).click();
    await dialog.getByLabel("month").fill("2026-12");
    await go.click();
    await page.waitForURL((to) => !to.href.includes(id));
    await node(page, "close").getByText("Succeeded").waitFor();
    await node(page, "load").getByText("taken over").waitFor();
    await node(page, "fx-rates").getByText("taken over").waitFor({ state: "detached" });
    expect(await page.getByRole("region", { name: "Why it failed" }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it("of one that is held goes on in the same run, with a default that was changed", async () => {
    const id = await startTask(client, "close.held", { ...MONTH_CLOSE, onFailure: "hold" });
    await client.until(id, ({ waitingFor }) => waitingFor === "held");
    await using panel = await openPanel({ url, path: pathOf(id), theme: "dark" });
    const { page, complaints } = panel;
    const why = page.getByRole("region", { name: "Why it failed" });
    await why.getByText("month = 2026-13 (default)").waitFor();
    await page.getByRole("tabpanel").getByText("month, bank").waitFor();
    await why.getByRole("button", { name: "Run 3 again" }).waitFor();
    expect(await accessibilityFaults(page, { isStrict: true })).toEqual([]);
    // All of it once more is asked about.
    await page.getByRole("button", { name: "Run again…", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Run all 8 nodes" }).waitFor();
    await page.keyboard.press("Escape");
    await why.getByRole("button", { name: "Change month and go on…" }).click();
    await dialog.getByText("A parameter of the workflow").waitFor();
    await dialog.getByLabel("month").fill("2026-11");
    await dialog.getByRole("button", { name: "Change and run 3 again" }).click();
    await node(page, "close").getByText("Succeeded").waitFor();
    await client.until(id, ({ state }) => state === "Succeeded");
    expect(await client.get(`~${id}/#fx-rates+1`)).toMatchObject({ args: { month: "2026-11" } });
    expect(complaints).toEqual([]);
  });

  it("runs again what failed by one press, marks it as done, and says which permission is missing", async () => {
    const id = await startTask(client, "close.marked", { ...MONTH_CLOSE, onFailure: "hold" });
    await client.until(id, ({ waitingFor }) => waitingFor === "held");
    await using panel = await openPanel({ url, path: "/overview" });
    const { page, context, complaints } = panel;
    await context.route("**/api/v1/session", async (route) => {
      const response = await route.fetch();
      const session = (await response.json()) as object;
      await route.fulfill({ response, json: { ...session, permissions: ["jobs:read", "runs:read"] } });
    });
    await page.goto(`${url}${pathOf(id)}`);
    const why = page.getByRole("region", { name: "Why it failed" });
    const again = why.getByRole("button", { name: "Run 3 again" });
    expect(await again.getAttribute("aria-description")).toBe("This needs the permission runs:operate.");
    await context.unroute("**/api/v1/session");
    await page.reload();
    await again.click();
    await client.until(id, ({ history }) => history.length > 0);
    await page.getByText("The node is executed again").waitFor();
    await client.until(id, ({ waitingFor }) => waitingFor === "held");
    await why.getByRole("button", { name: "Mark as done…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Mark as succeeded…" }).click();
    await client.until(id, ({ state }) => state === "Succeeded");
    expect(complaints).toEqual([]);
  });
});

describe("the views of a run", () => {
  let ids: string[] = [];
  beforeAll(async () => {
    await createTask(client, "close.views", MONTH_CLOSE);
    ids = [];
    for (const month of ["2026-10", "2026-11", "2026-13"]) ids.push(await closed("close.views", month));
  });

  it("show one choice: by time, run by run, as a list and as a graph, and it is in the URL", async () => {
    const [first = "", , last = ""] = ids;
    await using panel = await openPanel({ url, path: pathOf(last) });
    const { page, complaints } = panel;
    await node(page, "slow").waitFor();
    // Which node was slow is said by the first press.
    await view(page, "Time").click();
    await row(page, "Count the stock").locator(".task-time-span[data-critical]").waitFor();
    await row(page, "Count the stock").locator(".task-time-usual").waitFor();
    await row(page, "Count the stock").getByText("on the critical path · usually").waitFor();
    await page.getByLabel("Order").selectOption("The longest first");
    await page.locator('.task-table-rows [data-index="0"]').getByText("Count the stock").waitFor();
    expect(await accessibilityFaults(page, { isStrict: true })).toEqual([]);
    await row(page, "fx-rates").getByRole("button").click();
    await page.waitForURL(/view=time.*node=fx-rates|node=fx-rates.*view=time/);
    await page.getByRole("complementary", { name: "Node fx-rates" }).waitFor();
    await view(page, "Grid").click();
    await page.locator(".task-grid [data-selected]").getByText("fx-rates").waitFor();
    expect(await accessibilityFaults(page, { isStrict: true })).toEqual([]);
    expect(await page.locator('[data-index="2"] .task-grid-cell').count()).toBe(3);
    await page
      .getByRole("link", { name: /^fx-rates, .*: Succeeded/ })
      .first()
      .click();
    await page.waitForURL((to) => to.href.includes(first));
    await page.getByRole("complementary", { name: "Node fx-rates" }).getByText("Succeeded").first().waitFor();
    await page.goBack();
    await view(page, "List").click();
    const table = page.getByRole("table", { name: "Nodes" });
    await table.getByText("Kept back by fx-rates").waitFor();
    await table.getByRole("columnheader", { name: "Duration" }).getByRole("button").click();
    await page.locator('.task-table-rows [data-index="0"]').getByText("Count the stock").waitFor();
    expect(await accessibilityFaults(page, { isStrict: true })).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    await page.reload();
    await table.waitFor();
    await page.getByRole("complementary", { name: "Node fx-rates" }).waitFor();
    expect(complaints).toEqual([]);
  });

  it("as a graph zoom by wheel, fit, and bring a node that is looked for into view", async () => {
    const [, , last = ""] = ids;
    await using panel = await openPanel({ url, path: pathOf(last) });
    const { page, complaints } = panel;
    const canvas = page.locator(".task-canvas");
    const zoomOf = (): Promise<number> =>
      canvas.evaluate((element) =>
        Number(/scale\(([\d.]+)\)/.exec((element as HTMLElement).style.transform)?.[1]),
      );
    await node(page, "load").waitFor();
    const before = await zoomOf();
    const box = await page.locator(".task-graph").boundingBox();
    await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 60);
    for (let turn = 0; turn < 4; turn += 1) await page.mouse.wheel(0, -200);
    await vi.waitFor(async () => expect(await zoomOf()).toBeGreaterThan(before * 1.3));
    await page.getByRole("img", { name: "Where this part is in the whole graph" }).waitFor();
    await page.getByRole("searchbox", { name: "Find a node" }).fill("close");
    await node(page, "close").and(page.locator("[data-found]")).waitFor();
    const [inner, outer] = [
      await node(page, "close").boundingBox(),
      await page.locator(".task-graph").boundingBox(),
    ];
    expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0));
    await page.getByRole("button", { name: "Show the whole graph" }).click();
    for (const id of ["load", "close"]) await node(page, id).waitFor();
    expect(complaints).toEqual([]);
  });

  it("have one log of all nodes, by time, of one node where that is wanted, and by the run that is compared", async () => {
    const [first = "", , last = ""] = ids;
    await using panel = await openPanel({ url, path: `${pathOf(last)}?part=lines`, language: "zh" });
    const { page, complaints } = panel;
    const log = page.getByRole("log", { name: "全部节点的日志" });
    await log.getByText("Asking for the rates of 2026-13").waitFor();
    expect(await log.locator(".task-line").count()).toBe(9);
    await page.getByLabel("节点", { exact: true }).selectOption("fx-rates");
    await vi.waitFor(async () => expect(await log.locator(".task-line").count()).toBe(1));
    expect(await accessibilityFaults(page, { isStrict: true })).toEqual([]);
    await page.getByRole("tab", { name: "对比" }).click();
    const options = page.getByLabel("对比运行").locator("option");
    await options.nth(2).waitFor({ state: "attached" });
    await page.getByLabel("对比运行").selectOption(first);
    const compared = page.getByRole("table", { name: "两次运行的节点" });
    await compared.getByText('{"month":"2026-10"}').waitFor();
    await page.getByLabel("只看差异").check();
    await vi.waitFor(async () => expect(await compared.getByRole("row").count()).toBe(4));
    expect(await accessibilityFaults(page, { isStrict: true })).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it("follow a run that goes on: its lines come by themselves, and its nodes change", async () => {
    const body = {
      engine: 1,
      nodes: [
        { id: "one", type: "job", job: { key: "step.take" } },
        { id: "ask", type: "wait", for: { signal: "go" }, pre: [{ node: "one" }] },
        {
          id: "two",
          type: "job",
          job: { key: "fx.rates" },
          pre: [{ node: "ask" }],
          params: [{ name: "month", value: "2026-01" }],
        },
      ],
    };
    const id = await startTask(client, "close.live", body);
    await using panel = await openPanel({ url, path: `${pathOf(id)}?part=lines` });
    const { page, complaints } = panel;
    const log = page.getByRole("log", { name: "Log of all nodes" });
    await log.getByText("Is done").waitFor();
    await client.post(`instances/${encodeURIComponent(id)}/task/operations`, {
      type: "signal",
      signal: "go",
    });
    await log.getByText("Asking for the rates of 2026-01").waitFor();
    await node(page, "two").getByText("Succeeded").waitFor();
    expect(complaints).toEqual([]);
  });
});

it("an approval is given in two presses, with the values that it is about", async () => {
  const late = { timeoutMs: 3_600_000, onTimeout: "refused" };
  const body = {
    engine: 1,
    params: [{ name: "amount", type: "number", value: 88000 }],
    nodes: [{ id: "sign", title: "Refund", type: "approval", by: {}, ...late }],
  };
  const id = await startTask(client, "refund.big", body);
  await using panel = await openPanel({ url, path: pathOf(id) });
  const { page, complaints } = panel;
  await page.getByText("Waits for a decision: Refund").waitFor();
  expect(await accessibilityFaults(page, { isStrict: true })).toEqual([]);
  await page.getByRole("button", { name: "Approve…", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("88000").waitFor();
  await dialog.getByRole("button", { name: "Decide" }).click();
  await client.until(id, ({ state }) => state === "Succeeded");
  await page.getByText("Waits for a decision").waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
});

it("a batch says by one press what its failed items have in common, and they are run again", async () => {
  const id = await startTask(client, "shops.batch", BATCH);
  await client.until(id, isOver);
  await using panel = await openPanel({ url, path: pathOf(id) });
  const { page, complaints } = panel;
  await page.getByRole("heading", { name: "Failed at Synchronise the shops · item 77 closed-1" }).waitFor();
  await node(page, "sync").getByText("43 of 120").waitFor();
  await node(page, "sync").click();
  const side = page.getByRole("complementary", { name: "Node Synchronise the shops" });
  const causes = side.getByRole("list", { name: "Failed items by cause" });
  await causes.getByText("30 ×").waitFor();
  await causes.getByText("(all closed-*)").waitFor();
  await causes.getByText("(all slow-*)").waitFor();
  await side.getByRole("img", { name: "120 items: 77 succeeded, 43 failed, 0 running, 0 to come" }).waitFor();
  expect(await accessibilityFaults(page, { isStrict: true })).toEqual([]);
  await side.getByLabel("Filter the items").fill("slow-1");
  await causes.getByText("5 ×").waitFor();
  expect(await causes.getByText("closed").count()).toBe(0);
  await side.getByLabel("Filter the items").fill("");
  await causes.getByRole("link", { name: "closed-2", exact: true }).click();
  await page.getByText('Shop "closed-2" does not open: HTTP 403').first().waitFor();
  await page.goBack();
  await side.getByRole("button", { name: "Run all 43 again in a new run" }).click();
  await page.waitForURL((to) => !to.href.includes(id));
  await page.getByText("taken over").first().waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
});

/** How many items began whose node had had so many runs before. */
async function itemRuns(task: string, before: number): Promise<number> {
  const response = await fetch(`${url}/api/v1/instances/${encodeURIComponent(task)}/task/log?limit=1000`);
  const { items } = (await response.json()) as {
    readonly items: readonly { readonly type: string; readonly items?: readonly { readonly n: number }[] }[];
  };
  const begun = items.flatMap((fact) => (fact.type === "itemsStarted" ? (fact.items ?? []) : []));
  return begun.filter(({ n }) => n === before).length;
}

it("the items of one cause are run again and the others stay as they are, in the run and after it", async () => {
  const id = await startTask(client, "shops.held", { ...BATCH, onFailure: "hold" });
  await using panel = await openPanel({ url, path: pathOf(id) });
  const { page, complaints } = panel;
  await node(page, "sync").getByText("43 of 120").waitFor();
  await node(page, "sync").click();
  const side = page.getByRole("complementary", { name: "Node Synchronise the shops" });
  const causes = side.getByRole("list", { name: "Failed items by cause" });
  await causes.getByText("30 ×").waitFor();
  await causes.getByRole("button", { name: "Run these 30 again" }).click();
  await expect.poll(() => itemRuns(id, 1)).toBe(30);
  await causes.getByRole("button", { name: "Run these 30 again" }).waitFor();
  await side.getByRole("img", { name: "120 items: 77 succeeded, 43 failed, 0 running, 0 to come" }).waitFor();
  await side.getByLabel("Filter the items").fill("slow-1");
  await side.getByRole("button", { name: "Run these 5 again" }).first().click();
  await expect.poll(() => itemRuns(id, 2)).toBe(5);
  await client.post(`instances/${encodeURIComponent(id)}/task/operations`, { type: "giveUp" });
  await side.getByLabel("Filter the items").fill("");
  await causes.getByRole("button", { name: "Run these 30 again in a new run" }).click();
  await page.waitForURL((to) => !to.href.includes(id));
  const again = decodeURIComponent(new URL(page.url()).pathname.split("/").at(-1) ?? "");
  await expect.poll(() => itemRuns(again, 0)).toBe(30);
  await node(page, "sync").click();
  await side.getByRole("img", { name: "120 items: 77 succeeded, 43 failed, 0 running, 0 to come" }).waitFor();
  expect(complaints).toEqual([]);
});

it("on a phone a run that failed is read and led on, in both themes", async () => {
  await createTask(client, "close.phone", MONTH_CLOSE);
  const id = await closed("close.phone", "2026-13");
  for (const theme of ["light", "dark"] as const) {
    await using panel = await openPanel({
      url,
      path: pathOf(id),
      viewport: { width: 390, height: 844 },
      theme,
    });
    const { page, complaints } = panel;
    await page.getByRole("table", { name: "Nodes" }).waitFor();
    const message = await page.locator(".run-error-message").first().boundingBox();
    expect(message?.width).toBeGreaterThan(200);
    for (const name of ["List", "Time", "Grid", "Graph"]) {
      await view(page, name).click();
      await page.locator(".task-views :is(.task-table, .task-graph)").waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await smallTargets(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    }
    expect(complaints).toEqual([]);
  }
});

describe("a run of a thousand nodes", () => {
  const MOST_MS = 100;
  const TRIES = 3;
  let id = "";
  beforeAll(async () => {
    const nodes = Array.from({ length: 1000 }, (_, index) => ({
      id: `n${index}`,
      type: "wait",
      for: { ms: "1" },
      ...(index >= 40 && {
        pre: [{ node: `n${index - 40}` }, { node: `n${index - 40 - (index % 7)}` }]
          .filter(({ node: of }) => Number(of.slice(1)) >= 0)
          .filter(({ node: of }, place, all) => all.findIndex((one) => one.node === of) === place),
      }),
    }));
    id = await startTask(client, "close.thousand", { engine: 1, nodes });
    await client.until(id, isOver);
  });

  /** How long ago the page had the facts that it draws. */
  const sinceFacts = (page: Page): Promise<number> =>
    page.evaluate(() => {
      const read = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
      const facts = read.filter(({ name }) => name.includes("/task/log")).at(-1);
      return performance.now() - (facts?.responseEnd ?? 0);
    });

  it("is drawn within a second of its data", async ({ annotate }) => {
    await using panel = await openPanel({ url: "about:", path: "blank", isFirstVisit: true });
    await panel.page.goto(`${url}${pathOf(id)}`);
    await node(panel.page, "n0").waitFor();
    const ms = await sinceFacts(panel.page);
    await annotate(`${ms} ms`);
    expect(ms).toBeLessThan(1000);
  });

  it("is walked, replayed and changed to each view without a stall", async ({ annotate }) => {
    const measure = async (act: () => Promise<unknown>): Promise<number> => (await longestTask(act)).cpuMs;
    let worst: Record<string, number> = {};
    for (
      let tried = 0;
      tried < TRIES && (tried === 0 || Math.max(...Object.values(worst)) >= MOST_MS);
      tried += 1
    ) {
      await using panel = await openPanel({ url: "about:", path: "blank", isFirstVisit: true });
      const { page, complaints } = panel;
      worst = {};
      worst["open"] = await measure(async () => {
        await page.goto(`${url}${pathOf(id)}`);
        await node(page, "n0").waitFor();
      });
      for (const name of ["Time", "Grid", "List", "Graph"])
        worst[name] = await measure(async () => {
          await view(page, name).click();
          await page.locator(".task-views :is(.task-table, .task-graph)").waitFor();
          await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
        });
      worst["choose"] = await measure(async () => {
        await node(page, "n0").click();
        await page.getByRole("complementary", { name: "Node n0" }).waitFor();
      });
      await page.getByRole("button", { name: "Replay" }).click();
      const slider = page.getByRole("slider", { name: "Step of the run" });
      await slider.focus();
      worst["replay"] = await measure(async () => {
        for (let step = 0; step < 5; step += 1) await page.keyboard.press("PageDown");
        await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
      });
      worst["all"] = await measure(async () => {
        await page.getByRole("button", { name: "Show the whole graph" }).click();
        await page.locator(".task-far").waitFor();
      });
      expect(await page.locator("*").count()).toBeLessThan(3000);
      expect(complaints).toEqual([]);
      await annotate(`Longest tasks, at most ${MOST_MS} ms: ${JSON.stringify(worst)}`);
    }
    expect(Math.max(...Object.values(worst))).toBeLessThan(MOST_MS);
  });
});

describe("a batch of ten thousand items", () => {
  const MOST_MS = 100;
  const TRIES = 3;
  const FAILED = 3000;
  let id = "";
  beforeAll(async () => {
    const [sync] = BATCH.nodes;
    await createTask(client, "shops.many", {
      engine: 1,
      params: [{ name: "shops", type: "text" }],
      nodes: [{ ...sync, each: { items: "split($.TASK.PARAMS.shops, ',')" } }],
    });
    const shops = Array.from(
      { length: 10_000 },
      (_, index) => `${index % 10 < FAILED / 1000 ? "closed" : "open"}-${index}`,
    );
    ({ id } = await client.trigger("shops.many", { args: { shops: shops.join(",") } }));
    await client.until(id, isOver);
  }, 240_000);

  it("is opened, filtered and scrolled through without a stall", async ({ annotate }) => {
    const measure = async (act: () => Promise<unknown>): Promise<number> => (await longestTask(act)).cpuMs;
    let worst: Record<string, number> = {};
    for (
      let tried = 0;
      tried < TRIES && (tried === 0 || Math.max(...Object.values(worst)) >= MOST_MS);
      tried += 1
    ) {
      await using panel = await openPanel({ url: "about:", path: "blank", isFirstVisit: true });
      const { page, complaints } = panel;
      worst = {};
      worst["page"] = await measure(async () => {
        await page.goto(`${url}${pathOf(id)}`);
        await node(page, "sync").getByText("3000 of 10000").waitFor();
      });
      const side = page.getByRole("complementary", { name: "Node Synchronise the shops" });
      const causes = side.getByRole("list", { name: "Failed items by cause" });
      const idle = (): Promise<unknown> =>
        page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
      worst["open"] = await measure(async () => {
        await node(page, "sync").click();
        await causes.getByText("does not open").waitFor();
        await idle();
      });
      worst["filter"] = await measure(async () => {
        await side.getByLabel("Filter the items").pressSequentially("closed-12");
        await causes.getByText("closed-12", { exact: false }).first().waitFor();
        await idle();
      });
      worst["clear"] = await measure(async () => {
        await side.getByLabel("Filter the items").fill("");
        await idle();
      });
      worst["more"] = await measure(async () => {
        for (let press = 0; press < 3; press += 1)
          await causes.getByRole("button", { name: /^Show/ }).first().click();
        await idle();
      });
      worst["scroll"] = await measure(async () => {
        await side.getByRole("img", { name: /^10000 items/ }).hover();
        for (let turn = 0; turn < 5; turn += 1) await page.mouse.wheel(0, 400);
        await idle();
      });
      expect(await page.locator("*").count()).toBeLessThan(3000);
      expect(complaints).toEqual([]);
      await annotate(`Longest tasks, at most ${MOST_MS} ms: ${JSON.stringify(worst)}`);
    }
    expect(Math.max(...Object.values(worst)), JSON.stringify(worst)).toBeLessThan(MOST_MS);
  });
});
