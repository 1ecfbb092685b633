import { describe, expect, it } from "vitest";
import { openTestApi } from "./test-api.ts";

const CLOSE = { path: { key: "ledger/close" } };

export function describeExplanations(): void {
  describe("explanations", () => {
    it("say why a run failed, in the language of the request", async () => {
      const api = await openTestApi();
      const { body } = await api.call("triggerJob", { path: { key: "fail" } });
      await api.clock.settle();
      const path = { id: String(body["instance"]?.["id"]) };
      const { explanation } = (await api.call("explainInstance", { path })).body;
      expect(explanation).toMatchObject({
        verdict: "failed",
        latenessMs: 0,
        causes: [
          { code: "recorded", text: "Attempt 1 failed: Nothing works" },
          { code: "recorded", text: "The job has no retries" },
          { code: "never_succeeded", parameters: { count: 1 } },
        ],
      });
      const chinese = await api.call("explainInstance", { path, headers: { "Accept-Language": "zh-CN" } });
      expect(chinese.body).toMatchObject({
        explanation: {
          causes: [{ text: "第 1 次执行失败：Nothing works" }, {}, { text: "此任务此前没有成功过" }],
        },
      });
      const unknown = await api.call("explainInstance", { path: { id: "nobody" } });
      expect(unknown).toMatchObject({ status: 404, body: { code: "instance_not_found" } });
    });

    it("say why a job did not fire, who kept it from that, and when it fires next", async () => {
      const api = await openTestApi({ start: "2026-01-01T00:00:00.000Z" });
      await api.call("pauseJob", { ...CLOSE, body: { note: "Release" } });
      // 01:00 in Shanghai.
      await api.clock.advance(18 * 60 * 60 * 1000);
      await api.call("resumeJob", CLOSE);
      const query = { at: "2026-01-01T17:00:00Z" };
      const { explanation } = (await api.call("explainJob", { ...CLOSE, query })).body;
      expect(explanation).toMatchObject({
        at: "2026-01-01T17:00:00.000Z",
        run: null,
        next: "2026-01-02T17:00:00.000Z",
        causes: [{ code: "paused", parameters: { by: "local", note: "Release" } }],
      });
      const before = await api.call("explainJob", { ...CLOSE, query: { at: "2026-01-01T16:59:59Z" } });
      expect(before.body).toMatchObject({
        explanation: {
          causes: [
            {
              code: "not_scheduled",
              parameters: { before: "2025-12-31T17:00:00.000Z", after: "2026-01-01T17:00:00.000Z" },
            },
          ],
        },
      });
      const now = (await api.call("explainJob", CLOSE)).body;
      expect(now["explanation"]).toMatchObject({ at: null, causes: [{ code: "to_come" }] });
      await api.clock.advance(24 * 60 * 60 * 1000);
      const fired = await api.call("explainJob", { ...CLOSE, query: { at: "2026-01-02T17:00:00Z" } });
      expect(fired.body["explanation"]).toMatchObject({
        run: "ledger/close@2026-01-02T17:00:00.000Z",
        causes: [{ code: "fired" }],
      });
      const refused = await api.call("explainJob", { ...CLOSE, query: { at: "yesterday" } });
      expect(refused).toMatchObject({ status: 400, body: { errors: [{ parameter: "at" }] } });
      const unknown = await api.call("explainJob", { path: { key: "nobody" } });
      expect(unknown).toMatchObject({ status: 404, body: { code: "job_not_found" } });
    });
  });
}
