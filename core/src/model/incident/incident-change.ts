import type { JsonObject } from "../../base/json.ts";
import { failureCause } from "../preview/failure-cause.ts";
import { AlarmCondition, incidentKey, type Severity } from "./condition.ts";
import {
  type Finding,
  type Incident,
  type IncidentError,
  type IncidentEvent,
  IncidentEventKind,
  IncidentState,
  type MadeNotice,
  NoticeEvent,
  type Resolution,
} from "./incident.ts";

const KEPT_ERRORS = 10;
const KEPT_RUNS = 10;
const KEPT_REOPENINGS = 10;
const KEPT_EVENTS = 50;
/** One that comes again so soon is the same. */
const SAME_WITHIN_MS = 10 * 60_000;

/** The rule that opens an incident, as far as the incident shows it. */
export interface OpenedBy {
  readonly id: string;
  readonly severity: Severity;
}

/** Who does something to an incident, and why. */
export interface IncidentDeed {
  readonly by: string | null;
  readonly at: Date;
  readonly note?: string | null;
}

/**
 * The incident of a finding that has none open: a new one, or the latest of its key again where that ended a short time ago.
 * @param latest the newest of the key; `null` where there was none
 */
export function openIncident(
  tenant: string,
  finding: Finding,
  rule: OpenedBy,
  latest: Incident | null,
  now: Date,
): Incident {
  const { condition, app, jobKey, heartbeat, token, at } = finding;
  if (latest?.resolvedAt != null && now.getTime() - latest.resolvedAt.getTime() <= SAME_WITHIN_MS)
    return reopened(latest, finding, rule, now);
  const key = incidentKey(condition, finding);
  const number = (latest?.number ?? 0) + 1;
  const opened: Incident = {
    id: `${key}:${number}`,
    tenant,
    key,
    number,
    revision: 1,
    condition,
    app,
    jobKey,
    ...(heartbeat !== undefined && { heartbeat }),
    ...(token !== undefined && { token }),
    rule: rule.id,
    severity: rule.severity,
    state: IncidentState.Open,
    openedAt: now,
    lastAt: at,
    resolvedAt: null,
    count: 0,
    parameters: {},
    errors: [],
    runs: [],
    assignee: null,
    snoozedUntil: null,
    explainedBy: null,
    reopenedAt: [],
    timeline: [event(IncidentEventKind.Opened, { by: null, at: now })],
    happened: 1,
    silencedBy: null,
    notified: [],
    notifying: null,
    isSettled: false,
  };
  return counted(opened, finding);
}

/** The incident after it happened once more; an error that it has not had is an event of its own. */
export function happenedAgain(incident: Incident, finding: Finding, now: Date): Incident {
  if (finding.run !== null && incident.runs.includes(finding.run)) return incident;
  const isNew = finding.error !== null && !hasError(incident, finding.error);
  const next = counted(written(incident), finding);
  return isNew
    ? withEvent(next, IncidentEventKind.Changed, { by: null, at: now }, { error: finding.error })
    : next;
}

/** The incident of what lasts, with what is known of it now. */
export function lastsWith(incident: Incident, finding: Finding, now: Date): Incident {
  return {
    ...written(incident),
    lastAt: now,
    parameters: finding.parameters,
    runs: finding.run === null ? incident.runs : withRun(incident.runs, finding.run),
  };
}

export function resolveIncident(
  incident: Incident,
  how: Resolution,
  deed: IncidentDeed,
  parameters: JsonObject = {},
): Incident {
  const resolved = withEvent(written(incident), IncidentEventKind.Resolved, deed, { how, ...parameters });
  return settled({
    ...resolved,
    state: IncidentState.Resolved,
    resolvedAt: deed.at,
    explainedBy: null,
    silencedBy: null,
  });
}

/** Who acknowledges an incident that nobody has taken on takes it on. */
export function acknowledgeIncident(incident: Incident, deed: IncidentDeed): Incident {
  const acknowledged = withEvent(written(incident), IncidentEventKind.Acknowledged, deed);
  return { ...acknowledged, state: IncidentState.Acknowledged, assignee: incident.assignee ?? deed.by };
}

/**
 * Takes an acknowledgement back, and the incident from who took it on by that. Where nobody was notified of the acknowledgement, that it
 * was taken back is no news either. One that nobody has acknowledged stays as it is.
 */
export function unacknowledgeIncident(incident: Incident, deed: IncidentDeed): Incident {
  const { state, timeline, assignee, notified, notifying, happened } = incident;
  if (state !== IncidentState.Acknowledged) return incident;
  const given = timeline.findLast(({ kind }) => kind === IncidentEventKind.Acknowledged);
  const wasGiven = timeline.slice(given === undefined ? 0 : timeline.indexOf(given)).some(isAssigned);
  const isKnown = [...notified, ...(notifying?.notices ?? [])].some((notice) => notice.happened >= happened);
  return {
    ...withEvent(written(incident), IncidentEventKind.Unacknowledged, deed),
    state: IncidentState.Open,
    assignee: assignee === given?.by && !wasGiven ? null : assignee,
    happened: isKnown ? happened + 1 : happened - 1,
  };
}

function isAssigned({ kind }: IncidentEvent): boolean {
  return kind === IncidentEventKind.Assigned;
}

/** @param to `null` takes it from who had it */
export function assignIncident(incident: Incident, to: string | null, deed: IncidentDeed): Incident {
  return { ...withEvent(written(incident), IncidentEventKind.Assigned, deed, { to }), assignee: to };
}

