/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "payloads: live events show them to everybody",
    text: "const listener: typeof notify = requester.readsAllPayloads",
    instead: "const listener: typeof notify = requester !== null",
    test: "server/src/deployment/door-kinds.test.ts",
    testName: "live events show runs",
  },
] as const;
