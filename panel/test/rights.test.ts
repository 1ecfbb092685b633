import { defineRecurringJob, defineTriggeredJob, type MoJobScheduler, PrincipalKind } from "@mojob/core";
import { type Granted, permissionsOf } from "@mojob/core/engine";
import type { Incident } from "@mojob/core/ports";
import { createManagementApp } from "@mojob/http";
import { MetadataStoreInMemoryProvider } from "@mojob/memory";
import { serve } from "@mojob/node";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { Hono } from "hono";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { followPath, openPanel, type OpenPanelOptions } from "./open-panel.ts";
import { PATIENCE } from "./patience.ts";

vi.setConfig(PATIENCE);

const VIEWER = permissionsOf("viewer");
const PEOPLE: Readonly<Record<string, Granted>> = {
  viewer: { permissions: VIEWER },
  operator: {
    permissions: VIEWER,
    grants: permissionsOf("operator").map((permission) => ({ permission, apps: ["shop"] })),
  },
  blind: { permissions: permissionsOf("viewer", { payloads: false }) },
};

let url = "";
let scheduler: MoJobScheduler;
let done = "";
let failed = "";
let waiting = "";
let task = "";
let close: () => Promise<void>;

const receipt = defineTriggeredJob({
  key: "receipt",
  name: "Send a receipt",
  execute: (_: unknown, { log }) => {
    log.info("canary-log");
    return { note: "canary-result" };
  },
});
const fails = defineTriggeredJob({
  key: "fails",
  name: "Close the books",
  retryCount: 0,
  execute: () => {
    throw new Error("canary-error");
  },
});
const nightly = defineRecurringJob({
  key: "nightly",
  name: "Nightly",
  cron: "0 0 0 1 1 *",
  execute: () => {},
});

beforeAll(async () => {
  const store = new MetadataStoreInMemoryProvider();
  const started = await startEmbedded({
    features: FEATURES,
    app: "shop",
    store,
    isShared: false,
    jobs: [receipt, fails, nightly],
  });
  ({ scheduler } = started);
  const other = {
    key: "ledger.close",
    app: "ledger",
    kind: "triggered",
    options: { name: "Ledger" },
  } as const;
  await scheduler.jobs.create(other);
  const args = { note: "canary-args" };
  waiting = (await scheduler.instances.trigger("ledger.close", { args })).id;
  done = (await scheduler.instances.trigger("receipt", { args })).id;
  failed = (await scheduler.instances.trigger("fails", { args })).id;
  const body = {
    engine: 1,
    params: [{ name: "note", type: "text", value: "canary-value" }],
    nodes: [
      { id: "send", type: "job", job: { key: "receipt" }, params: [{ name: "to", value: "canary-value" }] },
      {
        id: "check",
        type: "condition",
        pre: [{ node: "send" }],
        branches: [{ name: "yes", when: "$.JOB.send.RESULT.note == 'canary-value'" }],
        else: "no",
      },
      { id: "wait", type: "wait", for: { ms: "0" }, pre: [{ node: "check" }] },
    ],
  };
  await scheduler.jobs.create({ key: "flow", app: "shop", kind: "triggered", work: { kind: "task", body } });
  task = (await scheduler.instances.trigger("flow", {})).id;
  await Promise.all([done, failed, task].map((id) => scheduler.ended(id)));
  await store.incidents.write([anIncident()]);
  const management = createManagementApp(scheduler, {
    basePath: "/ops",
    authenticate: (request) => {
      const [, name = ""] = /\buser=(\w+)/.exec(request.headers.get("Cookie") ?? "") ?? [];
      const granted = PEOPLE[name];
      return granted === undefined ? null : { kind: PrincipalKind.User, name, ...granted };
    },
  });
  const shop = new Hono();
  shop.get("/login/:name", (c) => {
    c.header("Set-Cookie", `user=${c.req.param("name")}; Path=/; HttpOnly; SameSite=Lax`);
    return c.text("signed in");
  });
  shop.route("/ops", management);
  const server = await serve(shop.fetch, { hostname: "127.0.0.1", port: 0 });
  ({ url } = server);
  close = async () => {
    await server.close();
    await management.close();
    await started.close();
  };
});

afterAll(() => close());

function anIncident(): Incident {
  const at = new Date();
  const key = "run_failed:fails";
  return {
    id: `${key}:1`,
    tenant: "default",
    key,
    number: 1,
    revision: 1,
    condition: "run_failed",
    rule: "failures",
    severity: "warning",
    app: "shop",
    jobKey: "fails",
    state: "open",
    openedAt: at,
    lastAt: at,
    resolvedAt: null,
    count: 1,
    parameters: { attempts: 1, error: "canary-error" },
    errors: [{ fingerprint: "canary-error", message: "canary-error", count: 1, firstAt: at, lastAt: at }],
    runs: [failed],
    assignee: null,
    snoozedUntil: null,
    explainedBy: null,
    reopenedAt: [],
    timeline: [],
    happened: 0,
    silencedBy: null,
    notified: [],
    notifying: null,
    isSettled: false,
  };
}

/** The panel as somebody sees it who has signed in. */
async function as(person: string, path: string, language: OpenPanelOptions["language"] = "en") {
  const panel = await openPanel({ url, path: `/login/${person}`, language });
  await panel.page.goto(`${url}/ops${path}`);
  return panel;
}

/** Goes on as a link of the panel would. */
const follow = (page: Page, path: string): Promise<void> => followPath(page, path, "/ops");

