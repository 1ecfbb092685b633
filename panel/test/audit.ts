import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { run, RunOptions } from "axe-core";
import type { Page } from "playwright-core";

/** As one script, without what only people read. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export interface AuditOptions {
  /** Judges also by rules that the library holds to be trials or good practice. @default false */
  readonly isStrict?: boolean;
}

const STRICTER = [
  "label-content-name-mismatch",
  "target-size",
  "landmark-unique",
  "empty-table-header",
  "heading-order",
  "region",
] as const;

/** What breaks WCAG 2.2 AA on the page as it is now: rule and element, one line each. */
export async function accessibilityFaults(
  page: Page,
  { isStrict = false }: AuditOptions = {},
): Promise<readonly string[]> {
  await untilStill(page);
  // To read the library takes a page as long as a small audit.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  // The stricter rules compare words.
  const alike = await page.evaluateHandle(isStrict ? () => [] : rowsAlike);
  return await page.evaluate(
    async ([exclude, options]) => {
      const { axe } = globalThis as unknown as { axe: { run: typeof run } };
      const { violations } = await axe.run({ include: [document], exclude }, options);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} ${target.join(" ")} ${failureSummary}`),
      );
    },
    [alike, optionsOf(isStrict)] as const,
  );
}

/** Rows that differ from one before them in the same table by their words alone: a list of fifty would take five times as long as its kinds. */
function rowsAlike(): Element[] {
  const NAMING = / (aria-label|data-row|data-run|datetime|href|title)="[^"]+"/g;
  return [...document.querySelectorAll("tbody")].flatMap(({ rows }) => {
    const seen = new Set<string>();
    return [...rows].filter(({ outerHTML }) => {
      const shape = outerHTML.replaceAll(NAMING, ' $1="…"').replaceAll(/>[^<]*[^<\s][^<]*/g, ">…");
      const isAlike = seen.has(shape);
      seen.add(shape);
      return isAlike;
    });
  });
}

function optionsOf(isStrict: boolean): RunOptions {
  return {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    resultTypes: ["violations"],
    // No rule of these waits for what it would load again.
    preload: false,
    ...(isStrict && { rules: Object.fromEntries(STRICTER.map((rule) => [rule, { enabled: true }])) }),
  };
}

/** What comes in is paler than its text may be until it is there. What a change moves begins to move with the frame that draws it. */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
    const ending = (): readonly Animation[] =>
      document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await nextFrame();
    await nextFrame();
    for (let moving = ending(); moving.length > 0; moving = ending())
      await Promise.allSettled(moving.map(({ finished }) => finished));
  });
}

/** The least height and width of what is pressed (WCAG 2.5.8, without its exceptions), in pixels. */
const LEAST_TARGET = 24;

/** Buttons and inputs of the page that are smaller than that; a box counts with its label, an input with its frame. Links are text: axe judges them. */
export function smallTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate((least) => {
    const pressed = document.querySelectorAll("button, input, select, textarea, a[class*=Button]");
    return [...pressed].flatMap((target) => {
      const frame = target.closest("label, .mantine-Input-wrapper") ?? target;
      const label = target instanceof HTMLInputElement ? target.labels?.[0] : undefined;
      const isBox = target instanceof HTMLInputElement && ["checkbox", "radio"].includes(target.type);
      const { width, height } = (isBox ? (label ?? frame) : frame).getBoundingClientRect();
      // What is not drawn, or drawn by something else, is not pressed.
      if (!target.checkVisibility({ visibilityProperty: true }) || Math.min(width, height) <= 1) return [];
      if (Math.round(width) >= least && Math.round(height) >= least) return [];
      const words = target.getAttribute("aria-label") ?? target.textContent.trim();
      return [`${target.tagName}.${target.className} "${words}" ${width.toFixed(1)} x ${height.toFixed(1)}`];
    });
  }, LEAST_TARGET);
}
