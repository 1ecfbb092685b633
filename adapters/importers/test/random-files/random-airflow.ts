import fc from "fast-check";
import { DAY_MS, type Meaning, PROCESS_ZONE, type RandomFile } from "./hold-files.ts";

const INSTANT = fc.integer({ min: 1_700_000_000, max: 1_900_000_000 });
const CRON = fc
  .tuple(fc.nat(59), fc.nat(23), fc.constantFrom("* * *", "* * 1-5", "1 * *", "* 3 *"))
  .map(([minute, hour, days]) => ({ text: `${minute} ${hour} ${days}`, cron: `${minute} ${hour} ${days}` }));
const PRESET = fc.constantFrom(
  { text: "@daily", cron: "0 0 * * *" },
  { text: "@weekly", cron: "0 0 * * 0" },
  { text: "@monthly", cron: "0 0 1 * *" },
);
const SIX = fc.nat(59).map((second) => ({ text: `5 4 * * * ${second}`, cron: `${second} 5 4 * * *` }));
const EVERY = fc.constantFrom(0.5, 1, 90, 86_400, 400 * 86_400).map((seconds) => ({ seconds }));

const TASK = fc.record({
  command: fc.constantFrom("echo one", "exit 3", "echo 订单"),
  isEmpty: fc.integer({ min: 0, max: 5 }).map((number) => number === 0),
  retries: fc.constantFrom(null, 0, 1, 3, 500),
  delay: fc.constantFrom(null, 1, 60.5, 300),
  backoff: fc.constantFrom<null | boolean | number>(null, false, true, 3),
  longest: fc.constantFrom(null, 900),
  limit: fc.constantFrom(null, 0, 5, 7200),
  weight: fc.constantFrom(null, 1, 5, 50, 0),
  rule: fc.constantFrom(null, "all_success", "all_failed", "one_failed", "all_done", "always"),
  pool: fc.constantFrom(null, "default_pool", "dwh"),
  past: fc.constantFrom(null, false, true),
  fork: fc.constantFrom(null, "", "x"),
});
const DRAWN = fc.record({
  version: fc.constantFrom(1, 2, 3),
  rule: fc.oneof(CRON, PRESET, SIX, EVERY, fc.constant(null)),
  zone: fc.constantFrom<null | string | number>(null, "Europe/Berlin", 28_800, "GMT-05:00"),
  start: fc.option(INSTANT),
  end: fc.option(INSTANT),
  isPaused: fc.constantFrom(null, true, false),
  most: fc.constantFrom(null, 1, 5),
  limit: fc.constantFrom(null, 60, 7200.25),
  isFast: fc.constantFrom(null, true),
  catchup: fc.boolean(),
  fork: fc.constantFrom(null, "x"),
  tasks: fc.array(TASK, { minLength: 1, maxLength: 4 }),
});
type Drawn = typeof DRAWN extends fc.Arbitrary<infer One> ? One : never;
type Task = Drawn["tasks"][number];

const length = (seconds: number | null): unknown =>
  seconds === null ? null : { __type: "timedelta", __var: seconds };

/** Without what is null: a DAG states what differs from the usual. */
function stated(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}

function taskOf(task: Task, index: number, { version, tasks }: Drawn): unknown {
  const fields = stated({
    task_id: `t${index}`,
    [version === 3 ? "task_type" : "_task_type"]: task.isEmpty ? "EmptyOperator" : "BashOperator",
    downstream_task_ids: index + 1 < tasks.length ? [`t${index + 1}`] : [],
    template_fields: ["bash_command", "env"],
    bash_command: task.command,
    [version === 3 ? "is_empty" : "_is_empty"]: task.isEmpty,
    retries: task.retries,
    retry_delay: task.delay,
    retry_exponential_backoff: task.backoff,
    max_retry_delay: task.longest,
    execution_timeout: task.limit,
    priority_weight: task.weight,
    trigger_rule: task.rule,
    pool: task.pool,
    depends_on_past: task.past,
    own_member: task.fork,
  });
  return version === 1 ? fields : { __type: "operator", __var: fields };
}

function scheduleOf({ rule, version, zone }: Drawn): Readonly<Record<string, unknown>> {
  const timezone = zone;
  if (version === 1) {
    const interval = rule === null ? null : "text" in rule ? rule.text : length(rule.seconds);
    return { schedule_interval: interval, timezone };
  }
  const table = (name: string, value: unknown): unknown => ({
    __type: `airflow.timetables.${name}`,
    __var: value,
  });
  if (rule === null) return { timezone, timetable: table("simple.NullTimetable", {}) };
  return "text" in rule
    ? { timetable: table("interval.CronDataIntervalTimetable", stated({ expression: rule.text, timezone })) }
    : { timetable: table("interval.DeltaDataIntervalTimetable", { delta: rule.seconds }) };
}

