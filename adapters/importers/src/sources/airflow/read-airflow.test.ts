import type { JsonValue } from "@mojob/core";
import { describe, expect, it } from "vitest";
import { planImport, type PlannedJob } from "../../plan/plan-import.ts";
import { bodyOf, nodesOf, readFixture } from "../../../fixtures/planned-task.ts";

function plan(text: string): ReturnType<typeof planImport> {
  return planImport({ source: "airflow", text, timeZone: "UTC", app: "ops" });
}

function fixture(name: string): readonly PlannedJob[] {
  return plan(readFixture(name)).jobs;
}

function dag(tasks: readonly Readonly<Record<string, JsonValue>>[], version = 2): string {
  return JSON.stringify({ __version: version, dag: { dag_id: "d", tasks } });
}

const empty = (
  task_id: string,
  downstream: readonly string[],
  more: object = {},
): Record<string, JsonValue> => ({
  task_id,
  task_type: "EmptyOperator",
  downstream_task_ids: [...downstream],
  ...more,
});

describe("what a ShortCircuitOperator skips", () => {
  const gated = (rule: string, more: object = {}): string =>
    dag([
      empty("gate", ["a"], { task_type: "ShortCircuitOperator" }),
      empty("a", ["join"]),
      empty("b", ["join"]),
      empty("join", ["after"]),
      empty("after", [], { trigger_rule: rule, ...more }),
    ]);

  it.each([
    "none_failed",
    "none_failed_min_one_success",
    "all_done",
    "one_success",
    "all_done_min_one_success",
  ])("reaches a task by the rule %s further on: the job is made disabled, and says so", (rule) => {
    const [job] = plan(gated(rule)).jobs;
    expect(job?.request?.options["disabled"]).toBe(true);
    expect(job?.findings).toContainEqual(
      expect.objectContaining({
        code: "node_skips_further",
        level: "warning",
        parameters: { node: "after", found: rule, from: "gate" },
      }),
    );
  });

  it("skips by itself what follows by all_success, and no teardown", () => {
    for (const text of [gated("all_success"), gated("all_done", { is_teardown: true })]) {
      const [job] = plan(text).jobs;
      expect(job?.findings.map(({ code }) => code)).not.toContain("node_skips_further");
    }
  });
});

