import { describe, expect, it } from "vitest";
import { itemsOf, type Json, openTestApi } from "./test-api.ts";

const RANGE = { from: "2025-12-28T00:00:00Z", to: "2026-01-01T00:00:00Z" };
const REQUEST = { jobKey: "ledger/close", ...RANGE };

/** Runs for fires that were missed or never planned. */
export function describeBackfills(): void {
  describe("backfills", () => {
    it("are counted first, begin, are followed and listed", async () => {
      const api = await openTestApi();
      const preview = await api.call("previewBackfill", { body: REQUEST });
      expect(preview.body).toMatchObject({ planned: 4, present: 0, unknown: 0, toCreate: 4 });
      expect(preview.body["days"]).toMatchObject(
        ["29", "30", "31"].map((day) => ({ day: `2025-12-${day}` })).concat([{ day: "2026-01-01" }]),
      );
      const made = await api.call("createBackfill", {
        body: { ...REQUEST, atOnce: 4, note: "After the outage" },
      });
      const backfill = made.body["backfill"] as Json;
      expect([made.status, backfill]).toMatchObject([
        201,
        {
          app: "ledger",
          jobKey: "ledger/close",
          state: "running",
          only: "missing",
          atOnce: 4,
          args: null,
          by: "local",
        },
      ]);
      const path = { id: backfill["id"] as string };
      for (let waited = 0; waited < 20; waited += 1) await api.clock.advance(1000);
      const shown = await api.call("getBackfill", { path });
      expect(shown.body["backfill"]).toMatchObject({
        state: "completed",
        counts: { planned: 4, succeeded: 4 },
        open: [],
      });
      const listed = await api.call("listBackfills", {
        query: { jobKey: "ledger/close", state: "completed" },
      });
      expect(itemsOf(listed.body)).toMatchObject([path]);
      expect(itemsOf((await api.call("listBackfills", { query: { state: "running" } })).body)).toEqual([]);
      const late = await api.call("changeBackfill", { path, body: { state: "paused" } });
      expect(late).toMatchObject({ status: 409, body: { code: "backfill_ended" } });
      const unknown = await api.call("getBackfill", { path: { id: "no-such" } });
      expect(unknown).toMatchObject({ status: 404, body: { code: "backfill_not_found" } });
    });

    it("are paused, and cancelled", async () => {
      const api = await openTestApi();
      const made = await api.call("createBackfill", { body: REQUEST });
      const path = { id: (made.body["backfill"] as Json)["id"] as string };
      const paused = await api.call("changeBackfill", { path, body: { state: "paused" } });
      expect(paused.body["backfill"]).toMatchObject({ state: "paused", endedAt: null });
      const cancelled = await api.call("changeBackfill", {
        path,
        body: { state: "cancelled", cancelRuns: true },
      });
      expect(cancelled.body["backfill"]).toMatchObject({
        state: "cancelled",
        endedAt: "2026-01-01T00:00:00.000Z",
      });
    });

    it.each<readonly [string, object, string]>([
      ["a range that ends before it begins", { to: RANGE.from }, "/to"],
      ["a range beyond now", { to: "2026-01-02T00:00:00Z" }, "/to"],
      ["a job and an app", { app: "ledger" }, ""],
      ["a number that is none", { atOnce: "2" }, "/atOnce"],
      ["an unknown member", { force: true }, "/force"],
    ])("refuse %s, and say where it is", async (_, change, pointer) => {
      const api = await openTestApi();
      const refused = await api.call("createBackfill", { body: { ...REQUEST, ...change } });
      expect(refused).toMatchObject({
        status: 400,
        body: { code: "invalid_argument", errors: [{ pointer }] },
      });
    });

    it("are for recurring jobs", async () => {
      const api = await openTestApi();
      const refused = await api.call("createBackfill", { body: { ...REQUEST, jobKey: "mail.send" } });
      expect(refused).toMatchObject({ status: 409, body: { code: "wrong_job_kind" } });
    });
  });
}
