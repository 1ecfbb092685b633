import type { TaskBody } from "@mojob/core/engine";
import { describe, expect, it } from "vitest";
import { after, job, TASK_START, TaskWalk, type WalkOptions } from "../../fixtures/task-walk.ts";
import { migrationProblems } from "../decide/migration.ts";
import { showNodes } from "../decide/shown-node.ts";
import { planRerun } from "../rerun/rerun-plan.ts";
import { compileTask } from "./compile-task.ts";
import { resourceNode } from "./resource-node.ts";
import { validateTask } from "./validate-task.ts";

const FILE = { name: "orders", type: "file", test: "exists", uri: "'/srv/orders.csv'" } as const;
const NODES = [
  job("a"),
  job("b", after("a")),
  job("alarm", { pre: [{ node: "a", on: "failed" }] }),
  job("last", { pre: [{ node: "b", on: "ended" }], join: "done" }),
  job("z", { cleanup: true }),
];

const walk = (more: WalkOptions = {}): TaskWalk => new TaskWalk(NODES, { resources: [FILE], ...more });

describe("the resources of a whole task", () => {
  it("are looked at before any node begins", () => {
    const task = walk();
    expect(task.running).toEqual(["resources"]);
    expect(showNodes(task.plan, task.state).map(({ id, waitsFor }) => [id, waitsFor])).toEqual([
      ["a", ["resources"]],
      ["b", ["resources"]],
      ["alarm", ["resources"]],
      ["last", ["resources"]],
      ["z", []],
      ["resources", []],
    ]);
    expect(task.end("resources").running).toEqual(["a"]);
    expect(task.end("a").end("b").end("last").end("z").state.end).toEqual({ state: "Succeeded" });
  });

  it("keep every node from beginning where one is missing, whatever it follows, but not cleanup", () => {
    const task = walk().end("resources", "Failed", "file_unavailable");
    expect(task.running).toEqual(["z"]);
    expect(task.end("z").shown).toBe(
      "a Blocked, alarm Blocked, b Blocked, last Blocked, resources Failed, z Succeeded, Failed",
    );
    expect(task.codeOf("resources")).toBe("file_unavailable");
    expect(task.log.at(-1)).toMatchObject({ type: "ended", code: "node_failed", unhandled: ["resources"] });
  });

  it("are looked at again, or passed over, where the task holds and somebody says so", () => {
    const held = (): TaskWalk => walk({ onFailure: "hold" }).end("resources", "Failed", "file_unavailable");
    expect(held().state.phase).toBe("held");
    const again = held().ask({ type: "retryNode", node: "resources" });
    expect(again.running).toEqual(["resources+1"]);
    expect(again.end("resources+1").running).toEqual(["a"]);
    expect(held().ask({ type: "skipNode", node: "resources" }).running).toEqual(["a"]);
  });

  it("are looked at again by a re-run, which takes over what ended well", () => {
    const first = walk().end("resources").end("a").end("b", "Failed").end("last").end("z");
    const plan = planRerun(first.plan, { ...first.state, id: "first" }, { type: "from", nodes: ["b"] });
    expect(plan?.nodes.filter(({ reason }) => reason !== null)).toEqual([
      { node: "b", reason: "chosen" },
      { node: "last", reason: "follows", after: "b" },
      { node: "z", reason: "cleanup" },
      { node: "resources", reason: "resources" },
    ]);
    const second = walk({ ...(plan !== null && { taken: plan.taken }) });
    expect(second.running).toEqual(["resources"]);
    expect(second.end("resources").running).toEqual(["b"]);
  });

  it("may be others in the version to which a run is moved, and may not be left out", () => {
    const { plan, state } = walk();
    const other = { ...FILE, uri: "'/srv/other.csv'" };
    const to = (resources: TaskBody["resources"] = []) => compileTask({ engine: 1, nodes: NODES, resources });
    expect(migrationProblems(plan, to([other]), state)).toEqual([]);
    expect(migrationProblems(plan, to(), state)).toEqual([{ node: "resources", problem: "missing" }]);
  });

  it("are given the parameters of the task that they read", () => {
    const uri = "'/srv/' + $.SELF.PARAMS.day + ($.SELF.PARAMS['kind of'] ?? '.csv')";
    const params = [{ name: "day", type: "text" } as const, { name: "unread", type: "text" } as const];
    const body = { engine: 1, params, resources: [{ ...FILE, uri }], nodes: NODES } as const;
    expect(resourceNode(body)?.params).toEqual([
      { name: "day", expression: "$.TASK.PARAMS.day" },
      { name: "kind of", expression: "$.TASK.PARAMS['kind of'] ?? null" },
    ]);
    const task = new TaskWalk(NODES, { ...body, task: { PARAMS: { day: "monday" } } });
    expect(task.log.find(({ type }) => type === "started")).toMatchObject({
      injected: { day: "monday", "kind of": null },
      at: TASK_START,
    });
  });

  it("are given what the values of a query read", () => {
    const query = {
      name: "orders",
      type: "database",
      test: "query",
      uri: "'orders'",
      query: "SELECT 1 FROM lines WHERE day = $1",
      values: [{ expression: "$.SELF.PARAMS.day" }],
    } as const;
    expect(resourceNode({ engine: 1, resources: [query], nodes: NODES })?.params).toEqual([
      { name: "day", expression: "$.TASK.PARAMS.day" },
    ]);
  });

  it("are refused where they read what is not known yet, and where a node has their name", () => {
    const check = (uri: string, ...nodes: readonly object[]) =>
      validateTask({ engine: 1, resources: [{ ...FILE, uri }], nodes: [job("a"), ...nodes] }).issues.map(
        ({ pointer, code }) => `${pointer} ${code}`,
      );
    expect(check("$.SELF.PARAMS.path")).toEqual([]);
    expect(check("$.JOB['a'].RESULT")).toEqual(["/resources/0/uri unknown_root"]);
    expect(check("$.SELF.RESULT")).toEqual(["/resources/0/uri unknown_of_self"]);
    expect(check("1 +")).toEqual(["/resources/0/uri bad_expression"]);
    expect(check("'x'", job("resources"))).toEqual(["/nodes/1/id duplicate_node"]);
  });
});
