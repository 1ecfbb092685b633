import { hiddenIn, type IncidentCounts, Payload } from "@mojob/core/engine";
import type { Incident, IncidentError, IncidentEvent, NoticeEvent } from "@mojob/core/ports";
import type { HiddenJson } from "../../schema/hidden.ts";
import { incidentText, type Language } from "@mojob/core/words";

export interface IncidentErrorJson extends Omit<
  IncidentError,
  "firstAt" | "lastAt" | "fingerprint" | "message"
> {
  /** `null` where it is hidden. */
  readonly fingerprint: string | null;
  readonly message: string | null;
  readonly firstAt: string;
  readonly lastAt: string;
}

export interface IncidentEventJson extends Omit<IncidentEvent, "at"> {
  readonly at: string;
}

export interface IncidentJson
  extends
    HiddenJson,
    Omit<
      Incident,
      | "tenant"
      | "key"
      | "heartbeat"
      | "token"
      | "number"
      | "openedAt"
      | "lastAt"
      | "resolvedAt"
      | "errors"
      | "snoozedUntil"
      | "reopenedAt"
      | "timeline"
      | "happened"
      | "notified"
      | "notifying"
      | "isSettled"
    > {
  readonly heartbeat: string | null;
  readonly token: string | null;
  readonly text: string;
  readonly jobName: string | null;
  readonly openedAt: string;
  readonly lastAt: string;
  readonly resolvedAt: string | null;
  readonly errors: readonly IncidentErrorJson[];
  readonly snoozedUntil: string | null;
  readonly reopened: number;
  readonly timeline: readonly IncidentEventJson[];
  readonly notified: readonly {
    readonly route: string;
    readonly event: NoticeEvent;
    readonly at: string;
  }[];
}

export interface IncidentCountsJson extends Omit<IncidentCounts, "conditions"> {
  readonly conditions: Readonly<Record<string, number>>;
}

export function incidentJson(
  incident: Incident,
  names: ReadonlyMap<string, string>,
  language: Language,
): IncidentJson {
  const {
    tenant: _,
    key: __,
    number: ___,
    happened: ____,
    notifying: _____,
    isSettled: ______,
    notified,
    reopenedAt,
    ...rest
  } = incident;
  const isHidden = hiddenIn(incident).includes(Payload.Error);
  return {
    ...rest,
    heartbeat: incident.heartbeat ?? null,
    token: incident.token ?? null,
    text: incidentText(incident, language),
    jobName: incident.jobKey === null ? null : (names.get(incident.jobKey) ?? null),
    openedAt: incident.openedAt.toISOString(),
    lastAt: incident.lastAt.toISOString(),
    resolvedAt: incident.resolvedAt?.toISOString() ?? null,
    snoozedUntil: incident.snoozedUntil?.toISOString() ?? null,
    reopened: reopenedAt.length,
    notified: notified.map(({ route, event, at }) => ({ route, event, at: at.toISOString() })),
    errors: incident.errors.map(({ firstAt, lastAt, ...error }) => ({
      ...error,
      ...(isHidden && { fingerprint: null, message: null }),
      firstAt: firstAt.toISOString(),
      lastAt: lastAt.toISOString(),
    })),
    timeline: incident.timeline.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })),
  };
}
