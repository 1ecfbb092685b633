import { describe, expect, it, vi } from "vitest";
import { accessibilityFaults } from "./audit.ts";
import { openPanel, untilLive } from "./open-panel.ts";
import type { PanelServer } from "./panel-server.ts";
import { PATIENCE } from "./patience.ts";
import { createRunClient, pathOf, type RunClient } from "./run-client.ts";
import { servePanel } from "./serve-panel.ts";

// An audit looks at every element of a page, beside whatever else the machine does.
vi.setConfig(PATIENCE);

let server: PanelServer;
let client: RunClient;
servePanel({ withRunJobs: true }, (started) => {
  server = started;
  client = createRunClient(started.url);
});

describe("the list of runs", () => {
  it("keeps its filter in the URL, and a reload keeps both", async () => {
    await client.post("registrations", {
      app: "warehouse",
      definitions: [{ key: "stock.count", kind: "triggered", options: { name: "Count the stock" } }],
    });
    await client.trigger("stock.count");
    await using panel = await openPanel({ url: server.url, path: "/runs" });
    const { page } = panel;
    await page.getByRole("button", { name: /^Enqueued/ }).click();
    await page.getByRole("combobox", { name: "Job" }).fill("stock");
    await page.getByRole("option", { name: /stock\.count/ }).click();
    await page.getByLabel("Created").selectOption("1h");
    await page.getByText("1 run", { exact: true }).waitFor();
    await page.reload();
    await page.getByText("1 run", { exact: true }).waitFor();
    await page.getByText("No worker can run it").waitFor();
    expect(await page.getByRole("button", { name: /^Enqueued/ }).getAttribute("aria-pressed")).toBe("true");
    expect(await page.getByRole("combobox", { name: "Job" }).inputValue()).toBe("stock.count");
    expect(await page.getByLabel("Created").inputValue()).toBe("1h");
    expect(panel.complaints).toEqual([]);
  });

  it("finds runs by a member of their arguments, as the placeholder says", async () => {
    const { id } = await client.trigger("mail.send", { args: { to: "grace" } });
    await client.trigger("mail.send", { args: { to: "heidi" } });
    await using panel = await openPanel({ url: server.url, path: "/runs" });
    const { page } = panel;
    await page.getByRole("searchbox").first().fill("args.to:grace");
    await page.getByText("1 run", { exact: true }).waitFor();
    await page
      .locator(`a[href$="/runs/${encodeURIComponent(id)}"]`)
      .first()
      .waitFor();
    expect(panel.complaints).toEqual([]);
  });

  it("shows the executor of a run by the name that people gave it", async () => {
    const { id } = await client.trigger("mail.send", { args: { to: "ivan" } });
    await client.until(id, ({ state }) => state === "Succeeded");
    await using panel = await openPanel({ url: server.url, path: pathOf(id) });
    await panel.page.locator(".run-facts").getByRole("link", { name: "Mail host 1" }).waitFor();
    expect(panel.complaints).toEqual([]);
  });

  it("leaves its rows where they are while runs arrive, and shows those when asked", async () => {
    await using panel = await openPanel({ url: server.url, path: "/runs?jobKey=mail.send" });
    const { page } = panel;
    const first = page.locator("tbody tr").first();
    const before = await first.getAttribute("data-run");
    await untilLive(page);
    await client.trigger("mail.send", { args: { to: "one" } });
    const newest = await client.trigger("mail.send", { args: { to: "two" } });
    await page.getByRole("button", { name: "2 new – show" }).waitFor();
    expect(await first.getAttribute("data-run")).toBe(before);
    await page.getByRole("button", { name: "2 new – show" }).click();
    await page.locator(`tbody tr[data-run="${newest.id}"]`).waitFor();
    expect(await first.getAttribute("data-run")).not.toBe(before);
    expect(panel.complaints).toEqual([]);
  });

  it("pages by key: the second page holds the same rows though runs arrive, and so does its URL", async () => {
    for (let made = 0; made < 56; made += 1) await client.trigger("runs.hostile", {});
    await using panel = await openPanel({ url: server.url, path: "/runs?jobKey=runs.hostile" });
    const { page } = panel;
    const rows = page.locator("tbody tr");
    const shown = (): Promise<(string | null)[]> =>
      rows.evaluateAll((all) => all.map((row) => row.getAttribute("data-run")));
    await rows.nth(49).waitFor();
    const first = await shown();
    await page.getByRole("link", { name: "Next" }).click();
    await rows.nth(6).waitFor({ state: "detached" });
    const second = await shown();
    expect(second).toHaveLength(6);
    expect(second.filter((id) => first.includes(id))).toEqual([]);
    await client.trigger("runs.hostile", {});
    await page.reload();
    await rows.first().waitFor();
    expect(await shown()).toEqual(second);
    await page.getByRole("link", { name: "First" }).click();
    await rows.nth(49).waitFor();
    expect(await shown()).not.toContain(second[0]);
    expect(panel.complaints).toEqual([]);
  });

  it("cancels everything the filter matches, with the number first, and says what became of it", async () => {
    const runs = await Promise.all(
      ["a", "b", "c"].map((to) => client.trigger("mail.send", { args: { to }, delayMs: 86_400_000 })),
    );
    const path = `/runs?jobKey=mail.send&state=${encodeURIComponent('["Scheduled"]')}`;
    await using panel = await openPanel({ url: server.url, path });
    const { page } = panel;
    await page.getByRole("button", { name: "Act on all that match" }).click();
    await page.getByRole("menuitem", { name: "Cancel all that match" }).click();
    await page.getByText("3 runs will be cancelled").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByLabel("Reason").fill("Sent by mistake");
    await page.getByRole("button", { name: "Cancel 3" }).click();
    await page.getByText("3 of 3 done").waitFor();
    const [run] = await Promise.all(runs.map(({ id }) => client.get(id)));
    expect(run).toMatchObject({
      state: "Cancelled",
      cancelReason: expect.stringContaining("Sent by mistake"),
    });
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
    await page.getByText("No run fits the filter").waitFor();
    expect(panel.complaints).toEqual([]);
  });

  it("acts on the rows that are ticked, and lists those that were refused", async () => {
    const open = await client.trigger("mail.send", { args: { to: "x" }, delayMs: 3_600_000 });
    const ended = await client.trigger("mail.send", { args: { to: "y" } });
    await client.until(ended.id, ({ state }) => state === "Succeeded");
    await using panel = await openPanel({ url: server.url, path: "/runs?jobKey=mail.send" });
    const { page } = panel;
    await page.locator(`tr[data-run="${open.id}"]`).getByRole("checkbox").check();
    await page.locator(`tr[data-run="${ended.id}"]`).getByRole("checkbox").check();
    await page.getByText("2 selected").waitFor();
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await page.getByRole("button", { name: "Cancel 2" }).click();
    await page.getByText("1 of 2 done").waitFor();
    await page.getByRole("dialog").getByRole("link", { name: ended.id }).waitFor();
    expect((await client.get(open.id)).state).toBe("Cancelled");
    expect(panel.complaints).toEqual([]);
  });
});
