import { newTaskState, type TaskBody } from "@mojob/core/engine";
import { RerunReason, type RunEnd, type TakenOver, type TaskEvent } from "@mojob/core/feature";
import type { TaskState } from "@mojob/core/ports";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { drawnTask, expectedStates, nodesOf } from "../../fixtures/drawn-tasks.ts";
import { advance } from "../decide/advance.ts";
import { compileTask } from "../plan/compile-task.ts";
import type { TaskPlan } from "../plan/task-plan.ts";
import { planRerun } from "./rerun-plan.ts";

const AT = new Date("2026-11-20T03:00:00Z");
const JOB = { type: "job", job: { key: "mail.send" } } as const;

interface Ended {
  readonly state: TaskState;
  /** The runs that it began, by their names. */
  readonly runs: readonly string[];
}

/** Executes a task to its end, each run ending as said. */
function execute(plan: TaskPlan, endOf: (run: string) => RunEnd, id: string, taken?: TakenOver): Ended {
  const values = { task: {}, jobs: new Map(), items: new Map() };
  const runs: string[] = [];
  let state = newTaskState({ id, tenant: "default", key: "nightly", version: 1 });
  let events: readonly TaskEvent[] = [{ type: "begin", ...(taken !== undefined && { taken }) }];
  while (state.phase !== "ended") {
    const step = advance({ plan, state, values, at: AT }, events);
    if ("needs" in step) throw new Error("Nothing is to be loaded");
    if (step.facts.length === 0) throw new Error(`The task is stuck in ${JSON.stringify(state.nodes)}`);
    state = step.state;
    const begun = step.owes.flatMap((owed) => (owed.type === "run" ? [owed.name] : []));
    runs.push(...begun);
    events = begun.map((run) => ({ type: "ended", run, state: endOf(run) }));
  }
  return { state, runs };
}

const ok = (): RunEnd => "Succeeded";
const failing =
  (...names: readonly string[]) =>
  (run: string): RunEnd =>
    names.includes(run) ? "Failed" : "Succeeded";

function plan(nodes: TaskBody["nodes"]): TaskPlan {
  return compileTask({ engine: 1, nodes });
}

/** What is executed again of a chain with a branch beside it, and why. */
function reasons(rerun: ReturnType<typeof planRerun>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    (rerun?.nodes ?? []).flatMap(({ node, reason, after }) =>
      reason === null ? [] : [[node, after === undefined ? reason : `${reason} ${after}`]],
    ),
  );
}

describe("a chain with a node beside it", () => {
  const chain = plan([
    { ...JOB, id: "a" },
    { ...JOB, id: "b", pre: [{ node: "a" }] },
    { ...JOB, id: "c", pre: [{ node: "b" }] },
    { ...JOB, id: "beside" },
    { ...JOB, id: "tidy", cleanup: true, pre: [{ node: "c", on: "ended" }] },
  ]);
  const { state } = execute(chain, failing("b"), "first");

  it("is executed again from what failed", () => {
    const rerun = planRerun(chain, state, { type: "smart" });
    expect(reasons(rerun)).toEqual({
      b: RerunReason.NotOk,
      c: "follows b",
      tidy: "follows c",
    });
    expect(Object.keys(rerun?.taken.nodes ?? {})).toEqual(["a", "beside"]);
    expect(rerun?.taken.nodes["a"]).toMatchObject({ s: "Succeeded", from: "first" });
    const again = execute(chain, ok, "second", rerun?.taken);
    expect([again.state.end, again.runs]).toEqual([{ state: "Succeeded" }, ["b", "c", "tidy"]]);
  });

  it("is executed again from a chosen node, cleanup included", () => {
    const done = execute(chain, ok, "first").state;
    const rerun = planRerun(chain, done, { type: "from", nodes: ["beside"] });
    expect(reasons(rerun)).toEqual({ beside: RerunReason.Chosen, tidy: RerunReason.Cleanup });
    expect(execute(chain, ok, "second", rerun?.taken).runs).toEqual(["beside", "tidy"]);
  });

  it("is executed again as a whole, which takes nothing over", () => {
    const rerun = planRerun(chain, state, { type: "whole" });
    expect(rerun?.taken).toEqual({ nodes: {}, loops: {}, kept: {}, inner: {} });
    expect(execute(chain, ok, "second", rerun?.taken).runs).toHaveLength(5);
  });

  it("keeps whose run it was, however often it is taken over", () => {
    const first = planRerun(chain, state, { type: "smart" });
    const second = execute(chain, failing("c"), "second", first?.taken).state;
    const rerun = planRerun(chain, second, { type: "smart" });
    expect(rerun?.taken.nodes).toMatchObject({ a: { from: "first" }, b: { from: "second" } });
  });

  it("is left alone where everything went well", () => {
    expect(planRerun(chain, execute(chain, ok, "first").state, { type: "smart" })).toBeNull();
  });
});

it("a group goes on with the node in it that failed, and what follows it comes again", () => {
  const grouped = plan([
    {
      id: "box",
      type: "group",
      nodes: [
        { ...JOB, id: "x" },
        { ...JOB, id: "y" },
      ],
    },
    { ...JOB, id: "after", pre: [{ node: "box" }] },
  ]);
  const { state } = execute(grouped, failing("y"), "first");
  const rerun = planRerun(grouped, state, { type: "smart" });
  const again = execute(grouped, ok, "second", rerun?.taken);
  expect([again.state.end, again.runs]).toEqual([{ state: "Succeeded" }, ["y", "after"]]);
});

