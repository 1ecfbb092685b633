import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { HttpServer } from "@mojob/core/platform";
import { createManagementApp, type ManagementApp } from "@mojob/http";
import * as node from "@mojob/node";
import { FEATURES } from "@mojob/features";
import { type Embedded, startEmbedded } from "@mojob/runtime-local";
import { NODE, type SpawnedProgram, spawnProgram } from "@mojob/test-services/spawned-program";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { accessibilityFaults } from "./audit.ts";
import { openPanel } from "./open-panel.ts";
import { PATIENCE } from "./patience.ts";

vi.setConfig(PATIENCE);

let embedded: Embedded;
let app: ManagementApp;
let server: HttpServer;

beforeAll(async () => {
  embedded = await startEmbedded({
    features: FEATURES,
    app: "shop",
    jobs: [],
    inMemory: true,
    onWarning: () => {},
    shutdownGraceMs: 0,
  });
  app = createManagementApp(embedded.scheduler, { localToken: "3f9c1b7a5e2d40863f9c1b7a5e2d4086" });
  server = await node.serve(app.fetch, { hostname: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await app.close();
  await server.close();
  await embedded.close();
});

it("the link of a start signs one browser in, and leaves nothing of itself in the address", async () => {
  const path = (await app.startLink()) ?? "";
  await using panel = await openPanel({ url: server.url, path });
  const { page } = panel;
  await page.getByRole("link", { name: "Jobs" }).first().waitFor();
  expect(page.url()).not.toContain("mjl_");
  await page.reload();
  await page.getByRole("link", { name: "Jobs" }).first().waitFor();
  // What the page reads before it is signed in.
  expect(panel.complaints.filter((complaint) => !complaint.includes("401"))).toEqual([]);
  await using other = await openPanel({ url: server.url, path });
  await other.page.getByText(/signs in one browser, once/).waitFor();
  expect(await accessibilityFaults(other.page)).toEqual([]);
});

const QUICKSTART = fileURLToPath(new URL("../../examples/quickstart/main.ts", import.meta.url));

interface Started {
  readonly program: SpawnedProgram;
  /** What stands behind the address of the panel in the link. */
  readonly path: string;
  readonly url: string;
}

async function startQuickstart(folder: string, port = "0"): Promise<Started> {
  const env = { MOJOB_STORE: `sqlite:${folder}/mojob.db`, MOJOB_PORT: port };
  const program = spawnProgram(NODE, QUICKSTART, { env });
  const { origin, pathname, hash } = new URL((await program.line(/^Panel/)).replace(/^Panel +/, ""));
  await program.line(/^Ctrl-C/);
  return { program, url: origin, path: pathname + hash };
}

const isIn = (page: Page): Promise<void> => page.getByRole("link", { name: "Jobs" }).first().waitFor();

it("a browser stays signed in when the scheduler starts again, and one that comes late uses the token", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mojob-newcomer-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await using programs = new AsyncDisposableStack();
  const first = await startQuickstart(folder);
  programs.use(first.program);
  await using panel = await openPanel({ url: first.url, path: first.path });
  const { page } = panel;
  await isIn(page);
  // The terminal still shows the link: it leads to the panel, though it is used.
  await page.goto(first.url + first.path);
  await isIn(page);
  expect(page.url()).not.toContain("mjl_");
  first.program.signal("SIGTERM");
  expect((await first.program.exit).code).toBe(0);
  const second = await startQuickstart(folder, new URL(first.url).port);
  programs.use(second.program);
  await page.goto(second.url);
  await isIn(page);
  await using late = await openPanel({ url: second.url, path: first.path });
  await late.page.getByText(/signs in one browser, once/).waitFor();
  await late.page.getByRole("link", { name: "Sign in" }).click();
  await late.page.getByText(/Each start prints another link/).waitFor();
  expect(await accessibilityFaults(late.page)).toEqual([]);
  await late.page.getByLabel(/^Token/).fill(readFileSync(join(folder, "token"), "utf8").trim());
  await late.page.getByRole("button", { name: "Sign in" }).click();
  await isIn(late.page);
  await using another = await openPanel({ url: second.url, path: second.path });
  await isIn(another.page);
});
