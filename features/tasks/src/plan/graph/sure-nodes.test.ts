import type { TaskNode } from "@mojob/core/engine";
import fc from "fast-check";
import { expect, test } from "vitest";
import { drawnTask, expectedStates, nodesOf } from "../../../fixtures/drawn-tasks.ts";
import { Before, SureNodes } from "./sure-nodes.ts";
import { readGraph } from "./task-graph.ts";

/** More by the environment: `TASK_GRAPHS=10000`. */
const GRAPHS = Number(process.env["TASK_GRAPHS"] ?? 1500);

test("a node that has surely run before another one has run wherever that one runs", () => {
  fc.assert(
    fc.property(drawnTask, (drawn) => {
      const sure = new SureNodes(readGraph(nodesOf(drawn)));
      const states = expectedStates(drawn);
      const hasRun = states.map((state) => state === "Succeeded" || state === "Failed");
      for (const [node, runs] of hasRun.entries())
        for (const [other, ran] of hasRun.entries())
          if (runs && sure.before(node, other) === Before.Surely)
            expect([node, other, ran]).toEqual([node, other, true]);
    }),
    { numRuns: GRAPHS },
  );
});

test("without conditions every predecessor has surely run, near or far", () => {
  const pres = fc.array(fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 3 }), {
    minLength: 1,
    maxLength: 40,
  });
  fc.assert(
    fc.property(pres, (drawn) => {
      const nodes = drawn.map((backs, index): TaskNode => {
        const pre = [...new Set(backs)]
          .filter((back) => back <= index)
          .map((back) => ({ node: `n${index - back}` }));
        return { id: `n${index}`, type: "job", job: { key: "mail.send" }, pre };
      });
      const graph = readGraph(nodes);
      const sure = new SureNodes(graph);
      const before = nodes.map(() => new Set<number>());
      for (const { index, ins } of graph.nodes)
        for (const { from } of ins)
          for (const one of [from, ...(before[from] ?? [])]) before[index]?.add(one);
      for (const node of before.keys())
        for (const other of before.keys())
          expect(sure.before(node, other)).toBe(
            before[node]?.has(other) === true ? Before.Surely : Before.Never,
          );
    }),
    { numRuns: 200 },
  );
});
