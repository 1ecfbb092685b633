/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "keys: code takes a new key that begins with the name of another app",
    text: "return isTaken || ofOthers.has(key) ? own : key;",
    instead: "return isTaken ? own : key;",
    test: "core/src/definition/store-registry.test.ts",
    testName: "stores the job as <app>/<key>, and leaves the other app the key",
  },
] as const;
