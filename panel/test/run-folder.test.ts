import { readFile } from "node:fs/promises";
import { defineTriggeredJob, PrincipalKind } from "@mojob/core";
import { type Granted, permissionsOf } from "@mojob/core/engine";
import { createManagementApp } from "@mojob/http";
import { serve } from "@mojob/node";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { accessibilityFaults } from "./audit.ts";
import { openPanel, type OpenPanelOptions } from "./open-panel.ts";
import { PATIENCE } from "./patience.ts";

vi.setConfig(PATIENCE);

const PEOPLE: Readonly<Record<string, Granted>> = {
  viewer: { permissions: permissionsOf("viewer") },
  blind: { permissions: permissionsOf("viewer", { payloads: false }) },
};
/** A red dot. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);

let url = "";
let task = "";
let close: () => Promise<void>;

const report = defineTriggeredJob({
  key: "report",
  execute: async (_: unknown, { files, log }) => {
    log.info("Made the report");
    log.warn("One row is empty");
    await files.write("rows.csv", 'name,sum\n"Smith, Ann",42\n<img src=x onerror="document.title=1">,7\n');
    await files.write("dot.png", PNG);
    await files.write("broken.png", "no image");
    await files.write("page.html", "<script>document.title = 1</script>");
    await files.write("paper.pdf", "%PDF-1.7");
    await files.write("long.txt", "line\n".repeat(100_000));
    return { total: 49 };
  },
});

beforeAll(async () => {
  const started = await startEmbedded({
    features: FEATURES,
    app: "shop",
    inMemory: true,
    jobs: [report],
    hooks: { onRunEnd: () => {} },
  });
  const { scheduler } = started;
  const node = {
    id: "report",
    type: "job",
    job: { key: "report" },
    params: [{ name: "day", value: "monday" }],
  };
  const results = [{ name: "total", type: "number", expression: "$.JOB['report'].RESULT.total" }];
  const work = { kind: "task", body: { engine: 1, nodes: [node], results } };
  await scheduler.jobs.create({ key: "flow", app: "shop", kind: "triggered", work } as never);
  task = (await scheduler.trigger("flow", {})).id;
  await scheduler.ended(task);
  const management = createManagementApp(scheduler, {
    basePath: "/ops",
    authenticate: (request) => {
      const [, name = ""] = /\buser=(\w+)/.exec(request.headers.get("Cookie") ?? "") ?? [];
      const granted = PEOPLE[name];
      return granted === undefined ? null : { kind: PrincipalKind.User, name, ...granted };
    },
  });
  const shop = new Hono();
  shop.get("/login/:name", (c) => {
    c.header("Set-Cookie", `user=${c.req.param("name")}; Path=/; HttpOnly; SameSite=Lax`);
    return c.text("signed in");
  });
  shop.route("/ops", management);
  const server = await serve(shop.fetch, { hostname: "127.0.0.1", port: 0 });
  ({ url } = server);
  close = async () => {
    await server.close();
    await management.close();
    await started.close();
  };
});

afterAll(() => close());

async function as(person: string, path: string, options: Omit<OpenPanelOptions, "url" | "path"> = {}) {
  const panel = await openPanel({ url, path: `/login/${person}`, ...options });
  await panel.page.goto(`${url}/ops${path}`);
  return panel;
}

it("the directory of a run is reached from its page, and leads to those of its jobs, whose files are looked at and saved", async () => {
  await using panel = await as("viewer", `/runs/${task}`);
  const { page } = panel;
  await page.getByRole("link", { name: "Working directory" }).click();
  await page.getByText(`task-flow-${task}`, { exact: true }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Look at status" }).click();
  expect(await page.getByRole("region", { name: "Content of status" }).textContent()).toBe("1\n");
  const saving = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download all" }).click();
  const archive = await saving;
  expect(archive.suggestedFilename()).toBe(`task-flow-${task}.tar.gz`);
  const [first, second] = await readFile(await archive.path());
  expect([first, second]).toEqual([0x1f, 0x8b]);

  await page.getByRole("link", { name: `job-report-~${task}_#report` }).click();
  await page.getByText(`job-report-~${task}_#report`, { exact: true }).waitFor();
  await page.getByRole("button", { name: "Look at job-error.log" }).click();
  await page.getByText("One row is empty").waitFor();
  const savingFile = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download outputs/page.html" }).click();
  const file = await savingFile;
  expect([file.suggestedFilename(), await readFile(await file.path(), "utf8")]).toEqual([
    "page.html",
    "<script>document.title = 1</script>",
  ]);
  expect(panel.complaints).toEqual([]);
});

it("a table is shown as one, an image as one, the beginning of a long text, and nothing of what may act", async () => {
  await using panel = await as("viewer", `/runs/${encodeURIComponent(`~${task}/#report`)}/folder`);
  const { page } = panel;
  await page.getByRole("button", { name: "Look at outputs/rows.csv" }).click();
  const rows = page.getByRole("region", { name: "Content of outputs/rows.csv" });
  await rows.getByRole("columnheader", { name: "sum" }).waitFor();
  expect(await rows.getByRole("cell").allTextContents()).toEqual([
    "Smith, Ann",
    "42",
    '<img src=x onerror="document.title=1">',
    "7",
  ]);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Look at outputs/dot.png" }).click();
  const image = page.getByRole("img", { name: "Content of outputs/dot.png" });
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(1);
  await page.getByRole("button", { name: "Look at outputs/long.txt" }).click();
  await page.getByText(/This is the beginning: 262.1 kB are shown/).waitFor();
  expect(await page.getByRole("button", { name: "Look at outputs/page.html" }).count()).toBe(0);
  const paper = page.getByRole("link", { name: "Open outputs/paper.pdf in a new tab" });
  expect(await paper.getAttribute("rel")).toContain("noopener");
  expect(await page.title()).not.toBe("1");
  expect(panel.complaints).toEqual([]);
  await page.getByRole("button", { name: "Look at outputs/broken.png" }).click();
  await page.getByText("The file cannot be shown").waitFor();
});

it("fits a phone, in Chinese and in the dark", async () => {
  await using panel = await as("viewer", `/runs/${task}/folder`, {
    language: "zh",
    theme: "dark",
    viewport: { width: 390, height: 844 },
  });
  const { page } = panel;
  await page.getByRole("heading", { name: "工作目录" }).waitFor();
  await page.getByRole("button", { name: "预览 ctx.json" }).click();
  await page.getByRole("region", { name: "ctx.json 的内容" }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(panel.complaints).toEqual([]);
});

it("shows states alone to those whose roles show no payloads, and says so", async () => {
  await using panel = await as("blind", `/runs/${encodeURIComponent(`~${task}/#report`)}/folder`);
  const { page } = panel;
  await page.getByText(/are hidden: your roles do not show payloads/).waitFor();
  await page.getByRole("button", { name: "Look at status" }).waitFor();
  expect(await page.getByRole("button", { name: /^Look at/ }).count()).toBe(1);
  expect(panel.complaints).toEqual([]);
});
