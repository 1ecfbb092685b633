/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "sessions: every caller may have one",
    text: "if (found === null) throw cannotHave({ kind, name });",
    instead: "if (found === undefined) throw cannotHave({ kind, name });",
    test: "http/src/auth/session/session.test.ts",
    testName: "a holder that is not known has no session",
  },
  {
    name: "people: sessions outlive that they were ended everywhere",
    text: "if (found === null || hasEnded(record, found)) return null;",
    instead: "if (found === null) return null;",
    test: "http/test/api.test.ts",
    testName: "end everywhere at once",
  },
] as const;
