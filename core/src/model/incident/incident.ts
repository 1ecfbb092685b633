import type { JsonObject } from "../../base/json.ts";
import type { AlarmCondition, AlarmSubject, Severity } from "./condition.ts";

export const IncidentState = {
  Open: "open",
  /** Somebody is at it. */
  Acknowledged: "acknowledged",
  Resolved: "resolved",
} as const;
export type IncidentState = (typeof IncidentState)[keyof typeof IncidentState];

/** The kinds of events in an incident's life. */
export const IncidentEventKind = {
  Opened: "opened",
  /** It came again within minutes of its end. */
  Reopened: "reopened",
  /** An error that it has not had before. */
  Changed: "changed",
  Acknowledged: "acknowledged",
  /** Nobody is at it any more. */
  Unacknowledged: "unacknowledged",
  Assigned: "assigned",
  Snoozed: "snoozed",
  Noted: "noted",
  /** Something was done about it by a route. */
  Handled: "handled",
  Resolved: "resolved",
} as const;
export type IncidentEventKind = (typeof IncidentEventKind)[keyof typeof IncidentEventKind];

/** One line of an incident's timeline. */
export interface IncidentEvent {
  readonly at: Date;
  readonly kind: IncidentEventKind;
  /** `null` is the scheduler itself. */
  readonly by: string | null;
  /** The note of the person who did it, in their words. */
  readonly note: string | null;
  /** The parameters of the event's sentence: a new error, an assignee, a time, how it was resolved. */
  readonly parameters: JsonObject | null;
}

/** Errors with one fingerprint. */
export interface IncidentError {
  /** The error with what differs from run to run left out. */
  readonly fingerprint: string;
  /** The latest of them, in one line. */
  readonly message: string;
  readonly count: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

/** How an incident ended. */
export const Resolution = {
  /** The condition it was opened for is over. */
  Recovered: "recovered",
  /** Its subject is removed, paused or disabled, or its rule is. */
  NoLongerWatched: "no_longer_watched",
  /** Nothing more happened for a day. */
  Quiet: "quiet",
  /** Somebody said so. */
  ByHand: "by_hand",
} as const;
export type Resolution = (typeof Resolution)[keyof typeof Resolution];

/** The changes of an incident that a notice reports. */
export const NoticeEvent = {
  Opened: "opened",
  /** It has another error, was opened again or acknowledged. */
  Changed: "changed",
  /** It is critical, and nobody has acknowledged it for hours. */
  Repeated: "repeated",
  Resolved: "resolved",
} as const;
export type NoticeEvent = (typeof NoticeEvent)[keyof typeof NoticeEvent];

/** A notice that a route made of an incident, and how much of it was known then. */
export interface MadeNotice {
  /** The id of the route. */
  readonly route: string;
  readonly event: NoticeEvent;
  readonly at: Date;
  /** How many events the incident had then. */
  readonly happened: number;
}

/** Something that somebody should know of, from when it began to when it was over. */
export interface Incident extends AlarmSubject {
  /** `<key>:<number>`. */
  readonly id: string;
  readonly tenant: string;
  /** `incidentKey` of condition and subject. */
  readonly key: string;
  /** Counts the incidents of this key, from 1. */
  readonly number: number;
  /** Grows by one with every write. */
  readonly revision: number;
  readonly condition: AlarmCondition;
  /** The rule that opened it. */
  readonly rule: string;
  readonly severity: Severity;
  readonly state: IncidentState;
  readonly openedAt: Date;
  /** When it was last the case. */
  readonly lastAt: Date;
  readonly resolvedAt: Date | null;
  /** How often it happened; 1 for what lasts. */
  readonly count: number;
  /** The parameters of its sentence, as they are now. */
  readonly parameters: JsonObject;
  /** The errors in it, the latest first, at most 10. */
  readonly errors: readonly IncidentError[];
  /** Runs that show it, the latest first, at most 10. */
  readonly runs: readonly string[];
  /** Who is at it. */
  readonly assignee: string | null;
  /** Nobody is notified of it until then. */
  readonly snoozedUntil: Date | null;
  /** The open incident that explains it. */
  readonly explainedBy: string | null;
  /** When it was opened again, the latest last, at most 10. */
  readonly reopenedAt: readonly Date[];
  /** The latest last, at most 50. */
  readonly timeline: readonly IncidentEvent[];
  /** How many events there were. */
  readonly happened: number;
  /** The silence because of which nobody is notified of it. */
  readonly silencedBy: string | null;
  /** The latest notice of each route. */
  readonly notified: readonly MadeNotice[];
  /** The notices that are being made of it: `batch` names those that are made together. */
  readonly notifying: { readonly batch: string; readonly notices: readonly MadeNotice[] } | null;
  /** It is over, and no notice of it is left to be made. */
  readonly isSettled: boolean;
}

/** A condition that holds, or an event that has happened, that a rule is about. */
export interface Finding extends AlarmSubject {
  readonly condition: AlarmCondition;
  /** Since when it is the case, or when it happened. */
  readonly at: Date;
  readonly parameters: JsonObject;
  /** The run that shows it. */
  readonly run: string | null;
  /** Its error in one line. */
  readonly error: string | null;
}
