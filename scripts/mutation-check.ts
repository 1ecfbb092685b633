// Takes away, one at a time and in a copy, what the promises rest on, and demands that a named test turns red:
// `npm run check:mutations`, or with a part of their names for some of them. A safeguard that no test misses may be lost unnoticed.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import process from "node:process";
import type { TestCase } from "vitest/node";
import { copyRepository } from "../test/repo/repository-copy.ts";
import { MutantRunner } from "./mutants/mutant-runner.ts";
import { type Mutant, MUTANTS } from "./mutants/mod.ts";

const MOST_TRIES = 3;
const [, , part = ""] = process.argv;

const chosen = MUTANTS.filter(({ name }) => name.includes(part));
// What one test file imports is transformed once, in the copy that takes all its mutants; what takes longest begins first.
const byTest = Object.values(Object.groupBy(chosen, ({ test }) => test)).filter(
  (group) => group !== undefined,
);
const pending = byTest.toSorted((one, other) => other.length - one.length).values();
// One more than there are processors: a test that a mutant keeps waiting leaves its own idle.
const noticed = await Promise.all(Array.from({ length: availableParallelism() + 1 }, noticedInCopy));
const count = noticed.reduce((sum, one) => sum + one, 0);
console.log(`${count} of ${chosen.length} mutants were noticed`);
process.exitCode = count < chosen.length || count === 0 ? 1 : 0;

/** Tries the mutants of a test file that no other copy has taken, and of the next; resolves to how many were noticed. */
async function noticedInCopy(): Promise<number> {
  const copy = copyRepository();
  const runner = await MutantRunner.open(copy);
  let count = 0;
  try {
    for (const mutants of pending)
      for (const mutant of mutants) if (await isNoticed(mutant, copy, runner)) count += 1;
  } finally {
    await runner.close();
    rmSync(copy, { recursive: true, force: true });
  }
  return count;
}

/** Runs a mutant's test over the copy with its change; resolves to whether it fails. */
async function isNoticed(mutant: Mutant, copy: string, runner: MutantRunner): Promise<boolean> {
  const path = join(copy, mutant.file);
  const before = readFileSync(path, "utf8");
  const parts = before.split(mutant.text);
  if (parts.length !== 2) {
    console.log(
      `✗ ${mutant.name}: "${mutant.file}" has its text ${parts.length - 1} times, and once is wanted`,
    );
    return false;
  }
  writeFileSync(path, parts.join(mutant.instead));
  const began = performance.now();
  const failed = await failedTests(mutant, runner);
  writeFileSync(path, before);
  runner.changed(mutant.file);
  const took = `${((performance.now() - began) / 1000).toFixed(1)} s`;
  const [first] = failed;
  if (first === undefined) console.log(`✗ ${mutant.name}: no test of "${mutant.test}" noticed (${took})`);
  else console.log(`✓ ${mutant.name} (${took})\n    ${first.fullName}`);
  return first !== undefined;
}

async function failedTests(mutant: Mutant, runner: MutantRunner): Promise<readonly TestCase[]> {
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    runner.changed(mutant.file);
    const tests = await runner.run(mutant);
    // Where none ran, a server did not start or the mutant is no valid code: that says nothing about the safeguard.
    if (tests.length > 0) return tests.filter((test) => test.result().state === "failed");
  }
  console.log(
    `  No test of "${mutant.test}" with "${mutant.testName}" in its name ran, in ${MOST_TRIES} tries`,
  );
  return [];
}
