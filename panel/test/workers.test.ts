import { generateKeyPairSync } from "node:crypto";
import { expect, it, vi } from "vitest";
import { accessibilityFaults } from "./audit.ts";
import { followPath, openPanel } from "./open-panel.ts";
import type { PanelServer } from "./panel-server.ts";
import { PATIENCE } from "./patience.ts";
import { createRunClient, type RunClient } from "./run-client.ts";
import { servePanel } from "./serve-panel.ts";

// An audit looks at every element of a page, beside whatever else the machine does.
vi.setConfig(PATIENCE);

let server: PanelServer;
let client: RunClient;
servePanel({}, (started) => {
  server = started;
  client = createRunClient(started.url);
});

it("a worker's row says who it is and what it runs on, and opens to the jobs it has", async () => {
  await using panel = await openPanel({ url: server.url, path: "/workers" });
  const { page } = panel;
  const row = page.locator("tbody tr").first();
  await row.getByText(`node ${process.versions.node}`).waitFor();
  await row.getByText("1 of 8").waitFor();
  await row.getByRole("button", { name: /^Details of / }).click();
  const jobs = page.getByRole("region", { name: /^Jobs of / });
  await jobs.getByRole("link", { name: "mail.send" }).waitFor();
  expect(await jobs.getByRole("link").count()).toBe(Number(await row.locator("td").nth(3).textContent()));
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("link", { name: "All runs of shop" }).click();
  await page.waitForURL("**/runs?app=shop");
  expect(panel.complaints).toEqual([]);
});

it("runs name the worker that had them, and a worker leads to its runs and no others", async () => {
  await client.trigger("mail.send", { args: { to: "ann" } });
  await using panel = await openPanel({
    url: server.url,
    path: "/workers",
    viewport: { width: 1440, height: 900 },
  });
  const { page } = panel;
  const row = page.locator("tbody tr").first();
  const details = row.getByRole("button", { name: /^Details of / });
  const label = (await details.getAttribute("aria-label"))?.replace("Details of ", "") ?? "";
  await details.click();
  await page.getByRole("link", { name: "Runs of this worker" }).click();
  await page.waitForURL(/\/runs\?worker=shop-/);
  const names = page.locator("td .worker-name");
  await names.first().waitFor();
  expect(new Set(await names.allTextContents())).toEqual(new Set([label]));
  await page.getByRole("combobox", { name: "Worker" }).waitFor();
  await followPath(page, "/runs?worker=nobody");
  await page.getByText("nobody (has left)").waitFor({ state: "attached" });
  await page.getByText("No run fits the filter").waitFor();
  expect(panel.complaints).toEqual([]);
});

it("a worker that a job kept from its work says by which and for how long", async () => {
  await using panel = await openPanel({ url: server.url, path: "/workers" });
  const { page, context } = panel;
  await page.locator("tbody tr").first().waitFor();
  const shows = async (jobKeys: readonly string[], words: string): Promise<void> => {
    await context.route("**/api/v1/workers*", async (route) => {
      const response = await route.fetch();
      const workers = (await response.json()) as { readonly items: readonly object[] };
      const blocked = { at: new Date().toISOString(), ms: 4210, jobKeys };
      await route.fulfill({
        response,
        json: { ...workers, items: workers.items.map((worker) => ({ ...worker, blocked })) },
      });
    });
    await page.goto(`${server.url}/workers`);
    await page.getByText(words).first().waitFor();
    // The page may ask again at any time: a response under way fails nothing.
    await context.unrouteAll({ behavior: "ignoreErrors" });
  };
  await shows(["ledger.close-day"], "blocked 4.2 s by ledger.close-day");
  await shows(["ledger.close-day", "mail.send"], "blocked 4.2 s by one of 2 jobs");
  await shows([], "overloaded for 4.2 s");
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
    .getByRole("button", { name: /^Details of / })
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

it("an app is stopped with a note and started again, and its jobs say so", async () => {
  await using panel = await openPanel({ url: server.url, path: "/workers" });
  const { page } = panel;
  await page.getByRole("button", { name: "Stop shop" }).click();
  await page.getByLabel("Note for others").fill("Release");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page
    .getByText("1 run is under way, and goes on until it ends unless it is cancelled below.")
    .waitFor();
  await page.getByRole("checkbox", { name: "Cancel the 1 run that is under way too" }).check();
  await page.getByRole("dialog").getByRole("button", { name: "Stop", exact: true }).click();
  await page.getByText("1 run was asked to end").waitFor();
  await page.getByRole("button", { name: "Start again: shop" }).waitFor();
  await page.getByText("Stopped", { exact: true }).waitFor();
  await page.getByText(/· by somebody on this machine: Release$/).waitFor();
  await followPath(page, "/jobs/mail.send");
  await page.getByText("App stopped", { exact: true }).waitFor();
  await page.getByText(/· by somebody on this machine: Release$/).waitFor();
  await followPath(page, "/workers");
  await page.getByRole("button", { name: "Start again: shop" }).click();
  await page.getByRole("button", { name: "Stop shop" }).waitFor();
  // Everything, for a release: two clicks on this page.
  await page.getByRole("button", { name: "Stop everything" }).click();
  const dialog = page.getByRole("dialog", { name: /^Stop \d+ apps?$/ });
  await dialog.getByText("Until it is started again").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Stop everything" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Stop everything" }).waitFor({ state: "detached" });
  for (const start of await page.getByRole("button", { name: /^Start again: / }).all()) await start.click();
  await page.getByRole("button", { name: "Stop shop" }).waitFor();
  expect(panel.complaints).toEqual([]);
  // As it was for the tests that follow.
  const { id } = await client.trigger("import.orders");
  await client.until(id, ({ state }) => state === "Processing");
});

