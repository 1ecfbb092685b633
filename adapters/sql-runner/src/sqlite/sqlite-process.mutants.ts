/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "sql: a statement on SQLite outlives its worker",
    text: 'lines.on("close", () => kill(pid, "SIGKILL"));',
    instead: "",
    test: "adapters/sql-runner/src/attacks.test.ts",
    testName: "leaves no statement, no process and no lock behind",
  },
] as const;
