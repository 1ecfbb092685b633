import { describe, expect, it } from "vitest";
import { type PlannedJob } from "../../plan/plan-import.ts";
import { bodyOf, codesOf, nodesOf, readFixture } from "../../../fixtures/planned-task.ts";
import { type Fields, planned, planOf } from "../../../fixtures/powerjob-plan.ts";

function fixture(): readonly PlannedJob[] {
  return planOf(readFixture("powerjob-5.1")).jobs;
}

describe("readPowerjob()", () => {
  it("carries scripts, retries, limits, failures and nested workflows over", () => {
    const [job, publish] = fixture();
    expect(nodesOf(job)).toEqual({
      extract: {
        id: "extract",
        type: "job",
        job: {
          work: {
            kind: "script",
            language: "shell",
            source: `echo "extracted 42 it's $0" | sed "s# /.*##"\n`,
          },
        },
        retry: { times: 5, intervalMs: 10_000 },
        timeoutMs: 1_800_000,
      },
      check: expect.objectContaining({ pre: [{ node: "extract" }], allowFailure: true }),
      score: expect.objectContaining({
        job: { work: { kind: "script", language: "python", source: "print('scored', 6 * 7)" } },
      }),
      "old-step": {
        id: "old-step",
        title: "old step",
        pre: [{ node: "check" }],
        type: "wait",
        for: { ms: "0" },
      },
      publish: expect.objectContaining({
        type: "task",
        key: "powerjob/publish",
        params: [{ name: "initParams", expression: "$.TASK.PARAMS['initParams']" }],
      }),
      notify: {
        id: "notify",
        pre: [{ node: "old-step" }, { node: "publish" }],
        type: "job",
        job: { work: { kind: "code", handler: "com.shop.jobs.NotifyProcessor" } },
        params: [
          { name: "jobParams", value: '{"channel":"night"}' },
          { name: "initParams", expression: "$.TASK.PARAMS['initParams']" },
        ],
      },
      "notify-2": expect.objectContaining({
        params: [{ name: "jobParams", value: '{"channel":"sales"}' }, expect.anything()],
      }),
    });
    expect(bodyOf(job).onFailure).toBe("stop");
    expect(job?.request?.options).toMatchObject({ maxConcurrency: 1, whenFull: "skip" });
    expect(job?.request?.options).not.toHaveProperty("disabled");
    expect(job?.schedule).toMatchObject({
      cron: "0 30 2 * * ?",
      cronDialect: "quartz",
      timeZone: "Asia/Shanghai",
      startTime: "2024-03-04T16:00:00.000Z",
    });
    expect(publish?.request?.options).toMatchObject({ maxConcurrency: null });
    expect(job?.source.within).toEqual([publish?.source.id]);
  });

  it("says of each part that it cannot carry over where it stands, and disables the job", () => {
    const [, , job] = fixture();
    expect(codesOf(job)).toEqual([
      "timetable_unknown timeExpressionType",
      "full_failed maxWfInstanceNum",
      "field_ignored notifyUserIds",
      "unfinished disabled",
      "edge_unknown edges",
      "node_handler split.processorInfo",
      "node_field_ignored split.maxWorkerCount",
      "node_spread split.executeType",
      "node_condition enough?.nodeParams",
      "node_field_ignored clear caches.designatedWorkers",
      "node_spread clear caches.executeType",
      "node_type drop old files.processorInfo",
      "node_job_missing gone.jobId",
      "node_task_missing other.jobId",
      "node_download fetched.jobParams",
      "context_shared nodes",
      "stopped_there null",
    ]);
    expect(job?.request?.options).toMatchObject({ disabled: true, maxConcurrency: 3 });
    expect(nodesOf(job)).toMatchObject({
      split: { job: { work: { kind: "code", handler: "com.shop.orders.SplitProcessor" } } },
      "enough-": { type: "condition", branches: [{ name: "true", when: "false" }], else: "false" },
      "clear-caches": { pre: [{ node: "enough-", branch: "true" }] },
      "call-back": {
        pre: [{ node: "enough-", branch: "false" }],
        timeoutMs: 30_000,
        job: {
          work: {
            kind: "http",
            method: "POST",
            url: "http://127.0.0.1:8081/done",
            headers: { "Content-Type": "application/json", "X-Team": "ods" },
            body: '{"ok":true}',
            success: { status: [200] },
          },
        },
      },
      "drop-old-files": { pre: [{ node: "clear-caches" }, { node: "call-back" }] },
      gone: { job: { work: { handler: "powerjob/daily-orders/gone" } } },
      other: { type: "task", key: "powerjob/999" },
    });
  });

  it.each([
    ["0 0 4 * * *", "0 0 4 * * ?"],
    ["0 0 4 * * 2 2030", "0 0 4 ? * 2 2030"],
    ["0 0 4 1 * ?", "0 0 4 1 * ?"],
    ["0 0 4 1 * 2", null],
    ["every day", null],
  ])("writes the expression %s as %s", (timeExpression, cron) => {
    const job = planned([{}], [], { timeExpressionType: "CRON", timeExpression });
    expect(job?.schedule?.cron).toBe(cron);
    expect(codesOf(job).includes("cron_not_carried cron")).toBe(cron === null);
  });

  it("what follows a decision that is switched off follows it on both sides", () => {
    const job = planned(
      [{ nodeType: 2, enable: false }, {}, {}],
      [
        [1, 2, "true"],
        [1, 3, "false"],
      ],
    );
    expect(nodesOf(job)).toMatchObject({ n1: { type: "wait" }, n2: { pre: [{ node: "n1" }] } });
    expect(job?.request?.options).not.toHaveProperty("disabled");
  });

  it("a node that either result leads to follows both branches", () => {
    const job = planned(
      [{ nodeType: 2, nodeParams: "true" }, {}],
      [
        [1, 2, "true"],
        [1, 2, "false"],
        [1, 2, "false"],
      ],
    );
    expect(nodesOf(job)["n2"]?.pre).toEqual([
      { node: "n1", branch: "true" },
      { node: "n1", branch: "false" },
    ]);
    expect(job?.request).not.toBeNull();
  });

  it.each<[string, readonly Fields[], readonly (readonly [number, number])[]]>([
    [
      "a circle",
      [{}, {}],
      [
        [1, 2],
        [2, 1],
      ],
    ],
    ["a way to itself", [{}], [[1, 1]]],
    ["two nodes of one id", [{ nodeId: 1 }, { nodeId: 1 }], []],
  ])("%s refuses the job with its place", (_, nodes, edges) => {
    const job = planned(nodes, edges);
    expect(job?.request).toBeNull();
    expect(job?.findings.find(({ level }) => level === "error")).toMatchObject({ code: "task_refused" });
  });
});
