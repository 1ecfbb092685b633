import { type Page } from "playwright-core";
import { describe, expect, it, vi } from "vitest";
import { englishSentences } from "./english-sentences.ts";
import { REASON_RUNS } from "./fixtures/reason-runs.ts";
import { followPath, type OpenPanel, openPanel } from "./open-panel.ts";
import { type PanelServer, startPanelServer } from "./panel-server.ts";
import { PATIENCE } from "./patience.ts";
import { createRunClient, type RunClient } from "./run-client.ts";
import { servePanel } from "./serve-panel.ts";
import { createTask, MONTH_END, startTask } from "./task-jobs.ts";

// Every page in Chinese, with everything on it that the scheduler says of its own: no sentence of ours may be English.

vi.setConfig(PATIENCE);

let server: PanelServer;
let client: RunClient;
servePanel({ withRunJobs: true, withReasons: true, runs: 200 }, (started) => {
  server = started;
  client = createRunClient(started.url);
});

const open = (path: string, url = server.url): Promise<OpenPanel> => openPanel({ url, path, language: "zh" });

async function expectChinese(page: Page): Promise<void> {
  expect(await englishSentences(page)).toEqual([]);
}

/** Goes on to an address in the page that is open, and waits for what shows that all of it is there. */
async function visit(page: Page, path: string, sign: string): Promise<void> {
  await followPath(page, path);
  await page.locator(sign).first().waitFor();
  await expectChinese(page);
}

