import { join } from "node:path";
import { aChange, anAdmission, anInstance } from "@mojob/contract-tests";
import type { AdmissionResult, JobInstance } from "@mojob/core/ports";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../fixtures/temporary-folder.ts";
import type { FileParts } from "../engine/file-parts.ts";
import { type Call, SqliteFile } from "./sqlite-file.ts";

function aSqliteFile(path = join(temporaryFolder(), "mojob.db")): SqliteFile {
  const file = new SqliteFile({ path, standsBy: false, isSynced: true, cacheKiB: 512, logBytes: 2 ** 20 });
  onTestFinished(() => file.close());
  return file;
}

function write<Result>(file: SqliteFile, work: (file: FileParts) => Result): Result {
  const [outcome] = file.run([{ isWrite: true, work }]).outcomes;
  if (outcome === undefined || "failure" in outcome)
    throw new Error(`Not written: ${outcome?.failure.message}`);
  return outcome.value as Result;
}

test("a change that is rolled back with another call's is not remembered: it is written when it is run alone", () => {
  const file = aSqliteFile();
  const run = anInstance();
  write(file, ({ runWrites }) => runWrites.insertAll([run]));
  const broken: Call = { isWrite: true, work: ({ sql }) => sql.run("INSERT INTO executors DEFAULT VALUES") };
  const admit: Call = { isWrite: true, work: ({ runWrites }) => runWrites.admit([anAdmission(run)]) };
  const { outcomes, hasWritten } = file.run([admit, broken]);
  expect(outcomes[0]).toMatchObject({ value: [{ outcome: "admitted" }] });
  expect(outcomes[1]).toHaveProperty("failure");
  expect(hasWritten).toBe(true);
});

test("a run that was written lately is the one that the file has, whatever was changed", () => {
  const file = aSqliteFile();
  const run = anInstance();
  write(file, ({ runWrites }) => runWrites.insertAll([run]));
  const [admitted] = write(file, ({ runWrites }) => runWrites.admit([anAdmission(run, { limit: null })]));
  expect(admitted).toMatchObject({ outcome: "admitted", instance: { state: "Processing" } });
  const change = aChange(
    { ...run, state: "Processing" },
    { set: { state: "Failed", errorSummary: "Broken" } },
  );
  const [changed] = write(file, ({ runWrites }) => runWrites.update([change]));
  const [read] = write(file, ({ runReads }) => runReads.get(run.tenant, [run.id]));
  expect(changed).toEqual({ ...read, args: undefined });
  expect(changed).toMatchObject({ state: "Failed", slot: null, claim: null, errorSummary: "Broken" });
});

test("the arguments of a run are its own, whatever its caller and its code do with theirs", () => {
  const file = aSqliteFile();
  const given = { order: 1 };
  const run = anInstance({ args: given });
  const argsOf = (answer: AdmissionResult | undefined): JobInstance["args"] =>
    answer !== undefined && "instance" in answer ? answer.instance.args : null;
  write(file, ({ runWrites }) => runWrites.insertAll([run]));
  given.order = 2;
  const [admitted] = write(file, ({ runWrites }) => runWrites.admit([anAdmission(run, { limit: null })]));
  expect(argsOf(admitted)).toEqual({ order: 1 });
  const set = { state: "Enqueued" as const, args: null };
  const processing = { ...run, state: "Processing" as const };
  write(file, ({ runWrites }) => runWrites.update([aChange(processing, { set })]));
  const again = anAdmission(run, { limit: null });
  expect(argsOf(write(file, ({ runWrites }) => runWrites.admit([again]))[0])).toBe(null);
  expect(write(file, ({ runReads }) => runReads.get(run.tenant, [run.id]))[0]?.args).toBe(null);
});
