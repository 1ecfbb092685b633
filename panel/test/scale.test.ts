import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { closeBrowser, openPanel } from "./open-panel.ts";
import { type PanelServer, startPanelServer } from "./panel-server.ts";
import { createRunClient, type RunClient } from "./run-client.ts";
import { watchStalls } from "./stalls.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const JOBS = 1000;
const RUNS = 100_000;
/** What people feel as a stall, with room for a machine that does other things too. */
const MOST_STALL_MS = 400;

let server: PanelServer;
let client: RunClient;
beforeAll(async () => {
  server = await startPanelServer({ jobs: JOBS, runs: RUNS });
  client = createRunClient(server.url);
});
afterAll(async () => {
  await closeBrowser();
  await server[Symbol.asyncDispose]();
});

const PAGES = [
  { path: "/overview", sign: ".completions-chart canvas" },
  { path: "/jobs", sign: "tbody tr >> nth=20" },
  { path: "/instances", sign: "tbody tr >> nth=20" },
  { path: "/jobs/many.0000", sign: "tbody tr" },
  { path: "/jobs/many.0000?tab=statistics", sign: ".bar-chart" },
  { path: "/workers", sign: "tbody tr" },
] as const;

// A long task is as long as the clock says, whoever else had the processor: what stalls by itself does so each time.
const AGAIN = { retry: 2 };

describe("1,000 jobs and 100,000 runs", AGAIN, () => {
  it.for(PAGES)(
    "$path begins, scrolls and follows what happens without a stall",
    async ({ path, sign }, { annotate }) => {
      await using panel = await openPanel({ url: server.url, path });
      const { page } = panel;
      const stalls = await watchStalls(page);
      await page.locator(sign).first().waitFor();
      await page.getByRole("button", { name: "Live: pause" }).waitFor();
      const loading = await stalls.longest();
      await page.evaluate(async () => {
        const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
        for (let step = 0; step < 40; step += 1) {
          scrollBy(0, step < 20 ? 200 : -200);
          await frame();
        }
      });
      const scrolling = await stalls.longest();
      const heard = page.waitForResponse(/\/api\/v1\/(?!events)/);
      await Promise.all([
        path === "/workers" ? null : heard,
        ...Array.from({ length: 200 }, (_, index) =>
          client.trigger(`many.${String(index * 2).padStart(4, "0")}`),
        ),
      ]);
      const following = await stalls.longest();
      const slowest = await page.evaluate(() =>
        Math.round(
          Math.max(
            ...performance
              .getEntriesByType("resource")
              .filter(({ name }) => name.includes("/api/v1/") && !name.endsWith("/events"))
              .map(({ duration }) => duration),
          ),
        ),
      );
      const measured = { loading, scrolling, following };
      await annotate(
        `${path}: longest tasks in ms, of at most ${MOST_STALL_MS}: ${JSON.stringify(measured)}; slowest answer ${slowest}`,
      );
      expect(Math.max(loading, scrolling, following)).toBeLessThan(MOST_STALL_MS);
      expect(panel.complaints).toEqual([]);
    },
  );

  it("a worker with 1,000 jobs is opened, and any of them is found by its name, without a stall", async ({
    annotate,
  }) => {
    await using panel = await openPanel({ url: server.url, path: "/workers" });
    const { page } = panel;
    const stalls = await watchStalls(page);
    await page.getByRole("button", { name: /^Details of shop-/ }).click();
    await page.getByText(/^and \d{3} more$/).waitFor();
    const opening = await stalls.longest();
    await page.keyboard.press("Control+k");
    await page.getByPlaceholder("Go to a page or a job").pressSequentially("Job 0731");
    await page.getByRole("option", { name: "Job 0731" }).or(page.getByText("Job 0731")).first().waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/jobs/many.0731");
    const finding = await stalls.longest();
    await annotate(
      `Longest tasks in ms, of at most ${MOST_STALL_MS}: ${JSON.stringify({ opening, finding })}`,
    );
    expect(Math.max(opening, finding)).toBeLessThan(MOST_STALL_MS);
    expect(panel.complaints).toEqual([]);
  });
});