function dagOf(drawn: Drawn): unknown {
  const { version, tasks } = drawn;
  const prefix = version === 1 ? "_" : "";
  const dag = stated({
    [`${prefix}dag_id`]: "sales",
    ...scheduleOf(drawn),
    start_date: drawn.start,
    end_date: drawn.end,
    is_paused_upon_creation: drawn.isPaused,
    [`${prefix}max_active_runs`]: drawn.most,
    dagrun_timeout: length(drawn.limit),
    [version === 3 ? "fail_fast" : "fail_stop"]: drawn.isFast,
    catchup: drawn.catchup,
    own_field: drawn.fork,
    edge_info: {},
    params: [],
    tasks: tasks.map((task, index) => taskOf(task, index, drawn)),
  });
  return { __version: version, dag };
}

const EDGES: Readonly<Record<string, string>> = {
  all_failed: "failed",
  one_failed: "failed",
  all_done: "ended",
};
const JOINS: Readonly<Record<string, string>> = { all_done: "done" };

/** Tasks follow each other in a row. */
function nodeOf(task: Task, index: number): unknown {
  const rule = task.rule ?? "all_success";
  const follows = index > 0 && rule !== "always";
  const times = Math.min(100, task.retries ?? 0);
  const growth = task.backoff === true ? 2 : typeof task.backoff === "number" ? task.backoff : null;
  const isRun = !task.isEmpty;
  const weight = task.weight ?? 1;
  return {
    id: `t${index}`,
    type: isRun ? "job" : "wait",
    pre: follows ? [`t${index - 1} ${EDGES[rule] ?? "ok"}`] : [],
    join: follows ? (JOINS[rule] ?? null) : null,
    retry:
      isRun && times > 0
        ? {
            times,
            intervalMs: (task.delay ?? 300) * 1000,
            ...(growth !== null && { backoff: growth }),
            ...(growth !== null && task.longest !== null && { maxIntervalMs: task.longest * 1000 }),
          }
        : null,
    timeoutMs: isRun && (task.limit ?? 0) > 0 ? (task.limit ?? 0) * 1000 : null,
    priority: !isRun || weight === 1 ? null : weight < 1 ? 4 : weight < 10 ? 2 : 1,
    skipWhen: null,
    allowFailure: null,
    script: isRun ? task.command : null,
    ms: isRun ? null : "0",
  };
}

function saidOf(task: Task, index: number): readonly string[] {
  return [
    ...(task.pool === "dwh" ? [`node_field_ignored t${index}.pool`] : []),
    ...(task.past === true ? [`node_field_ignored t${index}.depends_on_past`] : []),
    ...(task.fork === "x" ? [`node_field_ignored t${index}.own_member`] : []),
    ...(task.rule === "all_done" && index > 0 ? [`node_rule_differs t${index}.trigger_rule`] : []),
  ];
}

const ZONES: Readonly<Record<string, string>> = {
  "28800": "Etc/GMT-8",
  "GMT-05:00": "Etc/GMT+5",
  "Europe/Berlin": "Europe/Berlin",
};

function meaningOf(drawn: Drawn): Meaning {
  const { rule, zone, start, end, tasks } = drawn;
  const cron = rule !== null && "cron" in rule ? rule.cron : null;
  const everyMs = rule !== null && "seconds" in rule ? rule.seconds * 1000 : null;
  const isCarried = everyMs !== null && everyMs >= 1000 && everyMs <= 366 * DAY_MS;
  const from = rule === null || start === null ? null : new Date(start * 1000).toISOString();
  return {
    id: "sales",
    isRefused: false,
    says: [
      ...tasks.flatMap(saidOf),
      ...(rule === null ? ["no_schedule timetable"] : []),
      ...(everyMs !== null && !isCarried ? ["interval_not_carried everyMs"] : []),
      ...(drawn.catchup ? ["field_ignored catchup"] : []),
      ...(drawn.fork === "x" ? ["field_ignored own_field"] : []),
    ],
    is: {
      kind: rule === null ? "triggered" : "recurring",
      cron,
      everyMs: isCarried ? everyMs : null,
      timeZone: cron === null ? null : zone === null ? PROCESS_ZONE : ZONES[String(zone)],
      startTime: from,
      endTime: rule === null || end === null ? null : new Date(end * 1000).toISOString(),
      wasOn: drawn.isPaused !== true,
      isDisabled: false,
      maxConcurrency: drawn.most ?? 16,
      timeoutMs: drawn.limit === null ? null : drawn.limit * 1000,
      onFailure: drawn.isFast === true ? "cancel" : null,
      nodes: tasks.map(nodeOf),
    },
  };
}

export const AIRFLOW_FILE: fc.Arbitrary<RandomFile> = DRAWN.map((drawn) => ({
  text: JSON.stringify(dagOf(drawn)),
  wanted: [meaningOf(drawn)],
}));
