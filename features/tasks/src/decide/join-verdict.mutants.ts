/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "tasks: a node is skipped before all those before it are decided",
    text: `return isDecided ? negative : "wait";
    case NamedJoin.Done:`,
    instead: `return negative;
    case NamedJoin.Done:`,
    test: "features/tasks/src/decide/advance.property.test.ts",
    testName: "end as the reference says",
  },
  {
    name: "tasks: a node that follows any end begins with the first",
    text: `if (!isDecided) return "wait";
      return taken + failed > 0 ? "go" : "skip";`,
    instead: 'return taken + failed > 0 ? "go" : "skip";',
    test: "features/tasks/src/decide/small-graphs.test.ts",
    testName: "ends as the reference says",
  },
] as const;
