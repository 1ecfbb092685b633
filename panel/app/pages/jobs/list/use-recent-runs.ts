import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { useTranslation } from "react-i18next";
import type { ApiAnswer } from "../../../api/call-api.ts";
import { apiQuery } from "../../../api/use-api.ts";

/** Reads of an index: often enough to see a run come, seldom enough for a busy scheduler. */
const EVERY_MS = 5000;
/** The API takes no more jobs at once. */
const JOBS_AT_ONCE = 50;
/** Runs shown beside a job. */
export const RECENT = 12;

/** One run as a bar. */
export type RunBar = ApiAnswer<"listRecentBars">["items"][number]["bars"][number];

const NO_RUNS: readonly RunBar[] = [];

/** The newest runs of each of these jobs, newest first. */
export function useRecentRuns(keys: readonly string[]): (key: string) => readonly RunBar[] {
  const { i18n } = useTranslation();
  const parts = Array.from({ length: Math.ceil(keys.length / JOBS_AT_ONCE) }, (_, part) =>
    keys.slice(part * JOBS_AT_ONCE, (part + 1) * JOBS_AT_ONCE),
  );
  const answers = useQueries({
    queries: parts.map((jobKey) => ({
      ...apiQuery("listRecentBars", { query: { jobKey, limit: RECENT } }, i18n.language),
      meta: { everyMs: EVERY_MS },
      placeholderData: keepPreviousData,
    })),
    combine: (results) => results.flatMap(({ data }) => data?.items ?? []),
  });
  // Drawn between what else the page does: fifty rows at once would hold it up.
  const runsOf = new Map(useDeferredValue(answers).map(({ jobKey, bars }) => [jobKey, bars]));
  return (key) => runsOf.get(key) ?? NO_RUNS;
}
