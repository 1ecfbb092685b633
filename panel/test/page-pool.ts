import { setTimeout as timer } from "node:timers/promises";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { WAIT_MS } from "./patience.ts";

/** A page with a browser context of its own. */
export interface PooledPage {
  readonly page: Page;
  readonly context: BrowserContext;
}

/** A file's tests want a page or two at once; others of other preferences would only take memory. */
const MOST_IDLE = 3;

/**
 * Pages that tests use one after the other: what a page has loaded and compiled once costs the next test a fifth of the time. A page
 * that is given back keeps the browser's cache and its history, and nothing that a user leaves behind.
 */
export class PagePool<Made extends PooledPage> {
  readonly #make: (context: BrowserContext) => Promise<Made>;
  /** The one that was given back last is the last. */
  #idle: { readonly key: string; readonly made: Made }[] = [];

  /** @param make makes what is lent of a new context, once */
  constructor(make: (context: BrowserContext) => Promise<Made>) {
    this.#make = make;
  }

  /** Lends a page made with exactly these options: one that was given back, else a new one. */
  async lend(browser: Browser, options: BrowserContextOptions): Promise<Made> {
    const wanted = JSON.stringify(options);
    const found = this.#idle.findLast(({ key }) => key === wanted);
    if (found === undefined) return await this.lendNew(browser, options);
    this.#idle = this.#idle.filter((one) => one !== found);
    return found.made;
  }

  /** Lends a page that nobody has used. */
  async lendNew(browser: Browser, options: BrowserContextOptions): Promise<Made> {
    return await this.#make(await browser.newContext(options));
  }

  /** Takes a page back; where it cannot be emptied, it is closed. */
  async giveBack(made: Made, options: BrowserContextOptions): Promise<void> {
    const emptied = isEmptied(made, options).catch(() => false);
    if (!(await Promise.race([emptied, timer(WAIT_MS, false, { ref: false })]))) {
      await made.context.close();
      return;
    }
    this.#idle.push({ key: JSON.stringify(options), made });
    if (this.#idle.length > MOST_IDLE) await this.#idle.shift()?.made.context.close();
  }

  /** Forgets all pages, because their browser was closed. */
  clear(): void {
    this.#idle = [];
  }
}

/**
 * Leaves the panel for its icon, because an image of the same site runs nothing. From a page of no site, such as about:blank, the browser
 * would load the panel into a new process, which has compiled nothing: that takes it twice the time. So does a page that a route of the
 * test gives, because the browser's cache is off while there is one.
 *
 * @returns whether the page names an icon
 */
async function goToIcon(page: Page): Promise<boolean> {
  const icon = await page.evaluate(
    () => document.querySelector<HTMLLinkElement>("link[rel=icon]")?.href ?? null,
  );
  if (icon === null) return false;
  await page.goto(icon);
  return true;
}

async function isEmptied(
  { page, context }: PooledPage,
  { viewport }: BrowserContextOptions,
): Promise<boolean> {
  // A request under way when the test is over fails nothing.
  await context.unrouteAll({ behavior: "ignoreErrors" });
  // A page that the test opened beside it, or its dialog, is not expected again.
  if (page.isClosed() || context.pages().length !== 1) return false;
  if (page.url().startsWith("http")) {
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    if (!(await goToIcon(page))) return false;
  }
  await context.clearCookies();
  if (viewport !== undefined && viewport !== null) await page.setViewportSize(viewport);
  // Outside the page, so that nothing is under it.
  await page.mouse.move(-1, -1);
  return true;
}
