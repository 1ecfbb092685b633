import type { TaskBody, TaskNode } from "@mojob/core/engine";
import type { TaskEvent } from "@mojob/core/feature";
import fc from "fast-check";
import { expect, test } from "vitest";
import { drawnBody } from "../../fixtures/drawn-bodies.ts";
import { TaskWalk } from "../../fixtures/task-walk.ts";

/** More by the environment: `TASK_GRAPHS=10000`. */
const BODIES = Number(process.env["TASK_GRAPHS"] ?? 400);
const MOST_STEPS = 2000;

/** How many items are enough depends on which of them ended before the batch stopped. */
function withoutEnough(nodes: readonly TaskNode[]): readonly TaskNode[] {
  return nodes.map((node): TaskNode => {
    if (node.type === "group") return { ...node, nodes: withoutEnough(node.nodes) };
    if (!("each" in node) || node.each === undefined) return node;
    const { minOk: _, ...each } = node.each;
    return { ...node, each };
  });
}

/** The same end for a run of this name, in whichever order runs end. */
function failsBy(name: string, seed: number): boolean {
  let sum = seed;
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1009;
  return sum % 4 === 0;
}

/** Executes a task to its end: what happens next is chosen, and time goes on where nothing else can happen. */
function execute(body: TaskBody, seed: number, choose: (count: number) => number): string {
  const task = new TaskWalk([], body);
  task.items(Object.fromEntries(task.plan.nodes.map(({ id }) => [id, [1, 2, 3, 4]])));
  for (let left = MOST_STEPS; left > 0 && task.state.phase !== "ended"; left -= 1) {
    const runs = task.running.map((run): TaskEvent => {
      return failsBy(run, seed)
        ? { type: "ended", run, state: "Failed", code: "job_error" }
        : { type: "ended", run, state: "Succeeded" };
    });
    const people = task.plan.nodes.flatMap(({ id, node }): readonly TaskEvent[] => {
      if (task.state.nodes[id]?.s !== "Waiting") return [];
      if (node.type === "wait" && "signal" in node.for) return [{ type: "signal", signal: "go", by: "ann" }];
      if (node.type !== "approval") return [];
      const branch = failsBy(id, seed) ? "refused" : "approved";
      const count = task.state.nodes[id]?.approvals?.length ?? 0;
      return [{ type: "approve", node: id, branch, by: `p${count}` }];
    });
    const events = [...runs, ...people];
    const event = events[choose(events.length)];
    if (event === undefined) task.wait(1000);
    else task.take(event);
  }
  const { nodes, loops, end } = task.state;
  const states = Object.entries(nodes).map(([id, { s, branches = [] }]) => `${id} ${s} ${branches.join()}`);
  const visits = Object.entries(loops).map(([id, { visit, s, bad }]) => `${id} ${visit} ${s} ${bad}`);
  return JSON.stringify([states.toSorted(), visits.toSorted(), end]);
}

test("I4 tasks of every kind end alike, in whichever order runs end and people decide", () => {
  fc.assert(
    fc.property(drawnBody, fc.nat(1000), fc.infiniteStream(fc.nat(1000)), (drawn, seed, stream) => {
      const body: TaskBody = { ...drawn, onFailure: "continue", nodes: withoutEnough(drawn.nodes) };
      const first = execute(body, seed, () => 0);
      const last = execute({ ...body, maxParallel: 100 }, seed, (count) => count - 1);
      const any = execute(body, seed, (count) => (stream.next().value ?? 0) % Math.max(1, count));
      expect(last).toBe(first);
      expect(any).toBe(first);
    }),
    { numRuns: BODIES },
  );
});
