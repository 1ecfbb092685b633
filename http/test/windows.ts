import { describe, expect, it } from "vitest";
import { itemsOf, type Json, openTestApi } from "./test-api.ts";

const REQUEST = {
  name: "Release 7",
  apps: ["ledger"],
  until: "2026-01-01T03:00:00Z",
  holds: "runs",
  reason: "The schema changes",
};

/** Times in which jobs do not fire, or nothing of them begins. */
export function describeWindows(): void {
  describe("windows", () => {
    it("are counted first, made, shown at their jobs, prolonged and ended", async () => {
      const api = await openTestApi();
      const preview = await api.call("previewWindow", {
        body: { ...REQUEST, until: "2026-01-03T00:00:00Z" },
      });
      expect(preview.body).toMatchObject({ countedTo: "2026-01-03T00:00:00.000Z" });
      expect(preview.body["leftOut"]).toBeGreaterThan(0);
      const made = await api.call("createWindow", { body: REQUEST });
      const window = made.body["window"] as Json;
      expect([made.status, made.headers.get("etag"), window]).toMatchObject([
        201,
        '"1"',
        { apps: ["ledger"], jobs: null, holds: "runs", fires: "skip", silences: false, by: "local" },
      ]);
      const path = { id: window["id"] as string };
      const job = await api.call("getJob", { path: { key: "ledger/close" } });
      expect(job.body["window"]).toEqual({
        id: path.id,
        name: "Release 7",
        until: "2026-01-01T03:00:00.000Z",
      });
      const until = "2026-01-01T05:00:00.000Z";
      const prolonged = await api.call("changeWindow", {
        path,
        body: { until },
        headers: { "If-Match": '"1"' },
      });
      expect(prolonged.body["window"]).toMatchObject({ until, revision: 2 });
      const late = await api.call("changeWindow", {
        path,
        body: { name: "x" },
        headers: { "If-Match": '"1"' },
      });
      expect(late).toMatchObject({ status: 412, body: { code: "stale_revision" } });
      expect(itemsOf((await api.call("listWindows", { query: { app: "ledger" } })).body)).toMatchObject([
        path,
      ]);
      expect(itemsOf((await api.call("listWindows", { query: { app: "mail" } })).body)).toEqual([]);
      await api.call("endWindow", { path, headers: { "If-Match": "*" } });
      await api.clock.advance(2000);
      expect(itemsOf((await api.call("listWindows")).body)).toEqual([]);
      const after = { after: "2026-01-01T00:00:00Z" };
      expect(itemsOf((await api.call("listWindows", { query: after })).body)).toMatchObject([path]);
      expect((await api.call("getWindow", { path })).body["window"]).toMatchObject({ revision: 3 });
      const again = await api.call("endWindow", { path, headers: { "If-Match": "*" } });
      expect(again).toMatchObject({ status: 409, body: { code: "window_over" } });
      const unknown = await api.call("getWindow", { path: { id: "no-such" } });
      expect(unknown).toMatchObject({ status: 404, body: { code: "window_not_found" } });
    });
  });
}
