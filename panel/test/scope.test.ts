import { expect, it, vi } from "vitest";
import { accessibilityFaults } from "./audit.ts";
import { openPanel } from "./open-panel.ts";
import { startPanelServer } from "./panel-server.ts";
import { PATIENCE } from "./patience.ts";
import { createRunClient } from "./run-client.ts";

// An audit looks at every element of a page, beside whatever else the machine does.
vi.setConfig(PATIENCE);

it("limited to one app, the panel says so and shows nothing of any other", async () => {
  await using server = await startPanelServer({ scope: "billing" });
  const client = createRunClient(server.url);
  await client.post("registrations", {
    app: "billing",
    definitions: [{ key: "invoices.send", kind: "triggered", options: { name: "Send invoices" } }],
  });
  const run = await client.trigger("invoices.send");
  await using panel = await openPanel({ url: server.url, viewport: { width: 400, height: 720 } });
  const { page } = panel;
  await page.locator("header").getByText("Only billing").waitFor();
  await page.getByText("1 job", { exact: false }).first().waitFor();
  await page.getByText("No worker is connected").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("link", { name: "Jobs", exact: true }).click();
  await page.locator("tbody").getByRole("link", { name: "Send invoices", exact: true }).waitFor();
  expect(await page.locator("tbody tr").count()).toBe(1);
  await page.getByRole("link", { name: "Runs", exact: true }).click();
  await page.waitForURL("**/runs");
  await page.locator(`tr[data-run="${run.id}"]`).waitFor();
  expect(await page.locator("tbody tr").count()).toBe(1);
  await page.getByRole("link", { name: "Workers", exact: true }).click();
  // That no worker is connected at all is said only until the apps are read.
  await page
    .getByRole("region", { name: "billing", exact: true })
    .getByText("No worker of this app is online")
    .waitFor();
  expect(await page.getByRole("region", { name: "shop", exact: true }).count()).toBe(0);
  // The jobs of the other app are not found either.
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("Go to a page, job, node, run or alarm, or do something").fill("mail");
  await page.getByText("Nothing found").waitFor();
  await page.keyboard.press("Escape");
  expect(panel.complaints).toEqual([]);
});
