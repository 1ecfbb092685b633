import type { ApiAnswer } from "../../api/call-api.ts";

export type Tenant = ApiAnswer<"getTenant">;
export type QuotaName = keyof Tenant["quotas"];

/** In the order in which they are shown. */
export const QUOTAS: readonly QuotaName[] = [
  "maxConcurrentRuns",
  "maxRunsPerMinute",
  "maxWaitingRuns",
  "maxWaitingBytes",
  "maxApps",
  "maxJobs",
  "maxScriptVersions",
];

/** The name of a tenant for people. */
export function nameOf({ tenant, displayName }: Pick<Tenant, "tenant" | "displayName">): string {
  return displayName ?? tenant;
}

/** The used part of a quota: of those of an app, by the app that uses most; `null` where nobody counts it. */
export function useOf({ use }: Tenant, name: QuotaName): number | null {
  const most = (of: (app: Tenant["use"]["apps"][number]) => number): number =>
    use.apps.reduce((found, app) => Math.max(found, of(app)), 0);
  switch (name) {
    case "maxApps":
      return use.apps.length;
    case "maxJobs":
      return most(({ jobs }) => jobs);
    case "maxWaitingRuns":
      return most(({ waitingRuns }) => waitingRuns);
    case "maxWaitingBytes":
      return most(({ waitingBytes }) => waitingBytes);
    case "maxConcurrentRuns":
      return use.running;
    case "maxRunsPerMinute":
      return use.runsInMinute;
    case "maxScriptVersions":
      return null;
  }
}

/** Whether a quota holds for each app by itself. */
export function isPerApp(name: QuotaName): boolean {
  return name === "maxJobs" || name === "maxWaitingRuns" || name === "maxWaitingBytes";
}

/** Runs that wait, of all apps. */
export function waitingOf({ use }: Tenant): number {
  return use.apps.reduce((sum, { waitingRuns }) => sum + waitingRuns, 0);
}
