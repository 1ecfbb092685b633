import type { JobDefinition } from "../model/job-definition.ts";
import { AlarmCondition, Severity } from "../model/incident/condition.ts";
import type { AlarmRoute } from "../model/incident/alarm-route.ts";
import { type Incident, IncidentState, NoticeEvent } from "../model/incident/incident.ts";

/** What opens and is over within it is not told. */
const WAIT_MS = 15_000;
/** Changes of one incident are told at most so often. */
const INTERVAL_MS = 5 * 60_000;
/** What is critical and acknowledged by nobody is told again. */
const REPEAT_MS = 4 * 3_600_000;

/** What is to be told of an incident now; `null` for nothing. */
export function noticeDue(incident: Incident, now: Date): NoticeEvent | null {
  const { state, told, telling, openedAt, reopenedAt, explainedBy, snoozedUntil, happened } = incident;
  if (telling !== null) return null;
  const isToldOpen = told !== null && told.event !== NoticeEvent.Resolved;
  if (state === IncidentState.Resolved)
    return isToldOpen || isToldAtEnd(incident) ? NoticeEvent.Resolved : null;
  if (explainedBy !== null || (snoozedUntil !== null && snoozedUntil > now)) return null;
  const began = reopenedAt.at(-1) ?? openedAt;
  if (!isToldOpen) return now.getTime() - began.getTime() >= WAIT_MS ? NoticeEvent.Opened : null;
  const sinceMs = now.getTime() - told.at.getTime();
  if (happened > told.happened && sinceMs >= INTERVAL_MS) return NoticeEvent.Changed;
  const isLoud = incident.severity === Severity.Critical && state === IncidentState.Open;
  return isLoud && sinceMs >= REPEAT_MS ? NoticeEvent.Repeated : null;
}

/** While the store was unavailable nothing could be told. */
function isToldAtEnd({ condition, told }: Incident): boolean {
  return condition === AlarmCondition.StoreUnavailable && told === null;
}

/** Incidents that one notice tells together. */
export interface NoticeGroup {
  readonly route: AlarmRoute;
  readonly event: NoticeEvent;
  readonly incidents: readonly Incident[];
}

/** The notices of one batch: for each route those of one condition and app together. */
export function noticeGroups(
  incidents: readonly Incident[],
  routes: readonly AlarmRoute[],
  jobs: ReadonlyMap<string, JobDefinition>,
): readonly NoticeGroup[] {
  return routes.flatMap((route) => {
    const own = incidents.filter((incident) => isFor(route, incident, jobs));
    const groups = Map.groupBy(own, ({ telling, condition, app }) =>
      JSON.stringify([telling?.event, condition, app]),
    );
    return [...groups.values()].map((of) => ({
      route,
      event: of[0]?.telling?.event ?? NoticeEvent.Changed,
      incidents: of,
    }));
  });
}

/** Whether a route is for what is being told of an incident. A job is not told of its own failures: it could not tell them. */
export function isFor(
  route: AlarmRoute,
  { severity, condition, app, jobKey, telling }: Incident,
  jobs: ReadonlyMap<string, JobDefinition>,
): boolean {
  const { severities, conditions, apps, tags, events } = route;
  const tagged = jobKey === null ? [] : (jobs.get(jobKey)?.options.tags ?? []);
  return (
    route.enabled &&
    route.job !== jobKey &&
    telling !== null &&
    events.includes(telling.event) &&
    (severities === null || severities.includes(severity)) &&
    (conditions === null || conditions.includes(condition)) &&
    (apps === null || (app !== null && apps.includes(app))) &&
    (tags === null || tags.some((tag) => tagged.includes(tag)))
  );
}
