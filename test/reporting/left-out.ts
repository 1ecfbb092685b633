import type { Reporter } from "vitest/node";
import type { TestList } from "../lists/lists.ts";

/** Prints, as the last line, how many test files the quick list leaves out and the commands that run them. */
export class LeftOut implements Reporter {
  readonly #list: TestList;
  readonly #files: readonly string[];

  constructor(list: TestList, files: readonly string[]) {
    this.#list = list;
    this.#files = files;
  }

  onTestRunEnd(): void {
    if (this.#list !== "quick") return;
    process.stdout.write(
      `Left out: ${this.#files.length} files of tests that need servers, a browser, other runtimes or minutes; npm run test:core and npm run test:night run them\n`,
    );
  }
}
