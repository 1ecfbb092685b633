import { describe, expect, it } from "vitest";
import { openTestApi } from "./test-api.ts";

export function describeBulk(): void {
  describe("bulk", () => {
    it("counts without touching, then cancels what matches", async () => {
      const api = await openTestApi();
      for (let index = 0; index < 3; index += 1) {
        await api.call("triggerJob", { path: { key: "wait" }, body: { delayMs: 60_000 } });
      }
      const body = { action: "cancel", filter: { jobKey: "wait", state: ["Scheduled"] } };
      const counted = await api.call("bulkInstances", { body: { ...body, dryRun: true } });
      expect(counted.body).toEqual({
        operation: null,
        parts: [{ app: "ledger", jobKey: "wait", count: 3 }],
        rerunBefore: 0,
        matched: 3,
        done: 0,
        failed: [],
      });
      expect((await api.call("listInstances", { query: { state: "Scheduled" } })).body["items"]).toHaveLength(
        3,
      );
      const done = await api.call("bulkInstances", { body: { ...body, reason: "Cleared" } });
      expect(done.body).toMatchObject({ matched: 3, done: 3, failed: [] });
      expect((await api.call("listInstances", { query: { state: "Cancelled" } })).body["items"]).toHaveLength(
        3,
      );
    });

    it("says for each id why it was not done, and takes an id given twice once", async () => {
      const api = await openTestApi();
      const answer = await api.call("triggerJob", {
        path: { key: "mail.send" },
        body: { args: { to: "ann" } },
      });
      const id = answer.body["instance"]?.["id"] as string;
      await api.clock.settle();
      const { body } = await api.call("bulkInstances", {
        body: { action: "cancel", ids: [id, id, "nobody"] },
      });
      expect(body).toMatchObject({ matched: 2, done: 0 });
      expect(body["failed"]).toEqual(
        expect.arrayContaining([
          { id, problem: expect.objectContaining({ code: "already_terminal", status: 409 }) },
          { id: "nobody", problem: expect.objectContaining({ code: "instance_not_found" }) },
        ]),
      );
    });

    it("runs again once under one Idempotency-Key", async () => {
      const api = await openTestApi();
      const answer = await api.call("triggerJob", {
        path: { key: "mail.send" },
        body: { args: { to: "ann" } },
      });
      await api.clock.settle();
      const call = {
        body: { action: "rerun", ids: [answer.body["instance"]?.["id"]] },
        headers: { "Idempotency-Key": "again" },
      };
      expect((await api.call("bulkInstances", call)).body["done"]).toBe(1);
      expect((await api.call("bulkInstances", call)).body["done"]).toBe(1);
      expect((await api.call("listInstances")).body["items"]).toHaveLength(2);
    });
  });
}
