/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "rights: what is rotated is not asked for",
    text: 'await this.#assertMayHandOut({ ...before, expiresMs }, doer, "rotate");',
    instead: "",
    test: "http/test/handing-out.property.test.ts",
    testName: "no chain of acts",
  },
  {
    name: "rights: a token makes personal ones",
    text: "if (isOwn && !isByToken) return;",
    instead: "if (isOwn) return;",
    test: "http/test/handing-out.property.test.ts",
    testName: "no chain of acts",
  },
  {
    name: "tokens: the secret of before a rotation counts for ever",
    text: "if (nowMs >= token.before.untilMs) {",
    instead: "if (nowMs < token.before.untilMs - nowMs) {",
    test: "http/test/api.test.ts",
    testName: "are rotated with an overlap",
  },
] as const;
