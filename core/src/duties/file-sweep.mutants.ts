/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "files: the sweep removes the files of runs that are there",
    text: "ids.filter((id, index) => runs[index] === null && !isKeptFilesId(id))",
    instead: "ids.filter((_, index) => runs[index] !== undefined)",
    test: "core/src/duties/file-sweep.test.ts",
    testName: "removes the files of runs that are no more",
  },
] as const;