it("what waits of a job is shown in its order, changed with the keyboard, and cancelled together", async () => {
  await client.change("import.orders", { whenFull: "queue" });
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    const { id } = await client.trigger("import.orders");
    await client.until(id, ({ reasonCode }) => reasonCode === "waits_for_slot");
    ids.push(id);
  }
  await using panel = await openPanel({ url: server.url, path: "/jobs/import.orders" });
  const { page } = panel;
  await page.getByRole("tab", { name: "Waiting" }).press("Enter");
  await page.waitForURL("**/jobs/import.orders?tab=waiting");
  const inOrder = async (order: readonly string[]): Promise<void> => {
    for (const [index, id] of order.entries())
      await page.locator("tbody tr").nth(index).getByTitle(id).waitFor();
  };
  const [a = "", b = "", c = ""] = ids;
  await inOrder([a, b, c]);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: `Run next: ${c}` }).press("Enter");
  await inOrder([c, a, b]);
  await page.getByLabel(`Priority of ${b}`).selectOption("1");
  await inOrder([c, b, a]);
  await page.getByRole("button", { name: `Cancel ${a}` }).press("Enter");
  // It asks first: the button stands beside the one that begins a run.
  await page.getByRole("dialog").getByRole("button", { name: "Cancel the run" }).press("Enter");
  await page.getByTitle(a).waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Workers", exact: true }).click();
  await page.getByRole("link", { name: "2 waiting" }).click();
  await page.getByRole("heading", { name: "Waiting runs of shop" }).waitFor();
  await inOrder([c, b]);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("link", { name: "import.orders" }).first().click();
  await page.waitForURL("**/jobs/import.orders?tab=waiting");
  await page.getByRole("button", { name: "Clear the queue" }).press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Only runs that have waited longer than").fill("soon");
  await dialog.getByText("This is not a duration").waitFor();
  await dialog.getByLabel("Only runs that have waited longer than").fill("");
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Cancel these runs" }).press("Enter");
  await page.getByText("No run is waiting").waitFor();
  await client.change("import.orders", { whenFull: "skip" });
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

