import { describe, expect, it } from "vitest";
import { itemsOf, type Json, openTestApi } from "./test-api.ts";

const KEY = "ledger/close";
const WINDOW = { from: "2026-01-02T00:00:00Z", to: "2026-01-05T00:00:00Z" };

/** What will fire, and what to do about it. */
export function describeForecast(): void {
  describe("forecasts", () => {
    it("count fires by bucket, and say what is not known", async () => {
      const api = await openTestApi();
      const { status, body } = await api.call("getForecast", {
        query: { ...WINDOW, bucketMs: "86400000", jobKey: KEY },
      });
      expect([status, body]).toMatchObject([
        200,
        {
          isWhole: true,
          jobs: 1,
          fires: 3,
          bucketMs: 86_400_000,
          storms: [],
          unknown: { keys: [KEY], total: 1 },
        },
      ]);
      expect((body["buckets"] as readonly Json[]).map((bucket) => bucket["fires"])).toEqual([1, 1, 1]);
      const timeline = await api.call("getTimeline", { query: { ...WINDOW, jobKey: KEY } });
      expect(timeline.body["fires"]).toMatchObject([{}, {}, {}].map(() => ({ jobKey: KEY, action: null })));
    });

    it("are refused beyond their bounds", async () => {
      const api = await openTestApi();
      const refused = await api.call("getForecast", { query: { ...WINDOW, to: "2026-03-05T00:00:00Z" } });
      expect(refused).toMatchObject({
        status: 400,
        body: {
          code: "invalid_argument",
          errors: [{ pointer: "/to", code: "forecast_time", parameters: { days: 31 } }],
        },
      });
    });

    it("let one decide about a fire once", async () => {
      const api = await openTestApi();
      const timeline = await api.call("getTimeline", { query: { ...WINDOW, jobKey: KEY } });
      const [first] = timeline.body["fires"] as readonly Json[];
      const body = { at: first?.["nominalTime"] as string, action: "skip", note: "Stocktaking" };
      const made = await api.call("actOnFire", { path: { key: KEY }, body });
      expect(made).toMatchObject({
        status: 201,
        body: { runId: first?.["runId"], action: "skip", to: null },
      });
      const again = await api.call("actOnFire", { path: { key: KEY }, body });
      expect(again).toMatchObject({ status: 409, body: { code: "fire_decided" } });
      const forced = await api.call("actOnFire", { path: { key: KEY }, body: { ...body, force: true } });
      expect(forced).toMatchObject({ status: 400, body: { errors: [{ pointer: "/force" }] } });
      const triggered = await api.call("actOnFire", { path: { key: "mail.send" }, body });
      expect(triggered).toMatchObject({ status: 409, body: { code: "wrong_job_kind" } });
    });

    it("let one spread jobs, and take it back", async () => {
      const api = await openTestApi();
      expect(itemsOf((await api.call("suggestSpreads", { body: {} })).body)).toEqual([]);
      const job = (await api.call("getJob", { path: { key: KEY } })).body;
      const jobs = [{ jobKey: KEY, jitterMs: 60_000, revision: Number(job["revision"]) }];
      const made = await api.call("createSpread", { body: { jobs, note: "Calm nights" } });
      expect(made).toMatchObject({
        status: 201,
        body: { left: [], spread: { note: "Calm nights", undoneAt: null } },
      });
      const path = { id: (made.body["spread"] as Json)["id"] as string };
      expect(itemsOf((await api.call("listSpreads", {})).body)).toMatchObject([path]);
      expect(await api.call("undoSpread", { path, body: {} })).toMatchObject({
        status: 200,
        body: { left: [] },
      });
      const again = await api.call("undoSpread", { path, body: {} });
      expect(again).toMatchObject({ status: 409, body: { code: "spread_undone" } });
      const unknown = await api.call("undoSpread", { path: { id: "no-such" }, body: {} });
      expect(unknown).toMatchObject({ status: 404, body: { code: "spread_not_found" } });
    });
  });
}
