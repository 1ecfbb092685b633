import { afterAll, expect, it, vi } from "vitest";
import { accessibilityFaults, smallTargets } from "./audit.ts";
import { followPath, type OpenPanel, openPanel } from "./open-panel.ts";
import { PATIENCE } from "./patience.ts";
import { servePanel } from "./serve-panel.ts";

// An audit looks at every element of a page, beside whatever else the machine does.
vi.setConfig(PATIENCE);

/** In each view one goes from page to page, as people do. */
let walked: OpenPanel[] = [];
servePanel({ jobs: 300, runs: 5000, executors: 11, withRunJobs: true }, async ({ url }) => {
  walked = await Promise.all(VIEWS.map((view) => openPanel({ url, path: "/overview", ...view })));
});
// Else they would go on to look for the server that has ended.
afterAll(() => Promise.all(walked.map((panel) => panel[Symbol.asyncDispose]())));

const PAGES = [
  { path: "/overview", sign: ".completions-chart canvas" },
  { path: "/jobs", sign: "tbody tr >> nth=20" },
  { path: "/runs", sign: "tbody tr >> nth=20" },
  { path: "/failures", sign: ".failure" },
  { path: "/workers", sign: "tbody tr >> nth=11" },
  { path: "/history", sign: ".act" },
  { path: "/incidents", sign: "h1" },
] as const;

const VIEWS = [
  { language: "en", theme: "light", viewport: { width: 1280, height: 800 } },
  { language: "zh", theme: "dark", viewport: { width: 390, height: 800 } },
] as const;

it.each(PAGES.flatMap((page) => VIEWS.map(({ language }, index) => ({ ...page, language, index }))))(
  "$path in $language, with 300 jobs, 5,000 runs and 12 executors, has no fault by stricter rules either",
  async ({ path, sign, index }) => {
    const { page, complaints } = walked[index]!;
    await followPath(page, path);
    await page.locator(sign).first().waitFor();
    expect(await accessibilityFaults(page, { isStrict: true })).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    expect(complaints).toEqual([]);
  },
);
