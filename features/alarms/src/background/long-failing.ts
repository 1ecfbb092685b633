import { type JobDefinition, JobKind } from "@mojob/core";
import type { AlarmRule } from "@mojob/core/engine";
import { ruleFor } from "@mojob/core/feature";
import type { Incident } from "@mojob/core/ports";
import { AlarmCondition } from "@mojob/core/words";
import type { RuledFinding } from "./ruled-finding.ts";

/** A success ends what these were opened for. */
const FAILURES: ReadonlySet<AlarmCondition> = new Set([
  AlarmCondition.RunFailed,
  AlarmCondition.FailuresInRow,
]);

/** The recurring jobs whose failures have lasted too long: a job that nobody misses fails unseen among the others. */
export function longFailing(
  open: readonly Incident[],
  jobs: ReadonlyMap<string, JobDefinition>,
  rules: readonly AlarmRule[],
  now: Date,
): readonly RuledFinding[] {
  const failing = open.filter(({ condition, jobKey }) => FAILURES.has(condition) && jobKey !== null);
  return [...Map.groupBy(failing, ({ jobKey }) => jobKey ?? "")].flatMap(([key, incidents]) => {
    const job = jobs.get(key);
    if (job?.kind !== JobKind.Recurring) return [];
    const rule = ruleFor(rules, AlarmCondition.NoSuccess, { app: job.app, job });
    const [first] = incidents.toSorted((a, b) => sinceOf(a).getTime() - sinceOf(b).getTime());
    if (first === undefined || !rule.enabled) return [];
    const since = sinceOf(first);
    if (now.getTime() - since.getTime() < (rule.parameters["afterMs"] ?? Infinity)) return [];
    const finding = {
      condition: AlarmCondition.NoSuccess,
      app: job.app,
      jobKey: key,
      at: since,
      run: first.runs[0] ?? null,
      error: first.errors[0]?.message ?? null,
      parameters: { since: since.toISOString() },
    };
    return [{ finding, rule }];
  });
}

function sinceOf({ reopenedAt, openedAt }: Incident): Date {
  return reopenedAt.at(-1) ?? openedAt;
}
