import { type Browser, chromium, type Page } from "playwright-core";
import { resolveChromium } from "./chromium.ts";

const WAIT_MS = 60_000;

/** A browser that looks at the panel of any app. */
export interface PanelVisitor extends AsyncDisposable {
  /**
   * Opens the panel where an app serves it, goes on to its jobs and one of them, and loads that address again. Resolves to what the browser
   * complained of on the way: files that were not found, errors, and what the page's policy forbids.
   * @throws Error where something is not shown
   */
  visit(url: string, jobKey: string): Promise<readonly string[]>;
}

/** Starts a browser; its pages send these headers with each request. */
export async function startPanelVisitor(
  headers: Readonly<Record<string, string>> = {},
): Promise<PanelVisitor> {
  const browser = await chromium.launch({
    executablePath: await resolveChromium(),
    args: ["--no-sandbox"],
  });
  return {
    visit: (url, jobKey) => visit(browser, headers, { url, jobKey }),
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

async function visit(
  browser: Browser,
  headers: Readonly<Record<string, string>>,
  { url, jobKey }: { readonly url: string; readonly jobKey: string },
): Promise<readonly string[]> {
  const context = await browser.newContext({ locale: "en-US", extraHTTPHeaders: { ...headers } });
  context.setDefaultTimeout(WAIT_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(`${message.text()} ${message.location().url}`);
  });
  await page.goto(url);
  await seeJob(page, jobKey);
  await context.close();
  return complaints;
}

async function seeJob(page: Page, jobKey: string): Promise<void> {
  const link = page.locator(`tbody tr[data-row="${jobKey}"] .job-name`);
  await page.waitForURL("**/overview");
  await page.getByRole("navigation").getByRole("link", { name: "Jobs" }).click();
  const name = (await link.textContent()) ?? "";
  await link.click();
  await page.waitForURL(`**/jobs/${jobKey}`);
  await page.reload();
  await page.getByRole("heading", { name, level: 1 }).waitFor();
}
