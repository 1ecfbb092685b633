import fc from "fast-check";
import { expect, it } from "vitest";
import { criticalPath, type TimedNode } from "./critical-path.ts";

interface Drawn {
  readonly ms: number;
  readonly after: readonly number[];
}

const drawn: fc.Arbitrary<readonly Drawn[]> = fc
  .array(fc.record({ ms: fc.integer({ min: 1, max: 50 }), edges: fc.array(fc.nat(), { maxLength: 4 }) }), {
    minLength: 1,
    maxLength: 9,
  })
  .map((nodes) =>
    nodes.map(({ ms, edges }, index) => ({
      ms,
      after: index === 0 ? [] : [...new Set(edges.map((edge) => edge % index))],
    })),
  );

/** Each begins as soon as all before it have ended. */
function execute(nodes: readonly Drawn[]): readonly TimedNode[] {
  const done: TimedNode[] = [];
  for (const [index, { ms, after }] of nodes.entries()) {
    const startedMs = Math.max(0, ...after.map((one) => done[one]?.endedMs ?? 0));
    done.push({ id: `n${index}`, startedMs, endedMs: startedMs + ms, after: after.map((one) => `n${one}`) });
  }
  return done;
}

/** By trying every way through the graph. */
function longestWayMs(nodes: readonly Drawn[]): number {
  const wayTo = (index: number): number => {
    const { ms, after } = nodes[index] ?? { ms: 0, after: [] };
    return ms + Math.max(0, ...after.map(wayTo));
  };
  return Math.max(...nodes.map((_, index) => wayTo(index)));
}

it("criticalPath() is a way through the graph that takes as long as the longest one", () => {
  fc.assert(
    fc.property(drawn, (nodes) => {
      const path = criticalPath(execute(nodes)).map((id) => Number(id.slice(1)));
      for (const [place, index] of path.entries())
        if (place > 0) expect(nodes[index]?.after).toContain(path[place - 1]);
      const ms = path.reduce((sum, index) => sum + (nodes[index]?.ms ?? 0), 0);
      expect(ms).toBe(longestWayMs(nodes));
    }),
  );
});

it("criticalPath() goes on past a wait for a place, and ends in a loop", () => {
  const waited: readonly TimedNode[] = [
    { id: "a", startedMs: 0, endedMs: 5, after: [] },
    { id: "b", startedMs: 9, endedMs: 12, after: ["a"] },
  ];
  expect(criticalPath(waited)).toEqual(["a", "b"]);
  const loop: readonly TimedNode[] = [
    { id: "head", startedMs: 10, endedMs: 11, after: ["body"] },
    { id: "body", startedMs: 5, endedMs: 10, after: ["head"] },
  ];
  expect(criticalPath(loop)).toEqual(["body", "head"]);
  expect(criticalPath([])).toEqual([]);
});
