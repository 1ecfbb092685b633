import { Permission } from "@mojob/core";
import { describe, expect, it } from "vitest";
import { openTestApi, type TestApi } from "./test-api.ts";

/** Longer than the pause between two passes over runs that have ended. */
const SUMMED_MS = 10_000;

async function openWithRuns(): Promise<TestApi> {
  const api = await openTestApi({ start: "2026-01-01T08:00:00.000Z" });
  const { scheduler, clock } = api;
  for (const to of ["ada", "li", "wu"]) await scheduler.trigger("mail.send", { to });
  await scheduler.trigger("fail", null);
  await clock.advance(SUMMED_MS);
  return api;
}

/** Sums of runs over time. */
export function describeReports(): void {
  describe("reports", () => {
    it("show what became of runs, in total, over time and by subject", async () => {
      const api = await openWithRuns();
      const { body } = await api.call("getReport", { query: { range: "6h", by: "job" } });
      expect(body).toMatchObject({
        from: "2026-01-01T02:00:00.000Z",
        to: "2026-01-01T09:00:00.000Z",
        grain: "hour",
        by: "job",
        countedAt: "2026-01-01T08:00:05.000Z",
        total: {
          runs: 4,
          succeeded: 3,
          terminated: 1,
          successRate: 0.75,
          duration: { count: 4 },
          codes: [{ name: "job_error", count: 1 }],
          causes: [],
        },
        before: { runs: 0, successRate: null, duration: { p95Ms: null } },
        subjectsTotal: 2,
      });
      expect(body["buckets"]?.map(({ at, runs }) => [at, runs]).at(-1)).toEqual([
        "2026-01-01T08:00:00.000Z",
        4,
      ]);
      const named = body["subjects"]?.map(({ id, app, total }) => [id, app, total?.["runs"]]);
      expect(named).toEqual([
        ["mail.send", "ledger", 3],
        ["fail", "ledger", 1],
      ]);
      const whole = await api.call("getReport", { query: { range: "1h" } });
      expect(whole.body["busiest"]).toEqual([{ at: "2026-01-01T08:00:00.000Z", runs: 4 }]);
    });

    it("list what got worse", async () => {
      const { body } = await (await openWithRuns()).call("getWorst", { query: { range: "1h" } });
      expect(body).toMatchObject({
        by: "job",
        failures: [{ id: "fail", app: "ledger", now: 1, before: 0, change: 1 }],
        lateness: [],
      });
    });

    it("are exported as CSV", async () => {
      const api = await openWithRuns();
      const request = new Request("http://127.0.0.1/api/v1/reports/export?range=1h&by=job");
      const response = await api.app.fetch(request, { peer: "127.0.0.1" });
      expect(response.headers.get("Content-Disposition")).toBe(
        'attachment; filename="report-job-2026-01-01.csv"',
      );
      const [head, ...lines] = (await response.text()).split("\r\n");
      expect(head).toMatch(/^job,app,runs,succeeded,terminated,/);
      expect(lines.map((line) => line.split(",").slice(0, 5).join())).toEqual([
        "mail.send,ledger,3,3,0",
        "fail,ledger,1,0,1",
        "",
      ]);
      await api.call("exportReport", { query: { range: "1h" } });
    });

    it("say what is wrong with a request", async () => {
      const api = await openTestApi();
      const refused = async (query: Record<string, string>) => {
        const { status, body } = await api.call("getReport", { query });
        return [status, body["errors"]?.map(({ pointer, parameter, code }) => [pointer ?? parameter, code])];
      };
      expect(await refused({ from: "2025-01-02T00:00:00Z", to: "2025-01-01T00:00:00Z" })).toEqual([
        400,
        [["/to", "report_time"]],
      ]);
      expect(await refused({ from: "2020-01-01T00:00:00Z" })).toEqual([400, [["/to", "report_time"]]]);
      expect(await refused({ range: "1h", from: "2025-01-01T00:00:00Z" })).toEqual([
        400,
        [["/range", "excludes"]],
      ]);
      expect(await refused({ range: "2h" })).toEqual([400, [["range", "not_one_of"]]]);
      expect(await refused({ executor: "a", jobKey: "fail" })).toEqual([400, [["/executor", "excludes"]]]);
      expect(await refused({ by: "executor", tag: "a" })).toEqual([400, [["/tag", "excludes"]]]);
    });

    it("have their sums made again, one time after the other", async () => {
      const api = await openWithRuns();
      const body = { since: "2026-01-01T07:00:00Z" };
      const begun = await api.call("rebuildReports", { body });
      expect([begun.status, begun.body["rebuild"]?.["since"]]).toEqual([202, "2026-01-01T00:00:00.000Z"]);
      const again = await api.call("rebuildReports", { body });
      expect([again.status, again.body["errors"]?.[0]?.["code"]]).toEqual([400, "report_rebuilding"]);
      await api.clock.advance(SUMMED_MS);
      expect((await api.call("getReportState")).body["rebuild"]).toBeNull();
      const { body: report } = await api.call("getReport", { query: { range: "1h" } });
      expect(report["total"]?.["runs"]).toBe(4);
    });

    it("have marks for those who may read the history", async () => {
      const { scheduler } = await openWithRuns();
      await scheduler.jobs.pause("ledger/close");
      const kinds = async (...permissions: readonly Permission[]) =>
        (
          await scheduler.as({ kind: "token", name: "ci", permissions }).reports.report({ range: "1h" })
        ).marks.map(({ kind, jobKey }) => [kind, jobKey]);
      expect(await kinds(Permission.ReadRuns)).toEqual([]);
      expect(await kinds(Permission.ReadRuns, Permission.ReadJobs)).toContainEqual(["pause", "ledger/close"]);
    });
  });
}
