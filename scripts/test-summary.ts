// Ends the gate: `node scripts/test-summary.ts <status of what ran before>`. Prints the fifty slowest tests, those that passed only
// when they were run again and those that failed, and one line that counts all from the runner's own reports.
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const CACHE = join(ROOT, "node_modules/.cache");
const LISTS = ["quick", "rest"];
const SLOWEST = 50;
/** Of a failed test's message. */
const MOST_LINES = 12;

/** What is read of Vitest's JSON report. */
interface Report {
  readonly testResults: readonly FileResult[];
}

interface FileResult {
  readonly name: string;
  readonly status: string;
  readonly message?: string;
  readonly assertionResults: readonly TestResult[];
}

interface TestResult {
  readonly fullName: string;
  readonly status: string;
  readonly duration?: number | null;
  readonly failureMessages: readonly string[];
}

interface Named {
  readonly name: string;
  readonly test: TestResult;
}

const [, , before = "0"] = process.argv;
const missing = LISTS.filter((list) => !existsSync(reportPath(list)));
const files = LISTS.filter((list) => !missing.includes(list)).flatMap((list) => readReport(list).testResults);
const tests = files.flatMap(({ name, assertionResults }) =>
  assertionResults.map((test): Named => ({ name: `${relative(ROOT, name)}: ${test.fullName}`, test })),
);
// A file that could not be loaded has no tests to count, and is a failure of its own.
const unloaded = files.filter(
  ({ status, assertionResults }) =>
    status === "failed" && !assertionResults.some((test) => test.status === "failed"),
);

printSlowest();
printSecondTries();
const failed = tests.filter(({ test }) => test.status === "failed");
const passed = tests.filter(({ test }) => test.status === "passed");
// Of a long log often only the end is kept.
for (const { name, test } of failed) printFailure(name, test.failureMessages.join("\n"));
for (const { name, message } of unloaded) printFailure(relative(ROOT, name), message ?? "");
for (const list of missing) console.log(`FAILED the ${list} list left no report`);

const failures = failed.length + unloaded.length + missing.length;
const skipped = tests.length - passed.length - failed.length;
console.log(`${passed.length} passed, ${failures} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = before !== "0" || failures > 0 || passed.length === 0 ? 1 : 0;

function reportPath(list: string): string {
  return join(CACHE, `test-report-${list}.json`);
}

function readReport(list: string): Report {
  return JSON.parse(readFileSync(reportPath(list), "utf8")) as Report;
}

function printSlowest(): void {
  const seconds = ({ test }: Named): number => (test.duration ?? 0) / 1000;
  const slowest = tests.toSorted((one, other) => seconds(other) - seconds(one)).slice(0, SLOWEST);
  console.log(`The ${slowest.length} slowest tests:`);
  for (const one of slowest) console.log(`${seconds(one).toFixed(1).padStart(7)} s  ${one.name}`);
}

function printSecondTries(): void {
  for (const list of LISTS) {
    const log = join(CACHE, `second-tries-${list}.log`);
    if (existsSync(log))
      console.log(`Passed only when run again (${relative(ROOT, log)}):\n${readFileSync(log, "utf8")}`);
  }
}

function printFailure(name: string, message: string): void {
  console.log(`FAILED ${name}\n${message.split("\n").slice(0, MOST_LINES).join("\n")}`);
}
