import { describe, expect, it } from "vitest";
import { itemsOf, openTestApi } from "./test-api.ts";

export function describeFailures(): void {
  describe("failures", () => {
    it("are grouped by cause, and one group is run again whole", async () => {
      const api = await openTestApi();
      for (let run = 0; run < 3; run += 1) {
        await api.call("triggerJob", { path: { key: "fail" }, body: { args: { run } } });
        await api.clock.advance(1000);
        await api.clock.settle();
      }
      const { body } = await api.call("listFailures");
      expect(body).toMatchObject({ runs: 3, isComplete: true });
      const [group] = itemsOf(body);
      expect(itemsOf(body)).toHaveLength(1);
      expect(group).toMatchObject({
        jobs: [{ jobKey: "fail", jobName: "fail", count: 3, rerun: 0 }],
        jobCount: 1,
        cause: "Nothing works",
        error: "Nothing works",
        count: 3,
        args: ['{"run":2}', '{"run":1}', '{"run":0}'],
        handled: null,
      });
      const spans = (group?.["spans"] ?? []).map(Number);
      expect(spans).toHaveLength(24);
      // All of them failed seconds ago.
      expect(spans.at(-1)).toBe(3);
      expect(spans.reduce((sum, count) => sum + count, 0)).toBe(3);
      expect(String(group?.["firstAt"]) < String(group?.["lastAt"])).toBe(true);
      const filter = { jobKey: "fail", state: ["Terminated"] };
      const count = async (cause: unknown): Promise<unknown> =>
        (await api.call("bulkInstances", { body: { action: "rerun", filter, cause, dryRun: true } })).body[
          "matched"
        ];
      expect(await count("Something else")).toBe(0);
      expect(await count(group?.["cause"])).toBe(3);
      expect((await api.call("listFailures", { query: { app: "other" } })).body).toMatchObject({ runs: 0 });
      expect(
        (await api.call("listFailures", { query: { from: "2026-02-01T00:00:00Z" } })).body,
      ).toMatchObject({ runs: 0, items: [] });
    });

    it("are muted and noted for everybody, each by itself", async () => {
      const api = await openTestApi();
      await api.call("triggerJob", { path: { key: "fail" } });
      await api.clock.settle();
      const read = async () => itemsOf((await api.call("listFailures")).body)[0];
      const group = await read();
      const path = { id: String(group?.["id"]) };
      await api.call("handleFailure", { path, body: { note: "Known" } });
      const muted = await api.call("handleFailure", { path, body: { mutedAt: group?.["lastAt"] } });
      expect(muted.body).toMatchObject({ note: "Known", mutedAt: group?.["lastAt"] });
      expect((await read())?.["handled"]).toEqual(muted.body);
      await api.call("handleFailure", { path, body: { mutedAt: null } });
      expect((await read())?.["handled"]).toMatchObject({ note: "Known", mutedAt: null });
    });

    it("are counted among the states of the runs that a filter finds", async () => {
      const api = await openTestApi();
      await api.call("triggerJob", { path: { key: "fail" } });
      await api.call("triggerJob", { path: { key: "wait" }, body: { delayMs: 60_000 } });
      await api.clock.settle();
      const counts = async (query: Readonly<Record<string, string>>) =>
        (await api.call("countInstances", { query })).body;
      expect(await counts({})).toMatchObject({ Terminated: 1, Scheduled: 1, Succeeded: 0 });
      expect(await counts({ jobKey: "fail" })).toMatchObject({ Terminated: 1, Scheduled: 0 });
    });
  });
}
