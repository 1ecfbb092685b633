import { describe, expect, it, vi } from "vitest";
import { accessibilityFaults } from "./audit.ts";
import { openPanel } from "./open-panel.ts";
import type { PanelServer } from "./panel-server.ts";
import { PATIENCE } from "./patience.ts";
import { createRunClient, type RunClient } from "./run-client.ts";
import { servePanel } from "./serve-panel.ts";

// An audit looks at every element of a page, beside whatever else the machine does.
vi.setConfig(PATIENCE);

const SEEDED = 1500;

let server: PanelServer;
let client: RunClient;
servePanel({ runs: SEEDED }, (started) => {
  server = started;
  client = createRunClient(started.url);
});

function numberOf(text: string | null): number {
  return Number((text ?? "").replaceAll(/\D/g, ""));
}

describe("the overview", () => {
  it("is where the panel begins, says the most urgent first, and leads to what to do about it", async () => {
    const failed = await client.trigger("mail.send", { args: { to: "fay", fail: true } });
    await client.until(failed.id, ({ state }) => state === "Terminated");
    await client.post("registrations", {
      app: "billing",
      definitions: [{ key: "invoices.send", kind: "triggered", options: { name: "Send invoices" } }],
    });
    await using panel = await openPanel({ url: server.url });
    const { page } = panel;
    await page.waitForURL("**/overview");
    const wrong = page.getByRole("region", { name: "Needs attention" }).getByRole("listitem");
    const incident = wrong.filter({ hasText: "The mailbox is full" });
    await incident.waitFor();
    const lines = page.locator(".attention-line");
    await lines.first().waitFor();
    // What an alarm is open for comes first, and is not told a second time.
    expect(await wrong.first().textContent()).toContain("The mailbox is full");
    const kinds = await lines.locator("strong").allTextContents();
    expect(kinds).toEqual(["No worker", "Skipped: still running", "Differs from code"]);
    expect(await accessibilityFaults(page)).toEqual([]);
    await lines.nth(0).getByRole("link", { name: "Send invoices" }).waitFor();
    await incident.getByText("read the error, fix it, run again").waitFor();
    await incident.getByRole("link", { name: "Read the last error" }).click();
    await page.waitForURL(`**/runs/${failed.id}`);
    await page.goBack();
    await lines.nth(0).getByRole("link", { name: "See the workers" }).click();
    await page.waitForURL("**/workers");
    expect(panel.complaints).toEqual([]);
  });

  it("counts the runs by state, and each number leads to them", async () => {
    await using panel = await openPanel({ url: server.url, path: "/overview" });
    const { page } = panel;
    const skipped = page.getByRole("link", { name: /Skipped$/ });
    const shown = numberOf(await skipped.locator(".state-count-number").textContent());
    expect(shown).toBe(await client.count("state=Skipped"));
    await skipped.click();
    await page.waitForURL((url) => url.pathname === "/runs" && url.search.includes("Skipped"));
    expect(panel.complaints).toEqual([]);
  });

  it("shows what ended as bars and as numbers that agree, over the time in the URL", async () => {
    await using panel = await openPanel({ url: server.url, path: "/overview?hours=24" });
    const { page } = panel;
    await page.locator(".completions-chart canvas").waitFor();
    await page.getByRole("button", { name: "Show as a table" }).click();
    const table = page.locator(".completions-table tbody");
    await table.locator("tr").first().waitFor();
    // Read at once: runs go on ending.
    const { said, cells } = await page.evaluate(() => ({
      said: document.querySelector(".completions-summary")?.textContent ?? "",
      cells: [...document.querySelectorAll(".completions-table tbody tr")].map((row) =>
        [...row.querySelectorAll("td")].slice(1).map((cell) => cell.textContent),
      ),
    }));
    const [ended = 0, failed = 0] = said.split(" ended, ").map(numberOfFirst);
    expect(ended).toBeGreaterThan(SEEDED * 0.9);
    const sum = (column: number): number =>
      cells.reduce((all, row) => all + numberOf(row[column] ?? null), 0);
    expect(sum(0) + sum(1) + sum(2)).toBe(ended);
    expect(sum(1)).toBe(failed);
    expect(await accessibilityFaults(page)).toEqual([]);
    const bar = page.locator(".completions-table tbody a").first();
    expect(await bar.getAttribute("href")).toMatch(/^\/runs\?from=.*&to=/);
    await page.getByText("1 h", { exact: true }).click();
    await page.waitForURL((url) => url.search === "");
    await page.waitForFunction(
      (before) => !document.querySelector("main")?.textContent.includes(`${before} ended`),
      new Intl.NumberFormat("en").format(ended),
    );
    expect(panel.complaints).toEqual([]);
  });

  it("changes while it is looked at: counts, bars, load and what needs attention", async () => {
    await using panel = await openPanel({ url: server.url, path: "/overview" });
    const { page } = panel;
    await page.getByRole("button", { name: "Live: pause" }).waitFor();
    const succeeded = page.getByRole("link", { name: /Succeeded/ }).locator(".state-count-number");
    const load = page.locator(".row-load");
    const before = numberOf(await succeeded.textContent());
    await load.getByText("1 of 8 slots in use").waitFor();
    const answers = await Promise.all(
      ["a", "b", "c"].map((to) => client.trigger("mail.send", { args: { to } })),
    );
    await Promise.all(answers.map(({ id }) => client.until(id, ({ state }) => state === "Succeeded")));
    // A recurring job may succeed meanwhile.
    await expect.poll(async () => numberOf(await succeeded.textContent())).toBeGreaterThanOrEqual(before + 3);
    await client.change("import.orders", { maxConcurrency: null });
    const { id } = await client.trigger("import.orders");
    await load.getByText("2 of 8 slots in use").waitFor();
    await client.post(`instances/${id}/cancel`, {});
    await load.getByText("1 of 8 slots in use").waitFor();
    await client.post("jobs/ledger%2Fclose-day/pause", { note: "Enough" });
    await page.getByText("2 paused").waitFor();
    await client.post("jobs/ledger%2Fclose-day/resume", {});
    expect(panel.complaints).toEqual([]);
  });

  it("leads from a bar to the runs of its time", async () => {
    await using panel = await openPanel({ url: server.url, path: "/overview?hours=24" });
    const { page } = panel;
    const chart = page.locator(".completions-chart .u-over");
    const { width = 0, height = 0 } = (await chart.boundingBox()) ?? {};
    await chart.click({ position: { x: width * 0.97, y: height - 4 } });
    await page.waitForURL(/\/runs\?from=.*&to=/);
    await page.locator("tbody tr").first().waitFor();
    expect(panel.complaints).toEqual([]);
  });

  it("counts down to what fires next, and says so in the viewer's zone", async () => {
    await using panel = await openPanel({ url: server.url, path: "/overview", timeZone: "Asia/Shanghai" });
    const { page } = panel;
    const fire = page.locator(".rows li", { hasText: "Close the day" });
    // 01:00 in Shanghai, whatever the clock of the server.
    await fire.getByText(/01:00:00$/).waitFor();
    await fire.getByRole("link").click();
    await page.waitForURL("**/jobs/ledger%2Fclose-day");
    expect(panel.complaints).toEqual([]);
  });
});

function numberOfFirst(text: string): number {
  return numberOf(/[\d,]+/.exec(text)?.[0] ?? "");
}
