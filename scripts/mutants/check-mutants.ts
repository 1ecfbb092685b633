import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { TestCase } from "vitest/node";
import { copyRepository } from "../../test/repo/repository-copy.ts";
import { MutantRunner } from "./mutant-runner.ts";
import type { Mutant } from "./mutant.ts";

const MOST_TRIES = 3;

export interface CheckedMutants {
  readonly noticed: number;
  /** The names of those that no test noticed … */
  readonly missed: readonly string[];
  /** … and of those for which no time was left. */
  readonly left: readonly string[];
}

/**
 * Tries mutants in copies of the repository, some at a time.
 *
 * @param options.further are tried after them; none of these is begun when `seconds` are over
 */
export async function checkMutants(
  mutants: readonly Mutant[],
  {
    further = [],
    seconds = Infinity,
  }: { readonly further?: readonly Mutant[]; readonly seconds?: number } = {},
): Promise<CheckedMutants> {
  const until = performance.now() + seconds * 1000;
  const mayBeLeft = new Set(further);
  const groups = [...groupsByTest(mutants), ...groupsByTest(further)];
  const pending = groups.values();
  const missed: string[] = [];
  const left: string[] = [];
  let noticed = 0;

  const tryInCopy = async (): Promise<void> => {
    const copy = copyRepository();
    const runner = await MutantRunner.open(copy);
    try {
      for (const group of pending)
        for (const mutant of group)
          if (mayBeLeft.has(mutant) && performance.now() > until) left.push(mutant.name);
          else if (await isNoticed(mutant, copy, runner)) noticed += 1;
          else missed.push(mutant.name);
    } finally {
      await runner.close();
      rmSync(copy, { recursive: true, force: true });
    }
  };
  // One more than there are processors: a test that a mutant keeps waiting leaves its own idle.
  const copies = Math.min(groups.length, availableParallelism() + 1);
  await Promise.all(Array.from({ length: copies }, tryInCopy));
  return { noticed, missed, left };
}

/** What one test file imports is transformed once, in the copy that takes all its mutants. What takes longest begins first. */
function groupsByTest(mutants: readonly Mutant[]): readonly (readonly Mutant[])[] {
  return [...Map.groupBy(mutants, ({ test }) => test).values()].toSorted(
    (one, other) => other.length - one.length,
  );
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
