import type { TaskNode } from "@mojob/core/engine";
import type { RerunMode } from "@mojob/core/feature";
import { expect, it } from "vitest";
import { after, job, TaskWalk } from "../../fixtures/task-walk.ts";
import { planRerun } from "./rerun-plan.ts";

const start = (id: string, more: Partial<TaskNode>): TaskNode => job(id, { wait: false, ...more });

function started(task: TaskWalk, run: string): TaskWalk {
  return task.results({ go: null }).take({ type: "ended", run, state: "Succeeded", result: `run-of-${run}` });
}

const NODES = [
  job("a"),
  start("go", { pre: [{ node: "a", on: "ended" }] }),
  job("b", {
    ...after("go"),
    params: [{ name: "run", expression: "$.JOB['go'].RESULT" }],
  }),
];

function again(mode: RerunMode): TaskWalk {
  const first = started(new TaskWalk(NODES).end("a", "Failed"), "go").end("b");
  const plan = planRerun(first.plan, { ...first.state, id: "first" }, mode);
  if (plan === null) throw new Error("There is nothing to do");
  return new TaskWalk(NODES, { taken: plan.taken });
}

it("a run that a node started is its result, which what follows reads", () => {
  const task = started(new TaskWalk(NODES).end("a"), "go");
  expect(task.log.findLast(({ type }) => type === "started")).toMatchObject({
    node: "b",
    injected: { run: "run-of-go" },
  });
});

it("a re-run starts no second one for a node that follows what is executed again, unless that very node is chosen", () => {
  const smart = again({ type: "smart" });
  expect(smart.running).toEqual(["a"]);
  expect(smart.state.nodes["go"]).toMatchObject({ s: "Succeeded", result: "run-of-go", from: "first" });
  expect(smart.end("a").shown).toBe("a Succeeded, b Succeeded, go Succeeded, Succeeded");
  expect(again({ type: "from", nodes: ["a"] }).running).toEqual(["a"]);
  expect(again({ type: "from", nodes: ["go"] }).running).toEqual(["go"]);
  expect(again({ type: "whole" }).end("a").running).toEqual(["go"]);
});

it("a loop that begins again starts again, and one that goes on does not", () => {
  const nodes: readonly TaskNode[] = [
    job("a"),
    {
      id: "more",
      type: "condition",
      branches: [{ name: "yes", when: "$.VISIT < 2" }],
      else: "no",
      loop: { maxVisits: 3 },
      pre: [{ node: "a", on: "ended" }, { node: "x" }],
    },
    start("go", { pre: [{ node: "more", branch: "yes" }] }),
    job("x", after("go")),
  ];
  const rerunOf = (a: "Failed" | "Succeeded"): TaskWalk => {
    const first = started(new TaskWalk(nodes).end("a", a), "go~1").end("x~1", "Failed");
    const plan = planRerun(first.plan, { ...first.state, id: "first" }, { type: "smart" });
    return new TaskWalk(nodes, { ...(plan !== null && { taken: plan.taken }) });
  };
  expect(rerunOf("Failed").end("a").running).toEqual(["go~1"]);
  expect(rerunOf("Succeeded").running).toEqual(["x~1"]);
});
