/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "rates: nobody begins the next when its time has come",
    text: "this.#lookIn(grant.freeInMs, lane, rate);",
    instead: "",
    test: "core/src/running/rate/rate-turns.test.ts",
    testName: "begins as many as the rate allows",
  },
  {
    name: "rates: a begin that is given back is left unused until the window has passed",
    text: "if (begun < grant.granted) return true;",
    instead: "",
    test: "test/model/interleavings.test.ts",
    testName: "have a rate that lets both begin",
  },
] as const;
