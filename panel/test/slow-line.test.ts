import type { CDPSession } from "playwright-core";
import { expect, it, vi } from "vitest";
import { openPanel } from "./open-panel.ts";
import { PATIENCE } from "./patience.ts";
import { createRunClient } from "./run-client.ts";
import { servePanel } from "./serve-panel.ts";

vi.setConfig(PATIENCE);

const BYTES_A_SECOND = 50 * 1024;
const LATENCY_MS = 400;
const MOST_FIRST_PAINT_MS = 2000;
/** Drawn plainly, before the panel is there. */
const MOST_FIRST_ROWS_MS = 4000;
const MOST_SCRIPT_BEFORE_PAINT = 60 * 1024;
const MOST_FILES = 24;
/** Of all that a first visit loads. */
const MOST_LOADED = 232 * 1024;
/** `IDLE_EVERY_MS` of `live-updates.ts`. */
const IDLE_READS_AN_HOUR = 3600 / 25;
/** One that reads no items, once a second at most. */
const EVENTS_AN_HOUR = 3600 * 64;
const MOST_AN_HOUR = 2 * 1024 * 1024;

let url: string;
servePanel({ jobs: 300, runs: 2000 }, (server) => {
  url = server.url;
});

interface Loaded {
  readonly name: string;
  readonly bytes: number;
}

/** What the page has loaded since, whole. */
function countLoaded(cdp: CDPSession): Loaded[] {
  const names = new Map<string, string>();
  const loaded: Loaded[] = [];
  cdp.on("Network.requestWillBeSent", ({ requestId, request }) => void names.set(requestId, request.url));
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    loaded.push({ name: names.get(requestId) ?? "", bytes: encodedDataLength });
  });
  return loaded;
}

const sum = (loaded: readonly Loaded[]): number => loaded.reduce((total, { bytes }) => total + bytes, 0);

it("on a slow line the page shows at once that it loads, its rows within 4 s, in few files, and costs little while it is left alone", async ({
  annotate,
}) => {
  await using panel = await openPanel({ url: "about:", path: "blank", isFirstVisit: true });
  const { page, context } = panel;
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  const line = { offline: false, latency: LATENCY_MS, uploadThroughput: BYTES_A_SECOND };
  await cdp.send("Network.emulateNetworkConditions", { ...line, downloadThroughput: BYTES_A_SECOND });
  const loaded = countLoaded(cdp);
  await page.goto(`${url}/jobs`, { waitUntil: "commit" });
  await page.getByRole("status").getByText("Loading …").waitFor();
  const scriptsBefore = sum(loaded.filter(({ name }) => name.endsWith(".js")));
  await page.locator(".begin li >> nth=20").waitFor();
  const rowsMs = await page.evaluate(() => performance.now());
  await page.locator("tbody tr >> nth=20").waitFor();
  expect(await page.locator(".begin").count()).toBe(0);
  const { firstMs, shownMs } = await page.evaluate(() => ({
    firstMs: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Infinity,
    shownMs: performance.now(),
  }));
  const whole = [...loaded];
  await annotate(
    `First paint ${Math.round(firstMs)} ms, rows ${Math.round(rowsMs)} ms, the panel ${Math.round(shownMs)} ms, ${whole.length} files, ${sum(whole)} bytes`,
  );
  expect(scriptsBefore).toBeLessThanOrEqual(MOST_SCRIPT_BEFORE_PAINT);
  expect(firstMs).toBeLessThan(MOST_FIRST_PAINT_MS);
  expect(rowsMs).toBeLessThan(MOST_FIRST_ROWS_MS);
  expect(whole.filter(({ name }) => name.includes("/assets/")).length).toBeLessThan(MOST_FILES);
  expect(sum(whole)).toBeLessThan(MOST_LOADED);
  const reads = whole.map(({ name }) => name).filter((name) => name.includes("/api/"));
  expect(reads).toContain(`${url}/api/v1/session`);
  expect(reads.toSorted(), "each is read once").toEqual([...new Set(reads)].toSorted());

  await cdp.send("Network.emulateNetworkConditions", { ...line, latency: 0, downloadThroughput: -1 });
  await page.getByRole("button", { name: "Live: pause" }).waitFor();
  await page.waitForLoadState("networkidle").catch(() => undefined);
  loaded.length = 0;
  const bars = page.waitForResponse(/\/api\/v1\/recent-bars/);
  await createRunClient(url).trigger("many.0000");
  await (await bars).finished();
  // Somebody who has just been here may see a list read more than once meanwhile; who is away reads each once.
  const once = [...new Map(loaded.map((one) => [one.name, one])).values()];
  const anHour = sum(once) * IDLE_READS_AN_HOUR + EVENTS_AN_HOUR;
  await annotate(`Left alone: ${sum(once)} bytes a read, ${Math.round(anHour / 1024)} KiB an hour`);
  expect(anHour).toBeLessThan(MOST_AN_HOUR);
  expect(panel.complaints).toEqual([]);
});