it("a batch is executed again for the items that were not ok, and for all where it was chosen", () => {
  const sets = [1, 2, 3].map((value) => [{ name: "part", value }]);
  const batch = plan([{ ...JOB, id: "many", each: { sets } }]);
  const { state, runs } = execute(batch, (run) => (run.includes(":1") ? "Failed" : "Succeeded"), "first");
  expect(runs).toHaveLength(3);
  const rerun = planRerun(batch, state, { type: "smart" });
  expect(rerun?.nodes).toEqual([{ node: "many", reason: RerunReason.NotOk, keptItems: 2 }]);
  const again = execute(batch, ok, "second", rerun?.taken);
  expect([again.state.end?.state, again.runs.length]).toEqual(["Succeeded", 1]);
  const chosen = planRerun(batch, state, { type: "from", nodes: ["many"] });
  expect(execute(batch, ok, "third", chosen?.taken).runs).toHaveLength(3);
});

it("a loop goes on in its last visit, and begins again where an earlier visit failed", () => {
  const looping = plan([
    {
      id: "more",
      type: "condition",
      pre: [{ node: "work", on: "ended" }],
      branches: [{ name: "again", when: "$.VISIT < 3" }],
      else: "done",
      loop: { maxVisits: 5 },
    },
    { ...JOB, id: "first", pre: [{ node: "more", branch: "again" }] },
    { ...JOB, id: "work", pre: [{ node: "first" }] },
    { ...JOB, id: "after", pre: [{ node: "more", branch: "done" }] },
  ]);
  const failedFirst = execute(looping, failing("work~1"), "first");
  const rerun = planRerun(looping, failedFirst.state, { type: "smart" });
  const again = execute(looping, ok, "second", rerun?.taken);
  expect(again.state.end?.state).toBe("Succeeded");
  expect(again.runs).toContain("first~1");
});

test("whatever failed, a smart re-run in which all goes well ends as a first run would, and executes nothing twice", () => {
  fc.assert(
    fc.property(drawnTask, (drawn) => {
      const graph = compileTask({ engine: 1, nodes: nodesOf(drawn) });
      const failed = drawn.flatMap(({ fails }, index) => (fails ? [`n${index}`] : []));
      const { state } = execute(graph, failing(...failed), "first");
      const rerun = planRerun(graph, state, { type: "smart" });
      if (rerun === null) return;
      const again = execute(graph, ok, "second", rerun.taken);
      const healed = drawn.map((node) => ({ ...node, fails: false }));
      expect(drawn.map((_, index) => again.state.nodes[`n${index}`]?.s)).toEqual(expectedStates(healed));
      for (const name of Object.keys(rerun.taken.nodes)) expect(again.runs).not.toContain(name);
    }),
    { numRuns: 500 },
  );
});

it("a chosen group is executed again with all that is in it", () => {
  const grouped = plan([
    {
      id: "box",
      type: "group",
      nodes: [
        { ...JOB, id: "x" },
        { ...JOB, id: "y", pre: [{ node: "x" }] },
      ],
    },
    { ...JOB, id: "after", pre: [{ node: "box" }] },
  ]);
  const rerun = planRerun(grouped, execute(grouped, ok, "first").state, { type: "from", nodes: ["box"] });
  expect(execute(grouped, ok, "second", rerun?.taken).runs).toEqual(["x", "y", "after"]);
});

it("a batch is executed again for the items that were chosen, and the others are as they ended before", () => {
  const sets = ["one", "two", "three", "four"].map((value) => [{ name: "which", value }]);
  const batch = plan([{ ...JOB, id: "many", each: { sets } }]);
  const endOf = (run: string): RunEnd => (/:[123]/.test(run) ? "Failed" : "Succeeded");
  const { state } = execute(batch, endOf, "first");
  const some = planRerun(batch, state, { type: "from", nodes: ["many"], items: { many: "1-2" } });
  expect(some?.nodes).toEqual([{ node: "many", reason: RerunReason.Chosen, keptItems: 1 }]);
  const again = execute(batch, ok, "second", some?.taken);
  expect(again.runs).toEqual(["many:1", "many:2"]);
  expect(again.state.nodes["many"]).toMatchObject({ s: "Failed", from: "first", batch: { ok: 3, bad: 1 } });
  const rest = planRerun(batch, again.state, { type: "smart" });
  expect(execute(batch, ok, "third", rest?.taken).runs).toEqual(["many:3"]);
});

it("what was ok of a batch in a loop is not executed again in that visit, and is in the next", () => {
  const loop = { id: "again", type: "condition", branches: [{ name: "once", when: "$.VISIT < 3" }] } as const;
  const sets = [[{ name: "which", value: 1 }], [{ name: "which", value: 2 }]];
  const graph = plan([
    { ...loop, else: "done", loop: { maxVisits: 5 }, pre: [{ node: "many" }] },
    { ...JOB, id: "many", each: { sets }, pre: [{ node: "again", branch: "once" }] },
  ]);
  const { state } = execute(graph, failing("many~1:1"), "first");
  const rerun = planRerun(graph, state, { type: "smart" });
  expect(execute(graph, ok, "second", rerun?.taken).runs).toEqual(["many~1:1", "many~2:0", "many~2:1"]);
});
