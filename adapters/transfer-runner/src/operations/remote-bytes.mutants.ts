/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "transfers: half a file passes for the whole",
    text: "if (size === null || had === size) return;",
    instead: "if (size === null || had <= size) return;",
    test: "adapters/transfer-runner/src/hostile-ftp.test.ts",
    testName: "does not pass off fewer bytes than it stated",
  },
  {
    name: "transfers: a file that was changed meanwhile is put together of both",
    text: "if (had > 0) assertSame(",
    instead: "if (had < 0) assertSame(",
    test: "adapters/transfer-runner/src/hostile-ftp.test.ts",
    testName: "that changes the file meanwhile gives no mixture",
  },
] as const;
