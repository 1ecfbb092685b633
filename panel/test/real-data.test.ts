import { expect, it, vi } from "vitest";
import { accessibilityFaults, smallTargets } from "./audit.ts";
import { openPanel } from "./open-panel.ts";
import type { PanelServer } from "./panel-server.ts";
import { PATIENCE } from "./patience.ts";
import { servePanel } from "./serve-panel.ts";

// An audit looks at every element of a page, beside whatever else the machine does.
vi.setConfig(PATIENCE);

let server: PanelServer;
servePanel({ jobs: 300, runs: 5000, executors: 11, withRunJobs: true }, (started) => {
  server = started;
});

const PAGES = [
  { path: "/overview", sign: ".completions-chart canvas" },
  { path: "/jobs", sign: "tbody tr >> nth=20" },
  { path: "/instances", sign: "tbody tr >> nth=20" },
  { path: "/failures", sign: ".failure" },
  { path: "/workers", sign: "tbody tr >> nth=11" },
  { path: "/history", sign: ".act" },
  { path: "/incidents", sign: "h1" },
] as const;

const VIEWS = [
  { language: "en", theme: "light", viewport: { width: 1280, height: 800 } },
  { language: "zh", theme: "dark", viewport: { width: 390, height: 800 } },
] as const;

it.each(PAGES.flatMap((page) => VIEWS.map((view) => ({ ...page, ...view }))))(
  "$path in $language, with 300 jobs, 5,000 runs and 12 executors, has no fault by stricter rules either",
  async ({ path, sign, ...view }) => {
    await using panel = await openPanel({ url: server.url, path, ...view });
    const { page } = panel;
    await page.locator(sign).first().waitFor();
    expect(await accessibilityFaults(page, { isStrict: true })).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    expect(panel.complaints).toEqual([]);
  },
);
