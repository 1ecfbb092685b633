import { type Browser, chromium, type Locator, type Page } from "playwright-core";
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
  /** Visits the panel at an app's path without a slash at its end, and opens it with one. Resolves and throws as `visit()` does. */
  visitMount(url: string, path: string, jobKey: string): Promise<readonly string[]>;
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
    visit: (url, jobKey) =>
      look(browser, headers, async (page) => {
        await page.goto(url);
        await seeJob(page, jobKey);
      }),
    visitMount: (url, path, jobKey) =>
      look(browser, headers, async (page) => {
        await page.goto(url + path);
        await seeJob(page, jobKey);
        if (path === "/") return;
        await page.goto(`${url}${path}/`);
        await page.waitForURL(`**${encodeURI(path)}/overview`);
        await jobsLink(page).waitFor();
      }),
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

async function look(
  browser: Browser,
  headers: Readonly<Record<string, string>>,
  through: (page: Page) => Promise<void>,
): Promise<readonly string[]> {
  const context = await browser.newContext({ locale: "en-US", extraHTTPHeaders: { ...headers } });
  context.setDefaultTimeout(WAIT_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(`${message.text()} ${message.location().url}`);
  });
  await through(page);
  await context.close();
  return complaints;
}

async function seeJob(page: Page, jobKey: string): Promise<void> {
  const link = page.locator(`tbody tr[data-row="${jobKey}"] .job-name`);
  await page.waitForURL("**/overview");
  await jobsLink(page).click();
  const name = (await link.textContent()) ?? "";
  await link.click();
  await page.waitForURL(`**/jobs/${jobKey}`);
  await page.reload();
  await page.getByRole("heading", { name, level: 1 }).waitFor();
}

function jobsLink(page: Page): Locator {
  return page.getByRole("navigation").getByRole("link", { name: "Jobs" });
}
