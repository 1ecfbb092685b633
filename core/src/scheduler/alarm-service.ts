import type { AlarmRoute } from "../model/incident/alarm-route.ts";
import type { AlarmRule } from "../model/incident/alarm-rule.ts";
import type { Heartbeat, Pings, PingState } from "../model/incident/heartbeat.ts";
import type { Silence } from "../model/incident/silence.ts";

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

/** The incidents that a rule would have opened. */
export interface RulePreview {
  readonly rule: string;
  /** `null` for a condition that kept runs do not show. */
  readonly incidents: number | null;
  /** The newest of them: of which job, and when. */
  readonly examples: readonly { readonly jobKey: string; readonly at: Date; readonly runs: number }[];
  /** From when on runs were looked at: the last 30 days, or less where there were too many. */
  readonly from: Date;
}

/** The incidents that a route would have been for. */
export interface RoutePreview {
  readonly route: string;
  /** How many of the incidents of the last 30 days. */
  readonly incidents: number;
  /** The newest of them. */
  readonly examples: readonly { readonly id: string; readonly openedAt: Date }[];
}

/** Something that runs elsewhere and is to report. */
export interface HeartbeatView {
  readonly heartbeat: Heartbeat;
  /** `null` where it has never reported. */
  readonly latest: Pings | null;
  /** When it is to report next, or was to. */
  readonly due: Date | null;
}

export interface HeartbeatList {
  readonly heartbeats: readonly HeartbeatView[];
  /** 0 before the first change. */
  readonly revision: number;
  readonly updatedBy: string | null;
  readonly updatedAt: Date | null;
}

/** By which rules incidents are opened, and who is notified of them when. */
export interface AlarmService {
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
  /** The silences that are in force or to come, and those that ended within a day. */
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
   * The incidents that rules would have opened in the last 30 days, from the runs that are kept: for `run_failed`, `failures_in_row` and
   * `missed`.
   * @throws MoJobError `invalid_argument`
   */
  previewRules(rules: unknown): Promise<readonly RulePreview[]>;
  heartbeats(): Promise<HeartbeatList>;
  /**
   * Replaces what runs elsewhere and is to report; one that stays keeps its address.
   * @throws MoJobError `invalid_argument`, `invalid_cron`, `stale_revision`, `forbidden`
   */
  replaceHeartbeats(heartbeats: unknown, revision: number): Promise<HeartbeatList>;
  /**
   * Takes the report of what runs elsewhere. The token in its address is its right.
   * @throws MoJobError `heartbeat_not_found`
   */
  ping(token: string, state: PingState): Promise<void>;
}
