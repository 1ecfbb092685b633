import { describe, expect, it } from "vitest";
import { itemsOf, openTestApi, type TestApi, type Json } from "./test-api.ts";

/** An API with a job that has failed, and long enough for that to be noticed. */
async function withFailure(): Promise<TestApi> {
  const api = await openTestApi();
  await api.call("triggerJob", { path: { key: "fail" } });
  await api.clock.settle();
  await api.clock.advance(20_000);
  return api;
}

const ID = "run_failed:fail:1";
const FAIL = { path: { id: ID } };

export function describeIncidents(): void {
  describe("incidents", () => {
    it("list what fails, in the language of the request", async () => {
      const api = await withFailure();
      const { items } = (await api.call("listIncidents")).body;
      expect(items).toMatchObject([
        {
          id: ID,
          condition: "run_failed",
          severity: "warning",
          state: "open",
          jobKey: "fail",
          text: "A run failed: Nothing works",
          count: 1,
          errors: [{ message: "Nothing works", count: 1 }],
          timeline: [{ kind: "opened", by: null }],
        },
      ]);
      const headers = { "Accept-Language": "zh-CN" };
      const chinese = (await api.call("getIncident", { ...FAIL, headers })).body;
      expect(chinese["incident"]?.["text"]).toBe("运行失败：Nothing works");
      const found = async (query: Record<string, string>): Promise<number> =>
        itemsOf((await api.call("listIncidents", { query })).body).length;
      expect(await found({ state: "open,acknowledged", condition: "run_failed", jobKey: "fail" })).toBe(1);
      expect(await found({ state: "resolved" })).toBe(0);
      expect(await found({ severity: "critical" })).toBe(0);
      expect(await found({ mine: "true" })).toBe(0);
      expect(await found({ app: "nobody" })).toBe(0);
      expect([await found({ search: "NOTHING works" }), await found({ search: "FAIL" })]).toEqual([1, 1]);
      expect(await found({ search: "disk" })).toBe(0);
      expect((await api.call("listIncidents", { query: { state: "on" } })).status).toBe(400);
      expect((await api.call("countIncidents")).body).toMatchObject({
        counts: {
          open: 1,
          acknowledged: 0,
          critical: 0,
          mine: 0,
          conditions: { run_failed: 1, failures_in_row: 0, no_worker: 0 },
        },
      });
      const metrics = String((await api.call("getMetrics")).body);
      expect(metrics).toContain('mojob_incidents{condition="run_failed",tenant="default"} 1\n');
      expect(metrics).toContain('mojob_incidents{condition="missed",tenant="default"} 0\n');
      const unknown = await api.call("getIncident", { path: { id: "nobody" } });
      expect(unknown).toMatchObject({ status: 404, body: { code: "incident_not_found" } });
    });

    it("are acknowledged, assigned, snoozed, noted and resolved, and say by whom", async () => {
      const api = await withFailure();
      const first = (await api.call("acknowledgeIncident", { ...FAIL, body: { note: "Mine" } })).body;
      expect(first["incident"]).toMatchObject({ state: "acknowledged", assignee: "local", revision: 2 });
      expect(itemsOf((await api.call("listIncidents", { query: { mine: true } })).body)).toHaveLength(1);
      const given = (await api.call("assignIncident", { ...FAIL, body: { to: "user:li" } })).body;
      expect(given["incident"]).toMatchObject({ assignee: "user:li" });
      const until = "2026-01-02T00:00:00.000Z";
      const snoozed = (await api.call("snoozeIncident", { ...FAIL, body: { until } })).body;
      expect(snoozed["incident"]).toMatchObject({ snoozedUntil: until });
      const past = { until: "2020-01-01T00:00:00.000Z" };
      expect((await api.call("snoozeIncident", { ...FAIL, body: past })).body).toMatchObject({
        code: "invalid_argument",
        errors: [{ pointer: "/until", code: "in_the_past" }],
      });
      await api.call("noteOnIncident", { ...FAIL, body: { note: "The disk was full" } });
      const over = (await api.call("resolveIncident", { ...FAIL, body: { note: "Emptied" } })).body;
      expect(over["incident"]).toMatchObject({
        state: "resolved",
        timeline: [
          { kind: "opened", by: null },
          { kind: "acknowledged", by: "local", note: "Mine" },
          { kind: "assigned", by: "local", parameters: { to: "user:li" } },
          { kind: "snoozed", parameters: { until } },
          { kind: "noted", note: "The disk was full" },
          { kind: "resolved", by: "local", note: "Emptied", parameters: { how: "by_hand" } },
        ],
      });
      for (const operation of ["acknowledgeIncident", "resolveIncident"])
        expect(await api.call(operation, { ...FAIL, body: {} })).toMatchObject({
          status: 409,
          body: { code: "incident_resolved" },
        });
      expect((await api.call("noteOnIncident", { ...FAIL, body: { note: "Again" } })).status).toBe(200);
    });

    it("are nobody's again once their acknowledgement is taken back, and so in the history", async () => {
      const api = await withFailure();
      const open = (await api.call("unacknowledgeIncident", { ...FAIL, body: {} })).body;
      expect(open["incident"]).toMatchObject({ state: "open", revision: 1 });
      await api.call("acknowledgeIncident", { ...FAIL, body: {} });
      const back = (await api.call("unacknowledgeIncident", { ...FAIL, body: { note: "By mistake" } })).body;
      expect(back["incident"]).toMatchObject({
        state: "open",
        assignee: null,
        timeline: [
          { kind: "opened" },
          { kind: "acknowledged" },
          { kind: "unacknowledged", by: "local", note: "By mistake" },
        ],
      });
      const { body } = await api.call("listAudit", { query: { kind: "handle_incident" } });
      expect(itemsOf(body)[0]).toMatchObject({ kind: "handle_incident", note: "By mistake" });
      await api.call("acknowledgeIncident", { ...FAIL, body: {} });
      await api.call("assignIncident", { ...FAIL, body: { to: "user:li" } });
      const given = (await api.call("unacknowledgeIncident", { ...FAIL, body: {} })).body;
      expect(given["incident"]).toMatchObject({ state: "open", assignee: "user:li" });
      await api.call("resolveIncident", { ...FAIL, body: {} });
      expect(await api.call("unacknowledgeIncident", { ...FAIL, body: {} })).toMatchObject({
        status: 409,
        body: { code: "incident_resolved" },
      });
    });

    it("are opened again when what was resolved by hand fails once more", async () => {
      const api = await withFailure();
      await api.call("resolveIncident", { ...FAIL, body: {} });
      await api.call("triggerJob", { path: { key: "fail" } });
      await api.clock.settle();
      await api.clock.advance(20_000);
      const { incident } = (await api.call("getIncident", FAIL)).body;
      expect(incident).toMatchObject({ state: "open", count: 2, reopened: 1 });
    });
  });

  describe("alarm rules", () => {
    it("are replaced as a whole, by who read them last", async () => {
      const api = await openTestApi();
      const before = (await api.call("listAlarmRules")).body;
      expect(before).toMatchObject({ rules: [], revision: 0, updatedBy: null });
      expect(before["builtIn"]).toHaveLength(20);
      const rules = [
        { id: "nightly", condition: "failures_in_row", parameters: { count: 2 }, jobs: ["ledger*"] },
      ];
      const { body } = await api.call("replaceAlarmRules", { body: { rules, revision: 0 } });
      expect(body).toMatchObject({
        rules: [{ id: "nightly", enabled: true, severity: "critical", parameters: { count: 2 }, apps: null }],
        updatedBy: "local",
      });
      const stale = await api.call("replaceAlarmRules", { body: { rules: [], revision: 0 } });
      expect(stale).toMatchObject({ status: 412, body: { code: "stale_revision" } });
      const revision = Number(body["revision"]);
      const wrong = [
        { id: "a", condition: "sometimes" },
        { id: "b", condition: "run_failed", parameters: { count: 2 } },
        { id: "c", condition: "run_failed", forMs: -1 },
      ];
      const refused = await api.call("replaceAlarmRules", { body: { rules: wrong, revision } });
      expect(refused.body).toMatchObject({
        code: "invalid_argument",
        errors: [
          { pointer: "/0/condition" },
          { pointer: "/1/parameters/count", message: '"run_failed" has no parameter "count": it has none' },
          { pointer: "/2/forMs" },
        ],
      });
      const twice = [rules[0], rules[0]];
      expect((await api.call("replaceAlarmRules", { body: { rules: twice, revision } })).status).toBe(400);
      expect((await api.call("listAlarmRules")).body["revision"]).toBe(revision);
    });

    it("name jobs that are notified, which exist and queue their runs", async () => {
      const api = await withFailure();
      const key = "alarms.tell";
      const work = { kind: "code", handler: "alarms.tell" };
      await api.call("createJob", { body: { key, app: "ledger", kind: "triggered", work } });
      const routes = [{ id: "all", job: key, events: ["opened"] }];
      const skipping = await api.call("replaceAlarmRoutes", { body: { routes, revision: 0 } });
      expect(skipping.body).toMatchObject({ errors: [{ pointer: "/0/job", code: "skips_runs" }] });
      const options = { whenFull: "queue" };
      await api.call("updateJob", { path: { key }, headers: { "If-Match": "*" }, body: options });
      const unknown = [...routes, { id: "b", job: "nobody" }];
      const refused = await api.call("replaceAlarmRoutes", { body: { routes: unknown, revision: 0 } });
      expect(refused.body).toMatchObject({ errors: [{ pointer: "/1/job", code: "unknown_job" }] });
      const { body } = await api.call("replaceAlarmRoutes", { body: { routes, revision: 0 } });
      expect(body).toMatchObject({
        routes: [{ id: "all", job: key, enabled: true, severities: null, language: "en" }],
        updatedBy: "local",
      });
      expect((await api.call("listAlarmRoutes")).body).toEqual(body);
      const stale = await api.call("replaceAlarmRoutes", { body: { routes: [], revision: 0 } });
      expect(stale.body["code"]).toBe("stale_revision");
      await api.clock.advance(40_000);
      const runs = async () => itemsOf((await api.call("listInstances", { query: { jobKey: key } })).body);
      // The key of its run is made by a thread, which keeps to no clock of tests.
      await expect.poll(runs).toMatchObject([{ trigger: { type: "alarm" }, jobKey: key }]);
      const notified = (await api.call("getInstance", { path: { id: String((await runs())[0]?.["id"]) } }))
        .body;
      expect(notified["args"]).toMatchObject({
        event: "opened",
        text: "Warning: fail: A run failed: Nothing works",
        incidents: [{ id: ID, jobKey: "fail" }],
      });
    });

    it("say of routes before they hold for what they would have been", async () => {
      const api = await withFailure();
      const routes = [
        { id: "all", job: "x" },
        { id: "critical", job: "x", severities: ["critical"] },
      ];
      const { items } = (await api.call("previewAlarmRoutes", { body: { routes } })).body;
      expect(items).toMatchObject([
        { route: "all", incidents: 1, examples: [{ id: ID }] },
        { route: "critical", incidents: 0, examples: [] },
      ]);
      const wrong = [
        { id: "a" },
        { id: "b", action: "pause", job: "x" },
        { id: "c", action: "acknowledge", actionMs: 5 },
        { id: "d", job: "x", hours: { timeZone: "UTC", from: "9:00", to: "18:00" } },
      ];
      const refused = await api.call("previewAlarmRoutes", { body: { routes: wrong } });
      expect(refused.body).toMatchObject({
        errors: [
          { pointer: "/0/job", message: "a route that notifies names a job, and no other does" },
          { pointer: "/1/job" },
          { pointer: "/2/actionMs" },
          { pointer: "/3/hours/from" },
        ],
      });
      const hours = { timeZone: "Mars/North", from: "09:00", to: "18:00" };
      const nowhere = [{ id: "e", action: "acknowledge", hours }];
      const zone = await api.call("replaceAlarmRoutes", { body: { routes: nowhere, revision: 0 } });
      expect(zone.body).toMatchObject({ errors: [{ pointer: "/0/hours/timeZone", code: "not_a_zone" }] });
    });

    it("run a failed run again and pause its job", async () => {
      const api = await openTestApi();
      await api.call("createJob", {
        body: {
          key: "ledger.nightly",
          app: "ledger",
          kind: "recurring",
          work: { kind: "code", handler: "fail" },
          options: { cron: "0 0 0 1 1 *" },
        },
      });
      const nightly = { path: { key: "ledger.nightly" } };
      const routes = [
        { id: "again", action: "rerun", jobs: ["ledger.*"] },
        { id: "stop", action: "pause", actionMs: 3_600_000 },
      ];
      await api.call("replaceAlarmRoutes", { body: { routes, revision: 0 } });
      for (const key of ["ledger.nightly", "fail"]) await api.call("triggerJob", { path: { key } });
      // Errors are told apart by digests, which are made beside the clock of these tests.
      const paused = async (): Promise<Json> => {
        await api.clock.advance(5000);
        return (await api.call("getJob", nightly)).body["pause"] as Json;
      };
      await expect
        .poll(paused, { timeout: 10_000 })
        .toMatchObject({ note: 'Alarm route "stop": run_failed:ledger.nightly:1' });
      const runs = itemsOf((await api.call("listInstances", { query: { jobKey: "ledger.nightly" } })).body);
      expect(runs).toMatchObject([{ trigger: { type: "rerun", of: runs[1]?.["id"] } }, {}]);
      const { incident } = (await api.call("getIncident", { path: { id: "run_failed:ledger.nightly:1" } }))
        .body;
      expect(incident?.["timeline"]).toMatchObject([
        { kind: "opened" },
        { kind: "handled", parameters: { action: "rerun", route: "again" } },
        { kind: "handled", parameters: { action: "pause", route: "stop" } },
      ]);
    });

    it("say before they hold what they would have opened", async () => {
      const api = await openTestApi();
      for (let runs = 0; runs < 3; runs += 1) {
        await api.call("triggerJob", { path: { key: "fail" } });
        await api.clock.advance(1000);
      }
      const rules = [
        { id: "each", condition: "run_failed" },
        { id: "two", condition: "failures_in_row", parameters: { count: 2 } },
        { id: "five", condition: "failures_in_row", parameters: { count: 5 } },
        { id: "other", condition: "run_failed", jobs: ["mail.*"] },
        { id: "late", condition: "late" },
      ];
      const { items } = (await api.call("previewAlarmRules", { body: { rules } })).body;
      expect(items).toMatchObject([
        { rule: "each", incidents: 1, examples: [{ jobKey: "fail", runs: 3 }] },
        { rule: "two", incidents: 1, examples: [{ jobKey: "fail", runs: 2 }] },
        { rule: "five", incidents: 0, examples: [] },
        { rule: "other", incidents: 0 },
        { rule: "late", incidents: null },
      ]);
      expect(itemsOf((await api.call("listIncidents")).body)).toEqual([]);
    });
  });

  describe("silences", () => {
    it("keep incidents from being notified until they end", async () => {
      const api = await openTestApi();
      const until = new Date(api.clock.now().getTime() + 3_600_000).toISOString();
      const made = await api.call("createSilence", {
        body: { reason: "Moving disks", until, jobs: ["fail"] },
      });
      expect(made).toMatchObject({
        status: 201,
        body: { silence: { reason: "Moving disks", until, jobs: ["fail"], apps: null, by: "local" } },
      });
      const silence = made.body["silence"] as unknown as { readonly id: string };
      await api.call("triggerJob", { path: { key: "fail" } });
      await api.clock.settle();
      await api.clock.advance(20_000);
      expect((await api.call("getIncident", FAIL)).body["incident"]).toMatchObject({
        state: "open",
        silencedBy: silence.id,
      });
      expect((await api.call("countIncidents")).body).toMatchObject({ counts: { open: 0 } });
      expect(itemsOf((await api.call("listSilences")).body)).toEqual([silence]);
      const ended = await api.call("endSilence", { path: { id: silence.id } });
      expect(ended.body["silence"]).toMatchObject({ until: api.clock.now().toISOString() });
      await api.clock.advance(20_000);
      expect((await api.call("getIncident", FAIL)).body["incident"]).toMatchObject({ silencedBy: null });
      const again = await api.call("endSilence", { path: { id: silence.id } });
      expect(again).toMatchObject({ status: 404, body: { code: "silence_not_found" } });
      expect(itemsOf((await api.call("listSilences")).body)).toHaveLength(1);
      await api.clock.advance(25 * 3_600_000);
      const window = { cron: "0 2 * * 6", timeZone: "Europe/Berlin", durationMs: 7_200_000 };
      await api.call("createSilence", { body: { reason: "Patches", window } });
      expect(itemsOf((await api.call("listSilences")).body)).toMatchObject([{ window, until: null }]);
    });

    it("are refused where they have no end, a wrong one or no reason", async () => {
      const api = await openTestApi();
      const after = (hours: number): string =>
        new Date(api.clock.now().getTime() + hours * 3_600_000).toISOString();
      const refused = async (body: object): Promise<unknown> =>
        (await api.call("createSilence", { body: { reason: "x", ...body } })).body["errors"] ?? null;
      expect(await refused({})).toMatchObject([{ pointer: "/until", code: "required" }]);
      expect(await refused({ until: after(-1) })).toMatchObject([{ pointer: "/until", code: "in_the_past" }]);
      expect(await refused({ until: after(24 * 31) })).toMatchObject([{ code: "silence_rule" }]);
      expect(await refused({ from: after(2), until: after(1) })).toMatchObject([{ code: "silence_rule" }]);
      expect(await refused({ reason: " ", until: after(1) })).toMatchObject([{ pointer: "/reason" }]);
      const window = { cron: "0 2 * * 6", timeZone: "Mars/North", durationMs: 7_200_000 };
      expect(await refused({ window })).toMatchObject([{ code: "not_a_zone" }]);
      const often = { ...window, timeZone: "UTC", durationMs: 1 };
      expect(await refused({ window: often })).toMatchObject([{ pointer: "/window/durationMs" }]);
      expect(itemsOf((await api.call("listSilences")).body)).toEqual([]);
    });
  });

  describe("heartbeats", () => {
    it("open an incident where what runs elsewhere does not report in time, or that it failed", async () => {
      const api = await openTestApi();
      const id = "backup";
      const heartbeats = [
        { id, app: "ledger", everyMs: 3_600_000, graceMs: 600_000 },
        { id: "nightly", app: "ledger", cron: "0 2 * * *", timeZone: "Europe/Berlin" },
      ];
      const made = await api.call("replaceHeartbeats", { body: { heartbeats, revision: 0 } });
      const [backup] = made.body["heartbeats"] as unknown as readonly Record<string, string>[];
      expect(backup).toMatchObject({ id, state: null, succeededAt: null, due: "2026-01-01T01:00:00.000Z" });
      const token = String(backup?.["path"]).split("/").at(-1) ?? "";
      const key = `no_heartbeat:heartbeat:${id}`;
      const stateOf = async (number: number): Promise<unknown> =>
        (await api.call("getIncident", { path: { id: `${key}:${number}` } })).body["incident"]?.["state"];
      const ping = async (state?: string): Promise<number> =>
        (await api.call("ping", { path: { token }, ...(state !== undefined && { query: { state } }) }))
          .status;
      expect(await ping()).toBe(200);
      await api.clock.advance(65 * 60_000);
      expect(await stateOf(1)).toBeUndefined();
      await api.clock.advance(6 * 60_000);
      expect((await api.call("getIncident", { path: { id: `${key}:1` } })).body["incident"]).toMatchObject({
        condition: "no_heartbeat",
        severity: "critical",
        state: "open",
        app: "ledger",
        text: "backup has not reported, it was due at 2026-01-01T01:00:00.000Z; it last succeeded at 2026-01-01T00:00:00.000Z",
      });
      expect(await ping()).toBe(200);
      await api.clock.advance(20_000);
      expect(await stateOf(1)).toBe("resolved");
      await api.clock.advance(20 * 60_000);
      expect(await ping("failure")).toBe(200);
      await api.clock.advance(20_000);
      expect(await stateOf(2)).toBe("open");
      await ping("start");
      await api.clock.advance(20_000);
      expect(await stateOf(2)).toBe("resolved");
      // It began, and has not ended within the grace.
      await api.clock.advance(10 * 60_000);
      expect([await stateOf(2), await stateOf(3)]).toContain("open");
      const list = (await api.call("listHeartbeats")).body;
      expect(list["heartbeats"]).toMatchObject([{ id, state: "start" }, { id: "nightly" }]);
      const changed = [{ ...heartbeats[0], graceMs: 60_000 }];
      const again = await api.call("replaceHeartbeats", {
        body: { heartbeats: changed, revision: list["revision"] },
      });
      expect(again.body["heartbeats"]).toMatchObject([{ id, graceMs: 60_000, path: backup?.["path"] }]);
      const unknown = await api.call("ping", { path: { token: "nobody" } });
      expect(unknown).toMatchObject({ status: 404, body: { code: "heartbeat_not_found" } });
      const wrong = [
        { id: "a", app: "ledger" },
        { id: "b", app: "ledger", everyMs: 1 },
      ];
      const refused = await api.call("replaceHeartbeats", { body: { heartbeats: wrong, revision: 2 } });
      expect(refused.body).toMatchObject({ errors: [{ pointer: "/0/cron" }, { pointer: "/1/everyMs" }] });
      const never = [{ id: "a", app: "ledger", cron: "0 2" }];
      const cron = await api.call("replaceHeartbeats", { body: { heartbeats: never, revision: 2 } });
      expect(cron.body["code"]).toBe("invalid_cron");
    });
  });
}
