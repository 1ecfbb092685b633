import type { TaskNode } from "@mojob/core/engine";
import { describe, expect, it } from "vitest";
import { after, job, TaskWalk } from "../../fixtures/task-walk.ts";
import { refusalOf } from "./refusal.ts";
import { valueUses } from "./value-uses.ts";

const X = ["VARS", "x"];
const VARS = [{ name: "x", type: "number" as const, expression: "$.TASK.PARAMS.limit" }];
const given = (id: string, expression: string, more: Partial<TaskNode> = {}): TaskNode =>
  job(id, { params: [{ name: "to", expression }], ...more });
const walk = (nodes: readonly TaskNode[]): TaskWalk =>
  new TaskWalk(nodes, {
    vars: VARS,
    params: [{ name: "limit", type: "number" }],
    task: { PARAMS: { limit: 1 } },
  });
const edit = (path: readonly string[], value: unknown = 2) =>
  ({ type: "edit", path, value, reason: "wrong", by: "ann" }) as never;
const refusal = (task: TaskWalk, path: readonly string[]) => refusalOf(task.plan, task.state, edit(path));
const startedOf = (task: TaskWalk, node: string): unknown =>
  task.log.findLast((fact) => fact.type === "started" && fact.node === node);

describe("valueUses()", () => {
  it("lists runs that were given a value, and nodes that judged by it", () => {
    const branches = [{ name: "many", when: "$.VARS.x > 1" }];
    const task = walk([
      given("a", "$.VARS.x + 1"),
      given("other", "1"),
      { id: "which", type: "condition", branches, else: "few" },
      given("late", "$.VARS.x", after("a")),
    ]);
    expect(valueUses(task.plan, task.log, X)).toEqual([
      { node: "a", visit: "", run: "a", as: "params", name: "to", value: 2 },
      { node: "which", visit: "", run: null, as: "when", name: null },
    ]);
    expect(valueUses(task.plan, task.log, ["TASK", "PARAMS", "limit"])).toEqual([
      { node: null, visit: "", run: null, as: "vars", name: "x", value: 1 },
    ]);
    task.end("a");
    expect(valueUses(task.plan, task.log, X).map(({ run }) => run)).toEqual(["a", null, "late"]);
  });

  it("lists each item of a batch, the list itself, and items whose nodes within read it", () => {
    const each = { items: "[$.VARS.x, 7]" };
    const batch = walk([given("b", "$.ITEM + $.VARS.x", { each })]);
    expect(valueUses(batch.plan, batch.log, X).map(({ run, as, value }) => [run, as, value])).toEqual([
      [null, "items", undefined],
      ["b:0", "params", 2],
      ["b:1", "params", 8],
    ]);
    const inner = [given("in", "$.VARS.x")];
    const group = walk([{ id: "g", type: "group", each: { items: "[1]" }, nodes: inner }]);
    expect(valueUses(group.plan, group.log, X).map(({ run, as }) => [run, as])).toEqual([["g:0", "nodes"]]);
  });

  it("does not count what is read again, such as a check that does not hold yet", () => {
    const check = "$.VARS.x == 2";
    const task = walk([{ id: "w", type: "wait", for: { check, everyMs: 1000 } }]);
    expect(valueUses(task.plan, task.log, X)).toEqual([]);
    task.take(edit(X)).wait(1000);
    expect(task.state.nodes["w"]?.s).toBe("Succeeded");
    expect(valueUses(task.plan, task.log, X)).toMatchObject([{ node: "w", run: null }]);
  });
});

describe("an edit", () => {
  it("may be of what the task has and of what is not under way", () => {
    const task = walk([given("a", "1"), given("b", "$.JOB['a'].RESULT.rows", after("a"))]);
    expect(refusal(task, X)).toBeNull();
    expect(refusal(task, ["VARS", "y"])).toBe("no_such_value");
    expect(refusal(task, ["JOB", "none", "RESULT"])).toBe("no_such_node");
    expect(refusal(task, ["JOB", "a", "PARAMS", "to"])).toBe("node_running");
    expect(refusal(task, ["JOB", "a", "RESULT"])).toBe("node_not_ended");
    expect(refusal(task, ["JOB", "b", "PARAMS", "to"])).toBeNull();
    task.results({ a: { rows: 1 } }).end("a");
    expect(refusal(task, ["JOB", "a", "RESULT", "rows"])).toBeNull();
    expect(refusal(task, ["JOB", "a", "PARAMS", "to"])).toBe("node_not_open");
  });

  it("may not be of a secret", () => {
    const params = [{ name: "token", type: "text" as const, secret: true }];
    const node = given("b", "$.SECRET['x']", after("a"));
    const task = new TaskWalk([job("a"), node], { params });
    for (const path of [
      ["TASK", "PARAMS", "token"],
      ["JOB", "b", "PARAMS", "to"],
      ["SECRET", "x"],
    ])
      expect(refusal(task, path)).toBe("secret");
  });

  it("of a parameter of a node is what the node is given, also where it is tried again", () => {
    const task = walk([given("a", "$.VARS.x"), given("b", "$.VARS.x", after("a")), job("slow")]);
    task.take(edit(["JOB", "b", "PARAMS", "to"], "bob")).end("a");
    expect(startedOf(task, "b")).toMatchObject({ injected: { to: "bob" } });
    task.end("b", "Failed").take(edit(["JOB", "b", "PARAMS", "to"], "cho"));
    task.ask({ type: "retryNode", node: "b" });
    expect(startedOf(task, "b")).toMatchObject({ n: 1, injected: { to: "cho" } });
  });

  it("of a result holds for that result alone, and not for that of the next run", () => {
    const after2 = { pre: [{ node: "a", on: "ended" as const }, { node: "slow" }] };
    const task = walk([job("a"), job("slow"), given("b", "$.JOB['a'].RESULT ?? 0", after2)]);
    task.end("a", "Failed").take(edit(["JOB", "a", "RESULT"], 9));
    task.ask({ type: "retryNode", node: "a" }).results({ a: 5 }).end("a+1").end("slow");
    expect(startedOf(task, "b")).toMatchObject({ injected: { to: 5 } });
  });

  it("is refused where the task went on since", () => {
    const task = walk([job("a")]);
    const late = { ...(edit(X) as object), ifRev: task.state.rev - 1 };
    expect(refusalOf(task.plan, task.state, late as never)).toBe("stale");
    expect(task.take(late as never).state.edits).toEqual([]);
  });
});
