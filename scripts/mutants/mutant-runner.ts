import { join } from "node:path";
import process from "node:process";
import { createVitest, type TestCase, type Vitest } from "vitest/node";
import type { Mutant } from "./mutant.ts";

/** A test that waits this long has noticed. */
const PATIENCE_MS = 15_000;

/** Runs tests over one copy of the repository, whose files change between runs. */
export class MutantRunner {
  readonly #vitest: Vitest;
  readonly #copy: string;

  private constructor(vitest: Vitest, copy: string) {
    this.#vitest = vitest;
    this.#copy = copy;
  }

  static async open(copy: string): Promise<MutantRunner> {
    Object.assign(process.env, { CI: "true", TEST_PATIENCE_MS: String(PATIENCE_MS) });
    const vitest = await createVitest({
      root: copy,
      watch: false,
      reporters: [{}],
      maxWorkers: 1,
      testTimeout: PATIENCE_MS,
      expect: { poll: { timeout: PATIENCE_MS } },
      bail: 1,
      retry: 0,
    });
    return new MutantRunner(vitest, copy);
  }

  /** Says that a file has another text than when it was last used. */
  changed(file: string): void {
    this.#vitest.invalidateFile(join(this.#copy, file));
  }

  /** Resolves to the tests that passed or failed. */
  async run({ test, testName }: Mutant): Promise<readonly TestCase[]> {
    if (testName === "") this.#vitest.resetGlobalTestNamePattern();
    else this.#vitest.setGlobalTestNamePattern(testName.replaceAll(/[()]/g, String.raw`\$&`));
    const specifications = await this.#vitest.globTestSpecifications([test]);
    const { testModules } = await this.#vitest.runTestSpecifications(specifications);
    const chosen = new Set(specifications.map(({ moduleId }) => moduleId));
    // What ran for other mutants is still among them.
    const own = testModules.filter(({ moduleId }) => chosen.has(moduleId));
    const tests = own.flatMap(({ children }) => [...children.allTests()]);
    return tests.filter((one) => ["passed", "failed"].includes(one.result().state));
  }

  close(): Promise<void> {
    return this.#vitest.close();
  }
}
