import { readFileSync } from "node:fs";
import type { JsonValue } from "@mojob/core";
import type { TaskBody, TaskNode } from "@mojob/core/engine";
import { describe, expect, it } from "vitest";
import { planImport, type ImportPlan, type PlannedJob } from "../../plan/plan-import.ts";

type Fields = Readonly<Record<string, JsonValue>>;

function planOf(text: string): ImportPlan {
  return planImport({ source: "powerJob", text, timeZone: "Asia/Shanghai", app: "ops" });
}

function fixture(): readonly PlannedJob[] {
  return planOf(readFileSync(new URL("../../../fixtures/powerjob-5.1.json", import.meta.url), "utf8")).jobs;
}

function bodyOf(job: PlannedJob | undefined): TaskBody {
  if (job === undefined) throw new TypeError("There is no such job");
  return job.source.work["body"] as TaskBody;
}

function nodesOf(job: PlannedJob | undefined): Readonly<Record<string, TaskNode>> {
  return Object.fromEntries(bodyOf(job).nodes.map((node) => [node.id, node]));
}

const codes = (job: PlannedJob | undefined): readonly string[] =>
  (job?.findings ?? []).map(({ code, field }) => `${code} ${field}`);

/** A workflow whose nodes run one shell script, with the edges `[from, to, answer]`. */
function workflow(
  nodes: readonly Fields[],
  edges: readonly (readonly [number, number, string?])[],
  more: Fields = {},
): Fields {
  return {
    id: 9,
    wfName: "w",
    pEWorkflowDAG: {
      nodes: nodes.map((node, index) => ({
        nodeId: index + 1,
        jobId: 5,
        nodeName: `n${index + 1}`,
        ...node,
      })),
      edges: edges.map(([from, to, property = ""]) => ({ from, to, property })),
    },
    ...more,
  };
}

const SHELL = { id: 5, jobName: "shell", processorType: "SHELL", processorInfo: "echo" };

