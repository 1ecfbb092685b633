import type { EdgeCondition } from "@mojob/core/engine";
import type { Join, TaskEvent } from "@mojob/core/feature";
import type { TaskState } from "@mojob/core/ports";
import { expect, test } from "vitest";
import { type DrawnNode, expectedEnd, expectedStates, nodesOf } from "../../fixtures/drawn-tasks.ts";
import { NEW_TASK, TASK_START } from "../../fixtures/task-walk.ts";
import { compileTask } from "../plan/compile-task.ts";
import type { TaskPlan } from "../plan/task-plan.ts";
import { advance } from "./advance.ts";
import { openRuns } from "./owed.ts";

/** Of so many nodes, every graph; of four a part, by the environment: `TASK_NODES=4 TASK_EVERY=97`. */
const NODES = Number(process.env["TASK_NODES"] ?? 3);
const EVERY = Number(process.env["TASK_EVERY"] ?? 1);
const VALUES = { task: {}, jobs: new Map(), items: new Map() };
const CONDITIONS: readonly (EdgeCondition | null)[] = [null, "ok", "failed", "ended"];
const JOINS: readonly Join[] = ["live", "all", "any", "done", { min: 2 }];

/** Every node that can stand behind so many others. */
function* nodesBehind(before: number): Generator<DrawnNode> {
  for (let ways = 0; ways < CONDITIONS.length ** before; ways += 1) {
    const pre: { back: number; on: EdgeCondition }[] = [];
    for (let back = 1, rest = ways; back <= before; back += 1, rest = Math.floor(rest / CONDITIONS.length)) {
      const on = CONDITIONS[rest % CONDITIONS.length] ?? null;
      if (on !== null) pre.push({ back, on });
    }
    for (const join of pre.length > 1 ? JOINS : (["live"] as const))
      for (const fails of [false, true])
        for (const mayFail of fails ? [false, true] : [false]) yield { fails, mayFail, join, pre };
  }
}

function* graphsOf(count: number): Generator<readonly DrawnNode[]> {
  if (count === 0) yield [];
  else
    for (const graph of graphsOf(count - 1))
      for (const node of nodesBehind(count - 1)) yield [...graph, node];
}

/** Ends runs in every order, one or all at a time, from each state once. Returns how many states there are. */
function search(drawn: readonly DrawnNode[], plan: TaskPlan, check: (state: TaskState) => void): number {
  const seen = new Set<string>();
  const open = [take(plan, NEW_TASK, [{ type: "begin" }])];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    const key = JSON.stringify(state.nodes, Object.keys(state.nodes).toSorted().concat("s"));
    if (seen.has(key)) continue;
    seen.add(key);
    if (state.phase === "ended") {
      check(state);
      continue;
    }
    const ends = openRuns(plan, state).map(({ node }): TaskEvent => {
      const fails = drawn[Number(node.slice(1))]?.fails === true;
      return { type: "ended", run: node, state: fails ? "Failed" : "Succeeded" };
    });
    // A task with nothing open has ended.
    expect(ends).not.toEqual([]);
    for (const end of ends) open.push(take(plan, state, [end]));
    if (ends.length > 1) open.push(take(plan, state, ends), take(plan, state, ends.toReversed()));
  }
  return seen.size;
}

function take(plan: TaskPlan, state: TaskState, events: readonly TaskEvent[]): TaskState {
  const step = advance({ plan, state, values: VALUES, at: TASK_START }, events);
  if ("needs" in step) throw new Error("Nothing is to be loaded");
  return step.state;
}

test(`I3 I4 I12 every graph of ${NODES} jobs ends as the reference says, in whichever order its runs end`, () => {
  let [graphs, states] = [0, 0];
  for (const drawn of graphsOf(NODES)) {
    graphs += 1;
    if (graphs % EVERY !== 0) continue;
    const wanted = JSON.stringify([expectedStates(drawn), expectedEnd(drawn)]);
    states += search(drawn, compileTask({ engine: 1, nodes: nodesOf(drawn) }), ({ nodes, end }) => {
      const found = JSON.stringify([drawn.map((_, index) => nodes[`n${index}`]?.s), end?.state]);
      // Comparing texts, because an assertion for each of so many ends would take the longest.
      if (found !== wanted) expect([drawn, found]).toEqual([drawn, wanted]);
    });
  }
  expect(graphs).toBeGreaterThan(NODES === 3 ? 2000 : 1);
  expect(states).toBeGreaterThan(graphs / EVERY);
});
