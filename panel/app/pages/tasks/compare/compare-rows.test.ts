import { expect, it } from "vitest";
import type { FactJson } from "../run/task-fact.ts";
import type { HistoryRun } from "../views/use-task-history.ts";
import { compareRuns } from "./compare-rows.ts";

const run = (states: HistoryRun["states"], ms: HistoryRun["ms"]): HistoryRun =>
  ({ states, ms }) as unknown as HistoryRun;
const given = (node: string, injected: object): FactJson =>
  ({ type: "started", node, injected }) as unknown as FactJson;

it("compareRuns() has each node with its state, its time and what it was given in both runs", () => {
  const rows = compareRuns(
    { nodes: ["load", "rates", "new"] },
    [
      run(["Succeeded", "Succeeded", null], [5, 7, null]),
      run(["Succeeded", "Failed", "Blocked"], [6, 1, null]),
    ],
    [
      [given("load", { day: 1 }), given("rates", { month: "10" })],
      [given("load", { day: 1 }), given("rates", { month: "13" })],
    ],
  );
  expect(rows).toEqual([
    { id: "load", states: ["Succeeded", "Succeeded"], ms: [5, 6], given: null, isDifferent: false },
    {
      id: "rates",
      states: ["Succeeded", "Failed"],
      ms: [7, 1],
      given: [{ month: "10" }, { month: "13" }],
      isDifferent: true,
    },
    { id: "new", states: [null, "Blocked"], ms: [null, null], given: null, isDifferent: true },
  ]);
});
