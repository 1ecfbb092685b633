export { AppSet } from "./access/app-set.ts";
export { Requester } from "./access/requester.ts";
export { ActLog } from "./control/history/act-log.ts";
export { OperationRecords } from "./control/history/operation-records.ts";
export { ScheduleRulesCache } from "./definition/schedule-rules-cache.ts";
export { Trials } from "./definition/trial/trials.ts";
export { DebugMode } from "./dispatch/debug-mode.ts";
export { Dispatcher } from "./dispatch/dispatcher.ts";
export { InstanceCreator } from "./dispatch/instance-creator.ts";
export type { AttemptRef } from "./model/instance/attempt-ref.ts";
export { type NewRun, recordsAt } from "./model/instance/new-run.ts";
export type { RunMetrics } from "./model/metrics/run-metrics.ts";
export type { PerRequester } from "./control/access/per-requester.ts";
export type { Rules } from "./control/access/method-rule.ts";
export { findJob } from "./control/jobs/find-job.ts";
export { isFailing, lacksWorker, lateSince } from "./control/jobs/job-status.ts";
export { hideExplanation } from "./control/payloads/hide-incident.ts";
export type { TenantSettingsCache } from "./definition/tenant/tenant-settings-cache.ts";
export { readFiringCursor } from "./duties/firing-loop.ts";
export { readScheduleFacts, type ScheduleFactsOptions } from "./duties/read-schedule-facts.ts";
export { closedGates } from "./model/begin/closed-gates.ts";
export { GateEffect } from "./model/begin/gates.ts";
export { isInForce } from "./model/begin/pause-in-force.ts";
export { partId } from "./model/composite/run-part.ts";
export type { Deed } from "./model/explanation/cause.ts";
export { type RunPhase, phasesOf } from "./model/explanation/run-phases.ts";
export { fireTimeOf } from "./model/instance/fire-time.ts";
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
export type { ScheduleFacts } from "./schedule/schedule-facts.ts";
export type { ScheduleRules, ScheduleRuleSource } from "./schedule/rules/schedule-rules.ts";
export { countOwedFires, namedFires, owedFires } from "./schedule/owed-stretches.ts";
export { dayIn } from "./schedule/cron/time-zone.ts";
export { instant } from "./model/option/option.ts";
export { assertRecurring } from "./control/jobs/find-job.ts";
export { assertMayOverride } from "./control/instances/assert-may-override.ts";
export type { CalendarService } from "./scheduler/calendar-service.ts";
export type { CalendarDay, WorkCalendar } from "./schedule/rules/work-calendar.ts";
export { isCalendarKey } from "./model/name/calendar-key.ts";
export { scheduleCalendar } from "./model/option/schedule-calendar-schema.ts";
export { assertCalendar } from "./definition/timing/assert-calendar.ts";
export { type CalendarTimes, onCalendar, stacked } from "./schedule/rules/calendar-times.ts";
export { calendarOf } from "./schedule/schedule-plans.ts";
export type { BackfillQuery, BackfillService } from "./scheduler/backfill-service.ts";
export type { ArchiveService } from "./scheduler/archive-service.ts";
export type { ExportService } from "./scheduler/export-service.ts";
export { hideAct, hideDefinition } from "./control/payloads/hide-job.ts";
export { keptFilesId } from "./model/name/kept-files.ts";
export { nextFire, planFires } from "./schedule/planner.ts";
export { isAfterEnd, plansOf } from "./schedule/schedule-plans.ts";
export { countFires, firesIn, latestFires, type Stretch } from "./schedule/stretches.ts";
export { owedStretches } from "./schedule/owed-stretches.ts";
export type { SchedulePlan } from "./schedule/schedule-plans.ts";
export { changesBetween, type ClockChange } from "./schedule/clock-changes.ts";
export { runOf } from "./duties/fire-records.ts";
export type { ExplanationService } from "./scheduler/explanation-service.ts";
export { parseInput } from "./base/input.ts";
export type { Views } from "./control/access/method-view.ts";
export { namesAction } from "./control/access/requested-parts.ts";
export { changeOf, differences } from "./control/history/act-changes.ts";
export { type Acts, type NotedCall, NotedWithin } from "./control/history/noted.ts";
export type { Doing } from "./control/history/act-log.ts";
export { resolveRunRequest } from "./control/instances/run-starter.ts";
export { hideIncident } from "./control/payloads/hide-incident.ts";
export { paged, viewOf } from "./control/payloads/views.ts";
export { listShown } from "./control/scope/list-shown.ts";
export { oldestWaiting } from "./control/scope/oldest-waiting.ts";
export { type ListOrder, byText, listWithin } from "./control/scope/scoped-query.ts";
export type { DutyPass } from "./duties/duty.ts";
export { Following } from "./duties/following/following.ts";
export { isPaused } from "./model/begin/pause-in-force.ts";
export { alarmRoutesSchema } from "./model/incident/alarm-route.ts";
export { BUILT_IN_RULES, CONDITIONS, alarmRulesSchema, ruleFor } from "./model/incident/alarm-rule.ts";
export { incidentKey } from "./model/incident/condition.ts";
export {
  type Heartbeat,
  type HeartbeatRequest,
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
  unacknowledgeIncident,
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
export type { TaskWaiting } from "./model/task/task-waiting.ts";
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
export { runAtOnce } from "./base/batching/loop-turns.ts";
export { BoundedSchema } from "./base/json-schema/bounded-schema.ts";
export { copyJson } from "./base/json.ts";
export type { ServiceParts } from "./control/engine.ts";
export { howOfRerun } from "./control/instances/how-of-rerun.ts";
export { hideRun } from "./control/payloads/hide-run.ts";
export { hideBody } from "./control/payloads/hide-work.ts";
export { RUN_VIEW } from "./control/payloads/views.ts";
export { BY_CREATION } from "./control/scope/scoped-query.ts";
export { assertArgsFitJsonSchema } from "./definition/args-check.ts";
export { findChildCycle } from "./definition/child-cycle.ts";
export { scriptStampOf } from "./definition/script/script-in-force.ts";
export { taskWork } from "./definition/task/declared-body.ts";
export { beginNextOfKey } from "./waiting/release/begin-next-of-key.ts";
export { nextAttemptOf } from "./dispatch/dispatch-again.ts";
export { giveTurns } from "./waiting/turns/give-turns.ts";
export { type ExpressionContext, evaluateExpression } from "./expression/evaluate-expression.ts";
export { ExpressionError, ExpressionErrorCode } from "./expression/expression-error.ts";
export {
  type Expression,
  FUNCTION_NAMES,
  HANDLES,
  type PathExpression,
  type PathStep,
} from "./expression/expression.ts";
export { Expressions, type ParsedExpression } from "./expression/expressions.ts";
export { formatExpression } from "./expression/format-expression.ts";
export { parseExpression } from "./expression/parse-expression.ts";
export { MOST_PATTERNS, Patterns } from "./expression/patterns.ts";
export { type Reference, referencesOf } from "./expression/references.ts";
export {
  isSecretReference,
  secretIn,
  secretParamsOf,
  secretReference,
  secretUses,
} from "./expression/secret-params.ts";
export {
  Batch,
  type Kind,
  type Value,
  type ValueMap,
  isMap,
  keysOf,
  kindOf,
  toJson,
  valueOf,
} from "./expression/value.ts";
export { WorkBudget } from "./expression/work-budget.ts";
export { resolveAfterFailure } from "./model/begin/resolve-after-failure.ts";
export type { Hiding } from "./model/hidden.ts";
export type { AfterFailure } from "./model/instance/after-failure.ts";
export { chainAfter, chainOf, chainTooLong, tooLongChain } from "./model/instance/chain.ts";
export { ownMessage, previewArgs } from "./model/instance/run-preview.ts";
export { traceOf } from "./model/instance/traceparent.ts";
export { begin, cancelRunning, fail, requestCancel, succeed } from "./model/instance/transitions.ts";
export { withRunOptions } from "./model/job-of-run.ts";
export { JOB_WORK_SCHEMA } from "./model/job-work-schema.ts";
export { madeDefinition } from "./model/made-definition.ts";
export { followUpId } from "./model/name/follow-up-id.ts";
export { LONGEST_MS } from "./model/option/option.ts";
export { type OptionsOfRun, type RunOptions, optionsWith } from "./model/option/run-options.ts";
export { RetryGrowth } from "./model/option/value/retry-backoff.ts";
export { NO_WORK, phasedWork } from "./model/phased-work.ts";
export { keepResult } from "./model/preview/job-result.ts";
export { cancelled, shortText } from "./model/reason.ts";
export { isSecretKey } from "./model/secret-reference.ts";
export { type TaskDraft, applyFact, draftOf } from "./model/task/apply-fact.ts";
export type { DeclaredGraph, GraphRules, NamedJob, NamedJobs } from "./model/task/graph-rules.ts";
export { ItemBits, ItemEnd } from "./model/task/item-bits.ts";
export { fromRanges, type ItemRanges, toRanges } from "./model/task/item-ranges.ts";
export type { OpenParam } from "./model/task/open-param.ts";
export { keysNamedIn } from "./model/task/named-jobs.ts";
export { type DecidedStatus, NodeStatus, isDecided } from "./model/task/node-status.ts";
export { ownJobKey, parseOwnJobKey } from "./model/task/own-job-key.ts";
export { type OwnJobNode, isOwnJob, phasesOfJob } from "./model/task/own-job.ts";
export { type RerunMode, RerunReason } from "./model/task/rerun-mode.ts";
export type { RerunNode } from "./model/task/rerun-node.ts";
export { type NodeRun, parseRunName, runName } from "./model/task/run-name.ts";
export type { ShownNode } from "./model/task/shown-node.ts";
export { startsOnly } from "./model/task/starts-only.ts";
export {
  ApprovalBranch,
  type ApprovalNode,
  type Each,
  EdgeCondition,
  type ExpressionText,
  type GroupNode,
  type Join,
  NamedJoin,
  NodeType,
  OnFailure,
  OnRetry,
  type Retry,
  type StoredJob,
  TASK_ENGINE,
  TaskLimit,
  ValueType,
  type VarWrite,
  type WaitFor,
  type WaitNode,
} from "./model/task/task-body.ts";
export type { RunEnd, TaskEvent, TaskOperation } from "./model/task/task-event.ts";
export type { FactData, StartedItem, TakenOver } from "./model/task/task-fact.ts";
export {
  type BatchState,
  type KeptItems,
  type LastVisit,
  type LoopState,
  type NodeState,
  type PastRuns,
  type TaskEdit,
  type TaskEndState,
  TaskPhase,
  type WrittenVars,
  attemptOf,
  dueAtOf,
} from "./model/task/task-state.ts";
export { FOR_PEOPLE } from "./model/task/task-waiting.ts";
export type { ValueUse } from "./model/task/value-use.ts";
export { cancelOpen } from "./model/waiting/cancel-open.ts";
export { mayHaveWaiting } from "./model/waiting/may-have-waiting.ts";
export { rowOfRun } from "./model/code/codes-of-runs.ts";
export { atNode } from "./model/code/reason-text.ts";
export {
  type Check,
  type QueryValue,
  type ResourceUse,
  TESTS_OF,
  type Verify,
  mayBeSplit,
  splitCheck,
  usesResource,
} from "./model/work-check.ts";
export { takesSecretArgs } from "./model/work-secrets.ts";
export type { InstanceService } from "./scheduler/instance-service.ts";
export type {
  LinesPlace,
  NodeLine,
  NodeLines,
  NodeLinesQuery,
  TaskCheck,
  TaskHistory,
  TaskHistoryRun,
  TaskMoment,
  TaskService,
  ValueEditRequest,
} from "./scheduler/task-service.ts";
export type { AskedValue, PastValue, PastValueIssue } from "./scheduler/past-values.ts";
export type {
  NotBegunReason,
  SimulatedNode,
  SimulatedOutcome,
  Simulation,
  SimulationRequest,
  SimulationStop,
} from "./scheduler/task-simulation.ts";
export type { StoredSecrets } from "./secrets/stored-secrets.ts";
export { lastLines } from "./work/last-lines.ts";
export {
  type SelfContext,
  declaredResults,
  evaluateOfSelf,
  filledArgs,
  paramNamesOf,
  runValues,
  taskValues,
} from "./work/run-values.ts";
export type { NodeHost, TaskHost } from "./work/task-host.ts";
export type { OwnJobDefinitions } from "./definition/own-job-definitions.ts";
export type { ViewService } from "./scheduler/view-service.ts";
export type { ReportService } from "./scheduler/report-service.ts";
export type { StorageQuery, StorageService, StorageView } from "./scheduler/storage-service.ts";
export { NEWEST_ACTS } from "./control/history/newest-acts.ts";
export { maintenanceWindowSchema } from "./model/window/maintenance-window.ts";
export { type IncidentSelector, someNames } from "./model/incident/selector.ts";
export type { JobWindow, Opening } from "./model/window/job-window.ts";
export { windowIsFor } from "./model/window/window-is-for.ts";
export { compileWindow } from "./schedule/windows/compile-window.ts";
export type { SampleService } from "./scheduler/sample-service.ts";
export type { WindowQuery, WindowService } from "./scheduler/window-service.ts";
export type { ForecastService } from "./scheduler/forecast-service.ts";
export { parseTenantChange } from "./control/settings/create-tenant-service.ts";
export { NO_TENANT_SETTINGS, type TenantSettings } from "./model/tenant/tenant-settings.ts";
export { resolveTenantRetention, type TenantRetention } from "./model/tenant/tenant-retention.ts";
export { schemaOfTask } from "./model/task/task-args-schema.ts";
export { pickValues, valuesOf } from "./model/layer/option-values.ts";
