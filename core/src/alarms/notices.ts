import type { JobDefinition } from "../model/job-definition.ts";
import { isNamed } from "../model/incident/alarm-rule.ts";
import { AlarmCondition, Severity } from "../model/incident/condition.ts";
import type { AlarmRoute } from "../model/incident/alarm-route.ts";
import { type Incident, IncidentState, NoticeEvent } from "../model/incident/incident.ts";

/** Nobody is notified of what is over so soon. */
const WAIT_MS = 15_000;
/** Changes of one incident are reported at most so often. */
const INTERVAL_MS = 5 * 60_000;
/** What is critical and acknowledged by nobody is reported again. */
const REPEAT_MS = 4 * 3_600_000;

/** What is to be reported of an incident now; `null` for nothing. */
export function noticeDue(incident: Incident, now: Date): NoticeEvent | null {
  const { state, notified, notifying, openedAt, reopenedAt, explainedBy, snoozedUntil, happened } = incident;
  if (notifying !== null) return null;
  const isOpenNotified = notified !== null && notified.event !== NoticeEvent.Resolved;
  if (state === IncidentState.Resolved)
    return isOpenNotified || isNotifiedAtEnd(incident) ? NoticeEvent.Resolved : null;
  if (explainedBy !== null || (snoozedUntil !== null && snoozedUntil > now)) return null;
  const began = reopenedAt.at(-1) ?? openedAt;
  if (!isOpenNotified) return now.getTime() - began.getTime() >= WAIT_MS ? NoticeEvent.Opened : null;
  const sinceMs = now.getTime() - notified.at.getTime();
  if (happened > notified.happened && sinceMs >= INTERVAL_MS) return NoticeEvent.Changed;
  const isLoud = incident.severity === Severity.Critical && state === IncidentState.Open;
  return isLoud && sinceMs >= REPEAT_MS ? NoticeEvent.Repeated : null;
}

/** While the store was unavailable nobody could be notified. */
function isNotifiedAtEnd({ condition, notified }: Incident): boolean {
  return condition === AlarmCondition.StoreUnavailable && notified === null;
}

/** Incidents that one notice reports together. */
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
    const groups = Map.groupBy(own, ({ notifying, condition, app }) =>
      JSON.stringify([notifying?.event, condition, app]),
    );
    return [...groups.values()].map((of) => ({
      route,
      event: of[0]?.notifying?.event ?? NoticeEvent.Changed,
      incidents: of,
    }));
  });
}

/** Whether a route is for the notice that is being made of an incident. A job is not notified of its own failures: it could not report them. */
export function isFor(
  route: AlarmRoute,
  { severity, condition, app, jobKey, notifying, errors: [latest] }: Incident,
  jobs: ReadonlyMap<string, JobDefinition>,
): boolean {
  const { severities, conditions, apps, jobs: names, tags, errors, events } = route;
  const error = latest?.message.toLowerCase() ?? "";
  const tagged = jobKey === null ? [] : (jobs.get(jobKey)?.options.tags ?? []);
  return (
    route.enabled &&
    route.job !== jobKey &&
    notifying !== null &&
    events.includes(notifying.event) &&
    (severities === null || severities.includes(severity)) &&
    (conditions === null || conditions.includes(condition)) &&
    (apps === null || (app !== null && apps.includes(app))) &&
    (names === null || (jobKey !== null && names.some((name) => isNamed(jobKey, name)))) &&
    (tags === null || tags.some((tag) => tagged.includes(tag))) &&
    (errors === null || errors.some((text) => error.includes(text.toLowerCase())))
  );
}
