import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { reportPath } from "./report-name.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** What is read of Vitest's JSON report. */
interface Report {
  readonly testResults: readonly FileResult[];
}

interface FileResult {
  readonly name: string;
  readonly status: string;
  readonly message?: string;
  readonly startTime: number;
  readonly endTime: number;
  readonly assertionResults: readonly TestResult[];
}

interface TestResult {
  readonly fullName: string;
  readonly status: string;
  readonly duration?: number | null;
  readonly failureMessages: readonly string[];
}

export interface ReportedTest {
  /** Its file and its full name. */
  readonly name: string;
  readonly seconds: number;
}

export interface ReportedFailure {
  readonly name: string;
  readonly message: string;
}

/** The counts of one or more runs of tests. */
export interface TestReport {
  readonly passed: number;
  readonly skipped: number;
  readonly tests: readonly ReportedTest[];
  /** Failed tests, files that could not be loaded, and runs that left no report. */
  readonly failures: readonly ReportedFailure[];
  /** By file, from its first test to its last. */
  readonly seconds: Readonly<Record<string, number>>;
}

/** @param names of reports */
export function readTestReports(names: readonly string[]): TestReport {
  const missing = names.filter((name) => !existsSync(reportPath(name)));
  const files = names
    .filter((name) => !missing.includes(name))
    .flatMap((name) => (JSON.parse(readFileSync(reportPath(name), "utf8")) as Report).testResults);
  const tests = files.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, name: `${relative(ROOT, name)}: ${test.fullName}` })),
  );
  const [passed, failed] = ["passed", "failed"].map((status) =>
    tests.filter((test) => test.status === status),
  );
  const failures = [
    ...(failed ?? []).map(({ name, failureMessages }) => ({ name, message: failureMessages.join("\n") })),
    // A file that could not be loaded has no tests to count, and is a failure of its own.
    ...files
      .filter(
        ({ status, assertionResults }) =>
          status === "failed" && !assertionResults.some((test) => test.status === "failed"),
      )
      .map(({ name, message }) => ({ name: relative(ROOT, name), message: message ?? "" })),
    ...missing.map((name) => ({ name, message: "The run left no report" })),
  ];
  return {
    passed: passed?.length ?? 0,
    skipped: tests.length - (passed?.length ?? 0) - (failed?.length ?? 0),
    tests: tests.map(({ name, duration }) => ({ name, seconds: (duration ?? 0) / 1000 })),
    failures,
    seconds: Object.fromEntries(
      files.map(({ name, startTime, endTime }) => [relative(ROOT, name), (endTime - startTime) / 1000]),
    ),
  };
}
