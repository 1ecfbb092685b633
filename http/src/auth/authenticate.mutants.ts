/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "own login: pages of other sites change something",
    text: "if (isOwnWish || isSafeWithCookie(request)) return user;",
    instead: "if (isOwnWish || !isOwnWish) return user;",
    test: "http/test/api.test.ts",
    testName: "changes nothing for a page of another site, and something",
  },
  {
    name: "own login: the app may return any principal",
    text: "if (kind === PrincipalKind.User && name !== null",
    instead: "if (kind !== undefined && name !== undefined",
    test: "http/test/api.test.ts",
    testName: "is a mistake of the program",
  },
] as const;
