/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "XXL-JOB: one token registers any number of executors",
    text: "return ofApp.length >= this.#options.maxExecutors;",
    instead: "return ofApp.length < 0;",
    test: "adapters/xxl-gateway/src/xxl-gateway.test.ts",
    testName: "are as many as an app may have",
  },
  {
    name: "executors: one of XXL-JOB goes on with a token that was revoked",
    text: "for (const [token, one] of used) if (!(await counts(one))) ended.add(token);",
    instead: "for (const [, one] of used) await counts(one);",
    test: "server/src/deployment/added-tenants.test.ts",
    testName: "sends nothing more to executors whose token is revoked",
  },
] as const;
