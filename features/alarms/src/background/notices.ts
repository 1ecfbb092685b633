import { type JobDefinition, JobKind } from "@mojob/core";
import type { AlarmRoute } from "@mojob/core/engine";
import { isOpenFor, isUnheardOf, selects } from "@mojob/core/feature";
import { type Incident, type MadeNotice, NoticeEvent } from "@mojob/core/ports";
import { AlarmCondition, IncidentState, RouteAction, Severity } from "@mojob/core/words";
import { isWithin } from "./hours.ts";

/** Nobody is notified of what is over so soon. */
const WAIT_MS = 15_000;
/** Changes of one incident are reported at most so often. */
const INTERVAL_MS = 5 * 60_000;
/** How often an incident that is critical and acknowledged by nobody is reported again. */
const REPEAT_MS = 4 * 3_600_000;

/** The notices of an incident that are due now, of each route. Where one of them marks it as known, nobody is notified that it began. */
export function noticesDue(
  incident: Incident,
  routes: readonly AlarmRoute[],
  jobs: ReadonlyMap<string, JobDefinition>,
  now: Date,
): readonly MadeNotice[] {
  const due = routes.flatMap((route) => {
    const event = route.enabled ? eventDue(incident, route, jobs, now) : null;
    return event === null ? [] : [{ route, event }];
  });
  const begins = due.filter(({ event }) => event === NoticeEvent.Opened);
  const isKnown = begins.some(({ route: { action } }) => action === RouteAction.Acknowledge);
  const told = isKnown
    ? due.filter(({ route, event }) => event !== NoticeEvent.Opened || route.action !== RouteAction.Notify)
    : due;
  const { happened } = incident;
  return told.map(({ route, event }) => ({ route: route.id, event, at: now, happened }));
}

/** An end is reported by who reported the beginning, whatever has become of the route since. */
function eventDue(
  incident: Incident,
  route: AlarmRoute,
  jobs: ReadonlyMap<string, JobDefinition>,
  now: Date,
): NoticeEvent | null {
  const { state, notified, explainedBy, silencedBy, snoozedUntil, happened } = incident;
  const last = notified.find((notice) => notice.route === route.id);
  if (state === IncidentState.Resolved) {
    const isOwed = isOpenFor(last) || (isUnheardOf(incident) && isFor(route, incident, jobs));
    return isOwed ? NoticeEvent.Resolved : null;
  }
  const isQuiet =
    explainedBy !== null || silencedBy !== null || (snoozedUntil !== null && snoozedUntil > now);
  if (isQuiet || !isFor(route, incident, jobs)) return null;
  if (route.hours !== null && !isWithin(route.hours, now)) return null;
  if (!isOpenFor(last)) return isOldEnough(incident, route, now) ? NoticeEvent.Opened : null;
  const sinceMs = now.getTime() - last.at.getTime();
  if (happened > last.happened && sinceMs >= INTERVAL_MS) return NoticeEvent.Changed;
  const isLoud = incident.severity === Severity.Critical && state === IncidentState.Open;
  return isLoud && sinceMs >= REPEAT_MS ? NoticeEvent.Repeated : null;
}

/** Nobody is notified of the beginning of what somebody is at; a second step waits for whether somebody is. */
function isOldEnough(
  { state, openedAt, reopenedAt }: Incident,
  { unacknowledgedMs }: AlarmRoute,
  now: Date,
): boolean {
  if (state !== IncidentState.Open) return false;
  const began = reopenedAt.at(-1) ?? openedAt;
  return now.getTime() - began.getTime() >= Math.max(WAIT_MS, unacknowledgedMs);
}

/** Whether a route is for an incident. A job is not notified of its own failures: it could not report them. */
export function isFor(
  route: AlarmRoute,
  incident: Pick<Incident, "severity" | "condition" | "app" | "jobKey" | "errors">,
  jobs: ReadonlyMap<string, JobDefinition>,
): boolean {
  const {
    condition,
    jobKey,
    errors: [latest],
  } = incident;
  const error = latest?.message.toLowerCase() ?? "";
  return (
    (route.job === null || route.job !== jobKey) &&
    (route.action !== RouteAction.Rerun || FAILURES.has(condition)) &&
    (route.action !== RouteAction.Pause || jobs.get(jobKey ?? "")?.kind === JobKind.Recurring) &&
    selects(route, incident, jobs) &&
    (route.errors === null || route.errors.some((text) => error.includes(text.toLowerCase())))
  );
}

const FAILURES: ReadonlySet<AlarmCondition> = new Set([
  AlarmCondition.RunFailed,
  AlarmCondition.FailuresInRow,
]);

/** Incidents that one notice reports together. */
export interface NoticeGroup {
  readonly route: AlarmRoute;
  readonly event: NoticeEvent;
  readonly batch: string;
  readonly incidents: readonly Incident[];
}

/** The notices of one batch: for each route those of one event, condition and app together; what a route does not report is left out. */
export function noticeGroups(
  batch: string,
  incidents: readonly Incident[],
  routes: readonly AlarmRoute[],
): readonly NoticeGroup[] {
  return routes.flatMap((route) => {
    const own = incidents.flatMap((incident) => {
      const event = incident.notifying?.notices.find((notice) => notice.route === route.id)?.event;
      return event === undefined || !route.events.includes(event) ? [] : [{ incident, event }];
    });
    const groups = Map.groupBy(own, ({ event, incident: { condition, app } }) =>
      JSON.stringify([event, condition, app]),
    );
    return [...groups.values()].map((group) => ({
      route,
      batch,
      event: group[0]?.event ?? NoticeEvent.Changed,
      incidents: group.map(({ incident }) => incident),
    }));
  });
}
