/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "drafts: a version has the number of a draft",
    text: "Math.max(latest, latestDraft)",
    instead: "latest",
    test: "core/src/control/scripts/script-service.test.ts",
    testName: "has a number of its own beside versions that others save at the same time",
  },
] as const;
