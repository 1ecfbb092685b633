import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Reporter, TestCase } from "vitest/node";
import type { TestList } from "../lists/lists.ts";

const CACHE = fileURLToPath(new URL("../../node_modules/.cache/", import.meta.url));

/**
 * Names the tests that failed first and passed when they were run again: each is a mistake of the test or of what it tests.
 *
 * The list is printed, and kept with each failed try's messages, such as a property's seed, in
 * `node_modules/.cache/second-tries-<list>.log`.
 */
export class SecondTries implements Reporter {
  readonly #log: string;
  readonly #tests: TestCase[] = [];

  constructor(list: TestList) {
    this.#log = join(CACHE, `second-tries-${list}.log`);
  }

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky === true) this.#tests.push(test);
  }

  onTestRunEnd(): void {
    rmSync(this.#log, { force: true });
    if (this.#tests.length === 0) return;
    const lines = this.#tests.map((test) => `  ${nameOf(test)}\n    ${reasons(test)[0]?.split("\n", 1)[0]}`);
    process.stdout.write(`Passed only when run again (${lines.length}):\n${lines.join("\n")}\n\n`);
    mkdirSync(CACHE, { recursive: true });
    writeFileSync(
      this.#log,
      this.#tests.map((test) => `${nameOf(test)}\n${reasons(test).join("\n")}\n`).join("\n"),
    );
  }
}

function nameOf(test: TestCase): string {
  return `${test.module.relativeModuleId}: ${test.fullName}`;
}

function reasons(test: TestCase): readonly string[] {
  const errors = test.result().errors ?? [];
  return errors.length === 0 ? ["no error"] : errors.map(({ message, stack }) => stack ?? message);
}
