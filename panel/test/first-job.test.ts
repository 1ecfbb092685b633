import { expect, it, vi } from "vitest";
import { accessibilityFaults } from "./audit.ts";
import { followPath, openPanel } from "./open-panel.ts";
import type { PanelServer } from "./panel-server.ts";
import { PATIENCE } from "./patience.ts";
import { createRunClient } from "./run-client.ts";
import { servePanel } from "./serve-panel.ts";

// An audit looks at every element of a page, beside whatever else the machine does.
vi.setConfig(PATIENCE);

let server: PanelServer;
servePanel({ isEmpty: true }, (started) => {
  server = started;
});

it("an empty panel says how a job gets into it, leads to the form, and shows the job as soon as there is one", async () => {
  await using panel = await openPanel({ url: server.url, path: "/jobs" });
  const { page } = panel;
  const example = page.getByRole("region", { name: /program that serves this panel/ });
  // Nothing in it starts a scheduler without the program's own store.
  expect(await example.textContent()).toContain("startEmbedded({ ...options, jobs: [hello] })");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("link", { name: "Create a job here, without code" }).click();
  await page.getByRole("heading", { name: "Create a job" }).waitFor();
  await page.goBack();
  await example.waitFor();
  const work = { kind: "script", language: "shell", source: "echo hello\n" };
  await createRunClient(server.url).post("jobs", { key: "hello", app: "shop", kind: "triggered", work });
  await page.locator('tbody tr[data-row="hello"]').waitFor();
  await followPath(page, "/overview");
  await page.getByRole("link", { name: "1 job", exact: false }).first().waitFor();
  expect(panel.complaints).toEqual([]);
});
