import type { JobInstance, JobInstanceSummary } from "@mojob/core/ports";
import type { StoreWatchers, WatchedChange } from "./store-watchers.ts";

/** Notifies watchers of runs that were written. */
export function notifyOfRuns(watchers: StoreWatchers, runs: readonly JobInstance[]): void {
  const byTenant = new Map<string, WatchedChange[]>();
  for (const run of runs) {
    const { tenant, app } = run;
    const changes = byTenant.get(tenant) ?? [];
    byTenant.set(tenant, changes);
    changes.push({ app, change: { topic: "instance", instance: summaryOf(run) } });
  }
  for (const [tenant, changes] of byTenant) watchers.notify(tenant, changes);
}

function summaryOf({
  args: _args,
  result: _result,
  error: _error,
  history: _history,
  claim: _claim,
  fingerprint: _fingerprint,
  uniqueKey: _uniqueKey,
  routing: _routing,
  fairShare: _fairShare,
  turn: _turn,
  usageSeries: _usageSeries,
  ...rest
}: JobInstance): JobInstanceSummary {
  return rest;
}
