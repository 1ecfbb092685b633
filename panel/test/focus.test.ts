import type { CDPSession, Page } from "playwright-core";
import { afterAll, expect, it, vi } from "vitest";
import { followPath, type OpenPanel, openPanel } from "./open-panel.ts";
import type { PanelServer } from "./panel-server.ts";
import { PATIENCE } from "./patience.ts";
import { createRunClient, type RunClient } from "./run-client.ts";
import { servePanel } from "./serve-panel.ts";

// A page is walked through by Tab, beside whatever else the machine does.
vi.setConfig(PATIENCE);

let server: PanelServer;
let failed: string;
let client: RunClient;
/** Of each width one goes from page to page, as people do. */
let walked: OpenPanel[] = [];
servePanel({ withRunJobs: true, runs: 300 }, async (started) => {
  server = started;
  client = createRunClient(started.url);
  const { id } = await client.trigger("invoices.post");
  await client.until(id, ({ state }) => state === "Terminated");
  failed = id;
  walked = [];
  for (const viewport of WIDTHS) {
    // oxlint-disable-next-line no-await-in-loop
    const panel = await openPanel({ url: started.url, path: "/overview", viewport });
    walked.push(panel);
    // oxlint-disable-next-line no-await-in-loop
    await noteFocus(panel.page);
  }
});
// Else they would go on to look for the server that has ended.
afterAll(() => Promise.all(walked.map((panel) => panel[Symbol.asyncDispose]())));

const PAGES = [
  { path: "/overview", sign: ".completions-chart canvas" },
  { path: "/jobs", sign: "tbody tr", act: tickFirst },
  { path: "/jobs/mail.send", sign: "tbody tr", act: tickFirst },
  {
    path: "/jobs/metrics.sample?tab=options",
    sign: ".cron-preview tbody tr",
    act: editRetries,
    undo: discard,
  },
  { path: "/jobs/mail.send?tab=statistics", sign: ".bar-chart" },
  { path: "/jobs/invoice.create/run", sign: "fieldset" },
  { path: "/runs", sign: "tbody tr", act: tickFirst },
  { path: "/runs?jobKey=mail.send", sign: "tbody tr", act: tickWhileOneArrives },
  { path: "/runs/$failed", sign: ".log-line" },
  { path: "/failures", sign: ".failure" },
  { path: "/workers", sign: "tbody tr" },
] as const;

const WIDTHS = [
  { width: 1280, height: 800 },
  { width: 400, height: 720 },
] as const;

/** More stops than these are more rows of the same kind. */
const MOST_STOPS = 80;
const STOPS_AT_ONCE = 20;
/** As the browser counts what is held. */
const SHIFT = 8;

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

/** What was edited would be asked about on the way to the next page. */
async function discard(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Discard" }).click();
}

interface FocusStop {
  readonly key: string;
  readonly name: string;
  /** Nothing of it can be seen. */
  readonly isHidden: boolean;
}

/**
 * Has the page note each element that has the focus once its key was released, which is after the page has scrolled to it: asking the
 * browser after each key would take twice the time. Where the focus has left the page, it notes `null`, and keys that follow move nothing.
 */
async function noteFocus(page: Page): Promise<void> {
  await page.evaluate(() => {
    const noted: (FocusStop | null)[] = [];
    Object.assign(globalThis, { focusStops: noted });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Tab" && noted.includes(null)) event.preventDefault();
    });
    document.addEventListener("keyup", ({ key, shiftKey }) => {
      if (key !== "Tab") return;
      const element = document.activeElement;
      if (element === null || element === document.body) {
        noted.push(null);
        return;
      }
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
      noted.push({
        key: shiftKey ? "Shift+Tab" : "Tab",
        name: `${tagName}.${className.slice(0, 60)} "${words}" at ${Math.round(top)}`,
        isHidden: !seen,
      });
    });
  });
}

/**
 * Presses a key so often, as fast as the page takes it: one that is waited for each time is drawn each time, which takes twice the time of the
 * processor.
 */
async function pressOften(keys: CDPSession, key: "Tab" | "Shift+Tab", times: number): Promise<void> {
  const pressed = {
    key: "Tab",
    code: "Tab",
    windowsVirtualKeyCode: 9,
    modifiers: key === "Tab" ? 0 : SHIFT,
  };
  const types = Array.from({ length: times }, () => ["rawKeyDown", "keyUp"] as const).flat();
  await Promise.all(types.map((type) => keys.send("Input.dispatchKeyEvent", { type, ...pressed })));
}

/** Presses a key until the focus leaves the page, or for so many stops; resolves to them. */
async function walkFocus(
  page: Page,
  keys: CDPSession,
  key: "Tab" | "Shift+Tab",
): Promise<readonly FocusStop[]> {
  const stops: FocusStop[] = [];
  while (stops.length < MOST_STOPS) {
    // oxlint-disable-next-line no-await-in-loop
    await pressOften(keys, key, STOPS_AT_ONCE);
    // oxlint-disable-next-line no-await-in-loop
    const noted = await page.evaluate(() => {
      const { focusStops } = globalThis as unknown as { focusStops: (FocusStop | null)[] };
      return focusStops.splice(0);
    });
    const left = noted.indexOf(null);
    stops.push(...noted.slice(0, left < 0 ? undefined : left).filter((stop) => stop !== null));
    if (left >= 0) break;
  }
  return stops;
}

it.each(
  PAGES.flatMap((page) =>
    WIDTHS.map(({ width }, index) => ({ act: undefined, undo: undefined, ...page, width, index })),
  ),
)(
  "$path, $width wide: what has the focus can be seen, there and back (WCAG 2.4.11)",
  async ({ path, sign, act, undo, index }) => {
    const { page, complaints } = walked[index]!;
    await followPath(page, path.replace("$failed", failed));
    await page.locator(sign).first().waitFor();
    await act?.(page);
    await page.evaluate(() => {
      // The next stop is the first of the page.
      document.body.tabIndex = -1;
      document.body.focus();
      document.body.removeAttribute("tabindex");
      scrollTo(0, 0);
    });
    const keys = await page.context().newCDPSession(page);
    const stops = [...(await walkFocus(page, keys, "Tab")), ...(await walkFocus(page, keys, "Shift+Tab"))];
    await keys.detach();
    expect(stops.length).toBeGreaterThan(10);
    expect(stops.filter(({ isHidden }) => isHidden)).toEqual([]);
    expect(complaints).toEqual([]);
    await undo?.(page);
  },
);

it.each(["/runs", "/jobs"])("%s: the keyboard is at the first row after at most 6 stops", async (path) => {
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
});
