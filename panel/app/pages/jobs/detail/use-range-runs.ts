import { keepPreviousData, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../api/api-error.ts";
import { callApi } from "../../../api/call-api.ts";
import type { InstanceSummary } from "../../../api/operations.generated.ts";
import { useWindowStart } from "../../../time/use-window-start.ts";
import type { TimeRange } from "../../../ui/time-range.tsx";
import { STATISTICS_WINDOWS, type StatisticsWindow } from "./job-search.ts";

/** Without a range, one page of the API: one read of an index. */
export const NEWEST = 200;
/** Of a range, in pages. */
export const MOST_RUNS = 2000;
const EVERY_MS = 5000;
const RANGE_EVERY_MS = 30_000;

export interface RangeRuns {
  /** Newest first. */
  readonly runs: readonly InstanceSummary[];
  /** Whether the range has more. */
  readonly isCut: boolean;
}

/** A job's newest runs, or those of a range of time. */
export function useRangeRuns(
  jobKey: string,
  { window, from, to }: TimeRange<StatisticsWindow>,
): UseQueryResult<RangeRuns, ApiError> {
  const { i18n } = useTranslation();
  const start = useWindowStart(window === undefined ? 0 : STATISTICS_WINDOWS[window]);
  const isRange = window !== undefined || from !== undefined || to !== undefined;
  const query = { from: window === undefined ? from : start, to, limit: NEWEST, shards: false };
  const most = isRange ? MOST_RUNS : NEWEST;
  return useQuery<RangeRuns, ApiError>({
    queryKey: ["listJobInstances", { path: { key: jobKey }, query, most }, i18n.language],
    async queryFn({ signal }) {
      const runs: InstanceSummary[] = [];
      let cursor: string | undefined;
      do {
        // oxlint-disable-next-line no-await-in-loop -- each page begins behind the one before
        const page = await callApi(
          "listJobInstances",
          { path: { key: jobKey }, query: { ...query, cursor } },
          { signal, language: i18n.language },
        );
        runs.push(...page.items);
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined && runs.length < most);
      return { runs, isCut: cursor !== undefined };
    },
    meta: { everyMs: isRange ? RANGE_EVERY_MS : EVERY_MS },
    placeholderData: keepPreviousData,
  });
}
