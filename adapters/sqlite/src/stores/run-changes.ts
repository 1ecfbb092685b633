import type { JobInstance, JobInstanceSummary } from "@mojob/core/ports";
import type { StoreWatchers, WatchedChange } from "./store-watchers.ts";

/** Notifies watchers of runs that were written; of those that a cancel was asked of, of that too. */
export function notifyOfRuns(
  watchers: StoreWatchers,
  runs: readonly (JobInstance | JobInstanceSummary)[],
  isAskedToCancel: (run: JobInstanceSummary) => boolean = () => false,
): void {
  const byTenant = new Map<string, WatchedChange[]>();
  for (const run of runs) {
    const { tenant, app, id, jobKey } = run;
    const changes = byTenant.get(tenant) ?? [];
    byTenant.set(tenant, changes);
    changes.push({ app, change: { topic: "instance", instance: summaryOf(run) } });
    if (run.state === "Processing" && isAskedToCancel(run))
      changes.push({ app, change: { topic: "cancel", id, jobKey } });
  }
  for (const [tenant, changes] of byTenant) watchers.notify(tenant, changes);
}

function summaryOf(run: JobInstance | JobInstanceSummary): JobInstanceSummary {
  if (!("history" in run)) return run;
  const {
    args: _args,
    result: _result,
    error: _error,
    history: _history,
    claim: _claim,
    fingerprint: _fingerprint,
    uniqueKey: _uniqueKey,
    routing: _,
    ...rest
  } = run;
  return rest;
}