describe("readAirflow()", () => {
  it("reads version 1: parameters, retries, branches, rules, groups and teardown", () => {
    const [job] = fixture("airflow-2");
    expect(nodesOf(job)).toMatchObject({
      extract: {
        retry: { times: 3, intervalMs: 60_000, backoff: 2, maxIntervalMs: 600_000 },
        timeoutMs: 900_000,
        params: [
          { name: "mojob_1", expression: "string($.TASK.PARAMS['day'])" },
          { name: "mojob_2", expression: "string($.TASK.PARAMS['limit'])" },
        ],
      },
      choose: { job: { work: { kind: "code", handler: "airflow/sales_daily/choose_branch" } } },
      "choose-choice": {
        type: "condition",
        branches: [{ name: "big__load", when: "$.JOB['choose'].RESULT == 'big.load'" }, { name: "small" }],
        else: "none",
      },
      big__load: { title: "big.load", pre: [{ node: "choose-choice", branch: "big__load" }] },
      repair: { pre: [{ node: "big__verify", on: "failed" }] },
      join: { join: "any", type: "wait" },
      report: { priority: 1 },
      cleanup: { cleanup: true, pre: [{ on: "ended" }, { on: "ended" }] },
    });
    expect(bodyOf(job).params).toEqual([
      { name: "day", type: "text", value: "2026-11-01" },
      { name: "limit", type: "number", value: 5 },
    ]);
    expect(job?.request?.options).toMatchObject({ timeoutMs: 7_200_000, maxConcurrency: 1, tags: ["sales"] });
  });

  it("reads version 2: sensors, mapped tasks, requests, and what it cannot carry over", () => {
    const [job, other] = fixture("airflow-3");
    expect(nodesOf(job)).toMatchObject({
      wait_sales: { type: "wait", for: { signal: "wait_sales" }, timeoutMs: 3_600_000 },
      each_file: {
        each: { items: "$.JOB['list_files'].RESULT ?? []" },
        params: [
          { name: "mode", value: "fast" },
          { name: "file", expression: "$.ITEM" },
        ],
        retry: { times: 1 },
      },
      "maybe-choice": { branches: [{ when: "$.JOB['maybe'].RESULT == true" }] },
      call: {
        job: {
          work: { url: "http://crm-api.invalid/v1/close?day={{ ds }}", headers: { "X-Team": "sales" } },
        },
        params: [{ name: "day", expression: "$.TASK.PARAMS['day']" }],
      },
      again: { type: "task", key: "airflow/housekeeping" },
    });
    expect(job?.within).toEqual(new Map([["housekeeping", "airflow/housekeeping"]]));
    expect(other?.request?.options).not.toHaveProperty("disabled");
    const findings = job?.findings.map(({ code, field }) => `${code} ${field}`);
    expect(findings).toEqual(
      expect.arrayContaining([
        "field_ignored catchup",
        "unfinished disabled",
        "node_waits wait_sales.task_type",
        "node_address call.endpoint",
        "node_template query.sql",
        "node_connection query.conn_id",
        "node_rule never.trigger_rule",
        "node_quoted never.bash_command",
      ]),
    );
  });

  it.each([
    ["all_success", { join: "all", pre: [{ node: "a" }, { node: "b" }] }],
    ["all_failed", { join: "all", pre: [{ on: "failed" }, { on: "failed" }] }],
    ["all_done", { join: "done", pre: [{ on: "ended" }, { on: "ended" }] }],
    ["one_failed", { join: "any", pre: [{ on: "failed" }, { on: "failed" }] }],
    ["none_skipped", { join: "all", pre: [{ on: "ended" }, { on: "ended" }] }],
  ])("the rule %s begins its task as there", (trigger_rule, expected) => {
    const text = dag([empty("a", ["c"]), empty("b", ["c"]), empty("c", [], { trigger_rule })]);
    expect(nodesOf(plan(text).jobs[0])["c"]).toMatchObject(expected);
  });

  it("a task that always runs follows nothing, and min_one_success is what is usual here", () => {
    const rule = (trigger_rule: string): string =>
      dag([empty("a", ["c"]), empty("b", ["c"]), empty("c", [], { trigger_rule })]);
    expect(nodesOf(plan(rule("always")).jobs[0])["c"]).not.toHaveProperty("pre");
    expect(nodesOf(plan(rule("none_failed_min_one_success")).jobs[0])["c"]).not.toHaveProperty("join");
  });

  it.each([
    [{}, { wait: false }],
    [{ wait_for_completion: true }, {}],
    [{ is_mapped: true, expand_input: { type: "dict-of-lists", value: { conf: [{ n: 1 }] } } }, {}],
  ])("a DAG that is triggered is waited for where it was, or where it is mapped: %j", (more, wait) => {
    const trigger = { task_id: "t", task_type: "TriggerDagRunOperator", trigger_dag_id: "d", ...more };
    const node = nodesOf(plan(dag([trigger])).jobs[0])["t"];
    expect({ ...(node?.type === "task" && "wait" in node && { wait: node.wait }) }).toEqual(wait);
  });

  it("lists of arguments become sets, and what cannot be unrolled says so", () => {
    const mapped = (value: JsonValue): Record<string, JsonValue> => ({
      task_id: "m",
      task_type: "_PythonDecoratedOperator",
      is_mapped: true,
      expand_input: { type: "dict-of-lists", value },
    });
    const one = nodesOf(plan(dag([mapped({ x: [1, 2] })])).jobs[0])["m"];
    expect(one).toMatchObject({ each: { sets: [[{ name: "x", value: 1 }], [{ name: "x", value: 2 }]] } });
    const [job] = plan(dag([mapped({ x: [1], y: [2] })])).jobs;
    expect(job?.findings.map(({ code }) => code)).toContain("node_mapped");
    expect(job?.request?.options).toMatchObject({ disabled: true });
  });

  it("defaults that version 3 states once hold for each task", () => {
    const text = JSON.stringify({
      __version: 3,
      client_defaults: { tasks: { retries: 4, retry_delay: 10 } },
      dag: { dag_id: "d", tasks: [{ task_id: "a", task_type: "BashOperator", bash_command: ":" }] },
    });
    expect(nodesOf(plan(text).jobs[0])["a"]).toMatchObject({ retry: { times: 4, intervalMs: 10_000 } });
  });

  it("reads rows of the table, and leaves a version out that it does not know", () => {
    const row = (version: number): object => ({
      dag_id: "d",
      data: JSON.parse(dag([empty("a", [])], version)) as object,
    });
    const { jobs, mistakes } = plan(JSON.stringify([row(2), row(9), { a: 1 }]));
    expect(jobs.map(({ key }) => key)).toEqual(["airflow/d"]);
    expect(mistakes.map(({ code }) => code)).toEqual(["dag_version", "dag_unreadable"]);
  });

  it("makes statements of operators of SQL, whose values are bound", () => {
    const query = (more: Readonly<Record<string, JsonValue>>): Record<string, JsonValue> => ({
      task_type: "SQLExecuteQueryOperator",
      template_fields: ["sql", "parameters"],
      ...more,
    });
    const [job] = plan(
      dag([
        query({ task_id: "a", task_type: "PostgresOperator", postgres_conn_id: "dwh", sql: "select 1" }),
        query({
          task_id: "b",
          conn_id: "crm/pg_main",
          sql: "select * from t where a = %s and b = %s and c = 'x';",
          parameters: [1, "two"],
        }),
        query({
          task_id: "c",
          conn_id: "crm",
          sql: ["delete from t where a = %(day)s and b = '{{ ds }}' and c = %(none)s"],
          parameters: { day: "2026-11-30" },
        }),
        query({ task_id: "d", conn_id: "crm", sql: ["select 1", "select 2"] }),
        query({ task_id: "e", conn_id: "crm", sql: "sql/report.sql" }),
        query({ task_id: "f", conn_id: "crm", sql: "delete from t; insert into t select 1" }),
      ]),
    ).jobs;
    expect(nodesOf(job)).toMatchObject({
      a: { job: { work: { kind: "sql", connection: "dwh", statement: "select 1" } } },
      b: {
        job: {
          work: {
            connection: "crm-pg_main",
            statement: "select * from t where a = $1 and b = $2 and c = 'x'",
            values: [{ arg: "/value-1" }, { arg: "/value-2" }],
          },
        },
        params: [
          { name: "value-1", value: 1 },
          { name: "value-2", value: "two" },
        ],
      },
      c: {
        job: {
          work: {
            statement: "delete from t where a = ? and b = '{{ ds }}' and c = %(none)s",
            values: [{ arg: "/day" }],
          },
        },
      },
      d: { job: { work: { kind: "code" } } },
      e: { job: { work: { kind: "code" } } },
    });
    expect(job?.findings.map(({ code, field }) => `${code} ${field}`)).toEqual(
      expect.arrayContaining([
        "node_connection a.postgres_conn_id",
        "node_places b.sql",
        "node_template c.sql",
        "node_statements f.sql",
      ]),
    );
    const sql = "'%s{{ ".repeat(100_000);
    expect(plan(dag([query({ task_id: "a", sql })])).jobs).toHaveLength(1);
  });

  it("a command with many unclosed templates is read at once", () => {
    const bash_command = `${"{{ ".repeat(100_000)}${"{% ".repeat(100_000)}`;
    const { jobs } = plan(dag([{ task_id: "a", task_type: "BashOperator", bash_command }]));
    expect(jobs).toHaveLength(1);
  });
});
