/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "scripts: a system call is refused by no filter",
    text: "[Code.JumpIfEqual, number], refuse)",
    instead: "[Code.JumpIfEqual, 9999], refuse)",
    test: "adapters/script-runner/src/seccomp-filter.test.ts",
    testName: "refuses a script keyctl",
  },
] as const;
