import { describe, expect, it, vi } from "vitest";
import { openPanel } from "./open-panel.ts";
import type { PanelServer } from "./panel-server.ts";
import { PATIENCE } from "./patience.ts";
import { servePanel } from "./serve-panel.ts";

vi.setConfig(PATIENCE);

let server: PanelServer;
servePanel({}, (started) => {
  server = started;
});

it("a page that was given back is lent again, without what its user left in it", async () => {
  const first = await openPanel({ url: server.url, path: "/workers" });
  await first.page.evaluate(() => {
    localStorage.setItem("kept", "1");
    sessionStorage.setItem("kept", "1");
    // oxlint-disable-next-line unicorn/no-document-cookie
    document.cookie = "kept=1";
    queueMicrotask(() => {
      throw new Error("A complaint of the first");
    });
  });
  await first.page.setViewportSize({ width: 500, height: 500 });
  await first.context.route("**/api/v1/workers*", (route) => route.abort());
  await expect.poll(() => first.complaints).toHaveLength(1);
  await first[Symbol.asyncDispose]();

  await using second = await openPanel({ url: server.url, path: "/workers" });
  expect(second.page).toBe(first.page);
  await second.page.locator("tbody tr").first().waitFor();
  const left = await second.page.evaluate(() => [
    localStorage.getItem("kept"),
    sessionStorage.getItem("kept"),
    document.cookie,
    innerWidth,
  ]);
  expect(left).toEqual([null, null, "", 1280]);
  expect(second.complaints).toEqual([]);

  await using beside = await openPanel({ url: server.url, path: "/workers" });
  expect(beside.page).not.toBe(second.page);
  await using dark = await openPanel({ url: server.url, path: "/workers", theme: "dark" });
  expect(await dark.page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches)).toBe(true);
});

it("a page that cannot be emptied is closed", async () => {
  const lost = await openPanel({ url: server.url, path: "/workers" });
  await lost.page.close();
  await lost[Symbol.asyncDispose]();
  await using next = await openPanel({ url: server.url, path: "/workers" });
  expect(next.page).not.toBe(lost.page);
});

describe("a test that is run again", () => {
  const servers = new Set<string>();

  it("may have left anything in its server", { repeats: 1 }, () => {
    servers.add(server.url);
  });

  it("has another one for its second try", () => {
    expect(servers.size).toBeGreaterThan(1);
  });
});
