import type { TaskNode } from "@mojob/core/engine";
import { expect, it } from "vitest";
import { after, job, TaskWalk } from "../../fixtures/task-walk.ts";
import { compileTask } from "../plan/compile-task.ts";
import { planRerun } from "./rerun-plan.ts";

const FIRST = [job("a"), job("b", after("a")), job("c", after("b")), job("skipped", { skipWhen: "true" })];

/** What is executed again where the first version has ended with a failure of `c`. */
function again(nodes: readonly TaskNode[]): readonly string[] | undefined {
  const ended = new TaskWalk(FIRST).end("a").end("b").end("c", "Failed");
  const plan = compileTask({ engine: 1, nodes });
  const rerun = planRerun(plan, ended.state, { type: "smart" }, false, ended.plan);
  return rerun?.nodes.flatMap(({ node, reason }) => (reason === null ? [] : [node]));
}

it("what another version adds is executed, and what follows it there", () => {
  expect(again(FIRST)).toEqual(["c"]);
  expect(again([job("a"), job("x", after("a")), job("b", after("x")), job("c", after("b"))])).toEqual([
    "x",
    "b",
    "c",
  ]);
});

it("what ran stays where its work or its ways are others, and not where it is another kind of node", () => {
  const b = job("b", { ...after("a"), title: "Other" });
  expect(again([job("a"), b, job("c", after("b")), job("d")])).toEqual(["c", "d"]);
  const rest: TaskNode = { id: "b", type: "wait", for: { ms: "1" }, ...after("a") };
  expect(again([job("a"), rest, job("c", after("b"))])).toEqual(["b", "c"]);
  const group: TaskNode = { id: "g", type: "group", nodes: [job("b")], ...after("a") };
  expect(again([job("a"), group, job("c", after("g"))])).toEqual(["g", "c", "b"]);
});

it("what did not run is judged again where its ways are others", () => {
  expect(again([...FIRST.slice(0, 3), job("skipped")])).toEqual(["c", "skipped"]);
  expect(again(FIRST)).not.toContain("skipped");
});
