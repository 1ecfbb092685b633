import { defineTriggeredJob, Permission, PrincipalKind } from "@mojob/core";
import { createManagementApp } from "@mojob/http";
import { serve } from "@mojob/node";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { Hono } from "hono";
import { getCookie } from "hono/cookie";
import { expect, it, vi } from "vitest";
import { openPanel } from "./open-panel.ts";
import { PATIENCE } from "./patience.ts";

vi.setConfig(PATIENCE);

it("behind a login of the app around it, the panel shows who is not signed in what to do, and runs name the person", async () => {
  const receipt = defineTriggeredJob({ key: "receipt", name: "Send a receipt", execute: () => {} });
  const { scheduler, close } = await startEmbedded({
    features: FEATURES,
    app: "shop",
    inMemory: true,
    jobs: [receipt],
  });
  const management = createManagementApp(scheduler, {
    basePath: "/ops",
    authenticate: (request) =>
      /\buser=li\b/.test(request.headers.get("Cookie") ?? "")
        ? { kind: PrincipalKind.User, name: "li", permissions: Object.values(Permission) }
        : null,
  });
  const shop = new Hono();
  shop.get("/login", (c) => {
    c.header("Set-Cookie", "user=li; Path=/; HttpOnly; SameSite=Lax");
    return c.text(`signed in, before: ${getCookie(c, "user")}`);
  });
  shop.route("/ops", management);
  const server = await serve(shop.fetch, { hostname: "127.0.0.1", port: 0 });
  try {
    await using panel = await openPanel({ url: server.url, path: "/ops" });
    const { page } = panel;
    await page.getByRole("heading", { name: "You are not signed in", level: 1 }).waitFor();
    expect(await page.getByLabel("Token").count()).toBe(0);
    await page.evaluate(() => fetch("/login"));
    await page.getByRole("button", { name: "Load again" }).click();
    await page.waitForURL("**/ops/overview");
    await page.goto(`${server.url}/ops/jobs/receipt/run`);
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.waitForURL("**/ops/runs/*");
    await page.getByText("li", { exact: true }).first().waitFor();
  } finally {
    await server.close();
    await management.close();
    await close();
  }
});
