import { defineTriggeredJob } from "@mojob/core";
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
    MOJOB_APP: "shop",
    MOJOB_TENANTS: "acme,globex",
    MOJOB_ENVIRONMENT: "production",
    MOJOB_STORE: "memory:",
    MOJOB_PORT: "0",
    MOJOB_LOCAL_ACCESS: "open",
    MOJOB_SHUTDOWN_GRACE_MS: "0",
  });
  const receipt = defineTriggeredJob({ key: "receipt", name: "Send a receipt", execute: () => {} });
  const platform = {
    ...node,
    guardStrayErrors: () => ({
      scope: { run: <T>(_: string, work: () => T): T => work() },
      close: () => {},
    }),
  };
  deployment = await openDeployment(configuration, { platform, jobs: [receipt] });
  url = deployment.url ?? "";
});
afterAll(() => deployment.close());

it("the switch leads to the same section of another tenant and back, also by keyboard and on a phone", async () => {
  await using panel = await openPanel({ url, path: "/jobs", viewport: { width: 390, height: 720 } });
  const { page } = panel;
  const open = page.getByRole("button", { name: "Tenant: acme" });
  await open.focus();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await page.getByRole("menuitemradio", { name: "acme" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.getByRole("menuitemradio", { name: "globex" }).press("Enter");
  await page.waitForURL(`${url}/tenants/globex/jobs`);
  await page.getByRole("button", { name: "Tenant: globex" }).click();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await page.getByRole("menuitemradio", { name: "acme" }).click();
  await page.waitForURL(`${url}/jobs`);
  expect(panel.complaints).toEqual([]);
});

it("every page and its tab say which tenant and which environment this is", async () => {
  for (const [path, tenant] of [
    ["", "acme"],
    ["/tenants/globex", "globex"],
  ] as const)
    for (const width of [1440, 390]) {
      await using panel = await openPanel({
        url: `${url}${path}`,
        path: "/jobs",
        viewport: { width, height: 720 },
      });
      const { page } = panel;
      const place = width > 600 ? page.locator("header.shell-header") : page.locator("main");
      await place.getByText(tenant, { exact: true }).waitFor();
      await place.getByText("production", { exact: true }).waitFor();
      await page.waitForFunction(
        (title) => document.title === title,
        `Jobs · ${tenant} · production · MoJobScheduler`,
      );
      const icon = await page.locator('link[rel="icon"]').getAttribute("href");
      expect(icon).toMatch(/^data:image\/svg\+xml,.*c92a2a/);
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(panel.complaints).toEqual([]);
    }
});

it("a tenant is named, given a quota and defaults, disabled and enabled on its page", async () => {
  await using panel = await openPanel({ url: `${url}/tenants/globex`, path: "/tenant" });
  const { page } = panel;
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Globex Corporation");
  await dialog.getByRole("textbox", { name: "Jobs of an app" }).fill("many");
  await dialog.getByText("A whole number, “none”, or nothing").waitFor();
  await dialog.getByRole("textbox", { name: "Jobs of an app" }).fill("2");
  await dialog.getByRole("textbox", { name: "Defaults of jobs" }).fill('{ "retryCount": "many" }');
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText(/number/i).waitFor();
  await dialog.getByRole("textbox", { name: "Defaults of jobs" }).fill('{ "retryCount": 2 }');
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.locator("main p").getByText("Globex Corporation", { exact: true }).waitFor();
  await page.getByRole("progressbar", { name: "Jobs of an app: 1 of 2" }).waitFor();
  await page.getByRole("button", { name: "Disable", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disable" }).click();
  await page.getByText("Disabled", { exact: true }).waitFor();
  const { instances, settings } = deployment.scheduler({ tenant: "globex" });
  await expect(instances.trigger("receipt", {})).rejects.toMatchObject({ code: "tenant_disabled" });
  await page.getByRole("button", { name: "Enable", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Enable" }).click();
  await page.getByText("Enabled", { exact: true }).waitFor();
  expect(await settings.get()).toMatchObject({ disabled: false, defaults: { retryCount: 2 } });
  expect(await smallTargets(page)).toEqual([]);
  // What was typed was refused once.
  expect(panel.complaints).toEqual([expect.stringContaining("400")]);
});

it("a tenant is added, served at once, and removed once its key was typed again; in Chinese", async () => {
  await using panel = await openPanel({ url, path: "/deployment", language: "zh" });
  const { page } = panel;
  await page.getByRole("button", { name: "新增租户" }).click();
  await page.getByRole("textbox", { name: "标识" }).fill("initech");
  await page.getByRole("textbox", { name: "名称" }).fill("Initech");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "新增", exact: true }).click();
  await page.getByRole("link", { name: "Initech" }).waitFor();
  expect((await fetch(`${url}/tenants/initech/api/v1/tenant`)).status).toBe(200);
  await page.getByRole("button", { name: "移除 Initech" }).click();
  const dialog = page.getByRole("dialog");
  const remove = dialog.getByRole("button", { name: "移除", exact: true });
  expect(await remove.getAttribute("aria-disabled")).toBe("true");
  await dialog.getByRole("textbox").fill("initech");
  await remove.click();
  await page.getByRole("link", { name: "Initech" }).waitFor({ state: "detached" });
  expect(deployment.tenants).toEqual(["acme", "globex"]);
  await page.getByRole("button", { name: "移除 acme" }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(panel.complaints).toEqual([]);
});
