import { readFile } from "node:fs/promises";
import { describe, expect, it, vi } from "vitest";
import { accessibilityFaults } from "./audit.ts";
import { followPath, openPanel, untilLive } from "./open-panel.ts";
import type { PanelServer } from "./panel-server.ts";
import { PATIENCE } from "./patience.ts";
import { createRunClient, pathOf, type RunClient } from "./run-client.ts";
import { servePanel } from "./serve-panel.ts";

// An audit looks at every element of a page, beside whatever else the machine does.
vi.setConfig(PATIENCE);

const HOSTILE = '<img src=x onerror="document.title=1"> & "quotes" 任务';

let server: PanelServer;
let client: RunClient;
servePanel({ withRunJobs: true }, (started) => {
  server = started;
  client = createRunClient(started.url);
});

describe("the page of a run", () => {
  it("shows which executor was chosen, by which strategy", async () => {
    const routing = { strategy: "failover" };
    await client.post("registrations", {
      app: "warehouse",
      definitions: [{ key: "stock.route", kind: "triggered", options: { routing } }],
    });
    await client.change("mail.send", { routing });
    const chosen = await client.trigger("mail.send", { args: { to: "one" } });
    const unchosen = await client.trigger("stock.route");
    expect(chosen.routing).toMatchObject({ strategy: "failover", refused: [] });
    await using panel = await openPanel({ url: server.url, path: pathOf(chosen.id) });
    const { page } = panel;
    await page.locator(".run-facts", { hasText: "The first that responds" }).waitFor();
    await page
      .getByTitle(chosen.routing?.executor?.id ?? "")
      .first()
      .waitFor();
    await followPath(page, pathOf(unchosen.id));
    await page.locator(".run-facts", { hasText: "Any executor" }).waitFor();
    expect(panel.complaints).toEqual([]);
    await client.change("mail.send", { routing: { strategy: "any" } });
  });

  it("shows the shards of a broadcast, and each shard its broadcast", async () => {
    await client.change("mail.send", { routing: { strategy: "broadcast" } });
    const { id } = await client.trigger("mail.send", { args: { to: "all" } });
    await client.change("mail.send", { routing: { strategy: "any" } });
    await client.until(id, ({ state }) => state === "Succeeded");
    await using panel = await openPanel({ url: server.url, path: pathOf(id) });
    const { page } = panel;
    const shards = page.getByRole("table", { name: "Shards" });
    await shards.getByText("Succeeded").waitFor();
    await shards.getByRole("link", { name: "0" }).click();
    await page.locator(".run-facts", { hasText: "0 of 1, from 0" }).waitFor();
    await page.locator(".run-facts").getByRole("link", { name: id }).click();
    await shards.waitFor();
    await followPath(page, "/runs?jobKey=mail.send");
    const broadcast = page.locator(`tr[data-run="${id}"]`);
    const shard = page.locator("tr[data-run]", { hasText: "Shard 0" });
    await broadcast.waitFor();
    expect(await shard.count()).toBe(0);
    await page.getByRole("checkbox", { name: "Include shards" }).check();
    await page.waitForURL("**/runs?*shards=true*");
    await shard.waitFor();
    await broadcast.waitFor();
    expect(panel.complaints).toEqual([]);
  });

  it("shows progress and log as they come, and ends a run with a reason", async () => {
    const { id } = await client.trigger("orders.export");
    await using panel = await openPanel({ url: server.url, path: pathOf(id) });
    const { page } = panel;
    await untilLive(page);
    await page
      .getByText(/batch \d+ of 240: 500 orders/)
      .first()
      .waitFor();
    const seen = Number((await page.locator(".log-count").textContent())?.match(/\d+/)?.[0]);
    const progressed = (await page.locator(".run-progress b").textContent()) ?? "";
    await page.waitForFunction(
      ({ seen, progressed }) =>
        Number(document.querySelector(".log-count")?.textContent.match(/\d+/)?.[0]) > seen &&
        document.querySelector(".run-progress b")?.textContent !== progressed,
      { seen, progressed },
    );
    // A user who scrolls up wants to read: the log follows no more.
    const follow = page.getByRole("switch", { name: "Follow" });
    expect(await follow.isChecked()).toBe(true);
    await page.locator(".log-body").hover();
    await page.mouse.wheel(0, -400);
    await page.waitForFunction(() => !document.querySelector<HTMLInputElement>('[role="switch"]')?.checked);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await page.getByLabel("Reason").fill("Wrong shop");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Cancel the run" }).click();
    await page.locator(".run-state").getByText("Cancelled").waitFor();
    await page.locator(".timeline").getByText("Wrong shop").waitFor();
    expect(panel.complaints).toEqual([]);
  });

  it("that ended before it could be cancelled shows how, and calls it no error", async () => {
    const { id } = await client.trigger("mail.send", { args: { to: "late" }, delayMs: 3_600_000 });
    await using panel = await openPanel({ url: server.url, path: pathOf(id) });
    const { page } = panel;
    await untilLive(page);
    await page.getByRole("button", { name: "Live: pause" }).click();
    await client.post(`instances/${encodeURIComponent(id)}/cancel`, {});
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await page.getByRole("button", { name: "Cancel the run" }).click();
    await page.getByText("It had ended before it could be cancelled: Cancelled").waitFor();
    await page.locator(".run-state").getByText("Cancelled").waitFor();
    expect(await page.getByRole("alert").filter({ hasText: "already" }).count()).toBe(0);
    // The browser itself reports the 409.
    expect(panel.complaints.filter((complaint) => !complaint.includes("409"))).toEqual([]);
  });

  it("leads to the new run when it is run again, and that one leads back", async () => {
    const { id } = await client.trigger("mail.send", { args: { to: "again", n: 9007199254740991 } });
    await using panel = await openPanel({ url: server.url, path: pathOf(id) });
    const { page } = panel;
    const edited = page.getByRole("link", { name: "Edit and run" });
    expect(await edited.getAttribute("href")).toBe(`/jobs/mail.send/run?from=${id}`);
    await page.getByRole("button", { name: "Run again" }).click();
    await page.getByRole("link", { name: id }).waitFor();
    expect(page.url()).not.toContain(id);
    await page.getByText("9007199254740991").waitFor();
    await page.goBack();
    await page.waitForURL(`**/runs/${id}`);
    expect(panel.complaints).toEqual([]);
  });

  it("shows a file that a run has stored as a link with its size, which downloads it", async () => {
    const { id } = await client.trigger("orders.report");
    await client.until(id, ({ state }) => state === "Succeeded");
    await using panel = await openPanel({ url: server.url, path: pathOf(id) });
    const { page } = panel;
    const line = page
      .getByRole("region", { name: "Result" })
      .locator(".json-line")
      .filter({ hasText: "report" });
    expect(await line.textContent()).toBe("report: 报告 1.csv 17 byte");
    const downloading = page.waitForEvent("download");
    await line.getByRole("link", { name: "报告 1.csv" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe("报告 1.csv");
    expect(await readFile(await download.path(), "utf8")).toBe("day,orders\n1,240\n");
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(panel.complaints).toEqual([]);
  });

  it("shows arguments, log, result and error that look like markup as text", async () => {
    const args = { [HOSTILE]: HOSTILE };
    const returned = await client.trigger("runs.hostile", { args });
    const thrown = await client.trigger("runs.hostile", { args: { ...args, fail: true } });
    await client.until(thrown.id, ({ state }) => state === "Terminated");
    await client.until(returned.id, ({ state }) => state === "Succeeded");
    await using panel = await openPanel({ url: server.url, path: pathOf(returned.id) });
    const { page } = panel;
    await page.locator(".log-line").filter({ hasText: HOSTILE }).waitFor();
    await page.locator(".log-line").filter({ hasText: "<b>red</b>" }).waitFor();
    // Key and text of the arguments, and of the result.
    expect(await page.locator(".json").getByText("<img").count()).toBeGreaterThanOrEqual(4);
    await followPath(page, pathOf(thrown.id));
    await page.locator(".run-error-message").filter({ hasText: HOSTILE }).waitFor();
    await page.locator(".log-line").first().waitFor();
    expect(await page.locator("main img, main b").count()).toBe(0);
    expect(await page.title()).toBe("Hostile texts · MoJobScheduler");
    expect(panel.complaints).toEqual([]);
  });

  it("shows a secret among its arguments only when asked", async () => {
    const { id } = await client.trigger("mail.send", {
      args: { to: "ann", apiToken: "sk-12345", deep: { password: 7 } },
    });
    await using panel = await openPanel({ url: server.url, path: pathOf(id) });
    const { page } = panel;
    const args = page.getByRole("region", { name: "Arguments" });
    await args.getByText("ann").waitFor();
    expect(await args.textContent()).not.toMatch(/sk-12345|7/);
    await args.getByRole("button", { name: "Show" }).first().click();
    await args.getByText("sk-12345").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(panel.complaints).toEqual([]);
  });

  it("shows the runs that its end started, which show it; the job's children are edited in rows, or as JSON", async () => {
    const before = await client.trigger("invoices.post");
    await using panel = await openPanel({ url: server.url, path: "/jobs/invoices.post?tab=options" });
    const { page } = panel;
    const modes = page.getByRole("radiogroup", { name: "Child jobs" });
    const json = page.getByRole("textbox", { name: "Child jobs" });
    await modes.getByText("JSON").click();
    await json.fill('[{ "job": ');
    await page.getByText("Write it as JSON").waitFor();
    expect(await page.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
    await json.fill("");
    await modes.getByText("Form").click();
    await page.getByRole("button", { name: "Add a child" }).click();
    const child = page.getByRole("group", { name: "Child 1" });
    await child.getByRole("combobox", { name: "After" }).selectOption("end");
    await child.getByRole("combobox", { name: "Job" }).fill("mail.s");
    await page.getByRole("option", { name: "mail.send" }).click();
    await child.getByRole("button", { name: "Add an argument" }).click();
    await child.getByRole("textbox", { name: "Name of argument 1" }).fill("to");
    await child.getByRole("textbox", { name: "Value of argument 1" }).fill("{run.id}");
    await child.getByText(`in the last run: ${before.id}`).waitFor();
    await child.getByRole("textbox", { name: "Only when" }).fill("$.SELF.STATUS == 'Succeeded'");
    expect(await accessibilityFaults(page)).toEqual([]);
    await child.getByRole("textbox", { name: "Only when" }).fill("");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Save" }).waitFor({ state: "detached" });
    const stored = await fetch(`${server.url}/api/v1/jobs/invoices.post`);
    expect(await stored.json()).toMatchObject({
      options: { children: [{ job: "mail.send", on: "end", args: { to: "{run.id}" } }] },
    });
    const { id } = await client.trigger("invoices.post");
    await followPath(page, pathOf(id));
    const list = page.getByRole("list", { name: "Child runs" });
    await list.getByRole("link", { name: "mail.send" }).click();
    await page.getByText("Parent run").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("link", { name: id, exact: true }).click();
    await list.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(panel.complaints).toEqual([]);
    await client.change("invoices.post", { children: [] });
  });

  it("that is not there is said so", async () => {
    await using panel = await openPanel({ url: server.url, path: "/runs/nothing" });
    await panel.page.getByRole("heading", { name: "There is no such run" }).waitFor();
    expect(await accessibilityFaults(panel.page)).toEqual([]);
    expect(panel.complaints.filter((complaint) => !complaint.includes("404"))).toEqual([]);
  });
});
