import { MoJobError } from "@mojob/core";
import { describe, expect, it } from "vitest";
import { openTestApi } from "./test-api.ts";

const TOKEN = "3f9c1b7a5e2d40863f9c1b7a5e2d4086";

/** A line of the text format: name, labels, value. */
const SAMPLE = /^([a-z_]+)(?:\{((?:[a-z_]+="(?:[^"\\\n]|\\["\\n])*",?)+)\})? ([0-9.e+-]+|NaN|[+-]Inf)$/;

export function describeSystem(): void {
  describe("system", () => {
    it("the overview counts runs, jobs and the last hour", async () => {
      const api = await openTestApi();
      await api.call("triggerJob", { path: { key: "mail.send" }, body: { args: { to: "ann" } } });
      await api.call("triggerJob", { path: { key: "fail" } });
      await api.clock.settle();
      expect((await api.call("getOverview")).body).toMatchObject({
        counts: { Succeeded: 1, Terminated: 1, Enqueued: 0 },
        jobs: { total: 4, recurring: 1, triggered: 3, paused: 0, disabled: 0 },
        upcoming: [{ jobKey: "ledger/close", at: "2026-01-01T17:00:00.000Z" }],
        completions: [{ at: "2026-01-01T00:00:00.000Z", succeeded: 1, terminated: 1 }],
        workers: 1,
        running: 0,
      });
    });

    it("the process that runs the jobs stands by for no other", async () => {
      const api = await openTestApi();
      expect((await api.call("getStandby")).body).toEqual({ runner: null });
    });

    it("runs that ended are counted in steps, from the beginning of each", async () => {
      const api = await openTestApi({ start: "2026-01-01T00:58:30.000Z" });
      const end = async (key: string, body = {}): Promise<void> => {
        await api.call("triggerJob", { path: { key }, body });
        await api.clock.settle();
      };
      await end("fail");
      await api.clock.advance(60_000);
      await end("mail.send", { args: { to: "ann" } });
      await api.clock.advance(120_000);
      await end("mail.send", { args: { to: "bob" } });
      const none = { succeeded: 0, terminated: 0, cancelled: 0, skipped: 0 };
      const byMinute = [
        { ...none, at: "2026-01-01T00:58:00.000Z", terminated: 1 },
        { ...none, at: "2026-01-01T00:59:00.000Z", succeeded: 1 },
        { ...none, at: "2026-01-01T01:01:00.000Z", succeeded: 1 },
      ];
      const read = async (query = {}): Promise<unknown> =>
        (await api.call("listCompletions", { query })).body["items"];
      expect(await read()).toEqual(byMinute);
      expect(await read({ minutes: 2 })).toEqual(byMinute.slice(1));
      expect(await read({ minutes: 1440, stepMinutes: 30 })).toEqual([
        { ...none, at: "2026-01-01T00:30:00.000Z", succeeded: 1, terminated: 1 },
        { ...none, at: "2026-01-01T01:00:00.000Z", succeeded: 1 },
      ]);
      expect((await api.call("listCompletions", { query: { minutes: 1441 } })).status).toBe(400);
    });

    it("attention names what fails and what no worker takes, and nothing where all is well", async () => {
      const api = await openTestApi();
      expect((await api.call("listAttention")).body["items"]).toEqual([]);
      await api.call("triggerJob", { path: { key: "fail" } });
      await api.clock.settle();
      await api.call("registerJobs", {
        body: { app: "billing", definitions: [{ key: "bill", kind: "triggered" }] },
      });
      expect((await api.call("listAttention")).body["items"]).toMatchObject([
        {
          kind: "run_failed",
          severity: "warning",
          total: 1,
          jobs: [{ key: "fail", count: 1, at: "2026-01-01T00:00:00.000Z" }],
        },
        { kind: "no_worker", total: 1, jobs: [{ key: "bill", at: null, instanceId: null }] },
      ]);
      const rest = await api.call("listAttention", { query: { withoutIncidents: true } });
      expect(rest.body["items"]).toMatchObject([{ kind: "no_worker" }]);
    });

    it("readiness lists its parts only on request, and only to callers that may use the API", async () => {
      const api = await openTestApi({ token: TOKEN });
      expect((await api.call("getLiveness")).body).toEqual({ status: "ok" });
      expect((await api.call("getReadiness")).body).toEqual({ status: "ok" });
      expect((await api.call("getReadiness", { query: { verbose: "" } })).body).toEqual({ status: "ok" });
      const verbose = { query: { verbose: "" }, headers: { Authorization: `Bearer ${TOKEN}` } };
      expect((await api.call("getReadiness", verbose)).body["checks"]).toMatchObject([
        { name: "store", ok: true },
        { name: "state", ok: true },
      ]);
    });

    it("readiness is 503 and names the part that fails, also when nothing responds", async () => {
      const down = await openTestApi({
        wrap: (scheduler) => ({
          ...scheduler,
          health: () => Promise.resolve([{ name: "store", ok: false, detail: "Connection refused" }]),
        }),
      });
      const answer = await down.call("getReadiness", { query: { verbose: "1" } });
      expect(answer).toMatchObject({
        status: 503,
        body: { status: "unavailable", checks: [{ name: "store", ok: false, detail: "Connection refused" }] },
      });
      const hung = await openTestApi({
        wrap: (scheduler) => ({ ...scheduler, health: () => new Promise(() => {}) }),
      });
      const asking = hung.call("getReadiness", { query: { verbose: "1" } });
      await hung.clock.advance(5000);
      expect((await asking).body).toMatchObject({ checks: [{ name: "scheduler", ok: false }] });
    });

    it("metrics tell runs, jobs, workers and requests by route", async () => {
      const api = await openTestApi();
      await api.call("triggerJob", { path: { key: "mail.send" }, body: { args: { to: "ann" } } });
      await api.clock.settle();
      await api.call("getInstance", { path: { id: "nobody" } });
      await api.fetch("/wp-admin");
      await api.clock.advance(2500);
      const { body, headers } = await api.call("getMetrics");
      expect(headers.get("Content-Type")).toBe("text/plain; version=0.0.4; charset=utf-8");
      for (const line of [
        'mojob_instances{state="Succeeded",tenant="default"} 1',
        'mojob_completions_total{outcome="succeeded",tenant="default"} 1',
        'mojob_jobs{kind="recurring",tenant="default"} 1',
        'mojob_jobs_paused{tenant="default"} 0',
        'mojob_workers{tenant="default"} 1',
        'mojob_worker_running{app="ledger",tenant="default"} 0',
        'mojob_up{part="store",tenant="default"} 1',
        'mojob_firing_lag_seconds{tenant="default"} 0',
        'mojob_oldest_enqueued_seconds{tenant="default"} 0',
        'mojob_dispatch_failures_total{tenant="default"} 0',
        'mojob_running{tenant="default"} 0',
        'mojob_scheduler_up{tenant="default"} 1',
        'mojob_uptime_seconds{tenant="default"} 2.5',
        'mojob_http_requests_total{method="GET",route="/api/v1/instances/:id",status="404",tenant="default"} 1',
        'mojob_http_requests_total{method="GET",route="unmatched",status="404",tenant="default"} 1',
        'mojob_http_request_duration_seconds_count{method="POST",route="/api/v1/jobs/:key/instances",status="202",tenant="default"} 1',
      ]) {
        expect(body).toContain(`${line}\n`);
      }
    });

    it("metrics keep to the text format: each family once, its lines together, its buckets growing", async () => {
      const api = await openTestApi();
      for (const operation of ["listJobs", "listJobs", "getOverview"]) await api.call(operation);
      const text = (await api.call("getMetrics")).body as string;
      expect(text.endsWith("\n")).toBe(true);
      const families: string[] = [];
      const buckets = new Map<string, number>();
      for (const line of text.trimEnd().split("\n")) {
        const help = /^# HELP (\w+) \S/.exec(line)?.[1];
        if (help !== undefined) families.push(help);
        else if (line.startsWith("#")) {
          expect(line).toMatch(new RegExp(`^# TYPE ${families.at(-1)} (counter|gauge|histogram)$`));
        } else {
          const [, name = "", labels = "", value] = SAMPLE.exec(line) ?? [];
          expect(name.replace(/_(bucket|sum|count)$/, ""), line).toBe(families.at(-1));
          const series = labels.replace(/,?le="[^"]*"/, "");
          if (name.endsWith("_bucket")) {
            expect(Number(value)).toBeGreaterThanOrEqual(buckets.get(series) ?? 0);
            buckets.set(series, Number(value));
          }
          if (name.endsWith("_count")) expect(Number(value)).toBe(buckets.get(series));
        }
      }
      expect(new Set(families).size).toBe(families.length);
      expect(buckets.size).toBe(2);
    });

    it("metrics go on without the scheduler", async () => {
      const api = await openTestApi({
        wrap: (scheduler) => ({
          ...scheduler,
          measurements: async () => ({ ...(await scheduler.measurements()), overview: null }),
        }),
      });
      const { body } = await api.call("getMetrics");
      expect(body).toContain('mojob_scheduler_up{tenant="default"} 0\n');
      expect(body).not.toContain("mojob_instances");
    });

    it("an unexpected error is a 500 that reveals nothing of it, and is reported under the id in the response", async () => {
      const secret = new Error("password is hunter2");
      const api = await openTestApi({
        wrap: (scheduler) => ({ ...scheduler, workers: () => Promise.reject(secret) }),
      });
      const { status, body } = await api.call("listWorkers");
      expect(status).toBe(500);
      expect(JSON.stringify(body)).not.toContain("hunter2");
      const [reported] = api.reported;
      expect(reported).toMatchObject({ error: secret, report: { method: "GET", path: "/api/v1/workers" } });
      expect(body["instance"]).toBe(`urn:uuid:${reported?.report.id}`);
    });

    it("a store that is unavailable is 503 and says when to come back", async () => {
      const api = await openTestApi({
        wrap: (scheduler) => ({
          ...scheduler,
          overview: () =>
            Promise.reject(new MoJobError("store_unavailable", "Cannot read: the store does not answer")),
        }),
      });
      const { status, headers, body } = await api.call("getOverview");
      expect(status).toBe(503);
      expect(headers.get("Retry-After")).toBe("5");
      expect(body["code"]).toBe("store_unavailable");
    });
  });
}
