import { describe, expect, it } from "vitest";
import { type CreateJobRequest, invalidInput, issueAt } from "@mojob/core/engine";
import { applyImport } from "./apply-import.ts";
import type { ImportRequest } from "./import-request.ts";
import { type ImportPreview, previewImport } from "../preview-import.ts";

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
  return previewImport(schedulerWith(executors) as never, requestOf(rows, app), NOW);
}

function schedulerWith(executors: readonly object[], made: CreateJobRequest[] = []) {
  return {
    jobs: {
      list: () => Promise.resolve({ items: [], nextCursor: null }),
      create: (request: CreateJobRequest) => {
        made.push(request);
        return Promise.resolve({ definition: { key: request.key } });
      },
    },
    workers: () => Promise.resolve(executors),
  };
}

function requestOf(rows: readonly object[], app?: string): ImportRequest {
  const text = JSON.stringify({
    xxl_job_group: [{ id: 1, app_name: "shop-executor" }],
    xxl_job_info: rows.map((row, index) => ({
      id: index + 1,
      job_group: 1,
      executor_handler: `h${index}`,
      ...row,
    })),
  });
  return { source: "xxl", text, timeZone: "UTC", ...(app !== undefined && { app }) };
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
    ["no worker runs", {}, [], "no_executors"],
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

  it("names the AppName that MOJOB_XXL lacks, and those it has", async () => {
    const others = { ...GATEWAY, runners: [{ kind: "xxl", names: ["other", "another"] }] };
    const [job] = (await preview([{}], [others], "quickstart")).jobs;
    expect(job?.findings.filter(({ level }) => level === "error")).toEqual([
      {
        code: "other_executors",
        level: "error",
        field: "appName",
        parameters: { app: "quickstart", name: "shop-executor", names: "another, other" },
      },
    ]);
  });

  it("says which child a job is made without, and the import makes it so", async () => {
    const rows = [{ child_jobid: "2" }, { executor_handler: "" }];
    const { jobs } = await preview(rows);
    expect(jobs[0]?.planned.request).not.toBeNull();
    expect(jobs[0]?.findings.map(({ code }) => code)).toContain("child_refused");
    const made: CreateJobRequest[] = [];
    const results = await applyImport(schedulerWith([GATEWAY], made) as never, requestOf(rows));
    expect(results).toMatchObject([
      { outcome: "created", message: expect.stringContaining("shop-executor/glue-2") },
      { outcome: "failed" },
    ]);
    expect(made).toMatchObject([{ options: { children: [] } }]);
  });

  it("the import gives its reasons in the language of the preview", async () => {
    const refused = {
      ...schedulerWith([GATEWAY]),
      jobs: {
        ...schedulerWith([GATEWAY]).jobs,
        create: () => Promise.reject(invalidInput("create it", [issueAt("/key", "empty")])),
      },
    };
    const results = await applyImport(refused as never, { ...requestOf([{}]), locale: "zh" });
    expect(results[0]).toMatchObject({
      outcome: "failed",
      message: expect.stringMatching(/^\/key \p{sc=Han}/u),
    });
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
