import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Check,
  type ConditionEdge,
  FIRST_EDGE,
  noteCheck,
  noteStarts,
  owedStarts,
} from "./condition-edge.ts";

/** Takes checks in, each of whose starts is made at once; returns the runs because of which the child was started. */
function startsOf(checks: readonly Check[], edge: ConditionEdge = FIRST_EDGE): readonly string[] {
  const starts: string[] = [];
  for (const check of checks) {
    edge = noteCheck(edge, check);
    const owed = owedStarts(edge);
    starts.push(...owed);
    edge = noteStarts(edge, owed);
  }
  return starts;
}

/** Checks a second apart, by whether they hold. */
const series = (holds: readonly boolean[]): readonly Check[] =>
  holds.map((one, index) => ({ run: `r${index}`, atMs: 1_000_000 + index * 1000, holds: one }));

/** The edges of a series, each with the runs that are one. */
function edgesOf(checks: readonly Check[]): readonly (readonly string[])[] {
  const edges: string[][] = [];
  let isHeld = false;
  for (const { run, holds } of checks) {
    if (holds && !isHeld) edges.push([]);
    if (holds) edges.at(-1)?.push(run);
    isHeld = holds;
  }
  return edges;
}

describe("noteCheck()", () => {
  test.each([
    ["never where it does not hold", [false, false], []],
    ["with the first check that holds", [true, true], ["r0"]],
    ["once while it holds", [false, true, true, true], ["r1"]],
    ["again where it held, did not and holds", [true, false, true], ["r0", "r2"]],
  ])("starts %s", (_, holds, starts) => {
    expect(startsOf(series(holds))).toEqual(starts);
  });

  test("starts what a check that came late has made an edge of its own", () => {
    const [first, second, third] = series([true, false, true]) as [Check, Check, Check];
    expect(startsOf([first, third, second])).toEqual(["r0", "r2"]);
    expect(startsOf([third, first, second])).toEqual(["r2", "r0"]);
  });

  test("starts each edge once, in whatever order checks come and however often", () => {
    const holds = fc.array(fc.boolean(), { minLength: 1, maxLength: 30 });
    const arrivals = holds.chain((list) => {
      const checks = series(list);
      const again = fc.array(fc.constantFrom(...checks), { maxLength: 20 });
      const all = again.chain((more) => {
        const both = [...checks, ...more];
        return fc.shuffledSubarray(both, { minLength: both.length });
      });
      return fc.tuple(fc.constant(checks), all);
    });
    fc.assert(
      fc.property(arrivals, ([checks, arrived]) => {
        const starts = startsOf(arrived);
        for (const edge of edgesOf(checks))
          expect(starts.filter((run) => edge.includes(run))).toHaveLength(1);
        expect(new Set(starts).size).toBe(edgesOf(checks).length);
      }),
      { numRuns: 2000 },
    );
  });

  test("keeps a bounded number of checks, what is owed, and starts nothing twice over a long time", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 300, maxLength: 600 }), (holds) => {
        const checks = series(holds);
        let edge: ConditionEdge = FIRST_EDGE;
        let made = 0;
        for (const check of checks) {
          edge = noteCheck(edge, check);
          const owed = owedStarts(edge);
          made += owed.length;
          edge = noteStarts(edge, owed);
          expect(edge.length).toBeLessThanOrEqual(201);
        }
        expect(made).toBe(edgesOf(checks).length);
        for (const check of checks) edge = noteCheck(edge, check);
        expect(owedStarts(edge)).toEqual([]);
      }),
      { numRuns: 30 },
    );
    let owing = FIRST_EDGE;
    for (const check of series(Array.from({ length: 500 }, (_, index) => index === 3)))
      owing = noteCheck(owing, check);
    expect(owedStarts(owing)).toEqual(["r3"]);
  });
});
