import type { TaskNode } from "@mojob/core/engine";
import { expect, it, test } from "vitest";
import { after, job, TaskWalk } from "../../fixtures/task-walk.ts";
import { compileTask } from "../plan/compile-task.ts";
import { migrationProblems } from "./migration.ts";

const LOOP: TaskNode = {
  id: "more",
  type: "condition",
  pre: [{ node: "work" }],
  branches: [{ name: "again", when: "$.VISIT < 2" }],
  else: "done",
  loop: { maxVisits: 5 },
};
const BEFORE: readonly TaskNode[] = [
  job("a"),
  job("b", after("a")),
  job("c", after("b")),
  { id: "box", type: "group", nodes: [job("in")] },
  LOOP,
  job("work", { pre: [{ node: "more", branch: "again" }] }),
];

/** After the first nodes, a group and a loop have ended. */
function problems(nodes: readonly TaskNode[]): readonly string[] {
  const task = new TaskWalk(BEFORE).end("a").end("in").end("work~1");
  expect(task.running).toEqual(["b"]);
  const to = compileTask({ engine: 1, nodes });
  return migrationProblems(task.plan, to, task.state).map(({ node, problem }) => `${node} ${problem}`);
}

const others = (...ids: readonly string[]): readonly TaskNode[] =>
  BEFORE.filter(({ id }) => !ids.includes(id));

test.each<[string, readonly TaskNode[], readonly string[]]>([
  ["nothing changed", BEFORE, []],
  ["what was not reached is changed", [...others("c"), job("c", after("a")), job("d", after("c"))], []],
  ["what was not reached is left out", others("c"), []],
  ["a node that was reached is not there", others("b", "c"), ["b missing"]],
  ["it is of another type", [...others("b"), { id: "b", type: "task", key: "x", ...after("a") }], ["b type"]],
  ["it is a batch", [...others("b"), job("b", { ...after("a"), each: { items: "[1]" } })], ["b type"]],
  ["it follows another node", [...others("b"), job("b", after("in"))], ["b edges"]],
  [
    "it follows in another way",
    [...others("b"), job("b", { pre: [{ node: "a", on: "ended" }] })],
    ["b edges"],
  ],
  ["it has another join", [...others("b"), job("b", { ...after("a"), join: "any" })], ["b edges"]],
  [
    "it is in no group any more",
    [...others("box"), { id: "box", type: "group", nodes: [job("x")] }, job("in")],
    ["in place", "x over"],
  ],
  [
    "a node is added to a group that is over",
    [...others("box"), { id: "box", type: "group", nodes: [job("in"), job("more-in")] }],
    ["more-in over"],
  ],
  [
    "a node is added to a loop that is over",
    [
      ...others("more"),
      { ...LOOP, pre: [{ node: "work" }, { node: "rest" }] },
      job("rest", { pre: [{ node: "more", branch: "again" }] }),
    ],
    ["more edges", "rest over"],
  ],
])("says what keeps a run from moving where %s", (_, nodes, expected) => {
  expect(problems(nodes)).toEqual(expected);
});

it("goes on by the new plan with what it has", () => {
  const task = new TaskWalk(BEFORE).end("in").end("work~1");
  task.plan = compileTask({ engine: 1, nodes: [...others("c"), job("d", after("a"))] });
  task.ask({ type: "migrate", version: 2 }).end("a");
  expect([task.state.version, task.running]).toEqual([2, ["b", "d"]]);
  expect(task.end("b").end("d").state.end?.state).toBe("Succeeded");
});
