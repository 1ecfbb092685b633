/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "schedule rules: an edit by another process is not noticed",
    text: "if (this.#known?.version !== version) {",
    instead: "if (this.#known === null) {",
    test: "core/src/definition/schedule-rules-cache.test.ts",
    testName: "until an edit is announced, by whichever process",
  },
  {
    name: "schedule rules: an edit does not have the firing loop plan again",
    text: "await cache.announceRules();",
    instead: "void cache;",
    test: "core/src/duties/firing-loop.test.ts",
    testName: "obeys a window that another control plane has acknowledged",
  },
] as const;
