import type { Page } from "playwright-core";
import { expect, it, vi } from "vitest";
import { openPanel } from "./open-panel.ts";
import type { PanelServer } from "./panel-server.ts";
import { PATIENCE } from "./patience.ts";
import { createRunClient, type RunClient } from "./run-client.ts";
import { servePanel } from "./serve-panel.ts";

// A page is walked through by Tab, beside whatever else the machine does.
vi.setConfig(PATIENCE);

let server: PanelServer;
let failed: string;
let client: RunClient;
servePanel({ withRunJobs: true, runs: 300 }, async (started) => {
  server = started;
  client = createRunClient(started.url);
  const { id } = await client.trigger("invoices.post");
  await client.until(id, ({ state }) => state === "Terminated");
  failed = id;
});

const PAGES = [
  { path: "/overview", sign: ".completions-chart canvas" },
  { path: "/jobs", sign: "tbody tr", act: tickFirst },
  { path: "/jobs/mail.send", sign: "tbody tr", act: tickFirst },
  { path: "/jobs/metrics.sample?tab=options", sign: ".cron-preview tbody tr", act: editRetries },
  { path: "/jobs/mail.send?tab=statistics", sign: ".bar-chart" },
  { path: "/jobs/invoice.create/run", sign: "fieldset" },
  { path: "/instances", sign: "tbody tr", act: tickFirst },
  { path: "/instances?jobKey=mail.send", sign: "tbody tr", act: tickWhileOneArrives },
  { path: "/instances/$failed", sign: ".log-line" },
  { path: "/failures", sign: ".failure" },
  { path: "/workers", sign: "tbody tr" },
] as const;

const WIDTHS = [
  { width: 1280, height: 800 },
  { width: 400, height: 720 },
] as const;

/** More stops than these are more rows of the same kind. */
const MOST_STOPS = 80;

async function tickFirst(page: Page): Promise<void> {
  await page.locator("tbody").getByRole("checkbox").first().check();
}

async function tickWhileOneArrives(page: Page): Promise<void> {
  await tickFirst(page);
  await page.getByRole("button", { name: "Live: pause" }).waitFor();
  await client.trigger("mail.send", { args: { to: "ann" } });
  await page.getByRole("button", { name: /new – show$/ }).waitFor();
}

async function editRetries(page: Page): Promise<void> {
  await page.getByRole("textbox", { name: "Retries" }).fill("7");
}

/** The element that has the focus: what it is, and whether nothing of it can be seen. */
function lookAtFocus(page: Page): Promise<{ readonly name: string; readonly isHidden: boolean } | null> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return null;
    // A control that is drawn by its label is as visible as that.
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
    const drawn = label ?? element;
    const { left, top, right, bottom } = drawn.getBoundingClientRect();
    const seen = [0.05, 0.25, 0.5, 0.75, 0.95].some((across) =>
      [0.05, 0.5, 0.95].some((down) => {
        const at = document.elementFromPoint(left + (right - left) * across, top + (bottom - top) * down);
        return at !== null && (drawn.contains(at) || at.contains(drawn));
      }),
    );
    const { tagName, className, textContent } = element;
    const words = element.getAttribute("aria-label") ?? textContent.trim().slice(0, 40);
    return {
      name: `${tagName}.${className.slice(0, 60)} "${words}" at ${Math.round(top)}`,
      isHidden: !seen,
    };
  });
}

it.each(PAGES.flatMap((page) => WIDTHS.map((viewport) => ({ act: undefined, ...page, viewport }))))(
  "$path, $viewport.width wide: what has the focus can be seen, there and back (WCAG 2.4.11)",
  async ({ path, sign, act, viewport }) => {
    await using panel = await openPanel({ url: server.url, path: path.replace("$failed", failed), viewport });
    const { page } = panel;
    await page.locator(sign).first().waitFor();
    await act?.(page);
    await page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      scrollTo(0, 0);
    });
    const hidden: string[] = [];
    let stops = 0;
    for (const key of ["Tab", "Shift+Tab"]) {
      for (let stop = 0; stop < MOST_STOPS; stop += 1) {
        await page.keyboard.press(key);
        const focus = await lookAtFocus(page);
        if (focus === null) break;
        stops += 1;
        if (focus.isHidden) hidden.push(`${key} ${stop + 1}: ${focus.name}`);
      }
    }
    expect(stops).toBeGreaterThan(10);
    expect(hidden).toEqual([]);
    expect(panel.complaints).toEqual([]);
  },
);

it.each(["/instances", "/jobs"])(
  "%s: the keyboard is at the first row after at most 6 stops",
  async (path) => {
    await using panel = await openPanel({ url: server.url, path });
    const { page } = panel;
    const first = page.locator("tbody tr").first().getByRole("link").first();
    await first.waitFor();
    let stops = 0;
    const tab = async (): Promise<void> => {
      await page.keyboard.press("Tab");
      stops += 1;
    };
    await tab();
    await tab();
    await page.getByRole("link", { name: "Skip to the list" }).press("Enter");
    await expect.poll(() => first.evaluate((link) => link === document.activeElement)).toBe(true);
    expect(stops).toBeLessThanOrEqual(6);
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.pathname.startsWith(`${path}/`));
    expect(panel.complaints).toEqual([]);
  },
);
