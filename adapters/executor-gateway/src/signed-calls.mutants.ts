/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "signed calls: the digest need not be signed",
    text: '"@query", "content-digest"];',
    instead: '"@query"];',
    test: "adapters/executor-gateway/src/signed-calls.test.ts",
    testName: "a body that is not signed",
  },
  {
    name: "signed calls: a nonce may be used again",
    text: 'if (!(await keys.takeNonce(key.keyid, parameters.nonce ?? "")))',
    instead: "if (parameters.nonce === undefined)",
    test: "adapters/executor-gateway/src/signed-calls.test.ts",
    testName: "a call that was sent before",
  },
  {
    name: "signed calls: a signature does not grow old",
    text: "maxAge: MOST_AGE_S,",
    instead: "",
    test: "adapters/executor-gateway/src/signed-calls.test.ts",
    testName: "has not expired",
  },
  {
    name: "signed calls: a signature may live for long",
    text: "if (expires - created > MOST_AGE_S)",
    instead: "if (expires < created)",
    test: "adapters/executor-gateway/src/signed-calls.test.ts",
    testName: "a long life",
  },
  {
    name: "signed calls: one that waits gets runs after its key was removed",
    text: 'if (!(await isRegistered())) throw refused("its key is not registered");',
    instead: "await isRegistered();",
    test: "adapters/executor-gateway/src/signed-calls.test.ts",
    testName: "gets no run once its key is removed",
  },
] as const;
