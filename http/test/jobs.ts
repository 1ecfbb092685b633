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
      [{ label: "team=ledger" }, ["ledger/close"]],
      [{ label: "cost/center=a=b", status: "no_worker" }, []],
      [{ label: "cost/center=a=b", kind: "recurring" }, ["ledger/close"]],
      [{ label: "team=mail" }, []],
      [{ label: "constructor=x" }, []],
      [{ app: "other" }, []],
      [{ disabled: true }, []],
      [{ disabled: false, kind: "triggered" }, ["fail", "mail.send", "wait"]],
      [{ status: "paused" }, []],
      [{ status: "no_worker", kind: "recurring" }, []],
    ])("a list can be narrowed by %j", async (query, keys) => {
      const api = await openTestApi();
      const { body } = await api.call("listJobs", { query });
      expect(body["items"]?.map((job) => job["key"])).toEqual(keys);
    });

    it.each([
      ["-key", ["wait", "mail.send", "ledger/close", "fail"]],
      ["name", ["fail", "ledger/close", "mail.send", "wait"]],
      // What has none comes last in both directions, in the order of the keys or the reverse of it.
      ["nextFire", ["ledger/close", "fail", "mail.send", "wait"]],
      ["-nextFire", ["ledger/close", "wait", "mail.send", "fail"]],
      ["-latestRun", ["mail.send", "fail", "wait", "ledger/close"]],
    ])("a list is ordered by %s, page after page", async (sort, keys) => {
      const api = await openTestApi();
      await api.call("triggerJob", { path: { key: "fail" } });
      await api.clock.advance(10);
      await api.call("triggerJob", { path: { key: "mail.send" }, body: { args: { to: "ann" } } });
      await api.clock.settle();
      const seen: unknown[] = [];
      let cursor: unknown = null;
      do {
        const query = { sort, limit: 3, ...(cursor !== null && { cursor: cursor as string }) };
        const { body } = await api.call("listJobs", { query });
        seen.push(...itemsOf(body).map((job) => job["key"]));
        cursor = body["nextCursor"];
      } while (cursor !== null);
      expect(seen).toEqual(keys);
    });

    it("a list is narrowed to what is paused, failing or other than its code, with the number of those", async () => {
      const api = await openTestApi();
      const listed = async (status: string): Promise<unknown> => {
        const { body } = await api.call("listJobs", { query: { status, count: "capped" } });
        expect(body["count"]).toBe(itemsOf(body).length);
        return itemsOf(body).map((job) => job["key"]);
      };
      await api.call("pauseJob", { ...CLOSE, body: {} });
      await api.call("updateJob", {
        path: { key: "wait" },
        headers: { "If-Match": "*" },
        body: { retryCount: 3 },
      });
      await api.call("triggerJob", { path: { key: "fail" } });
      await api.clock.settle();
      expect(await listed("paused")).toEqual(["ledger/close"]);
      expect(await listed("differs")).toEqual(["wait"]);
      expect(await listed("failing")).toEqual(["fail"]);
      expect(await listed("not_in_code")).toEqual([]);
      await api.call("resumeJob", { ...CLOSE });
      expect(await listed("paused")).toEqual([]);
    });

    it("a list is narrowed to one kind of work, with the number of those", async () => {
      const api = await openTestApi();
      const params = [{ name: "to", value: "ann" }];
      const body = { engine: 1, nodes: [{ id: "send", type: "job", job: { key: "mail.send" }, params }] };
      const flow = { key: "flow", app: "ledger", kind: "triggered", work: { kind: "task", body } };
      expect((await api.call("createJob", { body: flow })).status).toBe(201);
      const listed = async (work: string): Promise<readonly unknown[]> => {
        const { body: page } = await api.call("listJobs", { query: { work, count: "capped" } });
        expect(page["count"]).toBe(itemsOf(page).length);
        return itemsOf(page).map((job) => job["key"]);
      };
      expect(await listed("task")).toEqual(["flow"]);
      expect(await listed("code")).not.toContain("flow");
      expect(await listed("notice")).toEqual([]);
      const unknown = await api.call("listJobs", { query: { work: "sleep" } });
      expect([unknown.status, JSON.stringify(unknown.body["errors"])]).toEqual([
        400,
        expect.stringContaining("work"),
      ]);
    });

    it("many are paused at once, and those with a pause of their own keep it unless it is to be replaced", async () => {
      const api = await openTestApi();
      await api.call("pauseJob", { ...CLOSE, body: { note: "Certificate" } });
      const bulk = {
        action: "pause",
        keys: ["ledger/close"],
        note: "Release",
        until: "2099-01-01T00:00:00Z",
      };
      const refused = await api.call("bulkJobs", { body: bulk });
      expect(refused.body).toMatchObject({
        done: 0,
        results: [
          {
            key: "ledger/close",
            problem: {
              code: "already_paused",
              detail: expect.stringMatching(/paused already.*"Certificate"/),
            },
          },
        ],
      });
      expect((await api.call("getJob", CLOSE)).body).toMatchObject({
        pause: { note: "Certificate", until: null },
      });
      const replaced = await api.call("bulkJobs", { body: { ...bulk, overwrite: true } });
      expect(replaced.body).toMatchObject({ done: 1 });
      // Sent again because its response was lost.
      expect((await api.call("bulkJobs", { body: bulk })).body).toMatchObject({ done: 1 });
      expect((await api.call("getJob", CLOSE)).body).toMatchObject({
        pause: { note: "Release", until: "2099-01-01T00:00:00.000Z" },
      });
    });

    it("many are paused, resumed and run at once, with what became of each", async () => {
      const api = await openTestApi();
      const keys = ["ledger/close", "wait", "nobody"];
      const paused = await api.call("bulkJobs", { body: { action: "pause", keys, note: "Release" } });
      expect(paused.body).toMatchObject({
        done: 1,
        results: [
          { key: "ledger/close", instanceId: null, problem: null },
          { key: "wait", problem: { code: "wrong_job_kind" } },
          { key: "nobody", problem: { code: "job_not_found", status: 404 } },
        ],
      });
      expect((await api.call("getJob", CLOSE)).body).toMatchObject({
        pause: { note: "Release", until: null },
      });
      expect(
        (await api.call("bulkJobs", { body: { action: "resume", keys: ["ledger/close"] } })).body["done"],
      ).toBe(1);
      expect((await api.call("getJob", CLOSE)).body).toMatchObject({ pause: null });
      const run = {
        body: { action: "run", keys: ["ledger/close", "mail.send"] },
        headers: { "Idempotency-Key": "once" },
      };
      const { body } = await api.call("bulkJobs", run);
      expect(body).toMatchObject({
        done: 1,
        results: [
          { key: "ledger/close", instanceId: expect.any(String), problem: null },
          { key: "mail.send", instanceId: null, problem: { code: "invalid_args" } },
        ],
      });
      expect((await api.call("bulkJobs", run)).body["results"]).toEqual(body["results"]);
      await api.clock.settle();
      expect((await api.call("listInstances")).body["items"]).toHaveLength(1);
    });

    it("a list says the schedule in the reader's words and which options are not the code's", async () => {
      const api = await openTestApi();
      const first = async (headers = {}): Promise<Json | undefined> =>
        itemsOf((await api.call("listJobs", { query: { kind: "recurring" }, headers })).body)[0];
      expect(await first()).toMatchObject({ cronWords: "Every day, at 01:00", differs: [] });
      await api.call("updateJob", { ...CLOSE, headers: { "If-Match": "*" }, body: { retryCount: 3 } });
      expect(await first({ "Accept-Language": "zh" })).toMatchObject({
        cronWords: "每天 01:00",
        differs: ["retryCount"],
      });
      const { items } = (await api.call("listJobs", { query: { kind: "triggered" } })).body;
      expect(items?.map((job) => job["cronWords"])).toEqual([null, null, null]);
    });

    it("the newest runs of several jobs are returned at once, of each as many as asked for", async () => {
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
      const bars = (await api.call("listRecentBars", { query: { jobKey: "wait,fail", limit: 2 } })).body;
      expect(bars["items"]).toEqual([
        { jobKey: "wait", bars: [{ state: "Processing", ms: 0 }] },
        { jobKey: "fail", bars: Array.from({ length: 2 }, () => ({ state: "Terminated", ms: 0 })) },
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

    it("further schedules are shown with their next fires, and one that is wrong is pointed at", async () => {
      const api = await openTestApi();
      const headers = { "If-Match": "*" };
      const schedules = [{ name: "half", cron: "0 30 17 * * *", timeZone: "UTC", args: { half: true } }];
      const edited = await api.call("updateJob", { ...CLOSE, headers, body: { schedules } });
      expect(edited.body["options"]).toMatchObject({ schedules });
      const upcoming = await api.call("listUpcomingFires", { ...CLOSE, query: { count: 3 } });
      expect(upcoming.body).toEqual({
        fires: ["2026-01-01T17:00:00.000Z", "2026-01-01T17:30:00.000Z", "2026-01-02T17:00:00.000Z"],
        schedules: [null, "half", null],
        moved: [null, null, null],
        estimated: [false, false, false],
        clockChanges: [],
      });
      const wrong = [...schedules, { name: "half", cron: "0 * * * * *" }];
      const refused = await api.call("updateJob", { ...CLOSE, headers, body: { schedules: wrong } });
      expect(refused.status).toBe(400);
      expect(refused.body["errors"]).toMatchObject([{ pointer: "/schedules", code: "given_twice" }]);
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

    it("of two edits of the same revision one is made and the other refused", async () => {
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
        { labels: { owner: "ops" } },
        { timeoutMs: 5 },
      ];
      const headers = { "If-Match": "*" };
      const answers = await Promise.all(
        edits.map((body) => api.call("updateJob", { ...CLOSE, headers, body })),
      );
      expect(answers.map(({ status }) => status)).toEqual(edits.map(() => 200));
      const { body } = await api.call("getJob", CLOSE);
      expect(body).toMatchObject({ revision: 7, options: Object.assign({}, ...edits) as object });
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

    it("a pause ends the fires that wait where it is asked to, and nothing else", async () => {
      const api = await openTestApi();
      const wrong = await api.call("pauseJob", { ...CLOSE, body: { waiting: "drop" } });
      expect([wrong.status, wrong.body["errors"]]).toEqual([
        400,
        [expect.objectContaining({ pointer: "/waiting" })],
      ]);
      expect((await api.call("pauseJob", { ...CLOSE, body: { waiting: "cancel" } })).status).toBe(200);
      const bulk = { action: "pause", keys: ["ledger/close"], waiting: "cancel" };
      expect((await api.call("bulkJobs", { body: bulk })).body).toMatchObject({ done: 1 });
    });

    it("the next fires are returned, as many as asked for", async () => {
      const api = await openTestApi();
      expect((await api.call("listUpcomingFires", CLOSE)).body["fires"]).toHaveLength(5);
      expect((await api.call("listUpcomingFires", { ...CLOSE, query: { count: 2 } })).body).toEqual({
        fires: ["2026-01-01T17:00:00.000Z", "2026-01-02T17:00:00.000Z"],
        schedules: [null, null],
        moved: [null, null],
        estimated: [false, false],
        clockChanges: [],
      });
    });

    it("a job can be created for the code of another, triggered with its own arguments, and deleted", async () => {
      const api = await openTestApi();
      const body = {
        key: "ledger/close-quarter",
        app: "test",
        kind: "recurring",
        options: { cron: "0 0 1 1 1,4,7,10 *" },
        work: { kind: "code", handler: "ledger/close" },
        args: { quarter: true },
      };
      const { body: close } = await api.call("getJob", CLOSE);
      expect(close).toMatchObject({ origin: "code", inCode: true, work: body.work, args: null });
      const created = await api.call("createJob", { body: { ...body, app: String(close["app"]) } });
      expect([created.status, created.headers.get("Location"), created.headers.get("ETag")]).toEqual([
        201,
        "/api/v1/jobs/ledger%2Fclose-quarter",
        '"1"',
      ]);
      expect(created.body).toMatchObject({
        ...body,
        app: close["app"],
        options: body.options,
        origin: "api",
        inCode: false,
      });
      const path = { key: "ledger/close-quarter" };
      const run = await api.call("triggerJob", { path });
      await api.clock.settle();
      const { body: ended } = await api.call("getInstance", {
        path: { id: String(run.body["instance"]?.["id"]) },
      });
      expect(ended).toMatchObject({ state: "Succeeded", args: { quarter: true }, result: { closed: true } });
      expect((await api.call("deleteJob", { path, headers: { "If-Match": '"1"' } })).status).toBe(204);
      expect((await api.call("getJob", { path })).status).toBe(404);
      expect((await api.call("getInstance", { path: { id: String(ended["id"]) } })).status).toBe(200);
    });

    it("a copy begins paused, and arguments and work can be changed", async () => {
      const api = await openTestApi();
      const copy = await api.call("copyJob", { ...CLOSE, body: { key: "copy" } });
      expect([copy.status, copy.body["nextFire"], copy.body["work"]]).toEqual([
        201,
        null,
        { kind: "code", handler: "ledger/close" },
      ]);
      const work = { kind: "code", handler: "wait" };
      const changed = await api.call("updateJob", {
        path: { key: "copy" },
        headers: { "If-Match": '"1"' },
        body: { args: [1], work, retryCount: 1 },
      });
      expect(changed.body).toMatchObject({ revision: 2, args: [1], work, options: { retryCount: 1 } });
    });
  });
}
