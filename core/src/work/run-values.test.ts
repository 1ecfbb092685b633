import { expect, it } from "vitest";
import { aDefinition, aNewRun, START } from "@mojob/test-fixtures/records";
import { LoopTurns } from "../base/batching/loop-turns.ts";
import { systemClock } from "../base/clock.ts";
import { recordsAt } from "../model/instance/new-run.ts";
import { evaluateOfSelf, runValues } from "./run-values.ts";

it("runValues() has when a run began and ended, between which expressions measure", async () => {
  const run = recordsAt(START)(aNewRun(aDefinition()), { dispatchId: "d" });
  const waiting = runValues(run, []);
  expect([waiting.has("STARTED"), waiting.has("ENDED"), waiting.has("MS")]).toEqual([false, false, false]);
  const ended = { ...run, startedAt: START, completedAt: new Date(START.getTime() + 1500) };
  const values = runValues(ended, []);
  expect([values.get("STARTED"), values.get("ENDED")]).toEqual([
    START.toISOString(),
    ended.completedAt.toISOString(),
  ]);
  const context = { self: values, now: START, turns: LoopTurns.of(systemClock) };
  expect(await evaluateOfSelf("msBetween($.SELF.STARTED, $.SELF.ENDED) == $.SELF.MS", context)).toBe(true);
});
