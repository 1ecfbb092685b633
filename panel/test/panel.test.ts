import { RUNTIME_NAMES } from "@mojob/test-services/runtimes";
import { describe, expect, it, vi } from "vitest";
import { accessibilityFaults } from "./audit.ts";
import { openPanel } from "./open-panel.ts";
import { type PanelServer, startPanelServer } from "./panel-server.ts";
import { PATIENCE } from "./patience.ts";
import { servePanel } from "./serve-panel.ts";

const TOKEN = "3f9c1b7a5e2d40863f9c1b7a5e2d4086";
// An audit looks at every element of a page, beside whatever else the machine does.
vi.setConfig(PATIENCE);

let server: PanelServer;
servePanel({}, (started) => {
  server = started;
});

describe("the panel", () => {
  it("keeps the filter in the URL, and finds on the server", async () => {
    await using panel = await openPanel({ url: server.url, path: "/jobs" });
    const { page } = panel;
    await page.locator("tbody tr").first().waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("mail");
    await page.waitForURL("**/jobs?search=mail");
    await page.locator("tbody tr").nth(1).waitFor({ state: "detached" });
    expect(await page.locator("tbody tr").count()).toBe(1);
    await page.reload();
    expect(await page.getByRole("searchbox").inputValue()).toBe("mail");
    await page.getByText("Send mail").waitFor();
    await page.getByRole("button", { name: "Clear the filters", exact: true }).last().click();
    await page.locator("tbody tr").nth(1).waitFor();
    expect(new URL(page.url()).search).toBe("");
    expect(panel.complaints).toEqual([]);
  });

  it("pauses a job with a note, shows it, and resumes it", async () => {
    await using panel = await openPanel({
      url: server.url,
      path: "/jobs?search=ledger",
      timeZone: "Asia/Shanghai",
    });
    const { page } = panel;
    await page.getByRole("button", { name: "More actions for Close the day" }).click();
    await page.getByRole("menuitem", { name: "Pause" }).click();
    await page.getByLabel(/^Until/).fill("2099-01-02T03:04");
    await page.getByLabel("Note for others").fill("Audit");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await page.getByText("Paused until").waitFor();
    // What was typed is a time of the viewer's zone.
    await page.getByText("2099-01-02 03:04:00").waitFor();
    const hint = await page.getByRole("button", { name: "Paused until" }).getAttribute("aria-description");
    expect(hint).toMatch(/^Since \S+ \S+ by somebody on this machine\. Audit$/);
    await page.getByRole("button", { name: "More actions for Close the day" }).click();
    await page.getByRole("menuitem", { name: "Resume" }).click();
    await page.getByText("Paused until").waitFor({ state: "detached" });
    expect(panel.complaints).toEqual([]);
  });

  it("shows what happens while it happens", async () => {
    await using panel = await openPanel({ url: server.url, path: "/jobs?search=hostile" });
    const { page } = panel;
    await page.getByText("Never run").waitFor();
    await page.getByRole("button", { name: "Live: pause" }).waitFor();
    await fetch(`${server.url}/api/v1/jobs/hostile/instances`, {
      method: "POST",
      body: "{}",
      headers: { "Content-Type": "application/json" },
    });
    await page.getByText("Succeeded").filter({ visible: true }).first().waitFor();
    // A name that looks like markup is text.
    expect(await page.locator("main img").count()).toBe(0);
    expect(await page.title()).toBe("Jobs · MoJobScheduler");
    expect(panel.complaints).toEqual([]);
  });

  it("goes anywhere by keyboard, and shows which keys", async () => {
    await using panel = await openPanel({ url: server.url, path: "/jobs" });
    const { page } = panel;
    await page.locator("tbody tr").first().waitFor();
    await page.keyboard.press("Control+k");
    await page.getByPlaceholder("Go to a page, job, node, run or alarm, or do something").fill("workers");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/workers");
    await page.getByRole("heading", { name: "Workers" }).waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    expect(panel.complaints).toEqual([]);
  });

  it("switches language, theme and times at once, and keeps them", async () => {
    await using panel = await openPanel({ url: server.url, path: "/workers", timeZone: "America/New_York" });
    const { page } = panel;
    const started = page.locator("tbody time").first();
    await started.waitFor();
    const local = await started.textContent();
    await page.getByRole("button", { name: "Times" }).click();
    await page.getByRole("menuitemradio", { name: "UTC" }).click();
    expect(await started.textContent()).toMatch(/Z$/);
    expect(await started.textContent()).not.toBe(`${local}Z`);
    await page.getByRole("button", { name: "Theme" }).click();
    await page.getByRole("menuitemradio", { name: "Dark" }).click();
    await page.getByRole("button", { name: "Language" }).click();
    await page.getByRole("menuitemradio", { name: "中文" }).click();
    await page.getByRole("heading", { name: "执行器" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "执行器" }).waitFor();
    expect(await page.locator("html").getAttribute("data-mantine-color-scheme")).toBe("dark");
    expect(panel.complaints).toEqual([]);
  });
});

it("the sign-in asks for the token, keeps it nowhere a script could read it, and signs out", async () => {
  await using server = await startPanelServer({ token: TOKEN });
  await using panel = await openPanel({ url: server.url, path: "/jobs" });
  const { page, context } = panel;
  await page.getByText("MoJobScheduler", { exact: true }).waitFor();
  // The field has the focus: who types at once loses nothing.
  await page.locator("input:focus").waitFor();
  await page.keyboard.type("wrong-wrong-wrong-wrong");
  await page.keyboard.press("Enter");
  await page.getByText("The token is wrong").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByLabel("Token").first().fill(TOKEN);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.locator("tbody tr").first().waitFor();
  await page.getByRole("button", { name: "Live: pause" }).waitFor();
  const kept = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]),
  );
  expect(kept).not.toContain(TOKEN);
  expect(kept).not.toContain("mojob_session");
  expect(JSON.stringify(await context.cookies())).not.toContain(TOKEN);
  await page.reload();
  await page.locator("tbody tr").first().waitFor();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  // The browser itself reports each 401.
  expect(panel.complaints.filter((complaint) => !complaint.includes("401"))).toEqual([]);
});

it.each(RUNTIME_NAMES)("on %s, below a prefix, it is the same", async (runtime) => {
  await using server = await startPanelServer({ runtime, basePath: "/tools/mojob" });
  await using panel = await openPanel({ url: server.url, path: "/workers" });
  const { page } = panel;
  await page.getByText(runtime).first().waitFor();
  await page.getByRole("link", { name: "Jobs" }).click();
  await page.getByRole("link", { name: "Close the day" }).click();
  expect(new URL(page.url()).pathname).toBe("/tools/mojob/jobs/ledger%2Fclose-day");
  await page.reload();
  await page.getByRole("heading", { name: "Close the day" }).waitFor();
  await page.getByRole("link", { name: "Workers" }).click();
  await page.getByRole("button", { name: "Live: pause" }).waitFor();
  expect(panel.complaints).toEqual([]);
});
