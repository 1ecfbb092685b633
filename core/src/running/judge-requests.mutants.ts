/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "unique replace: a newer run begins beside the one under way",
    text: "return request.attempt === 1",
    instead: "return request.attempt === 0",
    test: "core/src/running/judge-requests.test.ts",
    testName: "a run is behind the one that has begun",
  },
] as const;
