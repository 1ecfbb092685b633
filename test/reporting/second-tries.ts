import type { Reporter, TestCase } from "vitest/node";

/** Prints which tests failed first and passed when they were run again: each is a mistake of the test or of what it tests. */
export class SecondTries implements Reporter {
  readonly #tests: TestCase[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky === true) this.#tests.push(test);
  }

  onTestRunEnd(): void {
    if (this.#tests.length === 0) return;
    const lines = this.#tests.map((test) => {
      const reason = test.result().errors?.[0]?.message ?? "no error";
      return `  ${test.module.relativeModuleId}: ${test.fullName}\n    ${reason.split("\n", 1)[0]}`;
    });
    process.stdout.write(`Passed only when run again (${lines.length}):\n${lines.join("\n")}\n\n`);
  }
}