/** @param until `null` ends the snooze */
export function snoozeIncident(incident: Incident, until: Date | null, deed: IncidentDeed): Incident {
  const parameters = { until: until?.toISOString() ?? null };
  return {
    ...withEvent(written(incident), IncidentEventKind.Snoozed, deed, parameters),
    snoozedUntil: until,
  };
}

export function noteOnIncident(incident: Incident, deed: IncidentDeed): Incident {
  return withEvent(written(incident), IncidentEventKind.Noted, deed);
}

/** Names the open incident that explains this one; `null` none. */
export function explainIncident(incident: Incident, explainedBy: string | null): Incident {
  return { ...written(incident), explainedBy };
}

/** Names the silence because of which nobody is notified of it; `null` none. */
export function silenceIncident(incident: Incident, silencedBy: string | null): Incident {
  return { ...written(incident), silencedBy };
}

/** The incident with notices of it that are about to be made. */
export function beginNotices(incident: Incident, notices: readonly MadeNotice[], batch: string): Incident {
  return { ...written(incident), notifying: { batch, notices } };
}

/** The incident after those notices were made. */
export function endNotices(incident: Incident): Incident {
  const { notifying, notified } = incident;
  if (notifying === null) return incident;
  const made = new Set(notifying.notices.map(({ route }) => route));
  const others = notified.filter(({ route }) => !made.has(route));
  return settled({ ...written(incident), notified: [...others, ...notifying.notices], notifying: null });
}

/** The incident with what a route did about it; that alone is no news to anybody. */
export function handledIncident(incident: Incident, at: Date, parameters: JsonObject): Incident {
  const { happened } = incident;
  return { ...withEvent(incident, IncidentEventKind.Handled, { by: null, at }, parameters), happened };
}

/** An incident of whose end nobody is to be notified any more. */
export function endUnnoticed(incident: Incident): Incident {
  return { ...written(incident), notifying: null, isSettled: true };
}

/** Whether a route reported the beginning, and not yet the end. */
export function isOpenFor(notice: MadeNotice | undefined): notice is MadeNotice {
  return notice !== undefined && notice.event !== NoticeEvent.Resolved;
}

/** An end is reported where the beginning was. */
function settled(incident: Incident): Incident {
  const { state, notified, notifying } = incident;
  const isOwed = notified.some(isOpenFor) || isUnheardOf(incident);
  return { ...incident, isSettled: state === IncidentState.Resolved && notifying === null && !isOwed };
}

/** Conditions that people are to know of however soon they are over: nothing makes up for them. */
const REPORTED_AT_END: ReadonlySet<AlarmCondition> = new Set([
  AlarmCondition.StoreUnavailable,
  AlarmCondition.Missed,
]);

/** Whether it is to be reported at its end, because nobody was notified since it began. */
export function isUnheardOf({ condition, notified, openedAt, reopenedAt }: Incident): boolean {
  const began = reopenedAt.at(-1) ?? openedAt;
  return REPORTED_AT_END.has(condition) && !notified.some(({ at }) => at >= began);
}

/** The rule may have been edited since. */
function reopened(latest: Incident, finding: Finding, rule: OpenedBy, now: Date): Incident {
  const again = withEvent(written(latest), IncidentEventKind.Reopened, { by: null, at: now });
  const open: Incident = {
    ...again,
    rule: rule.id,
    severity: rule.severity,
    state: IncidentState.Open,
    resolvedAt: null,
    isSettled: false,
    reopenedAt: [...latest.reopenedAt, now].slice(-KEPT_REOPENINGS),
  };
  return counted(open, finding);
}

function written(incident: Incident): Incident {
  return { ...incident, revision: incident.revision + 1 };
}

function counted(incident: Incident, { at, parameters, run, error }: Finding): Incident {
  return {
    ...incident,
    count: incident.count + 1,
    lastAt: at > incident.lastAt ? at : incident.lastAt,
    parameters,
    runs: run === null ? incident.runs : withRun(incident.runs, run),
    errors: error === null ? incident.errors : withError(incident.errors, error, at),
  };
}

function withRun(runs: readonly string[], run: string): readonly string[] {
  return [run, ...runs.filter((id) => id !== run)].slice(0, KEPT_RUNS);
}

function hasError({ errors }: Incident, error: string): boolean {
  const cause = failureCause(error);
  return errors.some(({ fingerprint }) => fingerprint === cause);
}

function withError(errors: readonly IncidentError[], message: string, at: Date): readonly IncidentError[] {
  const fingerprint = failureCause(message);
  const before = errors.find((error) => error.fingerprint === fingerprint);
  const after: IncidentError = {
    fingerprint,
    message,
    count: (before?.count ?? 0) + 1,
    firstAt: before?.firstAt ?? at,
    lastAt: at,
  };
  return [after, ...errors.filter((error) => error !== before)].slice(0, KEPT_ERRORS);
}

function withEvent(
  incident: Incident,
  kind: IncidentEventKind,
  deed: IncidentDeed,
  parameters: JsonObject | null = null,
): Incident {
  const timeline = [...incident.timeline, event(kind, deed, parameters)].slice(-KEPT_EVENTS);
  return { ...incident, timeline, happened: incident.happened + 1 };
}

function event(
  kind: IncidentEventKind,
  { by, at, note = null }: IncidentDeed,
  parameters: JsonObject | null = null,
): IncidentEvent {
  return { at, kind, by, note, parameters };
}
