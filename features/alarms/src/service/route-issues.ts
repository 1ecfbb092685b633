import type { JobDefinition } from "@mojob/core";
import { type AlarmRoute, type InputIssue, issueAt, WhenFull, zoneIssue } from "@mojob/core/engine";
import { resolveTimeZone } from "@mojob/core/feature";

/** What is wrong with routes that only shows beside the jobs there are, with pointers from their list on. */
export function routeIssues(
  routes: readonly AlarmRoute[],
  jobs: ReadonlyMap<string, Pick<JobDefinition, "options">>,
): readonly InputIssue[] {
  return routes.flatMap(({ job, hours }, index) => {
    if (hours !== null && !isZone(hours.timeZone))
      return [zoneIssue(`/${index}/hours/timeZone`, hours.timeZone)];
    if (job === null) return [];
    const definition = jobs.get(job);
    const pointer = `/${index}/job`;
    if (definition === undefined) return [issueAt(pointer, "unknown_job", { key: job })];
    const { maxConcurrency, whenFull } = definition.options;
    return maxConcurrency === null || whenFull === WhenFull.Queue
      ? []
      : [issueAt(pointer, "skips_runs", { key: job })];
  });
}

function isZone(name: string): boolean {
  try {
    return resolveTimeZone(name) !== null;
  } catch {
    return false;
  }
}
