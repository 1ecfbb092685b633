import type { JsonValue } from "@mojob/core";
import { describe, expect, it } from "vitest";
import { bodyOf, codesOf, nodesOf } from "../../../fixtures/planned-task.ts";
import { type Fields, planned, planOf, SHELL, workflow } from "../../../fixtures/powerjob-plan.ts";

describe("readPowerjob() of odd files", () => {
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

  it.each(["[", '{"data":'])("responses within responses, as %s, are no reason to fail otherwise", (open) => {
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
    expect(codesOf(job)).toEqual(
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
      expect(codesOf(job).filter((one) => one.startsWith("task_refused"))).toEqual([]);
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
    const workflows = Array.from({ length: 3000 }, (_, index) => workflow([{}], [], { id: index + 1 }));
    expect(() => planOf(JSON.stringify({ workflows }))).toThrow("too_many_jobs");
    expect(() => planOf(`{"workflows":[${"1,".repeat(500_000)}1]}`)).toThrow("nothing_found");
  });
});
