import { describe, expect, it } from "vitest";
import { itemsOf, type Json, openTestApi } from "./test-api.ts";

const CLOSE = { path: { key: "ledger/close" } };

export function describeJobs(): void {
  describe("jobs", () => {
    it("a list has each job with flat options, its next fire and its latest run, without the schedule for a triggered one", async () => {
      const api = await openTestApi();
      await api.call("triggerJob", { ...CLOSE });
      await api.clock.settle();
      const { body } = await api.call("listJobs");
      expect(body["items"]).toMatchObject([
        { key: "fail", kind: "triggered", nextFire: null, latest: null },
        {
          key: "ledger/close",
          kind: "recurring",
          options: {
            cron: "0 0 1 * * *",
            timeZone: "Asia/Shanghai",
            startTime: null,
            misfire: { policy: "fireOnce" },
          },
          nextFire: "2026-01-01T17:00:00.000Z",
          latest: { state: "Succeeded", jobKey: "ledger/close" },
        },
        { key: "mail.send", options: { name: "Send mail" } },
        { key: "wait" },
      ]);
      expect(body["items"]?.[0]?.["options"]).not.toHaveProperty("cron");
    });

    it.each([
      [{ kind: "recurring" }, ["ledger/close"]],
      [{ search: "SEND" }, ["mail.send"]],
      [{ tag: "money" }, ["ledger/close"]],
      [{ app: "other" }, []],
      [{ disabled: true }, []],
      [{ disabled: false, kind: "triggered" }, ["fail", "mail.send", "wait"]],
    ])("a list can be narrowed by %j", async (query, keys) => {
      const api = await openTestApi();
      const { body } = await api.call("listJobs", { query });
      expect(body["items"]?.map((job) => job["key"])).toEqual(keys);
    });

    it("a list says the schedule in the reader's words and which options are not the code's", async () => {
      const api = await openTestApi();
      const first = async (headers = {}): Promise<Json | undefined> =>
        itemsOf((await api.call("listJobs", { query: { kind: "recurring" }, headers })).body)[0];
      expect(await first()).toMatchObject({ cronWords: "At 01:00", differs: [] });
      await api.call("updateJob", { ...CLOSE, headers: { "If-Match": "*" }, body: { retryCount: 3 } });
      expect(await first({ "Accept-Language": "zh" })).toMatchObject({
        cronWords: "在01:00",
        differs: ["retryCount"],
      });
      const { items } = (await api.call("listJobs", { query: { kind: "triggered" } })).body;
      expect(items?.map((job) => job["cronWords"])).toEqual([null, null, null]);
    });

    it("the newest runs of several jobs are told at once, of each as many as asked for", async () => {
      const api = await openTestApi();
      for (const key of ["fail", "fail", "fail", "wait"]) {
        await api.call("triggerJob", { path: { key } });
        await api.clock.settle();
      }
      const { body } = await api.call("listRecentRuns", {
        query: { jobKey: "wait,fail,ledger/close,nobody", limit: 2 },
      });
      expect(itemsOf(body).map(({ jobKey, runs }) => [jobKey, runs?.map((run) => run["state"])])).toEqual([
        ["wait", ["Processing"]],
        ["fail", ["Terminated", "Terminated"]],
        ["ledger/close", []],
        ["nobody", []],
      ]);
      const keys = Array.from({ length: 51 }, (_, index) => `job-${index}`);
      const refused = await api.call("listRecentRuns", { query: { jobKey: keys.join(",") } });
      expect(refused).toMatchObject({ status: 400, body: { errors: [{ parameter: "jobKey" }] } });
    });

    it("a list goes on at its cursor and counts only when asked", async () => {
      const api = await openTestApi();
      const first = (await api.call("listJobs", { query: { limit: 3, count: "capped" } })).body;
      expect(first["items"]).toHaveLength(3);
      expect(first["count"]).toBe(4);
      const rest = (
        await api.call("listJobs", { query: { limit: 3, cursor: first["nextCursor"] as string } })
      ).body;
      expect(rest["items"]?.map((job) => job["key"])).toEqual(["wait"]);
      expect(rest).not.toHaveProperty("count");
      expect(rest["nextCursor"]).toBeNull();
    });

    it("an edit is in force at once, moves the ETag and shows where it differs from the code", async () => {
      const api = await openTestApi();
      const before = await api.call("getJob", CLOSE);
      expect(before.headers.get("ETag")).toBe('"1"');
      const edited = await api.call("updateJob", {
        ...CLOSE,
        headers: { "If-Match": '"1"' },
        body: { cron: "0 30 2 * * *", timeZone: "UTC", startTime: "2026-01-02T08:00:00+08:00" },
      });
      expect(edited.headers.get("ETag")).toBe('"2"');
      expect(edited.body).toMatchObject({
        revision: 2,
        nextFire: "2026-01-02T02:30:00.000Z",
        options: { startTime: "2026-01-02T00:00:00.000Z" },
      });
      expect(edited.body["differsFromCode"]?.map((difference) => difference["field"])).toEqual(
        expect.arrayContaining(["cron", "timeZone", "startTime"]),
      );
      expect((await api.call("getJob", CLOSE)).body).toEqual(edited.body);
    });

    it.each(["*", '"7", "1"', '"1" , "2"'])("an edit under If-Match %s is made", async (match) => {
      const api = await openTestApi();
      const { status } = await api.call("updateJob", {
        ...CLOSE,
        headers: { "If-Match": match },
        body: { priority: 2 },
      });
      expect(status).toBe(200);
    });

    it.each(['"2"', 'W/"1"', '"abc"', '"2", "3"'])(
      "an edit under If-Match %s is stale and tells the revision",
      async (match) => {
        const api = await openTestApi();
        const answer = await api.call("updateJob", {
          ...CLOSE,
          headers: { "If-Match": match },
          body: { priority: 2 },
        });
        expect(answer.status).toBe(412);
        expect(answer.body).toMatchObject({ code: "stale_revision", revision: 1 });
        expect(answer.headers.get("ETag")).toBe('"1"');
        expect((await api.call("getJob", CLOSE)).body["revision"]).toBe(1);
      },
    );

    it("of two edits of the same revision one is made and the other is told", async () => {
      const api = await openTestApi();
      const edit = (priority: number) =>
        api.call("updateJob", { ...CLOSE, headers: { "If-Match": '"1"' }, body: { priority } });
      const statuses = (await Promise.all([edit(1), edit(2)])).map(({ status }) => status);
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 412]);
    });

    it("edits of any revision at once are all made", async () => {
      const api = await openTestApi();
      const edits = [
        { priority: 1 },
        { retryCount: 3 },
        { description: "x" },
        { tags: ["a"] },
        { timeoutMs: 5 },
      ];
      const headers = { "If-Match": "*" };
      const answers = await Promise.all(
        edits.map((body) => api.call("updateJob", { ...CLOSE, headers, body })),
      );
      expect(answers.map(({ status }) => status)).toEqual(edits.map(() => 200));
      const { body } = await api.call("getJob", CLOSE);
      expect(body).toMatchObject({ revision: 6, options: Object.assign({}, ...edits) as object });
    });

    it("a pause holds the fires back until it ends, and resuming lifts it", async () => {
      const api = await openTestApi();
      const until = "2026-02-01T00:00:00.000Z";
      const paused = await api.call("pauseJob", { ...CLOSE, body: { until, note: "Audit" } });
      expect(paused.body).toMatchObject({
        pause: { at: "2026-01-01T00:00:00.000Z", until, note: "Audit" },
        nextFire: "2026-02-01T17:00:00.000Z",
      });
      const resumed = await api.call("resumeJob", CLOSE);
      expect(resumed.body).toMatchObject({ pause: null, nextFire: "2026-01-01T17:00:00.000Z", revision: 3 });
    });

    it("the next fires are told, as many as asked for", async () => {
      const api = await openTestApi();
      expect((await api.call("listUpcomingFires", CLOSE)).body["fires"]).toHaveLength(5);
      expect((await api.call("listUpcomingFires", { ...CLOSE, query: { count: 2 } })).body).toEqual({
        fires: ["2026-01-01T17:00:00.000Z", "2026-01-02T17:00:00.000Z"],
      });
    });
  });
}
