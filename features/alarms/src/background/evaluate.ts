import {
  explainIncident,
  happenedAgain,
  incidentKey,
  lastsWith,
  openIncident,
  resolveIncident,
} from "@mojob/core/feature";
import type { Incident } from "@mojob/core/ports";
import { AlarmCondition, Resolution } from "@mojob/core/words";
import { isHeldOpen } from "./held-open.ts";
import type { RuledFinding } from "./ruled-finding.ts";

/** How often, at most, an incident that lasts is written again, which shows that it still does. */
const REFRESH_MS = 60_000;

/** The conditions that last; the others happen, and are over when their job says so. */
const STANDING: ReadonlySet<AlarmCondition> = new Set([
  AlarmCondition.NoSuccess,
  AlarmCondition.Late,
  AlarmCondition.Waiting,
  AlarmCondition.Slow,
  AlarmCondition.NoWorker,
  AlarmCondition.Backlog,
  AlarmCondition.FiringStopped,
  AlarmCondition.ControlPlaneDown,
  AlarmCondition.NoHeartbeat,
  AlarmCondition.ClockOff,
  AlarmCondition.TokenExpiring,
  AlarmCondition.TaskHeld,
  AlarmCondition.ApprovalPending,
  AlarmCondition.TaskWaiting,
  AlarmCondition.CodeGoesOn,
]);

/** Whether an incident is over when it is no longer found. */
export function isStanding({ condition }: Pick<Incident, "condition">): boolean {
  return STANDING.has(condition);
}

/** The changes of incidents that follow from the findings of one moment. */
export interface Evaluation {
  /** The incidents to write, each one revision further. */
  readonly writes: readonly Incident[];
  /** Since when each finding that has no incident yet has been found, by its key. */
  readonly pending: ReadonlyMap<string, Date>;
}

export interface EvaluationOptions {
  readonly tenant: string;
  readonly now: Date;
  readonly findings: readonly RuledFinding[];
  /** The incidents that are not resolved. */
  readonly open: readonly Incident[];
  /** The pending findings of the last evaluation. */
  readonly pending: ReadonlyMap<string, Date>;
  /** The newest incident of each key that is about to be opened, where there was one. */
  readonly latest: ReadonlyMap<string, Incident>;
}

/** Opens an incident for what is found and has none, and resolves those whose cause is found no longer. */
export function evaluate({ tenant, now, findings, open, pending, latest }: EvaluationOptions): Evaluation {
  const byKey = new Map(open.map((incident) => [incident.key, incident]));
  const found = new Map(findings.map((one) => [incidentKey(one.finding.condition, one.finding), one]));
  const stillPending = new Map<string, Date>();
  const writes: Incident[] = [];
  for (const [key, { finding, rule }] of found) {
    const incident = byKey.get(key);
    if (incident !== undefined) {
      if (isStale(incident, now)) writes.push(lastsWith(incident, finding, now));
      continue;
    }
    const newest = latest.get(key) ?? null;
    // Somebody else was faster, or there are more than were read.
    if (newest !== null && newest.resolvedAt === null) continue;
    const since = pending.get(key) ?? now;
    if (now.getTime() - since.getTime() < rule.forMs) stillPending.set(key, since);
    else writes.push(openIncident(tenant, finding, rule, newest, now));
  }
  for (const incident of open)
    if (isStanding(incident) && !found.has(incident.key) && !isHeldOpen(incident, now))
      writes.push(resolveIncident(incident, Resolution.Recovered, { by: null, at: now }));
  return { writes, pending: stillPending };
}

/** The keys whose newest incidents an evaluation needs. */
export function keysToOpen(findings: readonly RuledFinding[], open: readonly Incident[]): readonly string[] {
  const known = new Set(open.map(({ key }) => key));
  return findings
    .map(({ finding }) => incidentKey(finding.condition, finding))
    .filter((key) => !known.has(key));
}

/** Each finding opens an incident, or is counted by the one that is open. Returns the incidents as they are to be written. */
export function countFindings(
  tenant: string,
  findings: readonly RuledFinding[],
  incidents: ReadonlyMap<string, Incident>,
  now: Date,
): readonly Incident[] {
  const after = new Map<string, Incident>();
  for (const { finding, rule } of findings) {
    const key = incidentKey(finding.condition, finding);
    const before = after.get(key) ?? incidents.get(key) ?? null;
    const isOpen = before !== null && before.resolvedAt === null;
    after.set(
      key,
      isOpen ? happenedAgain(before, finding, now) : openIncident(tenant, finding, rule, before, now),
    );
  }
  // Several findings of one incident are one write.
  return [...after.values()].flatMap((incident) => {
    const before = incidents.get(incident.key);
    if (incident === before) return [];
    const revision = before?.id === incident.id ? before.revision + 1 : 1;
    return [{ ...incident, revision }];
  });
}

/** Names for each open incident the one that explains it, where that has changed: what is down explains what is late. */
export function explainOpen(open: readonly Incident[]): readonly Incident[] {
  const of = (condition: AlarmCondition, fits: (incident: Incident) => boolean): Incident | undefined =>
    open.find((incident) => incident.condition === condition && fits(incident));
  return open.flatMap((incident) => {
    const { app, jobKey, condition, id } = incident;
    const explains = EXPLAINED_BY[condition] ?? [];
    const cause = explains
      .map((by) =>
        of(
          by,
          (other) =>
            other.id !== id &&
            (other.app === null || other.app === app) &&
            (other.jobKey === null || other.jobKey === jobKey),
        ),
      )
      .find((other) => other !== undefined);
    const explainedBy = cause?.id ?? null;
    return explainedBy === incident.explainedBy ? [] : [explainIncident(incident, explainedBy)];
  });
}

/** The conditions that explain a condition, where both are of one job, app or tenant. */
const EXPLAINED_BY: Readonly<Partial<Record<AlarmCondition, readonly AlarmCondition[]>>> = {
  run_failed: [AlarmCondition.NoSuccess, AlarmCondition.FailuresInRow],
  failures_in_row: [AlarmCondition.NoSuccess],
  missed: [AlarmCondition.FiringStopped],
  late: [AlarmCondition.FiringStopped, AlarmCondition.NoWorker],
  waiting: [AlarmCondition.NoWorker],
  backlog: [AlarmCondition.NoWorker],
  fires_skipped: [AlarmCondition.CodeGoesOn],
};

function isStale({ lastAt }: Incident, now: Date): boolean {
  return now.getTime() - lastAt.getTime() >= REFRESH_MS;
}
