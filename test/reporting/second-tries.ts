import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { Reporter, TestCase } from "vitest/node";
import { REPORTS, secondTriesPath } from "./report-name.ts";

/** A test that failed first and passed when it was run again. */
export interface SecondTry {
  readonly name: string;
  /** The messages of each failed try, a property's seed among them. */
  readonly reasons: readonly string[];
}

/** Names the tests that passed only when they were run again: each is a mistake of the test or of what it tests. They are printed, and kept. */
export class SecondTries implements Reporter {
  readonly #path: string;
  readonly #tests: TestCase[] = [];

  /** @param name of the run's report */
  constructor(name: string) {
    this.#path = secondTriesPath(name);
  }

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky === true) this.#tests.push(test);
  }

  onTestRunEnd(): void {
    rmSync(this.#path, { force: true });
    if (this.#tests.length === 0) return;
    const tries = this.#tests.map((test): SecondTry => ({ name: nameOf(test), reasons: reasonsOf(test) }));
    const lines = tries.map(({ name, reasons: [first = ""] }) => `  ${name}\n    ${first.split("\n", 1)[0]}`);
    process.stdout.write(`Passed only when run again (${lines.length}):\n${lines.join("\n")}\n\n`);
    mkdirSync(REPORTS, { recursive: true });
    writeFileSync(this.#path, JSON.stringify(tries, null, 2));
  }
}

/** Those of a run that has ended. */
export function readSecondTries(name: string): readonly SecondTry[] {
  const path = secondTriesPath(name);
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as readonly SecondTry[]) : [];
}

function nameOf(test: TestCase): string {
  return `${test.module.relativeModuleId}: ${test.fullName}`;
}

function reasonsOf(test: TestCase): readonly string[] {
  const errors = test.result().errors ?? [];
  return errors.length === 0 ? ["no error"] : errors.map(({ message, stack }) => stack ?? message);
}
