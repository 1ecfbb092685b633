import fc from "fast-check";
import { type Meaning, PROCESS_ZONE, type RandomFile } from "./hold-files.ts";

const HOURS_AHEAD: Readonly<Record<string, number>> = { "Asia/Shanghai": 8, UTC: 0, "GMT+08:00": 8 };
const LEVELS = ["HIGHEST", "HIGH", "MEDIUM", "LOW", "LOWEST"];
const INSTANT = fc.integer({ min: 1_700_000_000, max: 1_900_000_000 }).map((seconds) => seconds * 1000);

const TASK = fc.record({
  script: fc.constantFrom("echo one", "exit 3", "echo 订单"),
  isOff: fc.integer({ min: 0, max: 4 }).map((number) => number === 0),
  level: fc.constantFrom(...LEVELS),
  retries: fc.constantFrom(0, 1, 3, 200),
  minutes: fc.constantFrom(0, 1, 5),
  isLimited: fc.boolean(),
  strategy: fc.constantFrom(null, "FAILED", "WARN", "WARNFAILED"),
  limit: fc.constantFrom(0, 2, 30),
  delay: fc.constantFrom(0, 2),
  workerGroup: fc.constantFrom("default", "big"),
  isCache: fc.constantFrom(null, "NO", "YES"),
  fork: fc.constantFrom(null, "", "x"),
});
const DRAWN = fc.record({
  minute: fc.nat(59),
  days: fc.constantFrom("* * ?", "? * MON-FRI", "1 * ? *"),
  hasSchedule: fc.boolean(),
  zone: fc.constantFrom(null, ...Object.keys(HOURS_AHEAD)),
  start: fc.option(INSTANT),
  end: fc.option(INSTANT),
  failure: fc.constantFrom("CONTINUE", "END"),
  execution: fc.constantFrom(null, "PARALLEL", "SERIAL_WAIT", "SERIAL_DISCARD"),
  isOnline: fc.boolean(),
  isTimed: fc.boolean(),
  limit: fc.constantFrom(0, 90),
  tenant: fc.constantFrom(null, "default", "etl"),
  warning: fc.constantFrom("NONE", "ALL"),
  tasks: fc.array(TASK, { minLength: 1, maxLength: 4 }),
});
type Drawn = typeof DRAWN extends fc.Arbitrary<infer One> ? One : never;
type Task = Drawn["tasks"][number];

function taskOf(task: Task, index: number): unknown {
  return {
    code: 1001 + index,
    name: `t${index}`,
    taskType: "SHELL",
    taskParams: JSON.stringify({ localParams: [], resourceList: [], rawScript: task.script }),
    flag: task.isOff ? "NO" : "YES",
    taskPriority: task.level,
    failRetryTimes: task.retries,
    failRetryInterval: task.minutes,
    timeoutFlag: task.isLimited ? "OPEN" : "CLOSE",
    timeoutNotifyStrategy: task.strategy,
    timeout: task.limit,
    delayTime: task.delay,
    workerGroup: task.workerGroup,
    environmentCode: -1,
    isCache: task.isCache,
    ownMember: task.fork,
  };
}

/** A time as the clock of the schedule's zone shows it. */
function clockOf(ms: number | null, zone: string | null): string | null {
  if (ms === null) return null;
  const there = new Date(ms + (zone === null ? 0 : (HOURS_AHEAD[zone] ?? 0)) * 3_600_000);
  return there.toISOString().slice(0, 19).replace("T", " ");
}

function entryOf(drawn: Drawn): unknown {
  const { minute, days, zone, start, end, isOnline, isTimed, tasks } = drawn;
  return {
    processDefinition: {
      code: 77,
      name: "daily",
      releaseState: isOnline ? "ONLINE" : "OFFLINE",
      executionType: drawn.execution,
      timeout: drawn.limit,
      tenantCode: drawn.tenant,
      globalParams: "[]",
    },
    processTaskRelationList: tasks.map((_, index) => ({
      preTaskCode: index === 0 ? 0 : 1000 + index,
      postTaskCode: 1001 + index,
    })),
    taskDefinitionList: tasks.map(taskOf),
    schedule: drawn.hasSchedule
      ? {
          crontab: `0 ${minute} 3 ${days}`,
          timezoneId: zone,
          startTime: clockOf(start, zone),
          endTime: clockOf(end, zone),
          failureStrategy: drawn.failure,
          releaseState: isTimed ? "ONLINE" : "OFFLINE",
          warningType: drawn.warning,
        }
      : null,
  };
}

