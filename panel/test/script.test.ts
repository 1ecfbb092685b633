import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { accessibilityFaults } from "./audit.ts";
import { followPath, type OpenPanel, openPanel, type OpenPanelOptions } from "./open-panel.ts";
import type { PanelServer } from "./panel-server.ts";
import { PATIENCE } from "./patience.ts";
import { createRunClient, type RunClient } from "./run-client.ts";
import { servePanel } from "./serve-panel.ts";

// An audit looks at every element of a page, beside whatever else the machine does.
vi.setConfig(PATIENCE);

let server: PanelServer;
let client: RunClient;
let made = 0;
let key: string;
servePanel({}, (started) => {
  server = started;
  client = createRunClient(started.url);
});
beforeEach(async () => {
  key = `ops.report-${(made += 1)}`;
  const work = { kind: "script", language: "shell", source: "echo one\necho end\n" };
  await client.post("jobs", { key, app: "shop", kind: "triggered", work });
});

const open = (look: Partial<OpenPanelOptions> = {}): Promise<OpenPanel> =>
  openPanel({ url: server.url, path: `/jobs/${key}?tab=script`, ...look });

const versions = async (): Promise<readonly object[]> => {
  const response = await fetch(`${server.url}/api/v1/jobs/${key}/script/versions`);
  return ((await response.json()) as { items: object[] }).items;
};

/** The cells of the history's row of a version. */
const row = (page: Page, version: number) =>
  page
    .getByRole("region", { name: "Versions" })
    .getByRole("row")
    .filter({ has: page.getByRole("cell", { name: new RegExp(`^${version}( ?(in force|draft))?$`) }) });

