import type { JobContext } from "@mojob/core";
import type { IMoWorkRunner } from "@mojob/core/ports";
import { describe, expect, it } from "vitest";
import { type Answer, itemsOf, type Json, openTestApi } from "./test-api.ts";

/** Ends every script with its source. */
const echo: IMoWorkRunner<JobContext> = {
  kind: "script",
  names: ["shell"],
  handlers: [],
  canRun: ({ work }) => work.kind === "script",
  run: async ({ definition: { work } }) => (work.kind === "script" ? work.source : null),
};

const MAIL = { path: { key: "mail.send" } };

export function describeTriggers(): void {
  describe("triggers", () => {
    it("a run is recorded before the response, found at its Location, and then runs", async () => {
      const api = await openTestApi();
      const { status, headers, body } = await api.call("triggerJob", {
        ...MAIL,
        body: { args: { to: "ann" } },
      });
      const id = body["instance"]?.["id"] as string;
      expect(status).toBe(202);
      expect(body["instance"]).toMatchObject({
        state: "Enqueued",
        trigger: { type: "api" },
        args: { to: "ann" },
      });
      await api.clock.settle();
      const { body: found } = await api.fetch(headers.get("Location") ?? "");
      expect(found).toMatchObject({ id, state: "Succeeded", result: { to: "ann" } });
    });

    it("a Location contains the path the app is mounted under", async () => {
      const api = await openTestApi({ basePath: "/mojob" });
      const { headers } = await api.call("triggerJob", { ...MAIL, body: { args: { to: "ann" } } });
      expect(headers.get("Location")).toMatch(/^\/mojob\/api\/v1\/instances\/[0-9a-f-]{36}$/);
    });

    it("work that no job has yet is tried, found at its Location, and by itself alone", async () => {
      const api = await openTestApi({ runners: [echo] });
      const work = { kind: "script", language: "shell", source: "one" };
      const tried = await api.call("tryWork", { body: { app: "ledger", work, args: 7 } });
      expect(tried).toMatchObject({
        status: 202,
        body: {
          instance: { app: "ledger", state: "Enqueued", trigger: { type: "api" }, args: 7, jobName: "shell" },
        },
      });
      await api.scheduler.ended(String(tried.body["instance"]?.["id"]));
      const { body: found } = await api.fetch(tried.headers.get("Location") ?? "");
      expect(found).toMatchObject({ state: "Succeeded", result: "one" });
      const listed = await api.call("listInstances", { query: { shards: "false" } });
      expect(itemsOf(listed.body)).toEqual([]);
      const refused = await api.call("tryWork", {
        body: { app: "ledger", work: { kind: "task", body: {} } },
      });
      expect(refused).toMatchObject({ status: 400, body: { code: "invalid_argument" } });
    });

    it("delayMs and runAt make it wait, a past runAt does not", async () => {
      const api = await openTestApi();
      const run = async (body: object) =>
        (await api.call("triggerJob", { ...MAIL, body: { args: { to: "ann" }, ...body } })).body["instance"];
      expect(await run({ delayMs: 5000 })).toMatchObject({
        state: "Scheduled",
        scheduledFor: "2026-01-01T00:00:05.000Z",
      });
      expect(await run({ runAt: "2026-01-01T08:00:09+08:00" })).toMatchObject({
        scheduledFor: "2026-01-01T00:00:09.000Z",
      });
      expect(await run({ runAt: "2025-01-01T00:00:00Z" })).toMatchObject({
        state: "Enqueued",
        scheduledFor: null,
      });
    });

    it("the panel's runs are distinguished from others", async () => {
      const api = await openTestApi();
      const { body } = await api.call("triggerJob", {
        ...MAIL,
        body: { args: { to: "ann" } },
        headers: { "MoJob-Client": "panel" },
      });
      expect(body["instance"]).toMatchObject({ trigger: { type: "panel" } });
    });

    it("the same Idempotency-Key and request return the same run, another request is refused", async () => {
      const api = await openTestApi();
      const call = { ...MAIL, body: { args: { to: "ann" } }, headers: { "Idempotency-Key": "once/50%#1" } };
      const first = await api.call("triggerJob", call);
      const again = await api.call("triggerJob", call);
      expect(first.body["instance"]?.["id"]).toBe("mail.send#once/50%#1");
      expect(again.body["instance"]?.["id"]).toBe(first.body["instance"]?.["id"]);
      const other = await api.call("triggerJob", { ...call, body: { args: { to: "bob" } } });
      expect(other).toMatchObject({ status: 422, body: { code: "idempotency_mismatch" } });
      expect((await api.call("listInstances")).body["items"]).toHaveLength(1);
      const found = await api.call("getInstance", { path: { id: "mail.send#once/50%#1" } });
      expect(found.body).toMatchObject({ args: { to: "ann" } });
    });

    it("a batch has a result for each item, with pointers into the batch", async () => {
      const api = await openTestApi();
      const { status, body } = await api.call("triggerJobMany", {
        ...MAIL,
        body: {
          items: [
            { args: { to: "ann" } },
            { args: { to: 7 } },
            { args: { to: "cat" }, delayMs: 1000, idempotencyKey: "own" },
          ],
        },
        headers: { "Idempotency-Key": "batch-1" },
      });
      expect(status).toBe(202);
      expect(body["items"]).toMatchObject([
        { id: "mail.send#batch-1:0" },
        { problem: { status: 400, code: "invalid_args", errors: [{ pointer: "/items/1/args/to" }] } },
        { id: "mail.send#own" },
      ]);
      expect((await api.call("listInstances")).body["items"]).toHaveLength(2);
    });

    it("a batch of a thousand fits, one more does not", async () => {
      const api = await openTestApi();
      const items = Array.from({ length: 1000 }, (_, index) => ({ args: { to: "ann", count: index } }));
      const answer = await api.call("triggerJobMany", { ...MAIL, body: { items } });
      expect(new Set(answer.body["items"]?.map((item) => item["id"])).size).toBe(1000);
      const tooMany = await api.call("triggerJobMany", { ...MAIL, body: { items: [...items, {}] } });
      expect(tooMany).toMatchObject({ status: 400, body: { errors: [{ pointer: "/items" }] } });
    });

    it("a batch of a thousand with many arguments each fits, as a MiB does", async () => {
      const api = await openTestApi();
      const args = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`field${index}`, index]));
      const items = Array.from({ length: 1000 }, () => ({ args, delayMs: 1000 }));
      const answer = await api.call("triggerJobMany", { path: { key: "wait" }, body: { items } });
      expect(answer.status).toBe(202);
      expect(answer.body["items"]?.every((item) => item["id"] !== undefined)).toBe(true);
    });

    it("a run belongs to the trace of its body, else to that of its header, and one that is none is passed over there", async () => {
      const api = await openTestApi();
      const [mine, other] = ["4bf92f3577b34da6", "0af7651916cd43dd"].map(
        (id) => `00-${id}${id}-00f067aa0ba902b7-01`,
      );
      const traceOf = async (header: string, body: object = {}): Promise<unknown> => {
        const sent = { ...MAIL, headers: { traceparent: header }, body: { args: { to: "ada" }, ...body } };
        const answer = await api.call("triggerJob", sent);
        return answer.status === 202
          ? (answer.body["instance"]?.["trigger"] as { traceparent?: string } | undefined)?.traceparent
          : answer.body["errors"];
      };
      expect(await traceOf(other ?? "")).toBe(other);
      expect(await traceOf(other ?? "", { traceparent: mine })).toBe(mine);
      expect(await traceOf("00-none")).toBeUndefined();
      expect(await traceOf("", { traceparent: "00-none" })).toMatchObject([{ pointer: "/traceparent" }]);
    });

    it("a disabled job runs for no caller", async () => {
      const api = await openTestApi();
      await api.call("updateJob", { ...MAIL, headers: { "If-Match": "*" }, body: { disabled: true } });
      const answer = await api.call("triggerJob", { ...MAIL, body: { args: { to: "ann" }, manual: true } });
      expect(answer).toMatchObject({ status: 409, body: { code: "job_disabled" } });
    });

    it("in debug mode what the panel asks for runs, and what another client asks for is recorded as skipped", async () => {
      const api = await openTestApi({ schedulerOptions: { triggeredDebugMode: true } });
      const trigger = async (headers: Record<string, string>, body: object = {}): Promise<unknown> => {
        const sent = { path: { key: "mail.send" }, headers, body: { args: { to: "ada" }, ...body } };
        return (await api.call("triggerJob", sent)).body["instance"]?.["state"];
      };
      const panel = { "MoJob-Client": "panel" };
      expect(await trigger(panel)).toBe("Enqueued");
      expect(await trigger(panel, { delayMs: 1000 })).toBe("Scheduled");
      expect(await trigger(panel, { manual: false })).toBe("Skipped");
      expect(await trigger({})).toBe("Skipped");
      expect(await trigger({}, { manual: true })).toBe("Enqueued");
      expect((await api.call("getDebugMode")).body).toEqual({ recurring: false, triggered: true });
      expect((await api.call("getOverview")).body["debugMode"]).toEqual({
        recurring: false,
        triggered: true,
      });
      const metrics = String((await api.call("getMetrics")).body);
      expect(metrics).toContain('mojob_debug_mode{kind="triggered",tenant="default"} 1');
      expect(metrics).toContain('mojob_debug_mode{kind="recurring",tenant="default"} 0');
      expect((await api.call("listAttention")).body["items"]).toEqual([]);
    });

    it("a batch's items may be urgent and asked for by hand", async () => {
      const api = await openTestApi({ schedulerOptions: { triggeredDebugMode: true } });
      const items = [
        { args: { to: "ada" }, manual: true, priority: 1 },
        { args: { to: "ada" }, priority: 6 },
        { args: { to: "ada" } },
      ];
      const refused = await api.call("triggerJobMany", { path: { key: "mail.send" }, body: { items } });
      expect(refused.body["errors"]).toMatchObject([{ pointer: "/items/1/priority" }]);
      const { body } = await api.call("triggerJobMany", {
        path: { key: "mail.send" },
        body: { items: [items[0], items[2]] },
      });
      const [urgent, held] = itemsOf(body).map((item) => String(item["id"]));
      const show = async (id = ""): Promise<Json> => (await api.call("getInstance", { path: { id } })).body;
      expect(await show(urgent)).toMatchObject({ priority: 1 });
      expect((await show(urgent))["state"]).not.toBe("Skipped");
      expect(await show(held)).toMatchObject({ state: "Skipped" });
    });

    it("more than may wait is refused with 429, and so is a job too many", async () => {
      const api = await openTestApi({ schedulerOptions: { quotas: { maxWaitingRuns: 1, maxJobs: 5 } } });
      const trigger = (): Promise<Answer> =>
        api.call("triggerJob", { ...MAIL, body: { args: { to: "ada" }, delayMs: 60_000 } });
      const first = await trigger();
      expect(first.status).toBe(202);
      const { status, body } = await trigger();
      expect(status).toBe(429);
      expect(body).toMatchObject({ code: "quota_exceeded", detail: expect.stringContaining("cancel some") });
      const items = [{ args: { to: "ada" }, delayMs: 60_000 }];
      const batch = await api.call("triggerJobMany", { ...MAIL, body: { items } });
      expect(batch.body["items"]).toMatchObject([{ problem: { code: "quota_exceeded", status: 429 } }]);
      const create = (key: string): Promise<Answer> =>
        api.call("createJob", { body: { key, app: "ledger", kind: "triggered" } });
      expect((await create("fifth")).status).toBe(201);
      expect((await create("sixth")).body).toMatchObject({ code: "quota_exceeded", status: 429 });
      const definitions = [{ key: "seventh", kind: "triggered" }];
      const registered = await api.call("registerJobs", { body: { app: "ledger", definitions } });
      expect(registered.body).toMatchObject({ code: "quota_exceeded", status: 429 });
      await api.clock.advance(300);
      const id = String(first.body["instance"]?.["id"]);
      await api.call("cancelInstance", { path: { id }, body: {} });
      expect((await trigger()).status).toBe(202);
    });

    it("a new app is refused where a tenant has as many as it may", async () => {
      const api = await openTestApi({ schedulerOptions: { quotas: { maxApps: 1 } } });
      const create = (key: string, app: string): Promise<Answer> =>
        api.call("createJob", { body: { key, app, kind: "triggered" } });
      const { status, body } = await create("other", "free-name");
      expect(status).toBe(429);
      expect(body).toMatchObject({ code: "quota_exceeded", detail: expect.stringContaining('"maxApps"') });
      const definitions = [{ key: "seventh", kind: "triggered" }];
      const registered = await api.call("registerJobs", { body: { app: "free-name", definitions } });
      expect(registered.body).toMatchObject({ code: "quota_exceeded", status: 429 });
      expect((await create("fifth", "ledger")).status).toBe(201);
    });
  });
}
