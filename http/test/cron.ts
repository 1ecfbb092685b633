import { describe, expect, it } from "vitest";
import { openTestApi } from "./test-api.ts";

export function describeCron(): void {
  describe("cron preview", () => {
    it("tells the meaning in words and times", async () => {
      const api = await openTestApi();
      const { body } = await api.call("previewCron", {
        body: {
          cron: "0 30 9 * * 1-5",
          timeZone: "Asia/Shanghai",
          from: "2026-01-02T10:00:00+08:00",
          count: 2,
        },
      });
      expect(body).toEqual({
        description: "At 09:30, Monday through Friday",
        fires: ["2026-01-05T01:30:00.000Z", "2026-01-06T01:30:00.000Z"],
      });
    });

    it.each([
      [{ locale: "zh_CN" }, {}, "星期一至星期五"],
      [{}, { "Accept-Language": "zh-CN,zh;q=0.9,en;q=0.8" }, "星期一至星期五"],
      [{}, { "Accept-Language": "fr, en;q=0.5, zh;q=0.1" }, "Monday through Friday"],
      [{ locale: "en" }, { "Accept-Language": "zh" }, "Monday through Friday"],
    ])("speaks the language of %j and %j", async (body, headers, words) => {
      const api = await openTestApi();
      const answer = await api.call("previewCron", { body: { cron: "0 30 9 * * 1-5", ...body }, headers });
      expect(answer.body["description"]).toContain(words);
    });

    it("agrees with what the planner will fire, through a clock change too", async () => {
      const api = await openTestApi({ start: "2026-10-02T00:00:00.000Z" });
      const schedule = { cron: "0 15 2 * * *", timeZone: "Australia/Lord_Howe" };
      await api.call("updateJob", {
        path: { key: "ledger/close" },
        headers: { "If-Match": "*" },
        body: schedule,
      });
      const preview = await api.call("previewCron", { body: { ...schedule, count: 5 } });
      const upcoming = await api.call("listUpcomingFires", { path: { key: "ledger/close" } });
      expect(preview.body["fires"]).toEqual(upcoming.body["fires"]);
    });

    it("hashes H from the job's key, which has no words", async () => {
      const api = await openTestApi();
      const { body } = await api.call("previewCron", { body: { cron: "0 H 3 * * *", jobKey: "a" } });
      expect(body).toMatchObject({ description: null });
      expect(body["fires"]).toHaveLength(5);
    });

    it.each([
      ["0 30 25 * * *", 6],
      ["0 30 9 * * 1-9", 14],
      ["* * *", 6],
      ["", 1],
    ])("%j is refused with the character of the mistake", async (cron, position) => {
      const api = await openTestApi();
      const answer = await api.call("previewCron", { body: { cron } });
      expect(answer).toMatchObject({
        status: 400,
        body: { code: "invalid_cron", errors: [{ pointer: "/cron", position }] },
      });
    });
  });
}
