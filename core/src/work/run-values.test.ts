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

it("runValues() has a parameter that is a file as its program has changed it, and no other value in its place", () => {
  const file = (name: string, digit: string) => ({
    $file: `run-file:run-1/${name}`,
    name,
    size: 1,
    sha256: digit.repeat(64),
  });
  const [before, after] = [file("a.txt", "a"), file("a.txt", "b")];
  const run = recordsAt(START)(aNewRun(aDefinition()), { dispatchId: "d" });
  const paramsOf = (inputs: unknown) =>
    runValues(
      { ...run, args: { file1: before, day: "monday" }, result: { inputs } as never },
      [],
      ["file1"],
    ).get("PARAMS");
  expect(paramsOf({ file1: after })).toEqual(
    new Map<string, unknown>([
      ["file1", after],
      ["day", "monday"],
    ]),
  );
  const asGiven = new Map<string, unknown>([
    ["file1", before],
    ["day", "monday"],
  ]);
  for (const inputs of [{ file1: "/etc/passwd" }, { day: after }, { other: after }, [after], null, undefined])
    expect(paramsOf(inputs)).toEqual(asGiven);
});
