import * as node from "@mojob/node";
import { openDeployment, type OpenedDeployment, parseConfiguration } from "@mojob/server";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { accessibilityFaults, smallTargets } from "./audit.ts";
import { openPanel } from "./open-panel.ts";
import { PATIENCE } from "./patience.ts";

vi.setConfig(PATIENCE);

let deployment: OpenedDeployment;
let url: string;

beforeAll(async () => {
  const configuration = parseConfiguration({
    MOJOB_STORE: "memory:",
    MOJOB_PORT: "0",
    MOJOB_LOCAL_ACCESS: "open",
    MOJOB_COMMANDS: "true",
    MOJOB_CORS_ORIGINS: "http://shop.example.com",
    MOJOB_SHUTDOWN_GRACE_MS: "0",
  });
  const platform = {
    ...node,
    guardStrayErrors: () => ({
      scope: { run: <T>(_: string, work: () => T): T => work() },
      close: () => {},
    }),
  };
  deployment = await openDeployment(configuration, { platform, jobs: [], onWarning: () => {} });
  url = deployment.url ?? "";
});
afterAll(() => deployment.close());

it("the page names what is dangerous first, with what to set", async () => {
  await using panel = await openPanel({ url, path: "/overview" });
  const { page } = panel;
  const navigation = page.getByRole("navigation", { name: "Pages" });
  await navigation.getByRole("button", { name: "Admin" }).click();
  await navigation.getByRole("link", { name: "Protection" }).click();
  await page.getByRole("heading", { name: "Dangerous as it is · 2" }).waitFor();
  const headings = await page.getByRole("heading", { level: 2 }).allTextContents();
  expect(headings).toEqual([
    expect.stringMatching(/^Dangerous as it is · 2$/),
    expect.stringMatching(/^Off · \d+$/),
    expect.stringMatching(/^On · \d+$/),
  ]);
  const open = page.getByRole("table", { name: "Dangerous as it is" });
  const rows = await open.getByRole("row").allInnerTexts();
  expect(rows.slice(1)).toEqual([
    expect.stringMatching(/Pages of other sites[^]*MOJOB_CORS_ORIGINS/),
    expect.stringMatching(/Programs[^]*MOJOB_COMMANDS/),
  ]);
  await page.getByRole("cell", { name: "It is always on", exact: true }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(panel.complaints).toEqual([]);
});

it("the page fits a phone, in Chinese", async () => {
  await using panel = await openPanel({
    url,
    path: "/protection",
    language: "zh",
    viewport: { width: 390, height: 720 },
  });
  const { page } = panel;
  await page.getByRole("heading", { name: "存在风险 · 2" }).waitFor();
  await page
    .getByRole("table", { name: "存在风险" })
    .getByText("MOJOB_COMMANDS")
    .locator("visible=true")
    .waitFor();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  expect(panel.complaints).toEqual([]);
});
