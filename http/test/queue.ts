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

    it("is in the order of the turns, which a priority and a run next change, and is cleared together", async () => {
      const api = await openTestApi();
      const { definition } = await api.scheduler.jobs.get("wait");
      await api.scheduler.jobs.update("wait", { whenFull: "queue", maxConcurrency: 1 }, definition.revision);
      const trigger = async (): Promise<string> => {
        const { id } = await api.scheduler.trigger("wait");
        await api.clock.advance(10);
        return id;
      };
      await trigger();
      const [a, b, c] = [await trigger(), await trigger(), await trigger()];
      const path = { id: c };
      const placed = await api.call("prioritizeInstance", { path, body: { priority: 2 } });
      expect(placed).toMatchObject({ status: 200, body: { instance: { id: c, priority: 2 } } });
      expect((await api.call("runInstanceNext", { path: { id: b }, body: {} })).status).toBe(200);
      const { body } = await api.call("listQueue", { query: { jobKey: "wait" } });
      expect(body).toMatchObject({
        items: [b, c, a].map((id) => ({ run: { id }, waitsFor: "slot" })),
        total: 3,
        isComplete: true,
      });
      const refused = await api.call("clearQueue", { body: {} });
      expect([refused.status, refused.body["errors"]]).toMatchObject([400, [{ code: "condition_or_all" }]]);
      const counted = await api.call("clearQueue", { body: { all: true, dryRun: true } });
      expect(counted.body).toEqual({ matched: 3, done: 0 });
      const cleared = await api.call("clearQueue", { body: { app: "ledger" } });
      expect(cleared.body).toEqual({ matched: 3, done: 3 });
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
