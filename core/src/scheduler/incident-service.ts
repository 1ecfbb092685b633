import type { AlarmCondition, Severity } from "../model/incident/condition.ts";
import type { Incident, IncidentState } from "../model/incident/incident.ts";
import type { Page, PageRequest } from "../ports/page.ts";
import type { AttentionItem, AttentionQuery } from "./attention-item.ts";

export interface IncidentListQuery {
  readonly states?: readonly IncidentState[];
  readonly conditions?: readonly AlarmCondition[];
  readonly severity?: Severity;
  readonly app?: string;
  readonly jobKey?: string;
  /** Only incidents that are assigned to the caller. @default false */
  readonly mine?: boolean;
  /** Opened at this time or later. */
  readonly from?: Date;
  /** A text in the key of the job, the app or one of the errors, upper and lower case alike. */
  readonly search?: string;
}

/** How many incidents are not resolved. */
export interface IncidentCounts {
  /** Incidents that nobody has acknowledged, that are not snoozed and that no other explains. */
  readonly open: number;
  readonly acknowledged: number;
  /** How many of the open ones are critical. */
  readonly critical: number;
  /** Assigned to the caller. */
  readonly mine: number;
  /** All of them by condition; a condition without any has a 0. */
  readonly conditions: Readonly<Record<AlarmCondition, number>>;
}

/** Incidents, open and closed, and the acts of people on them. */
export interface IncidentService {
  /** Lists incidents, those opened last first. */
  list(query: IncidentListQuery, page: PageRequest): Promise<Page<Incident>>;
  counts(): Promise<IncidentCounts>;
  /** The findings of this moment, also those that open no incident, the most urgent first; empty when all is well. */
  attention(query?: AttentionQuery): Promise<readonly AttentionItem[]>;
  /** @throws MoJobError `incident_not_found` */
  get(id: string): Promise<Incident>;
  /** Says that somebody is at it. @throws MoJobError `incident_not_found`, `incident_resolved` */
  acknowledge(id: string, note?: string): Promise<Incident>;
  /** Takes an acknowledgement back; what nobody has acknowledged stays as it is. @throws MoJobError as `acknowledge` */
  unacknowledge(id: string, note?: string): Promise<Incident>;
  /** @param to `user:li`, or `null` for nobody @throws MoJobError as `acknowledge`; `invalid_argument` */
  assign(id: string, to: string | null, note?: string): Promise<Incident>;
  /**
   * Keeps people from being notified of it, for a year at most; it stays in the list.
   * @param until `null` ends the snooze
   * @throws MoJobError as `acknowledge`; `invalid_argument`
   */
  snooze(id: string, until: Date | null, note?: string): Promise<Incident>;
  /** @throws MoJobError `incident_not_found`, `invalid_argument` */
  note(id: string, note: string): Promise<Incident>;
  /** Says that it is over; where it is not, it is opened again. @throws MoJobError as `acknowledge` */
  resolve(id: string, note?: string): Promise<Incident>;
}