describe("the script of a job", () => {
  it("is edited with a comment, compared, and rolled back after it was asked; runs name their version", async () => {
    await using panel = await open();
    const { page } = panel;
    const source = page.getByRole("textbox", { name: "Source" });
    expect(await source.inputValue()).toBe("echo one\necho end\n");
    const warning = page.getByText(/runs it unsandboxed: it can do whatever that worker can do/);
    const red = await warning.evaluate((element) => getComputedStyle(element).color);
    const plain = await source.evaluate((element) => getComputedStyle(element).color);
    expect(red).not.toBe(plain);
    expect(
      await page.getByRole("combobox", { name: "Language" }).locator("option").allTextContents(),
    ).toEqual(["python", "shell"]);

    const numbers = page.locator(".source-lines");
    expect(await numbers.textContent()).toBe("1\n2\n3");
    await source.fill("echo two\necho end\n");
    await page.getByRole("textbox", { name: "Why" }).fill("Count on");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Version 2 is in force").waitFor();
    await row(page, 2).getByText("Count on").waitFor();

    await page.getByRole("button", { name: "Compare version 2 with the one before" }).click();
    const diff = page.locator(".script-diff");
    await diff.waitFor();
    expect(await diff.locator("tr").allInnerTexts()).toEqual([
      expect.stringMatching(/1\s+−\s*removed\s+echo one/),
      expect.stringMatching(/1\s+\+\s*added\s+echo two/),
      expect.stringMatching(/2\s+2\s+echo end/),
    ]);
    expect(await accessibilityFaults(page)).toEqual([]);

    await page.getByRole("button", { name: "Roll back to version 1" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Its source is saved as a new version").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect(await versions()).toHaveLength(2);
    await page.getByRole("button", { name: "Roll back to version 1" }).click();
    await dialog.getByRole("textbox", { name: "Why" }).fill("Two was wrong");
    await dialog.getByRole("button", { name: "Roll back" }).click();
    await page.getByText("Version 3 is in force").waitFor();
    await row(page, 3).getByText("The source of version 1").waitFor();
    await vi.waitFor(
      async () => expect(await source.inputValue()).toBe("echo one\necho end\n"),
      PATIENCE.testTimeout,
    );
    expect(await versions()).toMatchObject([
      { version: 3, restored: 1, comment: "Two was wrong" },
      { version: 2, comment: "Count on" },
      { version: 1 },
    ]);

    const secrets = page.getByRole("region", { name: "Secrets" });
    await secrets.getByRole("combobox", { name: "Secrets" }).click();
    await page.getByRole("option", { name: "SMTP_PASSWORD" }).click();
    await page.keyboard.press("Escape");
    expect(await accessibilityFaults(page)).toEqual([]);
    await secrets.getByRole("button", { name: "Save the secrets" }).click();
    await secrets.getByRole("button", { name: "Save the secrets" }).waitFor({ state: "detached" });
    const stored = await fetch(`${server.url}/api/v1/jobs/${key}`);
    expect(await stored.json()).toMatchObject({
      work: { secrets: ["SMTP_PASSWORD"] },
      script: { version: 3 },
    });
    expect(await versions(), "secrets are no part of a version").toHaveLength(3);

    const { id } = await client.trigger(key);
    const { script } = await client.until(id, ({ state }) => state === "Succeeded");
    await followPath(page, `/runs/${id}`);
    await page.getByText("Script version").waitFor();
    await page.getByText(script?.hash.slice(0, 12) ?? "none").waitFor();
    expect(panel.complaints).toEqual([]);
  });

  it("is kept as a draft, which is edited, compared with what is in force, and released", async () => {
    await using panel = await open();
    const { page } = panel;
    const source = page.getByRole("textbox", { name: "Source" });
    await source.fill("echo draft\necho end\n");
    await page.getByRole("textbox", { name: "Why" }).fill("Not ready");
    await page.getByRole("button", { name: "Save as draft" }).click();
    await page.getByText("Draft 2 is kept", { exact: true }).waitFor();
    await row(page, 2).getByText("Not ready").waitFor();
    await row(page, 2).getByText("draft", { exact: true }).waitFor();
    await row(page, 1).getByText("in force").waitFor();
    expect(await source.inputValue()).toBe("echo one\necho end\n");

    await page.getByRole("button", { name: "Edit draft 2" }).click();
    await vi.waitFor(
      async () => expect(await source.inputValue()).toBe("echo draft\necho end\n"),
      PATIENCE.testTimeout,
    );
    await source.fill("echo better\necho end\n");
    await page.getByRole("button", { name: "Save as draft" }).click();
    await row(page, 3).getByText("draft", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Compare draft 3 with the version in force" }).click();
    const diff = page.locator(".script-diff");
    await diff.getByText("echo better").waitFor();
    await diff.getByText("echo one").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);

    await page.getByRole("button", { name: "Release draft 3" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Its source is saved as the next version").waitFor();
    await dialog.getByRole("button", { name: "Release" }).click();
    await page.getByText("Version 4 is in force").waitFor();
    await row(page, 4).getByText("The source of version 3").waitFor();
    expect(await versions()).toMatchObject([
      { version: 4, draft: false, restored: 3 },
      { version: 3, draft: true },
      { version: 2, draft: true, comment: "Not ready" },
      { version: 1, draft: false },
    ]);
    expect(panel.complaints).toEqual([]);
  });

  it("keeps what was written when another version is saved meanwhile, and lets the writer choose", async () => {
    await using panel = await open();
    const { page } = panel;
    const source = page.getByRole("textbox", { name: "Source" });
    await source.fill("echo mine");
    await client.post(`jobs/${key}/script/versions`, { source: "echo theirs", expectedVersion: 1 });
    const save = page.getByRole("button", { name: "Save", exact: true });
    const alert = page.getByRole("alert").filter({ hasText: "Version 2 was saved meanwhile" });
    await alert.waitFor();
    expect(await save.isDisabled()).toBe(true);
    expect(await save.getAttribute("aria-description")).toBe("Version 2 was saved meanwhile");
    expect(await source.inputValue()).toBe("echo mine");
    expect(await accessibilityFaults(page)).toEqual([]);
    await alert.getByRole("button", { name: "Show what changed" }).click();
    await page.locator(".script-diff").getByText("echo theirs").waitFor();
    await alert.getByRole("button", { name: "Keep mine" }).click();
    await save.click();
    await page.getByText("Version 3 is in force").waitFor();

    await source.fill("echo mine again");
    await client.post(`jobs/${key}/script/versions`, { source: "echo theirs again", expectedVersion: 3 });
    await page.getByRole("button", { name: "Take version 4" }).click();
    await vi.waitFor(
      async () => expect(await source.inputValue()).toBe("echo theirs again"),
      PATIENCE.testTimeout,
    );
    expect(await versions()).toHaveLength(4);
  });

  it("is edited in Chinese with the words of XXL-JOB's users, and asks before it is left unsaved", async () => {
    await using panel = await open({ language: "zh", theme: "dark", viewport: { width: 400, height: 720 } });
    const { page } = panel;
    await page.getByRole("tab", { name: "脚本", exact: true }).waitFor();
    await page.getByRole("textbox", { name: "源码" }).fill("echo 二");
    await page.getByRole("tab", { name: "运行记录" }).click();
    await page.getByRole("dialog").getByText("脚本尚未保存。").waitFor();
    await page.getByRole("button", { name: "留下" }).click();
    await page.getByRole("textbox", { name: "源码备注" }).fill("改为二");
    await page.getByRole("button", { name: "保存", exact: true }).click();
    await page.getByText("版本 2 已生效").waitFor();
    await page.getByRole("button", { name: "版本回溯 1" }).waitFor();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(400);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(panel.complaints).toEqual([]);
  });

  it("has no page where a job runs code", async () => {
    await using panel = await openPanel({ url: server.url, path: "/jobs/mail.send" });
    await panel.page.getByRole("tab", { name: "Runs" }).waitFor();
    expect(await panel.page.getByRole("tab", { name: "Script" }).count()).toBe(0);
  });
});
