import { hiddenIn, Payload } from "@mojob/core/engine";
import type { Incident, IncidentError, NoticeEvent } from "@mojob/core/ports";
import type { HiddenJson } from "../../schema/hidden.ts";
import { toWire, type Wire } from "../../schema/wire.ts";
import { incidentText, type Language } from "@mojob/core/words";

/** Fields for the scheduler's own use. */
type OwnField = "tenant" | "key" | "number" | "reopenedAt" | "happened" | "notifying" | "isSettled";
type OtherField = "heartbeat" | "token" | "errors" | "notified";

export interface IncidentJson extends HiddenJson, Wire<Omit<Incident, OwnField | OtherField>> {
  readonly heartbeat: string | null;
  readonly token: string | null;
  readonly text: string;
  readonly jobName: string | null;
  /** Their texts are `null` where they are hidden. */
  readonly errors: readonly (Omit<Wire<IncidentError>, "fingerprint" | "message"> & {
    readonly fingerprint: string | null;
    readonly message: string | null;
  })[];
  readonly reopened: number;
  readonly notified: readonly { readonly route: string; readonly event: NoticeEvent; readonly at: string }[];
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
    reopenedAt,
    ...rest
  } = incident;
  const isHidden = hiddenIn(incident).includes(Payload.Error);
  return toWire({
    ...rest,
    heartbeat: incident.heartbeat ?? null,
    token: incident.token ?? null,
    text: incidentText(incident, language),
    jobName: incident.jobKey === null ? null : (names.get(incident.jobKey) ?? null),
    reopened: reopenedAt.length,
    notified: incident.notified.map(({ route, event, at }) => ({ route, event, at })),
    errors: incident.errors.map((error) => ({
      ...error,
      ...(isHidden && { fingerprint: null, message: null }),
    })),
  });
}
