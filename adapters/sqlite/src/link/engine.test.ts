import { join } from "node:path";
import { aChange, anAdmission, anInstance } from "@mojob/contract-tests";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";
import { toAdmissionRows, toChangeRow } from "../rows/change-row.ts";
import { type RunRow, toInstance, toRunRow } from "../rows/run-row.ts";
import { type Call, Engine, type Outcome } from "./engine.ts";

function anEngine(path = join(temporaryFolder(), "mojob.db")): Engine {
  const engine = new Engine({ path, standsBy: false, isSynced: true, cacheKiB: 512, logBytes: 2 ** 20 });
  onTestFinished(() => engine.close());
  return engine;
}

function valueOf(outcome: Outcome | undefined): unknown {
  return outcome !== undefined && "value" in outcome ? outcome.value : outcome;
}

test("a change that is rolled back with another call's is not remembered: it is written when it is run alone", () => {
  const engine = anEngine();
  const run = anInstance();
  engine.run([{ name: "insertRuns", args: [[toRunRow(run)]] }]);
  const broken: Call = { name: "saveExecutor", args: [{ id: undefined }] };
  const admit: Call = { name: "admitRuns", args: [toAdmissionRows([anAdmission(run)])] };
  const { outcomes, hasWritten } = engine.run([admit, broken]);
  expect(valueOf(outcomes[0])).toMatchObject([{ outcome: "admitted" }]);
  expect(outcomes[1]).toHaveProperty("failure");
  expect(hasWritten).toBe(true);
});

test("a run that was written lately is the one that the file has, whatever was changed", () => {
  const engine = anEngine();
  const run = anInstance();
  engine.run([{ name: "insertRuns", args: [[toRunRow(run)]] }]);
  const admitted = engine.run([
    { name: "admitRuns", args: [toAdmissionRows([anAdmission(run, { limit: null })])] },
  ]);
  const change = aChange(
    { ...run, state: "Processing" },
    { set: { state: "Failed", errorSummary: "Broken" } },
  );
  const updated = engine.run([{ name: "updateRuns", args: [[toChangeRow(change)], [0]] }]);
  const read = (): RunRow => {
    const [row] = valueOf(engine.run([{ name: "getRuns", args: [run.tenant, [run.id]] }]).outcomes[0]) as [
      RunRow,
    ];
    return row;
  };
  const [{ run: remembered }] = valueOf(admitted.outcomes[0]) as [{ readonly run: RunRow }];
  expect(toInstance(remembered)).toMatchObject({ state: "Processing" });
  const [changed] = valueOf(updated.outcomes[0]) as [RunRow];
  expect(changed).toEqual(read());
  expect(toInstance(changed)).toMatchObject({
    state: "Failed",
    slot: null,
    claim: null,
    errorSummary: "Broken",
  });
});
