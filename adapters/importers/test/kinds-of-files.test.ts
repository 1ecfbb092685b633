import { describe, expect, it } from "vitest";
import { planImport, type PlannedJob } from "../src/plan/plan-import.ts";
import type { ImportSource } from "../src/sources/import-source.ts";

function jobOf(source: ImportSource, content: unknown): PlannedJob {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  const [job] = planImport({ source, text, timeZone: "UTC", app: "ops" }).jobs;
  if (job === undefined) throw new TypeError("The file has no job");
  return job;
}

const said = ({ findings }: PlannedJob): readonly string[] =>
  findings.map(({ code, field, parameters }) =>
    `${code} ${field} ${String(parameters["found"] ?? "")}`.trim(),
  );

const XXL_ROW = {
  id: 1,
  job_group: 1,
  app_name: "shop",
  executor_handler: "h",
  schedule_conf: "0 0 3 * * ?",
};
const DOLPHIN = {
  processDefinition: { code: 7, name: "w" },
  taskDefinitionList: [{ code: 8, name: "t", taskType: "SHELL", taskParams: { rawScript: "date" } }],
};
const DAG = { dag_id: "d", tasks: [{ task_id: "t", task_type: "BashOperator", bash_command: "date" }] };
const POWERJOB = {
  workflows: [
    { id: 1, wfName: "w", peworkflowDAG: { nodes: [{ nodeId: 1, jobId: 2, nodeName: "n" }], edges: [] } },
  ],
  jobs: [{ id: 2, processorType: "SHELL", processorInfo: "date" }],
};

describe("what a reader does not know", () => {
  it.each<readonly [ImportSource, unknown, string]>([
    ["xxl", [{ ...XXL_ROW, end_time: "2027-01-01" }], "field_ignored end_time 2027-01-01"],
    ["xxl", [{ ...XXL_ROW, calendar: "cn" }], "field_ignored calendar cn"],
    [
      "xxl",
      "id,job_group,app_name,schedule_conf,executor_handler,weight\n1,1,a,0 0 3 * * ?,h,5",
      "field_ignored weight 5",
    ],
    ["agenda", [{ name: "a", repeatInterval: "1 hour", until: "noon" }], "field_ignored until noon"],
    ["bullmq", [{ key: "k", every: 1000, jitter: 5 }], "field_ignored jitter 5"],
    ["bullmq", [{ key: "k", every: 1000, opts: { delay: 50 } }], "field_ignored delay 50"],
    [
      "dolphinScheduler",
      [{ ...DOLPHIN, schedule: { crontab: "0 0 3 * * ?", calendarId: 3 } }],
      "field_ignored calendarId 3",
    ],
    [
      "dolphinScheduler",
      [{ ...DOLPHIN, processDefinition: { code: 7, name: "w", tenantCode: "etl" } }],
      "field_ignored tenantCode etl",
    ],
    ["airflow", { __version: 1, dag: { ...DAG, quorum: 2 } }, "field_ignored quorum 2"],
    [
      "airflow",
      { __version: 1, dag: { ...DAG, tasks: [{ ...DAG.tasks[0], skip_on_exit_code: [99] }] } },
      "node_field_ignored t.skip_on_exit_code [99]",
    ],
    [
      "powerJob",
      { ...POWERJOB, jobs: [{ ...POWERJOB.jobs[0], tag: "gpu" }] },
      "node_field_ignored n.tag gpu",
    ],
    [
      "powerJob",
      { ...POWERJOB, workflows: [{ ...POWERJOB.workflows[0], calendar: "cn" }] },
      "field_ignored calendar cn",
    ],
  ])("%s: %j is said with its value", (source, content, finding) => {
    expect(said(jobOf(source, content))).toContain(finding);
  });
});

describe("lines of a crontab that tools read differently", () => {
  it.each<readonly [ImportSource, string, string]>([
    ["crontab", "0 0 0 1 1 * 2027 ./year", "crontab_fields"],
    ["crontab", "*/5 * * * * ? ./poll", "crontab_fields"],
    ["crontab", "0 5 * * * nobody /usr/bin/index", "crontab_user_column"],
    ["systemCrontab", "0 5 * * * /usr/bin/index", "crontab_user_name"],
    ["systemCrontab", "0 0 5 * * * root /usr/bin/index", "crontab_fields"],
  ])("%s: %s is refused", (source, line, code) => {
    const text = `${line}\n1 1 * * * ${source === "crontab" ? "" : "root "}date`;
    const { jobs, mistakes } = planImport({ source, text, timeZone: "UTC", app: "ops" });
    expect(jobs.length).toBe(1);
    expect(mistakes.map((one) => [one.line, one.code])).toEqual([[1, code]]);
  });
});

