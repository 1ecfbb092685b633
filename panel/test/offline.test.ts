import { expect, it, vi } from "vitest";
import { accessibilityFaults } from "./audit.ts";
import { openPanel } from "./open-panel.ts";
import { startPanelServer } from "./panel-server.ts";
import { PATIENCE } from "./patience.ts";

vi.setConfig(PATIENCE);

it("a server that goes away is said once, what was shown stays, and all goes on once it is back", async () => {
  const first = await startPanelServer();
  await using panel = await openPanel({ url: first.url, path: "/workers" });
  const { page } = panel;
  const worker = page.locator("tbody").getByText(/^shop-/);
  await worker.waitFor();
  await page.getByRole("link", { name: "Jobs" }).click();
  await page.getByRole("link", { name: "Close the day" }).waitFor();
  await page.getByRole("button", { name: "Live: pause" }).waitFor();
  await first[Symbol.asyncDispose]();
  await page.getByRole("button", { name: "Connecting" }).waitFor();
  await page.getByRole("link", { name: "Workers" }).click();
  await page.getByRole("alert").waitFor();
  await worker.waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await using again = await startPanelServer({ port: Number(new URL(first.url).port) });
  expect(again.url).toBe(first.url);
  await page.getByRole("button", { name: "Live: pause" }).waitFor();
  await page.getByRole("alert").waitFor({ state: "detached" });
  // The browser itself reports each request that failed.
  expect(panel.complaints.filter((complaint) => !complaint.includes("ERR_"))).toEqual([]);
});

it("a page whose code cannot be loaded comes by itself once the server has it", async () => {
  await using server = await startPanelServer();
  await using panel = await openPanel({ url: server.url, path: "/overview" });
  const { page, context } = panel;
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  let isMissing = true;
  await context.route(/assets\/workers-page/, (route) =>
    isMissing ? route.fulfill({ status: 404, body: "not found" }) : route.continue(),
  );
  await page.getByRole("link", { name: "Workers" }).click();
  await page.getByRole("heading", { name: "This page could not be loaded" }).waitFor();
  isMissing = false;
  await page
    .locator("tbody")
    .getByText(/^shop-/)
    .waitFor();
  expect(new URL(page.url()).pathname).toBe("/workers");
});
