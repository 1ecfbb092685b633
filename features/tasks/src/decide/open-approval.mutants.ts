/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "approvals: what comes after one is run by hand before it is given",
    text: "if (!isGiven && (isRefused || isOpen(state, source.node))) return true;",
    instead: "",
    test: "features/tasks/src/decide/open-approval.test.ts",
    testName: "nobody goes past an approval by hand",
  },
  {
    name: "approvals: one within a group is gone past",
    text: "if (node.type === NodeType.Group) return node.nodes.some((one) => isOpen(state, one));",
    instead: "",
    test: "features/tasks/src/decide/open-approval.test.ts",
    testName: "one that is in a group",
  },
] as const;
