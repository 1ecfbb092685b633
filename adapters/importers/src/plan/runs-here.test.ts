import { describe, expect, it } from "vitest";
import { type ImportPreview, previewImport } from "./preview-import.ts";

const NOW = new Date("2026-11-22T12:00:00.250Z");
const GATEWAY = {
  app: "quickstart",
  workKinds: ["code", "xxl"],
  runners: [{ kind: "xxl", names: ["shop-executor", "mail-executor"] }],
};

function preview(
  rows: readonly object[],
  executors: readonly object[] = [GATEWAY],
  app?: string,
): Promise<ImportPreview> {
  const scheduler = {
    jobs: { list: () => Promise.resolve({ items: [], nextCursor: null }) },
    workers: () => Promise.resolve(executors),
  };
  const text = JSON.stringify({
    xxl_job_group: [{ id: 1, app_name: "shop-executor" }],
    xxl_job_info: rows.map((row, index) => ({
      id: index + 1,
      job_group: 1,
      executor_handler: `h${index}`,
      ...row,
    })),
  });
  const request = { source: "xxl", text, timeZone: "UTC", ...(app !== undefined && { app }) } as const;
  return previewImport(scheduler as never, request, NOW);
}

describe("a preview", () => {
  it.each([
    ["of the workers that reach its executors", [GATEWAY], undefined, "quickstart"],
    ["that is stated", [GATEWAY], "quickstart", "quickstart"],
    [
      "of its executors' name, where that has workers",
      [GATEWAY, { ...GATEWAY, app: "shop-executor" }],
      undefined,
      "shop-executor",
    ],
  ])("gives a job of XXL-JOB the app %s", async (_, executors, stated, app) => {
    const { jobs } = await preview([{}], executors, stated);
    expect(jobs[0]?.planned.request).toMatchObject({ app, work: { appName: "shop-executor" } });
  });

  it.each([
    ["no worker runs", {}, [], "no_runner"],
    ["no worker reaches", {}, [{ ...GATEWAY, runners: [{ kind: "xxl", names: ["other"] }] }], "no_runner"],
    ["names no handler", { executor_handler: "" }, [GATEWAY], "handler_empty"],
    [
      "has more text than a job may",
      { glue_type: "GLUE_SHELL", glue_source: "x".repeat(300_000) },
      [GATEWAY],
      "job_refused",
    ],
    ["has a group that is not in the source", { job_group: 9 }, [GATEWAY], "group_unknown"],
  ])("refuses a job that %s, as its import does", async (_, row, executors, code) => {
    const [job] = (await preview([row], executors)).jobs;
    expect(job?.planned.request).toBeNull();
    expect(job?.findings.filter(({ level }) => level === "error").map((finding) => finding.code)).toContain(
      code,
    );
  });

  it("says where it cuts a time limit and retries", async () => {
    const [job] = (await preview([{ executor_timeout: 2_147_483_647, executor_fail_retry_count: 5000 }]))
      .jobs;
    expect(job?.planned.request?.options).toMatchObject({ timeoutMs: 366 * 86_400_000, retryCount: 1000 });
    expect(job?.findings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(["timeout_cut", "retries_cut"]),
    );
  });
});
