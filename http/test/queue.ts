import { describe, expect, it } from "vitest";
import { openTestApi } from "./test-api.ts";

const MAIL = { path: { key: "mail.send" } };

/** What waits, and the changes people make to it. */
export function describeQueue(): void {
  describe("the queue", () => {
    it("is empty where nothing waits, and clearing it says so", async () => {
      const api = await openTestApi();
      expect((await api.call("listQueue", { query: { jobKey: "mail.send" } })).body).toEqual({
        items: [],
        total: 0,
        isComplete: true,
      });
      const cleared = await api.call("clearQueue", { body: { jobKey: "mail.send", dryRun: true } });
      expect([cleared.status, cleared.body]).toEqual([200, { matched: 0, done: 0 }]);
    });

    it("changes nothing of a run that does not wait, or that there is not", async () => {
      const api = await openTestApi();
      const body = { args: { to: "ada" }, delayMs: 60_000 };
      const delayed = await api.call("triggerJob", { ...MAIL, body });
      const path = { id: String(delayed.body["instance"]?.["id"]) };
      const prioritized = await api.call("prioritizeInstance", { path, body: { priority: 1 } });
      expect(prioritized).toMatchObject({ status: 409, body: { code: "not_waiting" } });
      expect(await api.call("runInstanceNext", { path, body: {} })).toMatchObject({ status: 409 });
      const refused = await api.call("prioritizeInstance", { path, body: { priority: 9 } });
      expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: "/priority" }] } });
      const unknown = await api.call("runInstanceNext", { path: { id: "nobody" }, body: {} });
      expect(unknown).toMatchObject({ status: 404, body: { code: "instance_not_found" } });
    });
  });
}
