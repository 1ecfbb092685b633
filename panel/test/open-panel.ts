import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { findChromium } from "./find-chromium.ts";
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
}

export interface OpenPanel extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What the browser complained of: errors of the page, failed loads, violations of the content security policy. */
  readonly complaints: readonly string[];
}

/** How many times slower the browser's processor is made, to find tests that depend on a fast machine. */
const SLOWDOWN = Number(process.env["PANEL_TEST_SLOWDOWN"] ?? 1);

let browser: Promise<Browser> | undefined;

/** One browser for all tests of a file; a page each. */
export function openBrowser(): Promise<Browser> {
  return (browser ??= chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox"] }));
}

export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
}

/** Opens the panel as a user with these preferences, and keeps what the browser complains of. */
export async function openPanel(options: OpenPanelOptions): Promise<OpenPanel> {
  const { url, path = "/", theme = "light", language = "en", timeZone = "UTC", viewport } = options;
  const context = await (
    await openBrowser()
  ).newContext({
    colorScheme: theme,
    locale: language === "zh" ? "zh-CN" : "en-US",
    timezoneId: timeZone,
    viewport: viewport ?? { width: 1280, height: 800 },
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(WAIT_MS);
  const complaints: string[] = [];
  const page = await context.newPage();
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") {
      complaints.push(`${message.type()}: ${message.text()}`);
    }
  });
  await context.exposeBinding("tellViolation", (_source, violation: string) => {
    complaints.push(`violation: ${violation}`);
  });
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      const { tellViolation } = globalThis as unknown as { tellViolation: (violation: string) => void };
      tellViolation(`${violatedDirective} ${blockedURI}`);
    });
  });
  if (SLOWDOWN > 1)
    await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  await page.goto(`${url}${path}`);
  return {
    page,
    context,
    complaints,
    [Symbol.asyncDispose]: async () => {
      // A request under way when the test is over fails nothing.
      await context.unrouteAll({ behavior: "ignoreErrors" });
      await context.close();
    },
  };
}
