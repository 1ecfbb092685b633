import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import { resolveChromium } from "@mojob/test-services/chromium";
import { PagePool, type PooledPage } from "./page-pool.ts";
import { WAIT_MS } from "./patience.ts";

export interface OpenPanelOptions {
  /** The panel's root, without a slash at the end. */
  readonly url: string;
  /** Below it. @default "/" */
  readonly path?: string;
  /** @default "light" */
  readonly theme?: "light" | "dark";
  /** @default "en" */
  readonly language?: "en" | "zh";
  /** @default "UTC" */
  readonly timeZone?: string;
  /** @default { width: 1280, height: 800 } */
  readonly viewport?: { readonly width: number; readonly height: number };
  /** With fingers and no mouse. @default false */
  readonly hasTouch?: boolean;
  /** In a browser that has loaded and compiled nothing of the panel yet. @default false */
  readonly isFirstVisit?: boolean;
}

export interface OpenPanel extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What the browser complained of: errors of the page, failed loads, violations of the content security policy. */
  readonly complaints: readonly string[];
}

/** How many times slower the browser's processor is made, to find tests that depend on a fast machine. */
const SLOWDOWN = Number(process.env["PANEL_TEST_SLOWDOWN"] ?? 1);

interface KeptPage extends PooledPage {
  complaints: string[];
}

let browser: Promise<Browser> | undefined;
const pool = new PagePool(keepComplaints);

/**
 * One browser for all tests of a process, file after file, and a page for all that want the same of it. It ends with the process, because
 * then nothing holds the pipe by which it is led.
 */
export function openBrowser(): Promise<Browser> {
  return (browser ??= resolveChromium().then((executablePath) =>
    chromium.launch({ executablePath, args: ["--no-sandbox"], handleSIGTERM: false }),
  ));
}

/** Ends it before the process does: the next page is of another browser. */
export async function closeBrowser(): Promise<void> {
  const last = browser;
  browser = undefined;
  pool.clear();
  // One that could not be started is tried again by what needs it next.
  await (await last?.catch(() => undefined))?.close();
}

/** Opens the panel as a user with these preferences, and keeps what the browser complains of. */
export async function openPanel(options: OpenPanelOptions): Promise<OpenPanel> {
  const { url, path = "/", theme = "light", language = "en", timeZone = "UTC", viewport } = options;
  const preferences: BrowserContextOptions = {
    colorScheme: theme,
    locale: language === "zh" ? "zh-CN" : "en-US",
    timezoneId: timeZone,
    viewport: viewport ?? { width: 1280, height: 800 },
    reducedMotion: "reduce",
    ...(options.hasTouch === true && { hasTouch: true, isMobile: true }),
  };
  const launched = await openBrowser();
  const lent = await (options.isFirstVisit === true
    ? pool.lendNew(launched, preferences)
    : pool.lend(launched, preferences));
  lent.complaints = [];
  await lent.page.goto(`${url}${path}`);
  return {
    page: lent.page,
    context: lent.context,
    complaints: lent.complaints,
    [Symbol.asyncDispose]: () => pool.giveBack(lent, preferences),
  };
}

/**
 * Goes on to an address in the panel that is open as a link of it would, which takes a fraction of the time of loading it again. It goes by
 * way of a page that does not exist, so that nothing of the page before is taken for one of the next.
 *
 * @param basePath where the panel is mounted, without a slash at the end
 */
export async function followPath(page: Page, path: string, basePath = ""): Promise<void> {
  const go = (to: string): Promise<void> =>
    page.evaluate((url) => history.pushState(null, "", url), basePath + to);
  await go("/no/such/page");
  await page.locator(`main a[href='${basePath}/']`).waitFor();
  await go(path);
}

/** Resolves once the live updates are on. */
export async function untilLive(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Live: pause" }).waitFor();
}

async function keepComplaints(context: BrowserContext): Promise<KeptPage> {
  context.setDefaultTimeout(WAIT_MS);
  const page = await context.newPage();
  const kept: KeptPage = { page, context, complaints: [] };
  page.on("pageerror", (error) => kept.complaints.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") {
      kept.complaints.push(`${message.type()}: ${message.text()}`);
    }
  });
  await page.exposeBinding("tellViolation", (_source, violation: string) => {
    kept.complaints.push(`violation: ${violation}`);
  });
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      const { tellViolation } = globalThis as unknown as { tellViolation: (violation: string) => void };
      tellViolation(`${violatedDirective} ${blockedURI}`);
    });
  });
  if (SLOWDOWN > 1)
    await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  return kept;
}
