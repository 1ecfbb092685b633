// Takes away, one at a time and in a copy, what the promises rest on, and demands that a named test turns red:
// `npm run check:mutations`, or with a part of their names for some of them. A safeguard that no test misses may be lost unnoticed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { copyRepository } from "../test/repo/repository-copy.ts";
import { type Mutant, MUTANTS } from "./mutants/mod.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

const MOST_TRIES = 3;
/** A test that waits this long has noticed. */
const PATIENCE_MS = 15_000;
const [, , part = ""] = process.argv;

interface TestResult {
  readonly status: string;
  readonly fullName: string;
}

interface TestReport {
  readonly testResults: readonly { readonly assertionResults: readonly TestResult[] }[];
}

const chosen = MUTANTS.filter(({ name }) => name.includes(part));
const pending = chosen.values();
const noticed = await Promise.all(Array.from({ length: availableParallelism() }, noticedInCopy));
const count = noticed.reduce((sum, one) => sum + one, 0);
console.log(`${count} of ${chosen.length} mutants were noticed`);
process.exitCode = count < chosen.length || count === 0 ? 1 : 0;

/** Tries what no other copy has taken; resolves to how many were noticed. */
async function noticedInCopy(): Promise<number> {
  const copy = copyRepository();
  let count = 0;
  try {
    for (const mutant of pending) if (await isNoticed(mutant, copy)) count += 1;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  return count;
}

/** Runs a mutant's test over the copy with its change; resolves to whether it fails. */
async function isNoticed(mutant: Mutant, copy: string): Promise<boolean> {
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
  const failed = await failedTests(mutant, copy);
  writeFileSync(path, before);
  const took = `${((performance.now() - began) / 1000).toFixed(1)} s`;
  const [first] = failed;
  if (first === undefined) console.log(`✗ ${mutant.name}: no test of "${mutant.test}" noticed (${took})`);
  else console.log(`✓ ${mutant.name} (${took})\n    ${first}`);
  return first !== undefined;
}

async function failedTests(mutant: Mutant, copy: string): Promise<readonly string[]> {
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const results = await testResults(mutant, copy);
    // Where none ran, a server did not start or the mutant is no valid code: that says nothing about the safeguard.
    if (results.some(({ status }) => status === "passed" || status === "failed"))
      return results.filter(({ status }) => status === "failed").map(({ fullName }) => fullName);
  }
  console.log(
    `  No test of "${mutant.test}" with "${mutant.testName}" in its name ran, in ${MOST_TRIES} tries`,
  );
  return [];
}

async function testResults({ test, testName }: Mutant, copy: string): Promise<readonly TestResult[]> {
  const report = join(copy, "report.json");
  rmSync(report, { force: true });
  const program = spawn(
    process.execPath,
    [
      join(ROOT, "node_modules/vitest/vitest.mjs"),
      "run",
      test,
      "--reporter=json",
      `--outputFile=${report}`,
      `--testTimeout=${PATIENCE_MS}`,
      `--expect.poll.timeout=${PATIENCE_MS}`,
      "--bail=1",
      "--retry=0",
      ...(testName === "" ? [] : ["-t", testName.replaceAll(/[()]/g, String.raw`\$&`)]),
    ],
    {
      cwd: copy,
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, CI: "true", TEST_PATIENCE_MS: String(PATIENCE_MS) },
    },
  );
  const [stderr] = await Promise.all([text(program.stderr), once(program, "exit")]);
  let written: TestReport;
  try {
    written = JSON.parse(readFileSync(report, "utf8")) as TestReport;
  } catch {
    throw new Error(`The test "${test}" could not be run: ${stderr}`);
  }
  return written.testResults.flatMap(({ assertionResults }) => assertionResults);
}