/** The buttons with these names, each refused with its reason. */
async function expectRefused(page: Page, reasons: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, reason] of Object.entries(reasons)) {
    const button = page.getByRole("button", { name, exact: true }).first();
    await button.waitFor();
    expect(await button.getAttribute("aria-disabled"), name).toBe("true");
    expect(await button.getAttribute("title"), name).toBe(reason);
  }
}

const needs = (permission: string, app: string): string =>
  `You need the permission ${permission} in app ${app}`;
const idOf = (id: string): string => encodeURIComponent(id);

describe("a viewer", () => {
  it("sees jobs, runs, queues, alarms and secrets, and what needs more is grey with its reason", async () => {
    await using panel = await as("viewer", "/jobs/receipt");
    const { page } = panel;
    await expectRefused(page, {
      "Run now": needs("runs:trigger", "shop"),
      "Run with last arguments": needs("runs:trigger", "shop"),
    });
    await follow(page, "/jobs/nightly");
    await expectRefused(page, {
      Pause: needs("jobs:pause", "shop"),
      "Run now": needs("runs:trigger", "shop"),
    });
    // A button that is refused does nothing, also by the keyboard.
    await page.getByRole("button", { name: "Run now", exact: true }).focus();
    await page.keyboard.press("Enter");
    await follow(page, `/runs/${idOf(done)}`);
    await page.getByText("canary-args").first().waitFor();
    await page.getByText("canary-log").first().waitFor();
    await expectRefused(page, { "Run again": needs("runs:rerun", "shop") });
    await follow(page, "/jobs/ledger.close?tab=waiting");
    await expectRefused(page, {
      [`Run next: ${waiting}`]: needs("runs:trigger", "ledger"),
      "Clear the queue": "You need the permission runs:cancel",
    });
    await follow(page, `/incidents/${idOf("run_failed:fails:1")}`);
    await expectRefused(page, {
      Acknowledge: needs("alarms:handle", "shop"),
      Snooze: needs("alarms:handle", "shop"),
    });
    await follow(page, "/secrets");
    await expectRefused(page, { "New secret": "You need the permission secrets:edit" });
    expect(await scheduler.instances.count({ jobKey: "nightly" }, 10)).toBe(0);
  });
});

describe("an operator of one app", () => {
  it("may act on the jobs of that app, and reads in the others why not", async () => {
    await using panel = await as("operator", "/jobs/ledger.close");
    const { page } = panel;
    await expectRefused(page, { "Run now": needs("runs:trigger", "ledger") });
    await follow(page, "/jobs/nightly");
    await page.getByRole("button", { name: "Run now", exact: true }).click();
    // The panel opens the run that it has started.
    await page.waitForURL(/\/runs\//);
    expect(await scheduler.instances.count({ jobKey: "nightly" }, 10)).toBe(1);
    await follow(page, "/jobs/ledger.close?tab=waiting");
    await expectRefused(page, { [`Run next: ${waiting}`]: needs("runs:trigger", "ledger") });
    await follow(page, `/runs/${idOf(failed)}`);
    const again = page.getByRole("button", { name: "Run again", exact: true });
    await again.waitFor();
    expect(await again.getAttribute("aria-disabled")).toBeNull();
  });
});

describe("a viewer without payloads", () => {
  const PATHS = [
    "/runs",
    "/failures",
    "/jobs/receipt",
    "/jobs/fails?tab=history",
    "/jobs/ledger.close?tab=waiting",
    "/incidents",
    "/inbox",
  ];

  it("reads of each payload that it is not shown, and sees none anywhere", async () => {
    await using panel = await as("blind", `/runs/${idOf(done)}`);
    const { page, complaints } = panel;
    for (const text of [
      "You may not see the arguments",
      "You may not see the result",
      "You may not see the log",
    ])
      await page.getByText(text).waitFor();
    await follow(page, `/runs/${idOf(failed)}`);
    await page.getByText("You may not see what the error says").first().waitFor();
    expect(await page.content()).not.toContain("canary");
    await follow(page, `/incidents/${idOf("run_failed:fails:1")}`);
    await page.getByText("You may not see what the error says").first().waitFor();
    expect(await page.content()).not.toContain("canary");
    await follow(page, `/runs/${idOf(task)}`);
    await page.getByRole("region", { name: "Workflow" }).first().getByText("check").first().waitFor();
    await follow(page, "/jobs/flow?tab=task");
    await page.getByText("You may not see the text of this work").waitFor();
    // The stream of events never ends, and the network would never be idle.
    const noEvents = { contentType: "text/event-stream", body: "retry: 60000\n\n" };
    await page.route("**/api/v1/events*", (route) => route.fulfill(noEvents));
    for (const path of [`/runs/${idOf(task)}`, ...PATHS]) {
      await page.goto(`${url}/ops${path}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForLoadState("networkidle");
      expect(await page.content(), path).not.toContain("canary");
    }
    expect(complaints).toEqual([]);
  });

  it("reads it in Chinese, too", async () => {
    await using panel = await as("blind", `/runs/${idOf(done)}`, "zh");
    const { page } = panel;
    await page.getByText("没有查看参数的权限").waitFor();
    await follow(page, "/jobs/receipt");
    const run = page.getByRole("button", { name: "执行一次", exact: true }).first();
    await run.waitFor();
    expect(await run.getAttribute("title")).toBe("需要应用 shop 的权限 runs:trigger");
  });
});