function planned(
  nodes: readonly Fields[],
  edges: readonly (readonly [number, number, string?])[],
  more?: Fields,
) {
  return planOf(JSON.stringify({ workflows: [workflow(nodes, edges, more)], jobs: [SHELL] })).jobs[0];
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
    expect(codes(job)).toEqual([
      "timetable_unknown timeExpressionType",
      "full_failed maxWfInstanceNum",
      "field_ignored notifyUserIds",
      "unfinished disabled",
      "edge_unknown edges",
      "node_handler split.processorInfo",
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
    expect(codes(job).includes("cron_not_carried cron")).toBe(cron === null);
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

  it("a node that both answers lead to follows both", () => {
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

  it("what cannot be read is a mistake with its line, and the rest is read", () => {
    const good = workflow([{}], []);
    const listed = workflow([{ jobId: null }], [], { id: 10 });
    const refused = { success: false, data: null, message: "Permission Denied!" };
    const { jobs, mistakes } = planOf(
      JSON.stringify({ workflows: [refused, 7, good, listed, good], jobs: [SHELL] }),
    );
    expect(jobs).toHaveLength(1);
    expect(mistakes).toEqual([
      { line: 1, code: "powerjob_unreadable", parameters: {} },
      { line: 2, code: "powerjob_unreadable", parameters: {} },
      { line: 4, code: "powerjob_unfilled", parameters: {} },
      { line: 5, code: "powerjob_twice", parameters: { found: "9" } },
    ]);
  });

  it.each(["[]", "{}", "7", '{"workflows":[{"id":1}]}', '{"workflows":null}'])("refuses %s", (text) => {
    expect(() => planOf(text)).toThrow("nothing_found");
  });

  it("refuses what is not JSON", () => {
    expect(() => planOf("<html>")).toThrow("not_json");
  });

  it("fields of other types are read as none", () => {
    const fieldsOf = (names: string, value: JsonValue): Fields =>
      Object.fromEntries(names.split(" ").map((name) => [name, value]));
    for (const value of [7, "x", null, [], {}, true] satisfies JsonValue[]) {
      const node = fieldsOf("nodeType nodeParams nodeName enable skipWhenFailed", value);
      const counts = "instanceRetryNum taskRetryNum instanceTimeLimit maxInstanceNum";
      const job = fieldsOf(`jobName jobParams executeType notifyUserIds ${counts}`, value);
      const times = "timeExpressionType timeExpression lifeCycle";
      const more = fieldsOf(`wfDescription ${times} maxWfInstanceNum notifyUserIds enable`, value);
      const flow = workflow([node, {}], [[1, 2]], more);
      const { jobs } = planOf(JSON.stringify({ workflows: flow, jobs: { ...SHELL, ...job } }));
      expect(
        jobs.map(({ request }) => request !== null),
        JSON.stringify(value),
      ).toEqual([true]);
    }
  });

  it.each(["[", '{"data":'])("answers within answers, as %s, are no reason to fail otherwise", (open) => {
    for (const depth of [500, 2700, 5000, 100_000]) {
      const text = `{"workflows":${open.repeat(depth)}1${(open === "[" ? "]" : "}").repeat(depth)}}`;
      expect(() => planOf(text)).toThrow(/nothing_found|not_json/);
    }
  });

  it("a decision that fails is no success, also where it would be skipped", () => {
    const job = planned([{ nodeType: 2, nodeParams: "oops", skipWhenFailed: true }], []);
    expect(nodesOf(job)["n1"]).not.toHaveProperty("allowFailure");
  });

  it("retries and limits stay within what a node may have", () => {
    const job = { ...SHELL, instanceRetryNum: 1e9, taskRetryNum: 1e9, instanceTimeLimit: 1e15 };
    const { jobs } = planOf(JSON.stringify({ workflows: [workflow([{}], [])], jobs: [job] }));
    expect(jobs[0]?.request).not.toBeNull();
    expect(nodesOf(jobs[0])["n1"]).toMatchObject({ retry: { times: 100 }, timeoutMs: 31_536_000_000 });
  });

  it("a job without a script, and one whose request has no address, are left to finish", () => {
    const http = "tech.powerjob.official.processors.impl.HttpProcessor";
    const jobs = [
      { ...SHELL, processorInfo: " " },
      { id: 6, processorType: "BUILT_IN", processorInfo: http, jobParams: "{}" },
    ];
    const text = JSON.stringify({ workflows: [workflow([{}, { jobId: 6 }], [])], jobs });
    const [job] = planOf(text).jobs;
    expect(codes(job)).toEqual(
      expect.arrayContaining([
        "unfinished disabled",
        "glue_empty n1.jobParams",
        "node_type n2.processorInfo",
      ]),
    );
    expect(nodesOf(job)["n1"]).toMatchObject({ job: { work: { source: ":" } } });
  });

  it("graphs of any edges are read, and valid ones are made", () => {
    let seed = 7;
    const below = (most: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * most);
    };
    for (let round = 0; round < 60; round += 1) {
      const size = 1 + below(8);
      const nodes = Array.from({ length: size }, () => ({ nodeType: 1 + below(2), enable: below(4) > 0 }));
      const edges = Array.from({ length: below(14) }, () => {
        const [one, other] = [1 + below(size), 1 + below(size)];
        return [Math.min(one, other), Math.max(one, other), ["true", "false", "x"][below(3)] ?? ""] as const;
      }).filter(([from, to]) => from !== to);
      const job = planned(nodes, edges);
      expect(codes(job).filter((one) => one.startsWith("task_refused"))).toEqual([]);
      expect(bodyOf(job).nodes).toHaveLength(size);
      const followed = bodyOf(job).nodes.flatMap(({ pre = [] }, to) =>
        pre.map(({ node }) => `${node.slice(1)}>${to + 1}`),
      );
      expect(new Set(followed)).toEqual(new Set(edges.map(([from, to]) => `${from}>${to}`)));
    }
  });

  it("a large workflow is read within its time", () => {
    const nodes = Array.from({ length: 1900 }, () => ({}));
    const edges = nodes.slice(1).map((_, index) => [index + 1, index + 2] as const);
    expect(bodyOf(planned(nodes, edges)).nodes).toHaveLength(1900);
  });

  it("files of many names alike are refused within their time", () => {
    const nodes = Array.from({ length: 20_000 }, () => ({ nodeName: "n" }));
    expect(planned(nodes, [])?.request).toBeNull();
    const workflows = Array.from({ length: 8000 }, (_, index) => workflow([{}], [], { id: index + 1 }));
    expect(() => planOf(JSON.stringify({ workflows }))).toThrow("too_many_jobs");
    expect(() => planOf(`{"workflows":[${"1,".repeat(500_000)}1]}`)).toThrow("nothing_found");
  });
});
