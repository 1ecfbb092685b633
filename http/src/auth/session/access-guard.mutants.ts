/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "own login: requests of this machine need none",
    text: "token === undefined && findUser === undefined && !(await this.#options.identity?.isInUse());",
    instead: "token === undefined && !(await this.#options.identity?.isInUse());",
    test: "http/test/api.test.ts",
    testName: "refuses with 401 who is not signed in",
  },
  {
    name: "own login: it opens the routes of executors",
    text: "if (findUser === undefined || extension !== null) return null;",
    instead: "if (findUser === undefined) return null;",
    test: "adapters/executor-gateway/src/signed-calls.test.ts",
    testName: "which is not asked about executors",
  },
  {
    name: "own login: a wrong token is tried as the app's",
    text: "holder === null && token === undefined ? await this.#userOf",
    instead: "holder === null ? await this.#userOf",
    test: "http/test/api.test.ts",
    testName: "leaves the token to programs",
  },
  {
    name: "own login: a stream goes on for who is signed out",
    text: "if (caller.again === null) return true;",
    instead: "if (caller.again !== undefined) return true;",
    test: "http/test/api.test.ts",
    testName: "is asked again while live events are open",
  },
  {
    name: "executors: a wrong token is good on this machine where the API has none",
    text: "(this.#hasOthersTokens || isOurs) && open === null",
    instead: "(this.#hasOthersTokens || isOurs) && open !== null",
    test: "adapters/executor-gateway/src/executor-gateway.test.ts",
    testName: "a wrong token of this machine too",
  },
  {
    name: "this machine: a token that another start left is worse than none",
    text: "authorization !== null && !isMachineToken(sent);",
    instead: "authorization !== null;",
    test: "http/test/api.test.ts",
    testName: "is as good as none where callers need none",
  },
  {
    name: "permissions: one of several is enough",
    text: "for (const permission of access.needs.always) assertPermission(caller.principal, permission);",
    instead:
      "for (const permission of access.needs.always.slice(0, 1)) assertPermission(caller.principal, permission);",
    test: "server/src/deployment/door-permissions.test.ts",
    testName: "lets a caller in that has exactly its permissions",
  },
  {
    name: "wrong tokens: one that is sent again counts again",
    text: "throttle.fail(caller, await hexDigest(authorization));",
    instead: "throttle.fail(caller, await hexDigest(crypto.randomUUID()));",
    test: "http/test/api.test.ts",
    testName: "one wrong token, however often it is sent",
  },
  {
    name: "people: a page of another site signs somebody in",
    text: "if (open === OpenAccess.SignIn && isOfForeignPage(incoming.request))",
    instead: "if (open === OpenAccess.SignIn && !incoming.request.headers)",
    test: "http/test/api.test.ts",
    testName: "by no page of another site",
  },
  {
    name: "tokens: one of an executor reaches the API",
    text: "token.kind === TokenKind.Executor ? (extension ?? NO_ROUTES) : null;",
    instead: "token.kind === TokenKind.Executor ? extension : null;",
    test: "http/test/api.test.ts",
    testName: "of an executor reach nothing",
  },
  {
    name: "required second factor: who has none goes on",
    text: `if (access.isOfAccount !== true && (await this.#lacksSecondFactor(caller)))
      throw`,
    instead: `if (access.isOfAccount === undefined && (await this.#lacksSecondFactor(caller)))
      throw`,
    test: "http/test/api.test.ts",
    testName: "keeps them from every other operation",
  },
  {
    name: "required second factor: a personal token passes",
    text: "if (credential !== Credential.Session && credential !== Credential.Token) return false;",
    instead: "if (credential !== Credential.Session) return false;",
    test: "http/test/api.test.ts",
    testName: "keeps them from every other operation",
  },
] as const;
