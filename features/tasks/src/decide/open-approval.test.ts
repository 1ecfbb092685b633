import type { TaskNode } from "@mojob/core/engine";
import type { TaskOperation } from "@mojob/core/feature";
import { expect, it } from "vitest";
import { after, job, TaskWalk } from "../../fixtures/task-walk.ts";
import { refusalOf } from "./refusal.ts";

const ASK: TaskNode = {
  id: "ask",
  type: "approval",
  by: { users: ["eve"], quorum: 2 },
  timeoutMs: 60_000,
  onTimeout: "refused",
};
const approved = (node: string): Partial<TaskNode> => ({ pre: [{ node, branch: "approved" }] });
const CHAIN = [
  job("a"),
  { ...ASK, ...after("a") },
  job("check", approved("ask")),
  job("deploy", after("check")),
];

function refusals(task: TaskWalk, node: string): readonly (string | null)[] {
  return (["runNode", "markNode", "skipNode"] as const).map((type) =>
    refusalOf(task.plan, task.state, { type, node, by: "ann" }),
  );
}
const approve = (by: string, branch: "approved" | "refused" = "approved"): TaskOperation => ({
  type: "approve",
  node: "ask",
  branch,
  by,
});
const ALL = ["needs_approval", "needs_approval", "needs_approval"];

it("nobody goes past an approval by hand before it is given, nor takes it as given or as left out", () => {
  const task = new TaskWalk([...CHAIN, job("other")]);
  const none = ["no_run_by_hand", "needs_approval", "needs_approval"];
  expect([refusals(task, "check"), refusals(task, "deploy"), refusals(task, "ask")]).toEqual([
    ALL,
    ALL,
    none,
  ]);
  task.end("a");
  expect([refusals(task, "check"), refusals(task, "deploy"), refusals(task, "ask")]).toEqual([
    ALL,
    ALL,
    none,
  ]);
  expect(refusals(task, "other")[0]).toBe("node_running");
  task.ask(approve("eve"));
  expect(refusals(task, "deploy")).toEqual(ALL);
  task.ask(approve("eva"));
  expect(task.running).toEqual(["check", "other"]);
  expect(refusals(task, "deploy")).toEqual([null, null, null]);
});

it("nor past one that was refused, or that nobody gave in time, also where a failure holds the task", () => {
  const noted = job("note", { pre: [{ node: "ask", branch: "refused" }] });
  const refused = new TaskWalk([...CHAIN, noted]).end("a").ask(approve("eve", "refused"));
  expect(refused.running).toEqual(["note"]);
  expect(refusals(refused, "deploy")[0]).toBe("needs_approval");
  const held = new TaskWalk(CHAIN, { onFailure: "hold" }).end("a").ask(approve("eve", "refused"));
  expect(held.state.phase).toBe("held");
  expect([refusals(held, "ask")[1], refusals(held, "check")]).toEqual(["needs_approval", ALL]);
  expect(refusalOf(held.plan, held.state, { type: "retryNode", node: "ask", by: "ann" })).toBeNull();
});

it("one that is in a group holds what comes after the group, and the group itself", () => {
  const { pre: _, ...ask } = ASK as TaskNode & { pre?: unknown };
  const group: TaskNode = { id: "g", type: "group", nodes: [ask, job("in", approved("ask"))] };
  const task = new TaskWalk([job("a"), { ...group, ...after("a") }, job("deploy", after("g"))]);
  expect([refusals(task, "deploy"), refusals(task, "g").slice(1)]).toEqual([ALL, ALL.slice(1)]);
  task.end("a");
  expect([refusals(task, "deploy"), refusals(task, "in")]).toEqual([ALL, ALL]);
  task.ask(approve("eve")).ask(approve("eva"));
  expect(refusals(task, "deploy")).toEqual([null, null, null]);
  const batch: TaskNode = { ...group, each: { items: "[1]" } };
  const items = new TaskWalk([job("a"), { ...batch, ...after("a") }, job("deploy", after("g"))]);
  expect(refusals(items, "deploy")).toEqual(ALL);
});

it("what has run may have another run, and what the graph itself led past an approval as well", () => {
  const some: Partial<TaskNode> = { pre: [{ node: "ask", branch: "approved" }, { node: "b" }], join: "any" };
  const task = new TaskWalk([ASK, job("b"), job("either", some), job("last", after("either"))]);
  expect(refusals(task, "last")).toEqual(ALL);
  task.end("b").end("either", "Failed");
  expect([refusals(task, "either"), refusals(task, "last")]).toEqual([
    [null, null, null],
    [null, null, null],
  ]);
  const skipped = new TaskWalk([{ ...ASK, skipWhen: "true" }, job("deploy", approved("ask")), job("b")]);
  expect(refusals(skipped, "deploy")).toEqual([null, "node_not_open", "node_not_open"]);
});
