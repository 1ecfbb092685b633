import type { JsonValue } from "@mojob/core";
import { describe, expect, it } from "vitest";
import { planImport, type PlannedJob } from "../../plan/plan-import.ts";
import { bodyOf, codesOf, nodesOf, readFixture } from "../../../fixtures/planned-task.ts";

function plan(text: string): readonly PlannedJob[] {
  return planImport({ source: "dolphinScheduler", text, timeZone: "UTC", app: "ops" }).jobs;
}

function fixture(name: string): readonly PlannedJob[] {
  return plan(readFixture(name));
}

/** One workflow of tasks that follow each other by their order. */
function workflow(tasks: readonly Readonly<Record<string, JsonValue>>[], more: object = {}): string {
  const listed = tasks.map((task, index) => ({ code: index + 1, name: `t${index + 1}`, ...task }));
  return JSON.stringify({
    processDefinition: { code: 99, name: "w", ...more },
    processTaskRelationList: listed.map(({ code }) => ({ preTaskCode: code - 1, postTaskCode: code })),
    taskDefinitionList: listed,
    schedule: null,
  });
}

describe("readDolphin()", () => {
  it("carries retries, limits, priorities, branches and sub-workflows over", () => {
    const [job] = fixture("dolphin-3.1");
    expect(nodesOf(job)).toMatchObject({
      extract: { retry: { times: 2, intervalMs: 300_000 }, timeoutMs: 1_800_000, priority: 2 },
      score: { job: { work: { language: "python" } } },
      enough: {
        type: "condition",
        branches: [
          {
            name: "case-1",
            when: "number(($.JOB['extract'].RESULT['rows'] ?? '')) > 2 && ($.TASK.PARAMS['country']) == 'cn'",
          },
          { name: "case-2" },
        ],
        else: "otherwise",
      },
      publish: { type: "task", key: "dolphinscheduler/publish-report", pre: [{ branch: "case-1" }] },
      "too-few": { pre: [{ branch: "case-2" }, { branch: "otherwise" }] },
      "how-did-it-end": {
        pre: [{ node: "check", on: "ended" }],
        branches: [{ when: "(($.JOB['check'].STATUS == 'Succeeded'))" }],
      },
      "old-step": { skipWhen: "true" },
      finish: { pre: [{ node: "publish" }, { node: "too-few" }] },
    });
    expect(job?.request?.options).toMatchObject({ priority: 1, maxConcurrency: 1, whenFull: "queue" });
    expect(job?.schedule).toMatchObject({
      cron: "0 30 2 * * ? *",
      cronDialect: "quartz",
      timeZone: "Asia/Shanghai",
      startTime: "2024-03-04T16:00:00.000Z",
    });
  });

  it("says of each part that it cannot carry over where it stands", () => {
    const [job] = fixture("dolphin-3.3");
    expect(codesOf(job)).toEqual([
      "field_ignored tenantCode",
      "field_ignored timeout",
      "unfinished disabled",
      "edge_unknown processTaskRelationList",
      "shell_bash rawScript",
      "node_waits wait for upstream.dependence",
      "param_computed load orders.yyyyMMdd-1",
      "node_connection load orders.datasource",
      "node_field_ignored load orders.workerGroup",
      "node_condition odd switch.condition",
      "node_quoted quoted.rawScript",
      "node_field_ignored quoted.cpuQuota",
      "node_field_ignored quoted.resourceList",
      "node_task_missing unknown child.processDefinitionCode",
      "stopped_there null",
      "quartz_weekdays cronDialect",
    ]);
    expect(job?.request?.options).toMatchObject({ disabled: true, whenFull: "skip" });
    expect(bodyOf(job).onFailure).toBe("cancel");
    expect(nodesOf(job)).toMatchObject({
      "wait-for-upstream": { type: "wait", for: { signal: "wait-for-upstream" } },
      "load-orders": {
        job: {
          work: {
            kind: "sql",
            connection: "datasource-4",
            statement: "insert into ods select * from orders where dt = ?",
            values: [{ arg: "/dt" }],
          },
        },
        params: [{ name: "dt", expression: "string($.TASK.PARAMS['yyyyMMdd-1'])" }],
      },
      notify: {
        timeoutMs: 30_000,
        params: [{ name: "dt", expression: "string($.TASK.PARAMS['dt'])" }],
        job: {
          work: {
            method: "POST",
            url: "http://127.0.0.1:8081/done?full=yes",
            headers: { "X-Team": "ods" },
            body: null,
            success: { status: [202] },
          },
        },
      },
      "report-per-shop": {
        each: { items: "split(string($.TASK.PARAMS['shops']), ',')", maxParallel: 2 },
        params: [{ name: "shop", expression: "$.ITEM" }],
      },
      "quoted-delay": { type: "wait", for: { ms: "60000" } },
      quoted: { pre: [{ node: "quoted-delay" }] },
    });
  });

  it("reads version 2, whose tasks hold texts of JSON", () => {
    const [job] = fixture("dolphin-2.0");
    expect(Object.keys(nodesOf(job))).toEqual(["a", "b"]);
    expect(job?.request).toMatchObject({ kind: "triggered", options: { maxConcurrency: null } });
  });

  it("a body that would not be valid refuses its job with the place", () => {
    const loop = JSON.parse(workflow([{ taskType: "SHELL" }, { taskType: "SHELL" }])) as {
      processTaskRelationList: object[];
    };
    loop.processTaskRelationList.push({ preTaskCode: 2, postTaskCode: 1 });
    const [job] = plan(JSON.stringify(loop));
    expect(job?.request).toBeNull();
    expect(job?.findings.find(({ level }) => level === "error")).toMatchObject({
      code: "task_refused",
      field: "/nodes/0",
    });
  });

  it("what is no workflow is a mistake, and the rest is read", () => {
    const [good] = JSON.parse(`[${workflow([{ taskType: "SHELL" }])}]`) as JsonValue[];
    const { jobs, mistakes } = planImport({
      source: "dolphinScheduler",
      text: JSON.stringify([{}, good ?? null]),
      timeZone: "UTC",
      app: "ops",
    });
    expect(jobs).toHaveLength(1);
    expect(mistakes).toEqual([{ line: 1, code: "workflow_unreadable", parameters: {} }]);
    expect(() => plan("[]")).toThrow("nothing_found");
  });

  it("a time limit that only warned is none", () => {
    const limit = { timeoutFlag: "OPEN", timeoutNotifyStrategy: "WARN", timeout: 5 };
    const [job] = plan(workflow([{ taskType: "SHELL", ...limit }]));
    expect(nodesOf(job)["t1"]).not.toHaveProperty("timeoutMs");
    expect(codesOf(job)).toContain("node_field_ignored t1.timeout");
  });

  it("a large workflow is read within its time, however its texts are written", () => {
    const hostile = `${"${".repeat(100_000)}${"$[y".repeat(100_000)}${"'".repeat(1000)}`;
    const [job] = plan(
      workflow([
        { taskType: "SHELL", taskParams: { rawScript: hostile } },
        ...Array.from({ length: 1500 }, () => ({ taskType: "PYTHON", taskParams: { rawScript: "pass" } })),
      ]),
    );
    expect(Object.keys(nodesOf(job))).toHaveLength(1501);
  });

  it("makes statements of nodes of SQL, whose values are bound", () => {
    const node = (params: object, taskType = "SQL"): Readonly<Record<string, JsonValue>> => ({
      taskType,
      taskParams: { type: "MYSQL", datasource: 7, ...params },
    });
    const [job] = plan(
      workflow([
        node({
          sql: "select count(*) as n, '${day}' as day from orders where day = '${day}' and total > ${least};",
          localParams: [
            { prop: "day", direct: "IN", type: "VARCHAR", value: "2026-11-30" },
            { prop: "least", direct: "IN", type: "INTEGER", value: "10" },
            { prop: "n", direct: "OUT", type: "INTEGER", value: "" },
          ],
        }),
        node({ type: "POSTGRESQL", sql: "select ${n}, '${n}'" }),
        node({ sql: "delete from a; insert into a select !{x}, '${unknown}'", preStatements: ["set a = 1"] }),
        node({ type: "HIVE", sql: "select 1" }),
      ]),
    );
    expect(nodesOf(job)).toMatchObject({
      t1: {
        job: {
          work: {
            kind: "sql",
            connection: "datasource-7",
            statement: "select count(*) as n, ? as day from orders where day = ? and total > ?",
            values: [{ arg: "/day" }, { arg: "/day" }, { arg: "/least" }],
          },
          results: [{ name: "n", type: "text" }],
        },
        params: [{ name: "day" }, { name: "least" }],
      },
      t2: {
        job: { work: { statement: "select $1, $2", values: [{ arg: "/n" }, { arg: "/n" }] } },
        params: [{ name: "n", expression: "$.JOB['t1'].RESULT['n'] ?? ''" }],
      },
      t3: { job: { work: { kind: "sql" } } },
      t4: { job: { work: { kind: "code" } } },
    });
    expect(codesOf(job)).toEqual(
      expect.arrayContaining([
        "node_connection t1.datasource",
        "node_template t3.sql",
        "node_statements t3.sql",
        "node_field_ignored t3.preStatements",
        "node_type t4.taskType",
      ]),
    );
    expect(job?.request?.options).toMatchObject({ disabled: true });
  });
});
