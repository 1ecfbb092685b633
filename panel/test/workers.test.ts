import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { accessibilityFaults } from "./audit.ts";
import { closeBrowser, openPanel } from "./open-panel.ts";
import { type PanelServer, startPanelServer } from "./panel-server.ts";
import { PATIENCE } from "./patience.ts";
import { createRunClient, type RunClient } from "./run-client.ts";

// An audit looks at every element of a page, beside whatever else the machine does.
vi.setConfig(PATIENCE);

let server: PanelServer;
let client: RunClient;
beforeAll(async () => {
  server = await startPanelServer();
  client = createRunClient(server.url);
});
afterAll(async () => {
  await closeBrowser();
  await server[Symbol.asyncDispose]();
});

it("a worker's row says who it is and what it runs on, and opens to the jobs it has", async () => {
  await using panel = await openPanel({ url: server.url, path: "/workers" });
  const { page } = panel;
  const row = page.locator("tbody tr").first();
  await row.getByText(`node ${process.versions.node}`).waitFor();
  await row.getByText("1 of 8").waitFor();
  await row.getByRole("button", { name: /^Details of shop-/ }).click();
  const jobs = page.getByRole("region", { name: /^Jobs of shop-/ });
  await jobs.getByRole("link", { name: "mail.send" }).waitFor();
  expect(await jobs.getByRole("link").count()).toBe(Number(await row.locator("td").nth(3).textContent()));
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("link", { name: "All runs of shop" }).click();
  await page.waitForURL("**/instances?app=shop");
  expect(panel.complaints).toEqual([]);
});

it("a worker is drained and takes runs again, and the control plane shows what it does", async () => {
  await using panel = await openPanel({ url: server.url, path: "/workers" });
  const { page } = panel;
  await page.getByRole("heading", { name: "shop" }).waitFor();
  await page.getByText("1 running").waitFor();
  await page
    .locator("tbody tr")
    .first()
    .getByRole("button", { name: /^Details of shop-/ })
    .click();
  await page.getByRole("button", { name: "Drain", exact: true }).click();
  await page.getByRole("button", { name: "Draining" }).waitFor();
  await page.locator(".attention-line").first().waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Take runs again" }).click();
  await page.getByRole("button", { name: "Drain", exact: true }).waitFor();
  await page.getByRole("button", { name: "Draining" }).waitFor({ state: "hidden" });
  // The worker itself knows it with its next heartbeat.
  await page.locator(".attention-line").first().waitFor({ state: "hidden" });
  const planes = page.getByRole("region", { name: "Control planes" });
  await planes.getByText(/process \d+/).waitFor();
  await planes.getByText("fire jobs").waitFor();
  expect(panel.complaints).toEqual([]);
});

it("load and jobs that no worker takes are shown as they come", async () => {
  await using panel = await openPanel({ url: server.url, path: "/workers" });
  const { page } = panel;
  await page.getByRole("button", { name: "Live: pause" }).waitFor();
  await page.locator("tbody tr").first().getByText("1 of 8").waitFor();
  expect(await page.getByText("No worker", { exact: true }).count()).toBe(0);
  await client.change("import.orders", { maxConcurrency: null });
  await client.trigger("import.orders");
  await page.getByText("2 of 8").waitFor();
  await client.post("registrations", {
    app: "billing",
    definitions: [{ key: "invoices.send", kind: "triggered", options: { name: "Send invoices" } }],
  });
  await page.locator(".attention-line").getByRole("link", { name: "Send invoices" }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(panel.complaints).toEqual([]);
});
