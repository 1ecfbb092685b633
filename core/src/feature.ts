export { AppSet } from "./access/app-set.ts";
export { Asker } from "./access/asker.ts";
export { ActBook } from "./control/history/act-book.ts";
export { OperationLedger } from "./control/history/operation-ledger.ts";
export { TaskPlans } from "./definition/task/task-plans.ts";
export { Trials } from "./definition/trial/trials.ts";
export { DebugMode } from "./dispatch/debug-mode.ts";
export { Dispatcher } from "./dispatch/dispatcher.ts";
export { InstanceCreator } from "./dispatch/instance-creator.ts";
export { TaskDriver } from "./driver/task-driver.ts";
export type { AttemptRef } from "./model/instance/attempt-ref.ts";
export { type NewRun, recordsAt } from "./model/instance/new-run.ts";
export type { RunMetrics } from "./model/metrics/run-metrics.ts";
export type { Asked } from "./control/access/asked.ts";
export type { Rules } from "./control/access/method-rule.ts";
export { findJob } from "./control/jobs/find-job.ts";
export { lateSince } from "./control/jobs/job-status.ts";
export { hideExplanation } from "./control/payloads/hide-incident.ts";
export type { TenantBook } from "./definition/tenant/tenant-book.ts";
export { readFiringCursor } from "./duties/firing-loop.ts";
export { readLatestFires } from "./duties/latest-fires.ts";
export { closedGates } from "./model/begin/closed-gates.ts";
export { GateEffect } from "./model/begin/gates.ts";
export { isInForce } from "./model/begin/pause-in-force.ts";
export { partId } from "./model/composite/run-part.ts";
export type { Deed } from "./model/explanation/cause.ts";
export { type RunPhase, phasesOf } from "./model/explanation/run-phases.ts";
export { isTaskOpen } from "./model/instance/lane.ts";
export { hasLeftCode } from "./model/job-definition.ts";
export { spareFireId } from "./model/name/run-id.ts";
export type { DebugModes } from "./model/option/scheduler-options.ts";
export type { NamedSchedule } from "./model/option/value/named-schedule.ts";
export { attemptFailed } from "./model/reason.ts";
export { hasRunner } from "./placement/can-run.ts";
export { namedExecutor } from "./placement/candidates.ts";
export { resolveTimeZone } from "./schedule/cron/time-zone.ts";
export { type JobSchedule, owedAfter, schedulesOf } from "./schedule/job-schedules.ts";
export type { LatestFires } from "./schedule/latest-fire.ts";
export { nextFire, planFires } from "./schedule/planner.ts";
export { isAfterEnd, plansOf } from "./schedule/schedule-plans.ts";
export { latestFires } from "./schedule/stretches.ts";
export type { ExplanationService } from "./scheduler/explanation-service.ts";
export { parseInput } from "./base/input.ts";
export type { Views } from "./control/access/method-view.ts";
export { namesAction } from "./control/access/requested-parts.ts";
export { changeOf, differences } from "./control/history/act-changes.ts";
export { resolveRunRequest } from "./control/instances/run-starter.ts";
export { hideIncident } from "./control/payloads/hide-incident.ts";
export { paged, viewOf } from "./control/payloads/views.ts";
export { listShown } from "./control/scope/list-shown.ts";
export { type ListOrder, byText, listWithin } from "./control/scope/scoped-query.ts";
export type { DutyPass } from "./duties/duty.ts";
export { Following } from "./duties/following/following.ts";
export { isPaused } from "./model/begin/pause-in-force.ts";
export { alarmRoutesSchema } from "./model/incident/alarm-route.ts";
export { BUILT_IN_RULES, alarmRulesSchema, ruleFor } from "./model/incident/alarm-rule.ts";
export { incidentKey } from "./model/incident/condition.ts";
export {
  type Heartbeat,
  type Pings,
  heartbeatRequestsSchema,
  heartbeatsSchema,
} from "./model/incident/heartbeat.ts";
export {
  type IncidentDeed,
  acknowledgeIncident,
  assignIncident,
  beginNotices,
  endNotices,
  endUnnoticed,
  explainIncident,
  handledIncident,
  happenedAgain,
  isOpenFor,
  isUnheardOf,
  lastsWith,
  noteOnIncident,
  openIncident,
  resolveIncident,
  silenceIncident,
  snoozeIncident,
} from "./model/incident/incident-change.ts";
export type { RouteHours } from "./model/incident/route-hours.ts";
export { selects } from "./model/incident/selector.ts";
export { type SilenceRequest, silenceRequestSchema, silencesSchema } from "./model/incident/silence.ts";
export { waitsOf } from "./model/instance/lane.ts";
export { isTask } from "./model/job-work.ts";
export {
  IDENTITY_REVISION_KEY,
  PERSON_PREFIX,
  TOKEN_PREFIX,
  TOKEN_USE_PREFIX,
} from "./model/name/identity-key.ts";
export {
  alarmRoutesKey,
  alarmRulesKey,
  controlPlaneKeyPrefix,
  heartbeatsKey,
  pingKey,
  pingPrefix,
  silencesKey,
} from "./model/name/state-key.ts";
export type { TaskWaiting } from "./model/task-waiting.ts";
export { noticeText } from "./model/words/notice-text.ts";
export type { Schedule } from "./schedule/schedule.ts";
export type { AlarmService } from "./scheduler/alarm-service.ts";
export type { IncidentService } from "./scheduler/incident-service.ts";
export { grantedByBoth, isOfTheWhole } from "./access/grant.ts";
export { isGuessable } from "./access/guessable-token.ts";
export { sha256 } from "./base/fingerprint.ts";
export type { SealedText } from "./base/sealing/key-ring.ts";
export {
  ATTEMPTS_PREFIX,
  BREAK_GLASS_PREFIX,
  BROWSER_KEY,
  LINK_PREFIX,
  OFFERED_FACTOR_PREFIX,
} from "./model/name/identity-key.ts";
