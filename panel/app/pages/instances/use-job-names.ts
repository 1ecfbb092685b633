import { useMemo } from "react";
import { useApi } from "../../api/use-api.ts";

/** Names hardly ever change. */
const EVERY_MS = 60_000;

/** What jobs are called, by key; one that is not among the first 200 is known by its key. */
export function useJobNames(): ReadonlyMap<string, string> {
  const jobs = useApi("listJobs", { query: { limit: 200 } }, { everyMs: EVERY_MS });
  return useMemo(() => new Map(jobs.data?.items.map(({ key, options }) => [key, options.name])), [jobs.data]);
}
