/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "rates: what is granted is written whatever stands there",
    text: "if ((await state.compareAndSet(key, entry?.version ?? null, value, { ttlMs })) !== null) return outcome;",
    instead: "await state.set(key, value, { ttlMs }); return outcome;",
    test: "core/src/waiting/turns/rate-gate.test.ts",
    testName: "grants no more than the rate to many that ask at once",
  },
] as const;
