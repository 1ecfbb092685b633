import type { TaskNode } from "@mojob/core/engine";
import { expect, it } from "vitest";
import { after, job, TaskWalk } from "../../fixtures/task-walk.ts";
import { refusalOf } from "./refusal.ts";

function refusal(task: TaskWalk, node: string): string | null {
  return refusalOf(task.plan, task.state, { type: "runNode", node, by: "ann" });
}

it("a node begins now, whatever it waits for, and once; what follows it goes on from it", () => {
  const task = new TaskWalk([job("a"), job("b", after("a")), job("c", after("b"))]);
  task.ask({ type: "runNode", node: "b" });
  expect(task.running).toEqual(["a", "b"]);
  task.end("b").end("a");
  expect(task.running).toEqual(["c"]);
  expect(task.end("c").shown).toBe("a Succeeded, b Succeeded, c Succeeded, Succeeded");
});

it("one that was left out is executed all the same, and what follows it is judged again", () => {
  const task = new TaskWalk([
    job("a"),
    job("b", { ...after("a"), skipWhen: "true" }),
    job("c", { ...after("b"), join: "all" }),
    job("d"),
  ]);
  task.end("a");
  expect(task.shown).toBe("a Succeeded, b Skipped, c Skipped, d Running, running");
  expect(task.ask({ type: "runNode", node: "b" }).running).toEqual(["b", "d"]);
  expect(task.end("b").running).toEqual(["c", "d"]);
});

it("one that has ended has another run, and what had run after it stays as it is", () => {
  const task = new TaskWalk([job("a"), job("b", after("a")), job("d")]);
  task.end("a").end("b").ask({ type: "runNode", node: "a" });
  expect(task.running).toEqual(["a+1", "d"]);
  task.end("a+1");
  expect(task.shown).toBe("a Succeeded, b Succeeded, d Running, running");
  task.ask({ type: "runNode", node: "b" }).end("b+1", "Failed").end("d");
  expect(task.shown).toBe("a Succeeded, b Failed, d Succeeded, Failed");
});

it("one that waits for its next try, or for its turn, does not wait longer than for a place", () => {
  const retry = { times: 1, intervalMs: 3_600_000 };
  const task = new TaskWalk([job("a", { retry })]).end("a", "Skipped", "queue_cleared");
  expect(task.running).toEqual([]);
  expect(task.ask({ type: "runNode", node: "a" }).running).toEqual(["a+1"]);
  const full = new TaskWalk([job("a"), job("b"), job("c", after("b"))], { maxParallel: 1 });
  full.ask({ type: "runNode", node: "c" });
  expect([full.running, full.state.nodes["c"]?.s]).toEqual([["a"], "Ready"]);
});

it("what has no run of its own, runs already, or is in what is over is refused", () => {
  const nodes: readonly TaskNode[] = [
    job("a"),
    { id: "w", type: "wait", for: { signal: "go" } },
    job("tidy", { cleanup: true }),
    job("go", { wait: false }),
    { id: "g", type: "group", nodes: [job("in")], ...after("a") },
    {
      id: "more",
      type: "condition",
      branches: [{ name: "yes", when: "$.VISIT < 1" }],
      else: "no",
      loop: { maxVisits: 2 },
      pre: [{ node: "x" }],
    },
    job("x", { pre: [{ node: "more", branch: "yes" }] }),
  ];
  const task = new TaskWalk(nodes).take({ type: "ended", run: "go", state: "Succeeded", result: "r" });
  const refused = Object.fromEntries(task.plan.nodes.map(({ id }) => [id, refusal(task, id)]));
  expect(refused).toEqual({
    a: "node_running",
    w: "no_run_by_hand",
    tidy: "no_run_by_hand",
    go: "node_not_open",
    g: "no_run_by_hand",
    in: "node_not_open",
    more: "no_run_by_hand",
    x: "node_not_open",
  });
  expect(refusal(task.ask({ type: "cancel" }), "x")).toBe("ending");
});

it("a cleanup that is tried again while every place is taken begins all the same, and the task ends", () => {
  const cleanup = { ...job("z", after("a")), cleanup: true };
  const task = new TaskWalk([job("a"), job("b"), cleanup], { maxParallel: 1 });
  task.end("a").end("z", "Failed");
  expect(task.running).toEqual(["b"]);
  task.ask({ type: "retryNode", node: "z" });
  expect(task.running).toEqual(["b", "z+1"]);
  task.end("b", "Failed").end("z+1");
  expect(task.shown).toBe("a Succeeded, b Failed, z Succeeded, Failed");
});
