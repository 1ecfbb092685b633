/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "exports: one under way is copied, and goes on by a cursor of another store",
    text: "if (LEFT.includes(one.state)) continue;",
    instead: "",
    test: "features/exports/src/copied-exports.test.ts",
    testName: "leaves behind what is half made",
  },
  {
    name: "exports: an archive that was being received is copied",
    text: "if (one.state !== ArchiveState.Ready) continue;",
    instead: "",
    test: "features/exports/src/copied-exports.test.ts",
    testName: "leaves behind what is half made",
  },
  {
    name: "exports: the runs of an archive are not copied",
    text: "    await copyRuns(one.id, options);\n",
    instead: "",
    test: "features/exports/src/copied-exports.test.ts",
    testName: "has their files byte for byte",
  },
] as const;
