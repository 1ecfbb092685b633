/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "explain: another way of counting fires than the planner's",
    text: "times.next(justBefore)?.getTime() === at.getTime()",
    instead: "times.next(justBefore) !== null",
    test: "features/why/src/explain-fire.test.ts",
    testName: "explains each second of a week as the planner decides it",
  },
] as const;
