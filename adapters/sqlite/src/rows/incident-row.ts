import { fromTaggedJson, type Incident, type IncidentQuery, toTaggedJson } from "@mojob/core/ports";

/** An incident on its way to the database; what there is not is the empty text. */
export interface IncidentRow {
  readonly tenant: string;
  readonly id: string;
  readonly key: string;
  readonly number: number;
  readonly revision: number;
  readonly condition: string;
  readonly state: string;
  readonly app: string;
  readonly jobKey: string;
  readonly assignee: string;
  readonly openedAt: number;
  readonly resolvedAt: number | null;
  readonly settled: number;
  readonly record: string;
}

export interface IncidentQueryRow {
  readonly tenant: string;
  /** JSON, as `conditions`. */
  readonly states: string | null;
  readonly conditions: string | null;
  readonly app: string | null;
  readonly jobKey: string | null;
  readonly assignee: string | null;
  readonly fromMs: number | null;
}

export function toIncidentRow(incident: Incident): IncidentRow {
  const { tenant, id, key, number, revision, condition, state } = incident;
  const { app, jobKey, assignee, openedAt, resolvedAt } = incident;
  return {
    tenant,
    id,
    key,
    number,
    revision,
    condition,
    state,
    app: app ?? "",
    jobKey: jobKey ?? "",
    assignee: assignee ?? "",
    openedAt: openedAt.getTime(),
    resolvedAt: resolvedAt?.getTime() ?? null,
    settled: incident.isSettled ? 1 : 0,
    record: toTaggedJson(incident),
  };
}

export function toIncident(record: string): Incident {
  return fromTaggedJson(record) as Incident;
}

export function toIncidentQueryRow(query: IncidentQuery): IncidentQueryRow {
  const { tenant, states, conditions, app, jobKey, assignee, from } = query;
  return {
    tenant,
    states: states === undefined ? null : JSON.stringify(states),
    conditions: conditions === undefined ? null : JSON.stringify(conditions),
    app: app ?? null,
    jobKey: jobKey ?? null,
    assignee: assignee ?? null,
    fromMs: from?.getTime() ?? null,
  };
}
