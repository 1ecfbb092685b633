/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "programs: the kernel lets a program have more tasks than it may",
    text: 'writeFileSync(join(path, "pids.max"), String(most), { flag: "r+" });',
    instead: 'writeFileSync(join(path, "pids.max"), String(2 * most), { flag: "r+" });',
    test: "adapters/command-runner/src/process/run-process.test.ts",
    testName: "what starts sixty programs have no more tasks",
  },
] as const;
