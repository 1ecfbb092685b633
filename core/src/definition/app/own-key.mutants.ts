/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "keys: an app's code that names its job starts another app's",
    text: "cache.known(own)?.app === app ? own : key",
    instead: "cache.known(own)?.app === app ? key : key",
    test: "runtime-local/src/embedded.test.ts",
    testName: "has its own job where its key is another app's job's",
  },
] as const;
