/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "unique replace: an end before the mark is missed",
    text: "return !closed.some((one) => one.gate === gate);",
    instead: "return false;",
    test: "core/src/running/judge-requests.test.ts",
    testName: "comes before the mark",
  },
  {
    name: "pauses: a worker begins what was asked for during one",
    text: "const first = closed[index]?.[0];",
    instead: "const first = closed[index]?.filter(({ gate }) => gate !== GATES.paused)[0];",
    test: "test/model/interleavings.test.ts",
    testName: "the job is paused",
  },
  {
    name: "pauses: a run that is marked after its job was resumed is held for good",
    text: "return !closed.some((one) => one.gate === gate);",
    instead: "return false;",
    test: "test/model/waiting.test.ts",
    testName: "a pause holds them",
  },
] as const;