/** The nodes of a task: one that begins later has a wait before it. A task that is off is passed by. */
function nodesOf(task: Task, index: number, tasks: readonly Task[]): readonly unknown[] {
  const before = tasks.findLastIndex((one, place) => place < index && !one.isOff);
  const pre = before < 0 ? [] : [`t${before} ok`];
  const none = { join: null, retry: null, timeoutMs: null, priority: null, skipWhen: null };
  const level = LEVELS.indexOf(task.level) + 1;
  const hasLimit = task.isLimited && task.limit > 0 && task.strategy !== "WARN";
  const node = {
    id: `t${index}`,
    type: "job",
    pre: task.delay > 0 ? [`t${index}-delay ok`] : pre,
    join: null,
    retry:
      task.retries > 0 ? { times: Math.min(100, task.retries), intervalMs: task.minutes * 60_000 } : null,
    timeoutMs: hasLimit ? task.limit * 60_000 : null,
    priority: level === 3 ? null : level,
    skipWhen: task.isOff ? "true" : null,
    allowFailure: null,
    script: task.script,
    ms: null,
  };
  if (task.delay === 0) return [node];
  const wait = { id: `t${index}-delay`, type: "wait", pre, ...none, allowFailure: null, script: null };
  return [{ ...wait, ms: String(task.delay * 60_000) }, node];
}

function saidOf(task: Task, index: number): readonly string[] {
  const name = `t${index}`;
  return [
    ...(task.isOff ? [`node_disabled ${name}.flag`] : []),
    ...(task.workerGroup === "big" ? [`node_field_ignored ${name}.workerGroup`] : []),
    ...(task.isCache === "YES" ? [`node_field_ignored ${name}.isCache`] : []),
    ...(task.fork === "x" ? [`node_field_ignored ${name}.ownMember`] : []),
    ...(task.isLimited && task.limit > 0 && task.strategy === "WARN"
      ? [`node_field_ignored ${name}.timeout`]
      : []),
  ];
}

const RUNS: Readonly<Record<string, readonly [number | null, string | null]>> = {
  SERIAL_WAIT: [1, "queue"],
  SERIAL_DISCARD: [1, "skip"],
};

function meaningOf(drawn: Drawn): Meaning {
  const { hasSchedule, zone, tasks } = drawn;
  const at = (ms: number | null): string | null =>
    hasSchedule && ms !== null ? new Date(ms).toISOString() : null;
  const [maxConcurrency, whenFull] = RUNS[drawn.execution ?? ""] ?? [null, null];
  return {
    id: "77",
    isRefused: false,
    says: [
      ...tasks.flatMap(saidOf),
      ...(hasSchedule ? [] : ["no_schedule schedule"]),
      ...(drawn.limit > 0 ? ["field_ignored timeout"] : []),
      ...(drawn.tenant === "etl" ? ["field_ignored tenantCode"] : []),
      ...(hasSchedule && drawn.warning === "ALL" ? ["field_ignored warningType"] : []),
    ],
    is: {
      kind: hasSchedule ? "recurring" : "triggered",
      cron: hasSchedule ? `0 ${drawn.minute} 3 ${drawn.days}` : null,
      timeZone: hasSchedule ? (zone === "GMT+08:00" ? "Etc/GMT-8" : (zone ?? PROCESS_ZONE)) : null,
      startTime: at(drawn.start),
      endTime: at(drawn.end),
      maxConcurrency,
      whenFull,
      wasOn: drawn.isOnline && (!hasSchedule || drawn.isTimed),
      isDisabled: false,
      onFailure: hasSchedule && drawn.failure === "END" ? "cancel" : null,
      nodes: tasks.flatMap(nodesOf),
    },
  };
}

export const DOLPHIN_FILE: fc.Arbitrary<RandomFile> = DRAWN.map((drawn) => ({
  text: JSON.stringify([entryOf(drawn)]),
  wanted: [meaningOf(drawn)],
}));
