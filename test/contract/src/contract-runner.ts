/** What a suite needs of a test runner; Vitest, `bun:test`, `node:test` and `@std/testing/bdd` have it. */
export interface ContractRunner {
  describe(name: string, body: () => void): void;
  it(name: string, body: () => Promise<void>): void;
}
