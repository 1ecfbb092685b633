import fc from "fast-check";
import { type Meaning, PROCESS_ZONE, type RandomFile } from "./hold-files.ts";

const SHELL = "tech.powerjob.official.processors.impl.script.ShellProcessor";
const SCRIPT = fc.constantFrom("echo one", "exit 3", "printf '%s' \"$HOME\"", "echo 订单");
const COUNT = fc.constantFrom(0, 1, 2, 9, 40);
const INSTANT = fc.integer({ min: 1_700_000_000, max: 1_900_000_000 }).map((seconds) => seconds * 1000);

const NODE = fc.record({
  own: fc.option(SCRIPT),
  ofJob: fc.option(SCRIPT),
  runs: COUNT,
  tries: COUNT,
  limitMs: fc.constantFrom(0, 1000, 600_000),
  isOn: fc.boolean(),
  skips: fc.boolean(),
  isMissing: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
  executeType: fc.constantFrom("STANDALONE", "STANDALONE", "STANDALONE", "BROADCAST"),
  maxInstanceNum: fc.constantFrom(0, 2),
  tag: fc.constantFrom(null, "", "gpu"),
  fork: fc.constantFrom(null, "", "x"),
});
const DRAWN = fc.record({
  minute: fc.nat(59),
  days: fc.constantFrom(["* * ?", "* * ?"], ["* * *", "* * ?"], ["* * 2-6", "? * 2-6"], ["1 * *", "1 * ?"]),
  type: fc.constantFrom("CRON", "CRON", "API", "DAILY_TIME_INTERVAL"),
  life: fc.option(fc.record({ start: fc.option(INSTANT), end: fc.option(INSTANT) })),
  most: fc.constantFrom(0, 1, 3),
  isOn: fc.boolean(),
  isText: fc.boolean(),
  notified: fc.constantFrom<unknown>(null, [], [2]),
  nodes: fc.array(NODE, { minLength: 1, maxLength: 4 }),
});
type Drawn = typeof DRAWN extends fc.Arbitrary<infer One> ? One : never;
type Node = Drawn["nodes"][number];

function jobsOf({ nodes }: Drawn): readonly unknown[] {
  return nodes.flatMap((node, index) =>
    node.isMissing
      ? []
      : [
          {
            id: 11 + index,
            jobName: `job ${index}`,
            jobParams: node.ofJob,
            processorType: "BUILT_IN",
            processorInfo: SHELL,
            executeType: node.executeType,
            instanceRetryNum: node.runs,
            taskRetryNum: node.tries,
            instanceTimeLimit: node.limitMs,
            maxInstanceNum: node.maxInstanceNum,
            tag: node.tag,
            timeExpressionType: "WORKFLOW",
            ownMember: node.fork,
          },
        ],
  );
}

/** The nodes follow each other in a row. */
function workflowOf(drawn: Drawn): unknown {
  const { minute, days, type, life, most, isOn, notified, nodes, isText } = drawn;
  const dag = {
    nodes: nodes.map((node, index) => ({
      nodeId: index + 1,
      nodeType: 1,
      jobId: 11 + index,
      nodeName: `n${index}`,
      nodeParams: node.own,
      enable: node.isOn,
      skipWhenFailed: node.skips,
    })),
    edges: nodes.slice(1).map((_, index) => ({ from: index + 1, to: index + 2 })),
  };
  return {
    id: 101,
    wfName: "nightly",
    timeExpressionType: type,
    timeExpression: `0 ${minute} 3 ${days[0]}`,
    lifeCycle: life !== null && isText ? JSON.stringify(life) : life,
    maxWfInstanceNum: most,
    enable: isOn,
    notifyUserIds: notified,
    peworkflowDAG: isText ? JSON.stringify(dag) : dag,
  };
}

function nodeOf(node: Node, index: number): Readonly<Record<string, unknown>> {
  const isJob = node.isOn;
  const known = isJob && !node.isMissing;
  const times = Math.min(100, (1 + node.runs) * (1 + node.tries) - 1);
  return {
    id: `n${index}`,
    type: isJob ? "job" : "wait",
    pre: index === 0 ? [] : [`n${index - 1} ok`],
    join: null,
    retry: known && times > 0 ? { times, intervalMs: node.runs > 0 ? 10_000 : 0 } : null,
    timeoutMs: known && node.limitMs > 0 ? node.limitMs : null,
    priority: null,
    skipWhen: null,
    allowFailure: isJob && node.skips ? true : null,
    script: known ? (node.own ?? node.ofJob ?? ":") : null,
    ms: isJob ? null : "0",
  };
}

function saidOf(node: Node, index: number): readonly string[] {
  const name = `n${index}`;
  if (!node.isOn) return [`node_off ${name}.enable`];
  if (node.isMissing) return [`node_job_missing ${name}.jobId`];
  return [
    ...(node.executeType === "BROADCAST" ? [`node_spread ${name}.executeType`] : []),
    ...(node.maxInstanceNum > 0 ? [`node_field_ignored ${name}.maxInstanceNum`] : []),
    ...(node.tag === "gpu" ? [`node_field_ignored ${name}.tag`] : []),
    ...(node.fork === "x" ? [`node_field_ignored ${name}.ownMember`] : []),
  ];
}

function meaningOf({ minute, days, type, life, most, isOn, notified, nodes }: Drawn): Meaning {
  const isCron = type === "CRON";
  const at = (ms: number | null | undefined): string | null =>
    isCron && ms != null ? new Date(ms).toISOString() : null;
  return {
    id: "101",
    isRefused: false,
    says: [
      ...nodes.flatMap(saidOf),
      ...(type === "API" ? ["no_schedule timeExpressionType"] : []),
      ...(type === "DAILY_TIME_INTERVAL" ? ["timetable_unknown timeExpressionType"] : []),
      ...(Array.isArray(notified) && notified.length > 0 ? ["field_ignored notifyUserIds"] : []),
    ],
    is: {
      kind: isCron ? "recurring" : "triggered",
      cron: isCron ? `0 ${minute} 3 ${days[1]}` : null,
      timeZone: isCron ? PROCESS_ZONE : null,
      startTime: at(life?.start),
      endTime: at(life?.end),
      maxConcurrency: most === 0 ? null : most,
      wasOn: isOn,
      isDisabled: nodes.some(
        (node) =>
          node.isOn &&
          (node.isMissing || node.executeType === "BROADCAST" || (node.own ?? node.ofJob) === null),
      ),
      onFailure: "stop",
      nodes: nodes.map(nodeOf),
    },
  };
}

export const POWERJOB_FILE: fc.Arbitrary<RandomFile> = DRAWN.map((drawn) => ({
  text: JSON.stringify({
    workflows: [{ success: true, data: workflowOf(drawn) }],
    jobs: { data: { data: jobsOf(drawn) } },
  }),
  wanted: [meaningOf(drawn)],
}));
