import { expect, it } from "vitest";
import type { InstanceSummary } from "../../../api/operations.generated.ts";
import { quantile, runsOverTime, runStatistics } from "./run-statistics.ts";

function run(state: InstanceSummary["state"], second: number, tookMs: number | null): InstanceSummary {
  const at = Date.UTC(2030, 0, 1) + second * 1000;
  return {
    state,
    createdAt: new Date(at).toISOString(),
    startedAt: new Date(at).toISOString(),
    completedAt: tookMs === null ? null : new Date(at + tookMs).toISOString(),
  } as InstanceSummary;
}

it("runStatistics() counts what ended, and knows how long each took", () => {
  const runs = [run("Processing", 9, null), run("Succeeded", 5, 30), run("Terminated", 2, 10)];
  const { ended, succeeded, durationsMs, states } = runStatistics([...runs, run("Skipped", 0, 0)]);
  expect({ ended, succeeded, durationsMs }).toEqual({ ended: 2, succeeded: 1, durationsMs: [10, 30] });
  expect(states.get("Skipped")).toBe(1);
});

it.each([
  [0.5, 10],
  [0.95, 19],
  [1, 20],
])("quantile() of 1 to 20 at %d is %d", (part, value) => {
  expect(
    quantile(
      Array.from({ length: 20 }, (_, index) => index + 1),
      part,
    ),
  ).toBe(value);
  expect(quantile([], part)).toBe(null);
  expect(quantile([7], part)).toBe(7);
});

it("runsOverTime() puts every run into one of its spans", () => {
  const spans = runsOverTime([run("Succeeded", 100, 1), run("Failed", 50, 1), run("Succeeded", 0, 1)], 4);
  expect(spans.map(({ states }) => [...states.values()].reduce((sum, one) => sum + one, 0))).toEqual([
    1, 1, 0, 1,
  ]);
  expect(runsOverTime([], 4)).toEqual([]);
});