it("an executor that an app should have is put on its list, shown as missing, and taken off it", async () => {
  await using panel = await openPanel({ url: server.url, path: "/workers" });
  const { page } = panel;
  await page.getByRole("button", { name: "Executors that shop should have" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("The list is empty").waitFor();
  await dialog.getByLabel("App name of XXL-JOB").fill("shop-executor");
  await dialog.getByLabel("Name or address").fill("10.1.0.5");
  await dialog.getByRole("button", { name: "Add" }).click();
  await dialog.getByText("must be an address such as").waitFor();
  await dialog.getByLabel("Name or address").fill("http://10.1.0.5:9999");
  await dialog.getByRole("button", { name: "Add" }).click();
  const listed = dialog.getByRole("row", { name: "http://10.1.0.5:9999/" });
  await listed.getByText("Missing").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("region", { name: "shop" }).getByText("http://10.1.0.5:9999/").waitFor();
  await listed.getByRole("button", { name: "Remove http://10.1.0.5:9999/ from the list" }).click();
  await dialog.getByText("The list is empty").waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("region", { name: "shop" }).getByText("Missing:").waitFor({ state: "detached" });
});

it("keys that executors sign with are added, two of each, and removed after what that means was read", async () => {
  const pem = (): string =>
    generateKeyPairSync("ed25519").publicKey.export({ type: "spki", format: "pem" }) as string;
  await using panel = await openPanel({ url: server.url, path: "/workers" });
  const { page } = panel;
  await page.getByRole("link", { name: "Signing keys of shop" }).click();
  await page.getByText("No keys are registered").waitFor();
  const dialog = page.getByRole("dialog");
  const add = async (key: string): Promise<void> => {
    await dialog.getByLabel("Public key").fill(key);
    await dialog.getByRole("button", { name: "Add a key" }).click();
  };
  await page.getByRole("button", { name: "Add a key" }).click();
  await dialog.getByLabel("Name of the executor").fill("resizer");
  await add(pem().slice(30));
  await dialog.getByText("must be an Ed25519 public key").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await add(pem());
  const rows = page.locator(".data-table tbody tr", { hasText: "shop/resizer/" });
  await rows.getByText("Never").waitFor();
  await page.getByRole("button", { name: "Add a key" }).click();
  await dialog.getByLabel("Name of the executor").fill("resizer");
  await add(pem());
  await rows.nth(1).waitFor();
  await page.getByRole("button", { name: "Add a key" }).click();
  await dialog.getByLabel("Name of the executor").fill("resizer");
  await add(pem());
  await dialog.getByText("at most 2").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  const remove = async (words: string): Promise<void> => {
    await rows.first().getByRole("button", { name: "Remove shop/resizer/" }).click();
    await dialog.getByText("The next call that is signed with it is refused").waitFor();
    await dialog.getByText(words).waitFor();
    await dialog.getByRole("button", { name: "Remove" }).click();
    await dialog.waitFor({ state: "detached" });
  };
  await remove("Another key of the same executor stays valid");
  await rows.nth(1).waitFor({ state: "detached" });
  await remove("It is the last key here");
  await page.getByText("No keys are registered").waitFor();
  // Keys that are refused are noted by the browser.
  expect(panel.complaints.filter((complaint) => !complaint.includes("400"))).toEqual([]);
});

it("a secret is created, given another value and deleted, and nothing shows its value", async () => {
  await using panel = await openPanel({ url: server.url, path: "/secrets" });
  const { page } = panel;
  await page.getByText("SMTP_PASSWORD").waitFor();
  await page.getByRole("button", { name: "New secret" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("App").fill("shop");
  await dialog.getByLabel("Name").fill("API TOKEN");
  await dialog.getByLabel("Value", { exact: true }).fill("correct horse");
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Create" }).click();
  await dialog.getByText("letters, digits and underscores, and must not begin").waitFor();
  await dialog.getByLabel("Name").fill("API_TOKEN");
  await dialog.getByRole("button", { name: "Create" }).click();
  const row = page.locator("tbody tr", { hasText: "API_TOKEN" });
  await row.getByText("Version 1 · by local").waitFor();
  await row.getByRole("button", { name: "Replace API_TOKEN" }).click();
  await dialog.getByLabel("Value", { exact: true }).fill("battery staple");
  await dialog.getByRole("button", { name: "Replace" }).click();
  await row.getByText("Version 2 · by local").waitFor();
  const listed = await (await fetch(`${server.url}/api/v1/secrets`)).text();
  expect(listed).toContain("API_TOKEN");
  expect((await page.content()) + listed).not.toMatch(/correct horse|battery staple/);
  await row.getByRole("button", { name: "Delete API_TOKEN" }).click();
  await dialog.getByText("No job uses it.").waitFor();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await row.waitFor({ state: "hidden" });
  // Asking for a name that cannot be is refused, which the browser notes.
  expect(panel.complaints.filter((complaint) => !complaint.includes("400"))).toEqual([]);
});
