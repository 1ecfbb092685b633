import type { Incident } from "@mojob/core/ports";
import { instant } from "./instant.ts";

/** The incident with this number of a job that fails, opened so many seconds after the start. */
export function anIncident(tenant: string, number: number, given: Partial<Incident> = {}): Incident {
  const key = given.key ?? "run_failed:ops/report";
  return {
    id: `${key}:${number}`,
    tenant,
    key,
    number,
    revision: 1,
    condition: "run_failed",
    rule: "built-in:run_failed",
    severity: "warning",
    app: "shop",
    jobKey: "ops/report",
    state: "open",
    openedAt: instant(number),
    lastAt: instant(number),
    resolvedAt: null,
    count: 1,
    parameters: { attempts: 3 },
    errors: [
      {
        fingerprint: "no such file …",
        message: 'no such file "a.$b"',
        count: 1,
        firstAt: instant(number),
        lastAt: instant(number),
      },
    ],
    runs: ["ops/report#1"],
    assignee: null,
    snoozedUntil: null,
    explainedBy: null,
    reopenedAt: [],
    happened: 1,
    silencedBy: null,
    notified: [],
    notifying: null,
    isSettled: given.state === "resolved",
    timeline: [{ at: instant(number), kind: "opened", by: null, note: null, parameters: null }],
    ...given,
  };
}
