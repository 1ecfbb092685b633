import { defineRecurringJob, defineTriggeredJob } from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { Deployment, DeploymentHarness, DeploymentRequest } from "./deployment.ts";

interface JobJson {
  readonly revision: number;
  readonly layers: Record<string, string>;
  readonly options: Record<string, unknown>;
  readonly differsFromCode: readonly {
    readonly field: string;
    readonly code: unknown;
    readonly stored: unknown;
    readonly edited: boolean;
  }[];
  readonly nextFire: string | null;
}

/** Logs and files go with their runs. */
const KEPT_WITH_RUNS = { maxLogs: null, maxLogAgeDays: null, maxFiles: null, maxFileAgeDays: null };

/** Options as they are stored: where each value comes from, and which edits are refused. Nothing runs because of it. */
export function describeStoredOptions(harness: DeploymentHarness): void {
  describe(`stored options (${harness.name})`, () => {
    const opened: Deployment[] = [];
    afterEach(async () => {
      // What needs a run belongs to the options of runs, which each runtime has to show.
      for (const { api } of opened.splice(0))
        expect((await api.call("GET", "/instances")).body).toMatchObject({ items: [] });
      await harness.cleanUp();
    });

    const openWith = async (request: DeploymentRequest): Promise<Deployment> => {
      const deployment = await harness.open(request);
      opened.push(deployment);
      return deployment;
    };

    const open = (): Promise<Deployment> =>
      openWith({
        jobs: [
          defineTriggeredJob({ key: "gate", execute: () => {} }),
          defineRecurringJob({ key: "hourly", cron: "0 0 * * * *", execute: () => {} }),
        ],
      });

    const job = async (deployment: Deployment, key: string): Promise<JobJson> =>
      (await deployment.api.call<JobJson>("GET", `/jobs/${key}`)).body;

    test("every option has its default", async () => {
      const deployment = await open();
      const common = {
        description: "",
        owner: "",
        disabled: false,
        maxConcurrency: 1,
        concurrencyKey: "",
        whenFull: "skip",
        rateLimit: { max: null, perMs: 60_000, spread: "burst" },
        fairness: { by: "", weight: "" },
        unique: "off",
        debounceMs: 0,
        debounceMaxMs: null,
        uniqueKey: "",
        routing: { strategy: "any", by: "", whenGone: "elsewhere" },
        executors: { minVersion: "", labels: {} },
        maxWaiting: null,
        waitTimeoutMs: null,
        retryCount: 0,
        retryIntervalMs: 0,
        retryBackoff: { growth: "constant", maxMs: 3_600_000, jitterPercent: 0 },
        retryOn: [],
        timeoutMs: 3_600_000,
        isolation: "none",
        priority: 3,
        tags: [],
        labels: {},
        children: [],
        retention: { maxInstances: 1000, maxSkipped: 100, maxAgeDays: 30, ...KEPT_WITH_RUNS },
      };
      expect((await job(deployment, "gate")).options).toEqual({ name: "gate", ...common });
      expect((await job(deployment, "hourly")).options).toEqual({
        name: "hourly",
        ...common,
        cron: "0 0 * * * *",
        cronDialect: "standard",
        everyMs: null,
        everyFrom: "start",
        jitterMs: 0,
        timeZone: "UTC",
        startTime: null,
        endTime: null,
        misfire: { policy: "fireOnce", graceMs: 5000 },
        dst: { gap: "shift", overlap: "first" },
        calendar: null,
        schedules: [],
      });
    });

    test("each value says where it comes from: the option, the scheduler's defaults, the code or the store", async () => {
      const nightly = defineRecurringJob({ key: "nightly", cron: "0 0 1 * * *", execute: () => {} });
      const deployment = await openWith({
        jobs: [nightly],
        scheduler: { defaults: { retryCount: 2, timeoutMs: 60_000, retention: { maxAgeDays: 7 } } },
      });
      await deployment.api.edit("nightly", { timeoutMs: 5000 });
      await deployment.api.call("POST", "/registrations", {
        app: "behaviour",
        definitions: [{ key: "elsewhere", kind: "triggered", options: { retryCount: 0 } }],
      });
      const { options, layers } = await job(deployment, "nightly");
      expect(options).toMatchObject({ retryCount: 2, timeoutMs: 5000 });
      expect(options["retention"]).toEqual({
        maxInstances: 1000,
        maxSkipped: 100,
        maxAgeDays: 7,
        ...KEPT_WITH_RUNS,
      });
      expect(layers).toMatchObject({
        cron: "code",
        retryCount: "global",
        "retention.maxAgeDays": "global",
        "retention.maxInstances": "default",
        "retention.maxSkipped": "default",
        timeoutMs: "stored",
        priority: "default",
      });
      const elsewhere = await job(deployment, "elsewhere");
      expect(elsewhere.options).toMatchObject({ retryCount: 0, timeoutMs: 60_000 });
      expect(elsewhere.layers).toMatchObject({ retryCount: "code", timeoutMs: "global" });
      expect(elsewhere.layers).not.toHaveProperty("cron");
    });

    test("a job of an app that follows its code takes what nobody edited, and keeps and shows what somebody did", async () => {
      const deployment = await openWith({ jobs: [] });
      const register = (options: Record<string, unknown>) =>
        deployment.api.call<{ results: { outcome: string; followed: string[]; fields: string[] }[] }>(
          "POST",
          "/registrations",
          {
            app: "behaviour",
            optionRule: "follow-code",
            definitions: [{ key: "nightly", kind: "recurring", options }],
          },
        );
      await register({ cron: "0 0 1 * * *", retryCount: 0 });
      const { options: _, revision } = await job(deployment, "nightly");
      expect(revision).toBe(1);
      const patched = await deployment.api.call(
        "PATCH",
        "/jobs/nightly",
        { retryCount: 4 },
        { "If-Match": '"1"' },
      );
      expect(patched.status).toBe(200);
      const { body } = await register({ cron: "0 0 5 * * *", retryCount: 2 });
      expect(body.results).toMatchObject([
        { outcome: "updated", followed: ["cron"], fields: ["retryCount"] },
      ]);
      const followed = await job(deployment, "nightly");
      expect(followed.options).toMatchObject({ cron: "0 0 5 * * *", retryCount: 4 });
      expect(followed.revision).toBe(3);
      expect(followed.differsFromCode).toEqual([{ field: "retryCount", code: 2, stored: 4, edited: true }]);
    });

    test("every option can be edited, shows where it differs from the code, and survives the next registration", async () => {
      const deployment = await open();
      const edited = {
        name: "Every half hour",
        description: "Edited",
        owner: "ledger team",
        maxConcurrency: null,
        concurrencyKey: "{args.region}/{args.customer}",
        whenFull: "queue",
        rateLimit: { max: 5, perMs: 1000, spread: "smooth" },
        fairness: { by: "args.customer", weight: "args.seats" },
        // It excludes `debounceMs`.
        unique: "off",
        debounceMs: 2000,
        debounceMaxMs: 30_000,
        uniqueKey: "args.invoice",
        routing: { strategy: "broadcast", by: "args.customer", whenGone: "fail" },
        executors: { minVersion: "0.1", labels: { ring: "grey" } },
        maxWaiting: 50,
        waitTimeoutMs: 600_000,
        retryCount: 4,
        retryIntervalMs: 1500,
        retryBackoff: { growth: "exponential", maxMs: 60_000, jitterPercent: 20 },
        retryOn: ["TimeoutError"],
        timeoutMs: 60_000,
        isolation: "thread",
        priority: 1,
        tags: ["a", "b"],
        labels: { team: "ledger" },
        children: [{ job: "gate", on: "end", args: { of: "{run.id}" } }],
        retention: {
          maxInstances: 10,
          maxSkipped: 5,
          maxAgeDays: 2,
          maxLogs: 9,
          maxLogAgeDays: 1,
          maxFiles: 0,
          maxFileAgeDays: null,
        },
        // It excludes `everyMs`.
        cron: null,
        cronDialect: "quartz",
        everyMs: 7000,
        everyFrom: "end",
        jitterMs: 300_000,
        timeZone: "Asia/Shanghai",
        startTime: "2043-03-01T00:00:00.000Z",
        endTime: "2044-03-01T00:00:00.000Z",
        misfire: { policy: "skip", graceMs: 100 },
        dst: { gap: "skip", overlap: "both" },
        calendar: null,
        schedules: [
          { name: "month-end", cron: "0 0 3 L * *", timeZone: "UTC", args: { full: true } },
          { name: "周末", cron: "0 0 4 * * 7", misfire: { policy: "fireAll" }, disabled: true },
        ],
        disabled: true,
      };
      await deployment.api.edit("hourly", edited);
      const stored = await job(deployment, "hourly");
      expect(stored.options).toEqual(edited);
      expect(stored.revision).toBe(2);
      // Nothing debounced is unique, and an interval that counts from ends has no calendar.
      expect(stored.differsFromCode.map(({ field }) => field).toSorted()).toEqual(
        Object.keys(edited)
          .filter((name) => name !== "unique" && name !== "calendar")
          .toSorted(),
      );
      expect(stored.differsFromCode).toContainEqual({
        field: "retryCount",
        code: 0,
        stored: 4,
        edited: true,
      });
      const again = await deployment.api.call<{ results: { outcome: string }[] }>("POST", "/registrations", {
        app: "behaviour",
        definitions: [{ key: "hourly", kind: "recurring", options: { cron: "0 0 * * * *" } }],
      });
      expect(again.status).toBe(200);
      expect((await job(deployment, "hourly")).options).toEqual(edited);
    });

    test.each([
      ["a cron that is none", { cron: "61 * * * * *" }, "invalid_cron", "/cron"],
      ["an unknown zone", { timeZone: "Mars/Olympus" }, "invalid_argument", "/timeZone"],
      [
        "a further cron that is none",
        {
          schedules: [
            { name: "a", cron: "0 * * * * *" },
            { name: "b", cron: "61 * * * * *" },
          ],
        },
        "invalid_cron",
        "/schedules/1/cron",
      ],
      [
        "an end before the start",
        { startTime: "2027-01-01T00:00:00Z", endTime: "2026-01-01T00:00:00Z" },
        "invalid_argument",
        "/endTime",
      ],
      [
        "a debounced job that is unique too",
        { debounceMs: 1000, unique: "skip" },
        "invalid_argument",
        "/debounceMs",
      ],
      [
        "a longest debounce that is shorter than one",
        { debounceMs: 1000, debounceMaxMs: 999 },
        "invalid_argument",
        "/debounceMaxMs",
      ],
      [
        "a weight of no fairness key",
        { fairness: { weight: "args.seats" } },
        "invalid_argument",
        "/fairness/weight",
      ],
      ["a negative interval", { retryIntervalMs: -1 }, "invalid_argument", "/retryIntervalMs"],
      ["a key that is no path", { concurrencyKey: "customer" }, "invalid_argument", "/concurrencyKey"],
      ["a concurrency of none", { maxConcurrency: 0 }, "invalid_argument", "/maxConcurrency"],
      ["the key", { key: "other" }, "invalid_argument", "/key"],
      ["an unknown option", { retries: 3 }, "invalid_argument", "/retries"],
    ])("%s is refused with its place and changes nothing", async (_what, patch, code, pointer) => {
      const deployment = await open();
      const before = await job(deployment, "hourly");
      const { headers } = await deployment.api.call("GET", "/jobs/hourly");
      const answer = await deployment.api.call<{ code: string; errors: { pointer: string }[] }>(
        "PATCH",
        "/jobs/hourly",
        patch,
        { "if-match": headers.get("etag") ?? "" },
      );
      expect(answer.status).toBe(400);
      expect(answer.body.code).toBe(code);
      expect(answer.body.errors.map((error) => error.pointer)).toContain(pointer);
      expect((await job(deployment, "hourly")).options).toEqual(before.options);
      expect((await job(deployment, "hourly")).revision).toBe(before.revision);
    });

    test("an edit against an old revision is refused, one without a revision too", async () => {
      const deployment = await open();
      const { headers } = await deployment.api.call("GET", "/jobs/gate");
      const old = { "if-match": headers.get("etag") ?? "" };
      await deployment.api.edit("gate", { retryCount: 1 });
      const stale = await deployment.api.call<{ code: string }>(
        "PATCH",
        "/jobs/gate",
        { retryCount: 2 },
        old,
      );
      expect([stale.status, stale.body.code]).toEqual([412, "stale_revision"]);
      expect((await deployment.api.call("PATCH", "/jobs/gate", { retryCount: 2 })).status).toBe(428);
      expect((await job(deployment, "gate")).options["retryCount"]).toBe(1);
    });

    test("of edits that race at one revision exactly one wins", async () => {
      const deployment = await open();
      const { headers } = await deployment.api.call("GET", "/jobs/gate");
      const match = { "if-match": headers.get("etag") ?? "" };
      const edits = Array.from({ length: 20 }, (_, index) =>
        deployment.api.call("PATCH", "/jobs/gate", { retryCount: index + 1 }, match),
      );
      const statuses = (await Promise.all(edits)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(statuses.filter((status) => status === 412)).toHaveLength(19);
      expect((await job(deployment, "gate")).revision).toBe(2);
    });
  });
}
