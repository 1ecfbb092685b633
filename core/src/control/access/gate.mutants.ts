/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "payloads: the gate shows them to everybody",
    text: "if (view === null || requester.readsAllPayloads) return result;",
    instead: "if (view === null || requester !== null) return result;",
    test: "core/src/control/access/roles.property.test.ts",
    testName: "whatever roles somebody has",
  },
  {
    name: "strict audit: what cannot be written is done",
    text: "around !== null && leavesAct(rule, args, requester) ? around(requester, name, call) : call();",
    instead: "around !== null && args.length > 99 ? around(requester, name, call) : call();",
    test: "runtime-local/src/strict-audit.test.ts",
    testName: "keeps jobs.pause from changing anything",
  },
] as const;
