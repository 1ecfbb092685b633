/**
 * The first reads of pages without a filter, by their address below the panel's root. They are read while the panel itself is still being
 * loaded; `first-reads.test.ts` compares them with the reads of the pages.
 * `first-reads.test.ts` compares them with what the pages read.
 */
export const FIRST_READS: Readonly<Record<string, readonly string[]>> = {
  overview: ["api/v1/overview"],
  jobs: ["api/v1/jobs?limit=50&count=capped"],
};
