import { describe, expect, it } from "vitest";
import { itemsOf, openTestApi } from "./test-api.ts";

const OPERATION = "0190a000-0000-4000-8000-000000000001";

export function describeHistory(): void {
  describe("history and operations", () => {
    it("says who did what to a job, with what was before and after, page after page", async () => {
      const api = await openTestApi();
      const path = { key: "ledger/close" };
      await api.call("pauseJob", { path, body: { note: "Release" } });
      await api.call("updateJob", {
        path,
        headers: { "If-Match": "*" },
        body: { retryCount: 3, comment: "More" },
      });
      const first = (await api.call("listHistory", { query: { jobKey: "ledger/close", limit: 1 } })).body;
      expect(first["items"]).toMatchObject([
        {
          kind: "edit",
          by: { id: "local", name: "local" },
          app: "ledger",
          jobKey: "ledger/close",
          jobName: "ledger/close",
          note: "More",
          changes: [{ pointer: "/retryCount", before: "0", after: "3" }],
        },
      ]);
      const cursor = first["nextCursor"] as string;
      const next = await api.call("listHistory", { query: { jobKey: "ledger/close", limit: 1, cursor } });
      expect(next.body).toMatchObject({ items: [{ kind: "pause", note: "Release" }], nextCursor: null });
      const refused = await api.call("listHistory", { query: { cursor: `${cursor}x` } });
      expect(refused.status).toBe(400);
    });

    it("an operation can be read by the id that its caller gave it, and is undone once", async () => {
      const api = await openTestApi();
      const body = { action: "pause", keys: ["ledger/close", "mail.send"], operation: OPERATION };
      expect((await api.call("bulkJobs", { body })).body).toMatchObject({ operation: OPERATION, done: 1 });
      const again = await api.call("bulkJobs", { body });
      expect(again).toMatchObject({ status: 400, body: { errors: [{ pointer: "/operation" }] } });
      const path = { id: OPERATION };
      const shown = (await api.call("getOperation", { path })).body;
      expect(shown).toMatchObject({
        operation: { kind: "pause", total: 2, done: 1, leftAlone: 1, by: { id: "local" } },
        items: [
          { id: "ledger/close", problem: null },
          { id: "mail.send", problem: { code: "wrong_job_kind" } },
        ],
        names: { "mail.send": "Send mail" },
      });
      const undone = (await api.call("undoOperation", { path })).body;
      expect(undone["operation"]).toMatchObject({ kind: "resume", undoOf: OPERATION, done: 1 });
      expect((await api.call("undoOperation", { path })).body["code"]).toBe("not_undoable");
      expect(itemsOf((await api.call("listOperations")).body)).toHaveLength(2);
      const unknown = await api.call("getOperation", { path: { id: "nobody" } });
      expect(unknown).toMatchObject({ status: 404, body: { code: "operation_not_found" } });
    });

    it("many failed runs are run again once, unless they are asked for once more", async () => {
      const api = await openTestApi();
      await api.call("triggerJob", { path: { key: "fail" } });
      await api.clock.settle();
      const body = { action: "rerun", filter: { jobKey: "fail", state: ["Terminated"] }, unlessRerun: true };
      const first = (await api.call("bulkInstances", { body })).body;
      expect(first).toMatchObject({ matched: 1, done: 1, rerunBefore: 0 });
      await api.clock.settle();
      const second = (await api.call("bulkInstances", { body })).body;
      expect(second).toMatchObject({ matched: 2, done: 1, rerunBefore: 1 });
      expect(second["failed"]).toMatchObject([{ problem: { code: "already_rerun", status: 409 } }]);
    });
  });
}
