/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "report summaries: are sent while the tenant is disabled, and are over then",
    text: "if (engine.settings.known.disabled) return",
    instead: "if (engine.settings.known.disabled && signal.aborted) return",
    test: "features/reports/src/summaries/summaries.test.ts",
    testName: "wait while the tenant is disabled",
  },
  {
    name: "report summaries: are sent again by the process that comes after",
    text: 'await fingerprint(["summary", summary.id, time.to.toISOString()])',
    instead: 'await fingerprint(["summary", summary.id, engine.clock.now().toISOString()])',
    test: "features/reports/src/summaries/summaries.test.ts",
    testName: "where the process ends between the run and its note",
  },
  {
    name: "report summaries: what is refused is tried again at each pass",
    text: "OUTAGES.includes(error.code)) throw error;",
    instead: "error.code !== null) throw error;",
    test: "features/reports/src/summaries/summaries.test.ts",
    testName: "say nothing of what their owner may no longer read",
  },
] as const;
