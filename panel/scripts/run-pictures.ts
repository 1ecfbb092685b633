import { openPanel, type OpenPanelOptions } from "../test/open-panel.ts";
import { startPanelServer } from "../test/panel-server.ts";
import { createRunClient } from "../test/run-client.ts";

export type Look = Omit<OpenPanelOptions, "url" | "path"> & { readonly name: string };

/** Pictures of runs: the list, one that failed for good, one that runs and writes. */
export async function takeRunPictures(folder: string, looks: readonly Look[]): Promise<void> {
  await using server = await startPanelServer({ withRunJobs: true, withHostile: false });
  const client = createRunClient(server.url);
  const failed = await client.trigger("invoices.post");
  await client.trigger("mail.send", {
    args: { to: "ann@example.com", order: 4711, lines: [{ sku: "A-1", count: 2 }], express: true },
  });
  await client.trigger("mail.send", { args: { to: "later@example.com" }, delayMs: 3_600_000 });
  const running = await client.trigger("orders.export");
  await client.until(failed.id, ({ state }) => state === "Terminated");
  await client.until(running.id, ({ progress }) => (progress?.fraction ?? 0) > 0.2);
  const pages = [
    { picture: "runs", path: "/runs", ready: "tbody tr" },
    { picture: "run-failed", path: `/runs/${encodeURIComponent(failed.id)}`, ready: ".log-line" },
    { picture: "run-running", path: `/runs/${encodeURIComponent(running.id)}`, ready: ".log-line" },
  ];
  for (const { picture, path, ready } of pages) {
    for (const { name, ...look } of looks) {
      await using panel = await openPanel({ url: server.url, path, ...look });
      await panel.page.locator(ready).first().waitFor();
      await panel.page.screenshot({ path: `${folder}${picture}-${name}.png` });
      for (const complaint of panel.complaints) console.error(`${picture} ${name}: ${complaint}`);
    }
  }
}