describe("rules of Agenda that hide each other", () => {
  it.each([
    [{ repeatInterval: 3_600_000, repeatAt: "9:00" }, { everyMs: 3_600_000, cron: null }, "repeat_at_unused"],
    [
      { repeatInterval: "5 4 * * *", repeatAt: "4:05pm", repeatTimezone: "Asia/Tokyo" },
      { cron: "5 4 * * *", timeZone: "Asia/Tokyo" },
      "repeat_at_unused",
    ],
    [
      { repeatAt: "11pm", repeatTimezone: "Asia/Tokyo" },
      { cron: "0 23 * * *", timeZone: "UTC" },
      "repeat_at_zone",
    ],
  ])("%j", (document, schedule, code) => {
    const job = jobOf("agenda", [{ name: "a", ...document }]);
    expect(job.schedule).toMatchObject(schedule);
    expect(job.findings.map((one) => one.code)).toContain(code);
  });
});

describe("a ShortCircuitOperator of Airflow", () => {
  it.each(["one_success", "all_failed", "none_failed"])(
    "leaves a job unfinished whose task further on begins by %s",
    (trigger_rule) => {
      const tasks = [
        { task_id: "gate", task_type: "ShortCircuitOperator", downstream_task_ids: ["a"] },
        { task_id: "a", task_type: "BashOperator", bash_command: "date", downstream_task_ids: ["b"] },
        { task_id: "b", task_type: "BashOperator", bash_command: "date", trigger_rule },
      ];
      const job = jobOf("airflow", { __version: 1, dag: { dag_id: "d", tasks } });
      expect(said(job)).toContain(`node_skips_further b.trigger_rule ${trigger_rule}`);
      expect(job.request?.options["disabled"]).toBe(true);
    },
  );
});

describe("abbreviations of zones", () => {
  it.each<readonly [ImportSource, unknown]>([
    ["crontab", "CRON_TZ=IST\n0 9 * * * date"],
    ["agenda", [{ name: "a", repeatInterval: "0 9 * * *", repeatTimezone: "CST" }]],
    ["bullmq", [{ key: "k", pattern: "0 9 * * *", tz: "PST" }]],
    ["airflow", { __version: 1, dag: { ...DAG, schedule_interval: "0 9 * * *", timezone: "SST" } }],
    ["xxl", [{ ...XXL_ROW, time_zone: "AST" }]],
    ["dolphinScheduler", [{ ...DOLPHIN, schedule: { crontab: "0 0 3 * * ?", timezoneId: "BST" } }]],
  ])("%s: %j is refused", (source, content) => {
    const job = jobOf(source, content);
    expect(job.request).toBeNull();
    expect(job.findings.map(({ code }) => code)).toContain("zone_unknown");
  });
});

describe("SQL that mysqldump does not write", () => {
  const COLUMNS = "id, job_group, executor_handler, schedule_conf, add_time, executor_param";
  const GROUP = "INSERT INTO xxl_job_group (id, app_name) VALUES (1, 'shop');\n";
  const insert = (values: string): string =>
    `${GROUP}INSERT INTO xxl_job_info (${COLUMNS}) VALUES (${values});`;

  it.each([
    ["1, 1, 'h', '0 0 3 * * ?', CURRENT_TIMESTAMP(3), 'a'", "a"],
    ["1, 1, 'h', '0 0 3 * * ?', date_add(now(), interval(1)), N'a'", "a"],
    ["1, 1, 'h', '0 0 3 * * ?', sysdate(), E'it\\'s\\ttrue'", "it's\ttrue"],
  ])("reads %s", (values, args) => {
    expect(jobOf("xxl", insert(values)).request?.args).toBe(args);
  });

  it.each([
    ["1, 1, concat('a', 'b'), '0 0 3 * * ?', NULL, 'a'", "sql_expression"],
    ["nextval('s'), 1, 'h', '0 0 3 * * ?', NULL, 'a'", "sql_expression"],
    ["1, 1, 'h', uuid(), NULL, 'a'", "sql_expression"],
  ])("refuses %s, which a server computes", (values, code) => {
    expect(() => jobOf("xxl", insert(values))).toThrow(expect.objectContaining({ code }) as Error);
  });
});
