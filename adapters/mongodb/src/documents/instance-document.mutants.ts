/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "parts in MongoDB: a shard of an earlier version is read as a run of its own",
    text: "if (part || trigger.type !== TriggerType.Broadcast || trigger.of === undefined) return part ?? null;",
    instead: "return part ?? null;",
    test: "adapters/mongodb/src/runs/old-version-repair.test.ts",
    testName: "become parts of their broadcast",
  },
  {
    name: "hung code in MongoDB: a run leaves its slot with Processing",
    text: 'if (when.states.includes("Processing") && !patch.abandoned) unset["slot"] = "";',
    instead: 'unset["slot"] = "";',
    test: "adapters/mongodb/src/contract.test.ts",
    testName: "update() keeps the slot",
  },
] as const;
