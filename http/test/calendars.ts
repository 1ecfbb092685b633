import { describe, expect, it } from "vitest";
import { itemsOf, type Json, openTestApi } from "./test-api.ts";

const COMPANY = {
  key: "company",
  name: "Company",
  days: { "2026-01-02": "off" },
  names: { "2026-01-02": "Bridge" },
};

/** Working days and holidays. */
export function describeCalendars(): void {
  describe("calendars", () => {
    it("are made, listed, shown, changed at their revision alone, and removed", async () => {
      const api = await openTestApi();
      const made = await api.call("createCalendar", { body: COMPANY });
      expect([made.status, made.headers.get("ETag"), made.body]).toEqual([
        201,
        '"1"',
        {
          calendar: {
            ...COMPANY,
            revision: 1,
            weekend: [6, 7],
            extends: [],
            coveredFrom: null,
            coveredTo: null,
            source: null,
            createdAt: "2026-01-01T00:00:00.000Z",
            changedAt: "2026-01-01T00:00:00.000Z",
            changedBy: "local",
          },
        },
      ]);
      const path = { key: "company" };
      const body = { coveredTo: "2026-12-31" };
      const changed = await api.call("updateCalendar", { path, body, headers: { "If-Match": '"1"' } });
      expect(changed.body["calendar"]).toMatchObject({ ...COMPANY, ...body, revision: 2 });
      const stale = await api.call("updateCalendar", { path, body, headers: { "If-Match": '"1"' } });
      expect(stale).toMatchObject({ status: 412, body: { code: "stale_revision" } });
      expect((await api.call("updateCalendar", { path, body })).status).toBe(428);
      expect(itemsOf((await api.call("listCalendars", {})).body)).toMatchObject([{ key: "company" }]);
      const shown = await api.call("getCalendar", { path });
      expect([shown.headers.get("ETag"), shown.body]).toMatchObject([
        '"2"',
        { calendar: { revision: 2 }, inherited: { days: {}, names: {} }, knownTo: "2026-12-31", jobs: 0 },
      ]);
      const removed = await api.call("removeCalendar", { path, headers: { "If-Match": '"2"' } });
      expect(removed.status).toBe(200);
      expect(await api.call("getCalendar", { path })).toMatchObject({
        status: 404,
        body: { code: "calendar_not_found" },
      });
    });

    it("show what a change does before it is made, and refuse to be removed while a job fires by them", async () => {
      const api = await openTestApi();
      await api.call("createCalendar", { body: COMPANY });
      const job = { path: { key: "ledger/close" }, headers: { "If-Match": "*" } };
      const used = await api.call("updateJob", {
        ...job,
        body: { cron: "0 0 9 * * *", calendar: { key: "company" } },
      });
      expect(used.status).toBe(200);
      const path = { key: "company" };
      const preview = await api.call("previewCalendar", { path, body: { days: {} } });
      expect(preview.body).toMatchObject({
        moved: 0,
        removed: 0,
        added: 1,
        changed: 1,
        jobs: [{ jobKey: "ledger/close", added: 1, first: [{ from: null }] }],
      });
      const removed = await api.call("removeCalendar", { path, headers: { "If-Match": "*" } });
      expect(removed).toMatchObject({ status: 409, body: { code: "calendar_in_use" } });
      const unknown = await api.call("updateJob", { ...job, body: { calendar: { key: "other" } } });
      expect(unknown.status).toBe(400);
      expect((unknown.body["errors"] as readonly Json[])[0]).toMatchObject({
        pointer: "/calendar/key",
        code: "no_such_calendar",
      });
    });

    it("are imported from what comes with the scheduler and from files, after they are tried", async () => {
      const api = await openTestApi();
      const tried = await api.call("importCalendar", { body: { key: "cn", source: "cn", dryRun: true } });
      expect(tried.body).toMatchObject({ isNew: true, calendar: { key: "cn", coveredTo: "2026-12-31" } });
      expect(itemsOf((await api.call("listCalendars", {})).body)).toEqual([]);
      const done = await api.call("importCalendar", { body: { key: "cn", source: "cn" } });
      expect((done.body["calendar"] as Json)["days"]).toMatchObject({
        "2026-02-14": "work",
        "2026-10-01": "off",
      });
      const wrong = await api.call("importCalendar", { body: { key: "x", format: "csv", text: "hello" } });
      expect(wrong.status).toBe(400);
      expect((wrong.body["errors"] as readonly Json[])[0]).toMatchObject({
        pointer: "/text",
        code: "unreadable_source",
      });
    });

    it("say in a preview of times what they move and skip, and what they only estimate", async () => {
      const api = await openTestApi();
      await api.call("importCalendar", { body: { key: "cn", source: "cn" } });
      const preview = async (body: object): Promise<Json> =>
        (await api.call("previewCron", { body: { cron: "0 0 9 * * *", timeZone: "Asia/Shanghai", ...body } }))
          .body;
      const from = "2026-09-30T12:00:00Z";
      const skipping = await preview({ calendar: { key: "cn" }, from, count: 2 });
      expect(skipping["fires"]).toEqual(["2026-10-08T01:00:00.000Z", "2026-10-09T01:00:00.000Z"]);
      expect((skipping["calendar"] as Json)["skipped"]).toEqual(
        [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day: `2026-10-0${day}`, name: "国庆节" })),
      );
      const moving = await preview({ calendar: { key: "cn", otherwise: "next" }, from, count: 1 });
      expect((moving["calendar"] as Json)["fires"]).toEqual([
        {
          at: "2026-10-08T01:00:00.000Z",
          nominal: "2026-10-08T01:00:00.000Z",
          movedBy: null,
          isEstimated: false,
          together: 8,
        },
      ]);
      const early = await preview({
        cron: "0 0 2 * * *",
        calendar: { key: "cn", otherwise: "next" },
        from,
        count: 1,
      });
      expect(early["fires"]).toEqual(["2026-10-07T18:00:00.000Z"]);
      const once = await preview({
        cron: "0 0 9 3 * *",
        calendar: { key: "cn", otherwise: "previous" },
        from: "2026-09-20T00:00:00Z",
        count: 1,
      });
      expect((once["calendar"] as Json)["fires"]).toEqual([
        {
          at: "2026-09-30T01:00:00.000Z",
          nominal: "2026-10-03T01:00:00.000Z",
          movedBy: { day: "2026-10-03", name: "国庆节" },
          isEstimated: false,
          together: 1,
        },
      ]);
      const later = await preview({ calendar: { key: "cn" }, from: "2027-10-01T12:00:00Z", count: 1 });
      expect((later["calendar"] as Json)["fires"]).toMatchObject([
        { at: "2027-10-04T01:00:00.000Z", isEstimated: true },
      ]);
      const plain = await preview({ from, count: 1 });
      expect([plain["fires"], plain["calendar"]]).toEqual([["2026-10-01T01:00:00.000Z"], null]);
      const wrong = await preview({ calendar: { key: "cn", on: "never" } });
      expect((wrong["errors"] as readonly Json[])[0]).toMatchObject({ pointer: "/calendar/on" });
    });

    it("say of the next fires of a job what was moved and what is estimated", async () => {
      const api = await openTestApi();
      await api.call("createCalendar", { body: { ...COMPANY, coveredTo: "2026-01-04" } });
      await api.call("updateJob", {
        path: { key: "ledger/close" },
        headers: { "If-Match": "*" },
        body: { cron: "0 0 9 2 * *", timeZone: "UTC", calendar: { key: "company", otherwise: "next" } },
      });
      const { body } = await api.call("listUpcomingFires", {
        path: { key: "ledger/close" },
        query: { count: 2 },
      });
      expect(body).toMatchObject({
        fires: ["2026-01-05T09:00:00.000Z", "2026-02-02T09:00:00.000Z"],
        moved: ["2026-01-02T09:00:00.000Z", null],
        estimated: [true, true],
      });
    });
  });
}