/** Goes on to an address as a link would, without loading the panel again. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, "", to), path);
}

it("finds an English sentence where there is one", async () => {
  await using panel = await open("/overview");
  const { page } = panel;
  await page.locator("h1").waitFor();
  await page.evaluate(() => {
    document.querySelector("h1")?.append("The job was deleted");
    document.querySelector("h1")?.setAttribute("title", "Its time has come");
  });
  const found = await englishSentences(page);
  expect(found).toEqual(expect.arrayContaining(["Its time has come"]));
  expect(found.some((text) => text.includes("The job was deleted"))).toBe(true);
});

describe("no English sentence is", () => {
  it("on any page", async () => {
    await using panel = await open("/overview");
    const { page } = panel;
    await page.locator(".completions-chart canvas").waitFor();
    await expectChinese(page);
    await visit(page, "/jobs", "tbody tr");
    await visit(page, "/jobs/reports.weekly", "h1");
    await visit(page, "/jobs/metrics.sample?tab=options", ".cron-preview tbody tr");
    await visit(page, "/jobs/mail.send?tab=statistics", ".bar-chart");
    await visit(page, "/jobs/invoice.create/run", "fieldset");
    await visit(page, "/jobs/import.orders/run", ".cm-editor");
    await visit(page, "/jobs/+new", ".cron-preview tbody tr");
    await visit(page, "/jobs/+import", "textarea");
    await visit(page, "/jobs/gone", "[role=alert]");
    await visit(page, "/runs", "tbody tr");
    await visit(page, "/runs/gone", "h1:has-text('运行记录不存在')");
    await visit(page, "/failures", ".failure");
    await visit(page, "/workers", "tbody tr");
    await visit(page, "/workers/shop/keys", "h1");
    await page.getByRole("button", { name: "添加密钥" }).click();
    await page.getByRole("dialog").getByLabel("公钥").waitFor();
    await expectChinese(page);
    await visit(page, "/workers/nowhere", "h1");
  });

  it("on the pages of a task: its nodes, its facts, what can be done, and what is wrong with its body", async () => {
    const untitled = (name: string, value: unknown): unknown => (name === "title" ? undefined : value);
    const body = JSON.parse(JSON.stringify(MONTH_END, untitled)) as object;
    const id = await startTask(client, "month.chinese", body);
    await using panel = await open(`/runs/${encodeURIComponent(id)}`);
    const { page } = panel;
    await page.locator("[data-node=post]").getByText("失败").waitFor();
    await expectChinese(page);
    await page.locator("[data-node=post]").click();
    await page.getByRole("button", { name: "标记为成功…" }).click();
    await page.getByRole("dialog").getByLabel("结果").waitFor();
    await expectChinese(page);
    await page.keyboard.press("Escape");
    await page.getByRole("tab", { name: "执行过程" }).click();
    await page.getByText("工作流开始").waitFor();
    await expectChinese(page);
    await createTask(client, "month.wrong", {
      engine: 1,
      nodes: [{ id: "a", type: "job", job: { key: "gone" } }],
    });
    await visit(page, "/jobs/month.wrong?tab=task", ".task-warnings");
    await visit(page, "/inbox", ".inbox-item");
    await page.getByRole("button", { name: "同意…" }).first().click();
    await page.getByRole("dialog").getByLabel("备注").waitFor();
    await expectChinese(page);
  });

  it("on an empty system", async () => {
    await using empty = await startPanelServer({ isEmpty: true });
    await using panel = await open("/overview", empty.url);
    const { page } = panel;
    for (const path of ["/overview", "/jobs", "/runs", "/inbox", "/failures", "/workers", "/jobs/+new"]) {
      await followPath(page, path);
      await page.locator("main h1").waitFor();
      // What is still read has its place marked.
      await expect.poll(() => page.locator("main .mantine-Skeleton-root").count()).toBe(0);
      await expectChinese(page);
    }
  });

  it("on a run of each reason, in the list and on its page", async () => {
    await using panel = await open("/runs?jobKey=reasons.all&size=100");
    const { page } = panel;
    await page.locator("tbody tr").first().waitFor();
    await expect.poll(() => page.locator("tbody tr").count()).toBe(REASON_RUNS.length);
    await expectChinese(page);
    for (const { id } of REASON_RUNS) {
      await follow(page, `/runs/${id}`);
      await page.locator(`main :text-is("${id}")`).first().waitFor();
      await page.locator(".run-timeline, .timeline, ol li").first().waitFor();
      expect(await englishSentences(page), id).toEqual([]);
    }
  });

  it("in the mistakes of a run's arguments", async () => {
    await using panel = await open("/jobs/invoice.create/run");
    const { page } = panel;
    await page.locator("fieldset").first().waitFor();
    await page.getByRole("button", { name: "执行", exact: true }).click();
    await page.getByRole("alert").waitFor();
    await expectChinese(page);
    await page.getByText("JSON", { exact: true }).click();
    const editor = page.getByRole("textbox", { name: "参数" });
    const write = async (text: string): Promise<void> => {
      await editor.click();
      await page.keyboard.press("Control+a");
      await page.keyboard.insertText(text);
    };
    const wrong = {
      customer: "x",
      due: "soon",
      currency: "ABC",
      lines: [""],
      note: "n".repeat(501),
      address: { city: 5 },
      isDraft: 1,
    };
    for (const args of [wrong, { customer: 1, due: "2026-01-01", lines: [] }, [], "text"]) {
      await write(JSON.stringify(args));
      await page.getByRole("button", { name: "执行", exact: true }).click();
      await page.getByRole("alert").waitFor();
      await expectChinese(page);
    }
    for (const text of ['{"a": }', '{"a": 1', "{'a'}", "[1,,2]"]) {
      await write(text);
      await page.locator(".mistake-words").first().waitFor();
      await expectChinese(page);
    }
  });

  it("in the mistakes of options and of cron expressions", async () => {
    await using panel = await open("/jobs/metrics.sample?tab=options");
    const { page } = panel;
    await page.locator(".cron-preview tbody tr").first().waitFor();
    const save = page.getByRole("button", { name: "保存" });
    const cron = page.getByRole("textbox", { name: "Cron" });
    for (const text of CRON_MISTAKES) {
      await cron.fill(text);
      await page.locator(".cron-preview .mistake-words").waitFor();
      expect(await englishSentences(page), text).toEqual([]);
    }
    await cron.fill("0 0 1 ? * 2");
    await page.getByText("星期几？").waitFor();
    await expectChinese(page);
    await cron.fill("0 99 * * * *");
    await page.getByRole("textbox", { name: "超时", exact: true }).fill("0s");
    await page.getByRole("textbox", { name: "重试次数" }).fill("-1");
    await page.getByRole("textbox", { name: "最大并发" }).fill("99999");
    await page.getByRole("textbox", { name: "名称" }).fill("   ");
    await page.getByLabel("生效时间").fill("2030-01-02T00:00:00");
    await page.getByLabel("失效时间").fill("2030-01-01T00:00:00");
    await save.click();
    await page.getByText("不能小于 0").waitFor();
    await expectChinese(page);
    await page.getByRole("textbox", { name: "超时", exact: true }).fill("often");
    await expectChinese(page);
    await page.getByRole("textbox", { name: "超时", exact: true }).fill("1h");
    await page.getByRole("textbox", { name: "重试次数" }).fill("0");
    await page.getByRole("textbox", { name: "最大并发" }).fill("1");
    await page.getByRole("textbox", { name: "名称" }).fill("Sample metrics");
    await cron.fill("0 0 1 * * *");
    await save.click();
    await page.getByText("应晚于生效时间").waitFor();
    await expectChinese(page);
  });

  it("in a dialog", async () => {
    await using panel = await open("/jobs/metrics.sample");
    const { page } = panel;
    await page.getByRole("button", { name: "暂停", exact: true }).click();
    await page.getByRole("dialog").getByRole("textbox").first().fill("2020-01-01T00:00");
    await expectChinese(page);
    await page.keyboard.press("Escape");
    const dialogs = [
      ["复制任务…", "input"],
      // It can be sent once it has counted the runs.
      ["删除任务…", "button[type=submit]:enabled"],
    ] as const;
    for (const [item, sign] of dialogs) {
      await page.getByRole("button", { name: /的更多操作$/ }).click();
      await page.getByRole("menuitem", { name: item }).click();
      await page.getByRole("dialog").locator(sign).first().waitFor();
      await expectChinese(page);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    await expectChinese(page);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.locator(".mantine-Spotlight-action").first().waitFor();
    await expectChinese(page);
  });

  // That each code has its words in Chinese is `problem-words.test.ts`.
  it("in a problem, nor where the scheduler is unavailable", async () => {
    await using panel = await open("/workers");
    const { page, context } = panel;
    await page.locator("tbody tr").first().waitFor();
    const problem = {
      status: 409,
      contentType: "application/problem+json",
      body: JSON.stringify({
        type: "urn:mojob:problem:stale_revision",
        title: "An English title of ours",
        status: 409,
        detail: "A sentence of ours in English",
        code: "stale_revision",
        instance: "urn:uuid:7",
      }),
    };
    for (const answer of [problem, { status: 502, body: "<html>" }, { status: 404, body: "<html>" }, null]) {
      await context.route("**/api/v1/workers*", (route) =>
        answer === null ? route.abort() : route.fulfill(answer),
      );
      await page.goto(`${server.url}/workers`);
      await page.getByRole("alert").waitFor();
      await expectChinese(page);
      await context.unroute("**/api/v1/workers*");
    }
  });

  it("at the sign-in, with a wrong token and after too many of them", async () => {
    await using guarded = await startPanelServer({ token: "3f9c1b7a5e2d40863f9c1b7a5e2d4086" });
    await using panel = await open("/overview", guarded.url);
    const { page } = panel;
    await page.getByLabel("令牌").waitFor();
    await expectChinese(page);
    for (let tries = 0; tries < 30; tries += 1) {
      await page.getByLabel("令牌").fill(`wrong-${tries}`);
      await page.getByRole("button", { name: "登录" }).click();
      await page.getByRole("alert").waitFor();
      await expectChinese(page);
      if (await page.getByText("尝试次数过多").isVisible()) return;
    }
    throw new Error("No attempt was refused for there being too many");
  });

  it("in the log of a run and in the answer to many at once", async () => {
    const { id } = await client.trigger("log.flood");
    await client.until(id, ({ state }) => state === "Succeeded");
    await using panel = await open(`/runs/${id}`);
    const { page } = panel;
    await page.locator(".log-line").first().waitFor();
    await expectChinese(page);
  });
});

const CRON_MISTAKES: readonly string[] = [
  "* * *",
  "0 0 0 1 1 * 2026 *",
  "60 * * * * *",
  "0 0 24 * * *",
  "0 0 0 0 * *",
  "0 0 0 1 13 *",
  "0 0 0 * * 8",
  "0 0 0 1 1 * 1969",
  "*/70 * * * * *",
  "*/5/5 * * * * *",
  "0 0 0 1,,2 * *",
  "0 0 0 1- * *",
  "0 5-1 * * * *",
  "0 1-2-3 * * * *",
  "0 0 0 W * *",
  "0 0 0 L-31 * *",
  "0 0 0 L/2 * *",
  "0 0 0 * * L",
  "0 0 0 * * 5#6",
  "0 0 0 5#2 * *",
  "? * * * * *",
  "0 H(9) * * * *",
  "@fortnightly",
  "@daily x",
  "0 0 0 31 2 *",
  `${"1,".repeat(64)}1 * * * * *`,
];
