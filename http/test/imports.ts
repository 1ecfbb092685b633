import { describe, expect, it } from "vitest";
import { openTestApi } from "./test-api.ts";

const SCHEDULERS = JSON.stringify({
  queue: "mail",
  schedulers: [
    {
      key: "digest",
      name: "digest",
      pattern: "0 30 2 * * *",
      tz: "America/New_York",
      template: { data: { to: "all" }, opts: { attempts: 3 } },
    },
    { key: "beat", name: "beat", every: 300_000, next: 1_800_000_000_000, limit: 5 },
  ],
});
const IMPORT = { source: "bullmq", text: SCHEDULERS, timeZone: "Asia/Shanghai", app: "shop" };

export function describeImports(): void {
  describe("imports", () => {
    it("a preview shows jobs, findings and fires, and writes nothing", async () => {
      const api = await openTestApi();
      const { body } = await api.call("previewImport", { body: IMPORT });
      expect(body["jobs"]).toMatchObject([
        {
          id: "mail/digest",
          key: "bullmq/mail/digest",
          app: "shop",
          cron: "0 30 2 * * *",
          timeZone: "America/New_York",
          clash: "none",
          importable: true,
          proof: { oldCount: 366, newCount: 366, differing: 0, differences: [] },
        },
        {
          cron: null,
          everyMs: 300_000,
          timeZone: "UTC",
          proof: { oldCount: 105_408, newCount: 105_408, differing: 0 },
        },
      ]);
      expect(body["jobs"]?.[1]?.["findings"]?.map((finding) => finding["code"])).toEqual([
        "limit_ignored",
        "handler_wanted",
        "interval_start",
      ]);
      expect(
        (await api.call("listJobs", { query: { app: "shop", label: "import=bullmq/mail/digest" } })).body[
          "items"
        ],
      ).toEqual([]);
    });

    it("what is imported is paused, and the same again changes nothing", async () => {
      const api = await openTestApi();
      const first = await api.call("applyImport", { body: IMPORT });
      expect(first.body["results"]).toMatchObject([
        { id: "mail/digest", key: "bullmq/mail/digest", outcome: "created" },
        { id: "mail/beat", outcome: "created" },
      ]);
      const { body } = await api.call("getJob", { path: { key: "bullmq/mail/digest" } });
      expect(body).toMatchObject({
        revision: 1,
        nextFire: null,
        pause: { until: null },
        args: { to: "all" },
        work: { kind: "code", handler: "mail/digest" },
        options: { retryCount: 2, cron: "0 30 2 * * *", labels: { import: "bullmq/mail/digest" } },
      });
      const again = await api.call("applyImport", {
        body: { ...IMPORT, choices: [{ id: "mail/digest", onClash: "rename" }] },
      });
      expect(again.body["results"]).toMatchObject([{ key: "bullmq/mail/digest", outcome: "unchanged" }]);
      expect((await api.call("getJob", { path: { key: "bullmq/mail/digest" } })).body["revision"]).toEqual(1);
    });

    it("a job that was changed here is replaced when asked, unless it fires", async () => {
      const api = await openTestApi();
      await api.call("applyImport", { body: IMPORT });
      const one = { path: { key: "bullmq/mail/digest" } };
      await api.call("updateJob", { ...one, body: { retryCount: 9 }, headers: { "If-Match": "*" } });
      const preview = await api.call("previewImport", { body: IMPORT });
      expect(preview.body["jobs"]?.map((job) => job["clash"])).toEqual(["changed", "same"]);
      await api.call("resumeJob", one);
      const replace = { body: { ...IMPORT, choices: [{ id: "mail/digest", onClash: "replace" }] } };
      expect((await api.call("applyImport", replace)).body["results"]).toMatchObject([
        { outcome: "failed", message: "It is not replaced while it fires: pause it first" },
      ]);
      await api.call("pauseJob", one);
      expect((await api.call("applyImport", replace)).body["results"]).toMatchObject([
        { outcome: "replaced" },
      ]);
      expect((await api.call("getJob", one)).body["options"]).toMatchObject({ retryCount: 2 });
      expect((await api.call("applyImport", replace)).body["results"]).toMatchObject([
        { outcome: "unchanged" },
      ]);
    });

    it("a key of another job is kept, or the job gets a number", async () => {
      const api = await openTestApi();
      await api.call("createJob", { body: { key: "bullmq/mail/digest", app: "shop", kind: "triggered" } });
      const choice = { id: "mail/digest" };
      const skip = await api.call("applyImport", { body: { ...IMPORT, choices: [choice] } });
      expect(skip.body["results"]).toMatchObject([{ outcome: "skipped" }]);
      const rename = { body: { ...IMPORT, choices: [{ ...choice, onClash: "rename" }] } };
      expect((await api.call("applyImport", rename)).body["results"]).toMatchObject([
        { key: "bullmq/mail/digest-2", outcome: "created" },
      ]);
      expect((await api.call("applyImport", rename)).body["results"]).toMatchObject([
        { key: "bullmq/mail/digest-2", outcome: "unchanged" },
      ]);
    });

    it.each([
      [{ timeZone: undefined }, "/timeZone", "required"],
      [{ timeZone: "Mars/Olympus" }, "/timeZone", "not_a_zone"],
      [{ timeZone: "BST" }, "/timeZone", "zone_abbreviation"],
      [{ source: "agenda", anyExitCode: true }, "/anyExitCode", "custom"],
      [{ text: "{" }, "/text", "unreadable_source"],
      [{ source: "xxl", text: "INSERT INTO `xxl_job_info` VALUES\n(1, oops)" }, "/text", "unreadable_source"],
    ])("%j is refused at %s with %s", async (change, pointer, code) => {
      const api = await openTestApi();
      const { status, body } = await api.call("previewImport", { body: { ...IMPORT, ...change } });
      expect(status).toBe(400);
      expect(body["errors"]).toMatchObject([{ pointer, code }]);
    });

    it("speaks Chinese, and names the line", async () => {
      const api = await openTestApi();
      const body = {
        source: "crontab",
        text: "30 2 * * * /bin/true\nnonsense",
        timeZone: "UTC",
        app: "shop",
        locale: "zh",
      };
      const answer = await api.call("previewImport", { body });
      expect(answer.body["mistakes"]).toEqual([
        { line: 2, message: "该行既不是带命令的调度，也不是 NAME=value" },
      ]);
      expect(answer.body["jobs"]?.[0]?.["findings"]).toMatchObject([{ code: "no_runner", level: "error" }]);
    });
  });
}
