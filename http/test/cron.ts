import { describe, expect, it } from "vitest";
import { openTestApi } from "./test-api.ts";

export function describeCron(): void {
  describe("cron preview", () => {
    it("gives the meaning in words and times", async () => {
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
        description: "Monday to Friday, at 09:30",
        fires: ["2026-01-05T01:30:00.000Z", "2026-01-06T01:30:00.000Z"],
        calendar: null,
        clockChanges: [],
        timeZone: "Asia/Shanghai",
      });
    });

    it.each([
      [{ locale: "zh_CN" }, {}, "周一至周五"],
      [{}, { "Accept-Language": "zh-CN,zh;q=0.9,en;q=0.8" }, "周一至周五"],
      [{}, { "Accept-Language": "fr, en;q=0.5, zh;q=0.1" }, "Monday to Friday"],
      [{ locale: "en" }, { "Accept-Language": "zh" }, "Monday to Friday"],
    ])("speaks the language of %j and %j", async (body, headers, words) => {
      const api = await openTestApi();
      const answer = await api.call("previewCron", { body: { cron: "0 30 9 * * 1-5", ...body }, headers });
      expect(answer.body["description"]).toContain(words);
    });

    it.each(["0 0 9 ? * 2-6", "0 0 9 ? * 1", "0 0 0 ? * 6L", "0 30 9 ? * 2,4 2027"])(
      "asks of %s which weekdays are meant, as saving it does, and explains it with a dialect",
      async (cron) => {
        const api = await openTestApi();
        const refused = { status: 400, body: { code: "invalid_cron", errors: [{ pointer: "/cron" }] } };
        expect(await api.call("previewCron", { body: { cron } })).toMatchObject(refused);
        const close = { path: { key: "ledger/close" }, headers: { "If-Match": "*" } };
        expect(await api.call("updateJob", { ...close, body: { cron } })).toMatchObject(refused);
        for (const cronDialect of ["standard", "quartz"])
          expect(await api.call("previewCron", { body: { cron, cronDialect } })).toMatchObject({
            status: 200,
          });
      },
    );

    it("explains an interval; of one that counts from ends the first time alone is known", async () => {
      const api = await openTestApi();
      const from = "2026-01-01T00:00:00.000Z";
      const at = (fires: readonly number[]): readonly string[] =>
        fires.map((seconds) => new Date(Date.parse(from) + seconds * 1000).toISOString());
      const preview = async (body: object): Promise<unknown> =>
        (await api.call("previewCron", { body: { from, count: 3, ...body } })).body;
      expect(await preview({ everyMs: 7000 })).toMatchObject({
        description: "Every 7 seconds",
        fires: at([7, 14, 21]),
      });
      expect(await preview({ everyMs: 7000, startTime: "2025-12-31T23:59:58.000Z" })).toMatchObject({
        fires: at([5, 12, 19]),
      });
      expect(await preview({ everyMs: 18_000_000, everyFrom: "end", locale: "zh_CN" })).toMatchObject({
        description: "每次执行结束 5 小时后",
        fires: at([18_000]),
      });
    });

    it.each([
      [
        "2026-03-28T00:00:00Z",
        3_600_000,
        "go forward by 1 h: 02:00 to 03:00 is left out",
        "拨快 1 小时：02:00 至 03:00 不存在",
      ],
      [
        "2026-10-24T00:00:00Z",
        -3_600_000,
        "go back by 1 h: 02:00 to 03:00 comes twice",
        "拨慢 1 小时：02:00 至 03:00 出现两次",
      ],
    ])(
      "says which hour a change of the clocks leaves out or repeats: from %s",
      async (from, shiftMs, en, zh) => {
        const api = await openTestApi();
        const body = { cron: "0 30 2 * * *", timeZone: "Europe/Berlin", from, count: 3 };
        for (const [locale, words] of [
          ["en", en],
          ["zh_CN", zh],
        ]) {
          const { body: shown } = await api.call("previewCron", { body: { ...body, locale } });
          expect(shown["clockChanges"]).toMatchObject([
            { timeZone: "Europe/Berlin", shiftMs, text: expect.stringContaining(words ?? "") },
          ]);
        }
      },
    );

    it("shows when fires with jitter begin, as they will", async () => {
      const api = await openTestApi();
      const schedule = { cron: "0 0 * * * *", timeZone: "UTC", jitterMs: 600_000 };
      await api.call("updateJob", {
        path: { key: "ledger/close" },
        headers: { "If-Match": "*" },
        body: schedule,
      });
      const upcoming = await api.call("listUpcomingFires", { path: { key: "ledger/close" } });
      const preview = await api.call("previewCron", { body: { ...schedule, jobKey: "ledger/close" } });
      expect(preview.body["fires"]).toEqual(upcoming.body["fires"]);
      const late = (preview.body["fires"] as unknown as readonly string[]).map(
        (at) => Date.parse(at) % 3_600_000,
      );
      expect(late.every((ms) => ms <= 600_000)).toBe(true);
      expect(new Set(late).size).toBeGreaterThan(1);
    });

    it.each([
      [{ everyMs: 0 }, "/everyMs", "must be at least 1000"],
      [{ everyMs: -7000 }, "/everyMs", "must be at least 1000"],
      [{ everyMs: 366 * 86_400_000 + 1 }, "/everyMs", "must be at most"],
      [{ everyMs: "7 parsecs" }, "/everyMs", "must be a number"],
      [{}, "/cron", "must be given, unless everyMs is"],
      [{ everyMs: 7000, cron: "* * * * *" }, "/everyMs", "must not be given together with cron"],
    ])("refuses %j as a schedule, before it is stored and when it is", async (given, pointer, message) => {
      const api = await openTestApi();
      const wanted = {
        status: 400,
        body: { errors: [{ pointer, message: expect.stringContaining(message) as string }] },
      };
      expect(await api.call("previewCron", { body: given })).toMatchObject(wanted);
      if (!("everyMs" in given)) return;
      const close = { path: { key: "ledger/close" }, headers: { "If-Match": "*" } };
      expect(await api.call("updateJob", { ...close, body: { cron: null, ...given } })).toMatchObject(wanted);
      const schedules = await api.call("updateJob", {
        ...close,
        body: { schedules: [{ name: "poll", ...given }] },
      });
      expect(schedules.body["errors"]).toMatchObject([{ pointer: `/schedules/0${pointer}` }]);
    });

    it("the weekdays of a cron that may be Quartz's are asked for where a job is stored, unless its dialect is stated", async () => {
      const api = await openTestApi();
      const close = { path: { key: "ledger/close" }, headers: { "If-Match": "*" } };
      const [cron, weekdays] = ["0 0 9 ? * 2-6", "TUE-SAT in crontab and MON-FRI in Quartz and XXL-JOB"];
      const asks = (pointer: string): object => ({
        status: 400,
        body: {
          code: "invalid_cron",
          errors: [
            {
              pointer,
              code: "cron_weekday_unclear",
              position: 11,
              message: expect.stringContaining(weekdays) as string,
            },
          ],
        },
      });
      const create = (key: string, options: object): Promise<unknown> =>
        api.call("createJob", { body: { key, app: "ledger", kind: "recurring", options } });
      expect(await create("a", { cron })).toMatchObject(asks("/cron"));
      expect(await api.call("updateJob", { ...close, body: { cron } })).toMatchObject(asks("/cron"));
      const schedules = [{ name: "twin", cron }];
      expect(await api.call("updateJob", { ...close, body: { schedules } })).toMatchObject(
        asks("/schedules/0/cron"),
      );
      // What has one meaning, or says which.
      for (const options of [
        { cron: "0 9 * * 1-5" },
        { cron: "0 30 9 * * 1-5" },
        { cron: "0 0 9 ? * MON-FRI" },
        { cron, cronDialect: "standard" },
        { schedules: [{ name: "twin", cron, cronDialect: "quartz" }] },
      ])
        expect(await create(`job${JSON.stringify(options).replaceAll(/\W+/g, ".")}`, options)).toMatchObject({
          status: 201,
        });
      // Once it is said it holds, and what stands is not asked about again.
      const edit = (body: object): Promise<unknown> => api.call("updateJob", { ...close, body });
      expect(await edit({ cron, cronDialect: "quartz" })).toMatchObject({ status: 200 });
      expect(await edit({ cron: "0 0 9 ? * 3" })).toMatchObject({ status: 200 });
      expect(await edit({ retryCount: 2 })).toMatchObject({ status: 200 });
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
      expect(upcoming.body["clockChanges"]).toEqual(preview.body["clockChanges"]);
      expect(upcoming.body["clockChanges"]).toMatchObject([
        { shiftMs: 1_800_000, text: expect.stringContaining("by 0.5 h: 02:00 to 02:30 is left out") },
      ]);
    });

    it("shows no time before the start or after the end, as the planner fires none", async () => {
      const api = await openTestApi();
      const schedule = {
        cron: "0 0 * * * *",
        startTime: "2040-01-01T10:00:00.000Z",
        endTime: "2040-01-01T12:00:00.000Z",
      };
      await api.call("updateJob", {
        path: { key: "ledger/close" },
        headers: { "If-Match": "*" },
        body: { ...schedule, timeZone: "UTC" },
      });
      const { body } = await api.call("previewCron", { body: schedule });
      const upcoming = await api.call("listUpcomingFires", { path: { key: "ledger/close" } });
      expect(body["fires"]).toEqual(["10", "11", "12"].map((hour) => `2040-01-01T${hour}:00:00.000Z`));
      expect(body["fires"]).toEqual(upcoming.body["fires"]);
    });

    it("hashes H from the job's key, and says the time that came of it", async () => {
      const api = await openTestApi();
      const { body } = await api.call("previewCron", { body: { cron: "0 H 3 * * *", jobKey: "a" } });
      expect(body).toMatchObject({ description: expect.stringMatching(/^Every day, at 03:\d\d$/) });
      expect(body["fires"]).toHaveLength(5);
    });

    it("reads the numbers of weekdays by the dialect that is asked for", async () => {
      const api = await openTestApi();
      const ask = async (cronDialect: string): Promise<unknown> => {
        const body = { cron: "0 0 9 ? * 2", cronDialect };
        return (await api.call("previewCron", { body })).body["description"];
      };
      expect(await ask("quartz")).toBe("Mondays, at 09:00");
      expect(await ask("standard")).toBe("Tuesdays, at 09:00");
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
        body: {
          code: "invalid_cron",
          errors: [
            { pointer: "/cron", position, code: expect.stringMatching(/^cron_/), parameters: { position } },
          ],
        },
      });
    });
  });
}
