import type { AlarmRoute } from "../model/incident/alarm-route.ts";
import type { AlarmRule } from "../model/incident/alarm-rule.ts";
import type { AlarmCondition, Severity } from "../model/incident/condition.ts";
import type { Incident, IncidentState } from "../model/incident/incident.ts";
import type { Silence } from "../model/incident/silence.ts";
import type { Page, PageRequest } from "../ports/page.ts";

export interface IncidentListQuery {
  readonly states?: readonly IncidentState[];
  readonly conditions?: readonly AlarmCondition[];
  readonly severity?: Severity;
  readonly app?: string;
  readonly jobKey?: string;
  /** What is assigned to the caller. @default false */
  readonly mine?: boolean;
  /** Opened at this time or later. */
  readonly from?: Date;
}

/** How many incidents are not resolved. */
export interface IncidentCounts {
  /** Those that nobody has acknowledged, that are not snoozed and that no other explains. */
  readonly open: number;
  readonly acknowledged: number;
  /** How many of the open ones are critical. */
  readonly critical: number;
  /** Assigned to the caller. */
  readonly mine: number;
  /** All of them by condition; a condition without any has a 0. */
  readonly conditions: Readonly<Record<AlarmCondition, number>>;
}

/** The rules beside the built-in ones, and how far they were changed. */
export interface AlarmRuleList {
  readonly rules: readonly AlarmRule[];
  /** Each condition without a rule of its own is judged by its built-in one. */
  readonly builtIn: readonly AlarmRule[];
  /** 0 before the first change. */
  readonly revision: number;
  readonly updatedBy: string | null;
  readonly updatedAt: Date | null;
}

/** Which jobs are notified of incidents. */
export interface AlarmRouteList {
  readonly routes: readonly AlarmRoute[];
  /** 0 before the first change. */
  readonly revision: number;
  readonly updatedBy: string | null;
  readonly updatedAt: Date | null;
}

/** What a rule would have opened. */
export interface RulePreview {
  readonly rule: string;
  /** `null` for a condition that kept runs do not show. */
  readonly incidents: number | null;
  /** The newest of them: of which job, and when. */
  readonly examples: readonly { readonly jobKey: string; readonly at: Date; readonly runs: number }[];
  /** From when on runs were looked at: the last 30 days, or less where there were too many. */
  readonly from: Date;
}

/** What a route would have been for. */
export interface RoutePreview {
  readonly route: string;
  /** How many of the incidents of the last 30 days. */
  readonly incidents: number;
  /** The newest of them. */
  readonly examples: readonly { readonly id: string; readonly openedAt: Date }[];
}

/** What went wrong and is not over, what was done about it, and by which rules it is noticed. */
export interface IncidentService {
  /** Those opened last first. */
  list(query: IncidentListQuery, page: PageRequest): Promise<Page<Incident>>;
  counts(): Promise<IncidentCounts>;
  /** @throws MoJobError `incident_not_found` */
  get(id: string): Promise<Incident>;
  /** Says that somebody is at it. @throws MoJobError `incident_not_found`, `incident_resolved` */
  acknowledge(id: string, note?: string): Promise<Incident>;
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
  rules(): Promise<AlarmRuleList>;
  /**
   * Replaces the rules beside the built-in ones. They hold for the whole tenant: only who may do so in every app may change them.
   * @throws MoJobError `invalid_argument`, `stale_revision`, `forbidden`
   */
  replaceRules(rules: unknown, revision: number): Promise<AlarmRuleList>;
  routes(): Promise<AlarmRouteList>;
  /**
   * Replaces them. A job that is named gets a run for each notice, with what happened as its arguments, with whatever rights it has:
   * only who may change alarms in every app may name one.
   * @throws MoJobError `invalid_argument` also for a job that does not exist; `stale_revision`, `forbidden`
   */
  replaceRoutes(routes: unknown, revision: number): Promise<AlarmRouteList>;
  /** For which incidents of the last 30 days routes would have been. @throws MoJobError `invalid_argument` */
  previewRoutes(routes: unknown): Promise<readonly RoutePreview[]>;
  /** Those that are in force or to come, and those that ended within a day. */
  silences(): Promise<readonly Silence[]>;
  /**
   * Keeps everybody from being notified of some incidents, for 30 days at most, or again and again in a maintenance window; what is still
   * wrong at its end is reported then. Who handles alarms in some apps only names these.
   * @param request as `SilenceRequest`
   * @throws MoJobError `invalid_argument`, `invalid_cron`, `forbidden`
   */
  silence(request: unknown): Promise<Silence>;
  /** @throws MoJobError `silence_not_found`, `forbidden` */
  endSilence(id: string): Promise<Silence>;
  /**
   * What rules would have opened in the last 30 days, from the runs that are kept: for `run_failed`, `failures_in_row` and `missed`.
   * @throws MoJobError `invalid_argument`
   */
  previewRules(rules: unknown): Promise<readonly RulePreview[]>;
}
