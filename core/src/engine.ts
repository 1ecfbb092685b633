export { closeAll, Closers } from "./base/closers.ts";
export type { QuotaOptions } from "./model/option/quota-options.ts";
export { LONGEST_JOB_KEY } from "./base/issue/job-key-length.ts";
export { escapeLine, escapeText, isOneLine } from "./base/shown-text.ts";
export { ALL_PERMISSIONS, Permission, isReading } from "./access/permission.ts";
export {
  ANONYMOUS_PRINCIPAL,
  CODE_PRINCIPAL,
  assertPermission,
  assertPrincipal,
  principalLabel,
} from "./access/principal.ts";
export { permissionsOf, Role, ROLE_PERMISSIONS } from "./access/role.ts";
export { CallLimit } from "./access/call-limit.ts";
export { TokenThrottle } from "./access/token-throttle.ts";
export { tokenMistake } from "./access/token.ts";
export { fingerprint } from "./base/fingerprint.ts";
export { KeyRing, parseKeyRing } from "./base/sealing/key-ring.ts";
export type { SecretSummary } from "./scheduler/secret-service.ts";
export { type CallbackReport, CallbackState } from "./model/callback-report.ts";
export { GroupCommit } from "./base/batching/group-commit.ts";
export { issueAt, wanted } from "./base/issue/issue.ts";
export { boundedList } from "./base/issue/bounded-list.ts";
export { boundedRecord } from "./base/issue/bounded-record.ts";
export type { InputIssue } from "./base/issue/issue-code.ts";
export { ISSUE_CODES } from "./base/issue/issues.en.ts";
export { invalidInput, toInputIssue } from "./base/input.ts";
export { repeat, type Repetition } from "./base/repeat.ts";
export { escapePointer } from "./base/json.ts";
export {
  type AttentionItem,
  type AttentionJob,
  AttentionKind,
  type AttentionQuery,
} from "./scheduler/attention-item.ts";
export { adoptRun } from "./control/adopt-run.ts";
export { reportError, reportWarning } from "./control/console-reporters.ts";
export { ControlPlane } from "./control/control-plane.ts";
export { NewJobs } from "./model/option/new-jobs.ts";
export { ControlPlanePresence } from "./control/executors/control-plane-presence.ts";
export type { ControlPlaneRecord } from "./model/process/control-plane-record.ts";
export type { AppSummary } from "./scheduler/app-summary.ts";
export {
  type Backfill,
  type BackfillCounts,
  type BackfillCursor,
  type BackfillDay,
  BackfillOnly,
  BackfillOrder,
  type BackfillPlan,
  type BackfillPreview,
  BackfillState,
} from "./model/backfill.ts";
export {
  EXPORT_PARTS,
  type ExportCounts,
  type ExportCursor,
  type ExportFilter,
  type ExportPiece,
  ExportPart,
  type ExportRights,
  ExportState,
  type RunExport,
} from "./model/export.ts";
export {
  type Archive,
  type ArchivedFile,
  type ArchivedRun,
  type ArchiveRange,
  type ArchiveSection,
  type ArchiveSource,
  ArchiveState,
} from "./model/archive.ts";
export type { ArchivedRunDetail, ArchivedRunQuery } from "./scheduler/archive-service.ts";
export type { SampleSource, SampleSourcePage, SampleSourceQuery } from "./control/sample-source.ts";
export type { OpenWindow } from "./scheduler/job-service.ts";
export {
  type HitJob,
  type TimeWindow,
  type WindowEffect,
  WindowFires,
  WindowHolds,
} from "./model/window/time-window.ts";
export {
  type ActedFire,
  type AppPlaces,
  BandKind,
  FireAction,
  type FireDecision,
  type Forecast,
  type ForecastBucket,
  type ForecastQuery,
  type Overload,
  type SomeJobs,
  type Spread,
  type SpreadJob,
  type SpreadResult,
  type SpreadSuggestion,
  type Storm,
  type StormJob,
  type Timeline,
  type TimelineBand,
  type TimelineBucket,
  type TimelineFire,
  type TimelineQuery,
  type TimelineRun,
} from "./model/forecast.ts";
export { LoopTurns } from "./base/batching/loop-turns.ts";
export type {
  Branch,
  ConditionNode,
  EdgeCondition,
  JobNode,
  NodeBase,
  OwnJob,
  ParamDeclaration,
  ParamValue,
  Pre,
  ResultDeclaration,
  RunNodeBase,
  SubTaskNode,
  TaskBody,
  TaskNode,
} from "./model/task/task-body.ts";
export type {
  FoundNode,
  InboxItem,
  TaskNodeView,
  TaskRequest,
  TaskView,
  ValueEditResult,
} from "./scheduler/task-service.ts";
export { type Queue, WaitsFor } from "./scheduler/queue-service.ts";
export type { MethodName, MethodRules, ServiceName } from "./control/access/method-rule.ts";
export { needsOf, type Use } from "./control/access/needs.ts";
export type { Needs } from "./access/needs.ts";
export type { AppSet } from "./access/app-set.ts";
export { appsWith, isSameGranted, type Grant, type Granted } from "./access/grant.ts";
export { createScheduler } from "./control/create-scheduler.ts";
export { createDeployment } from "./control/tenants/create-deployment.ts";
export { createTenantDirectory } from "./control/tenants/tenant-directory.ts";
export type { ListedTenant, NewTenant, TenantDirectory } from "./scheduler/tenant-directory.ts";
export type { QuotaValues, TenantView } from "./scheduler/tenant-service.ts";
export type { TenantSettingsChange } from "./model/tenant/tenant-settings.ts";
export { QUOTA_NAMES } from "./model/option/quota-options.ts";
export type { JobStorage, StorageAmount } from "./model/storage.ts";
export { TENANT_RETENTION_NAMES, type TenantRetention } from "./model/tenant/tenant-retention.ts";
export { TenantRegistry } from "./control/tenants/tenant-registry.ts";
export { type ServedTenant, TenantSet } from "./control/tenants/tenant-set.ts";
export type { JobHost, JobHostOptions } from "./control/job-host.ts";
export { type FedExecutor, type RunFeed, TenantHost } from "./control/tenants/tenant-host.ts";
export type {
  ExecutorHost,
  HeldAttempt,
  HostedExecutor,
  HostedExecutorOptions,
  OfferedAttempt,
} from "./running/executor-host.ts";
export type { Deployment } from "./scheduler/deployment.ts";
export { hiddenIn, Payload } from "./model/hidden.ts";
export { createEngine } from "./control/create-engine.ts";
export type { Engine, Feature, FeatureCopyOptions } from "./control/engine.ts";
export { methodRulesOf } from "./control/feature/features.ts";
export type { Delays } from "./scheduler/delays.ts";
export type { HealthCheck } from "./scheduler/health-check.ts";
export type { IncidentCounts, IncidentListQuery } from "./scheduler/incident-service.ts";
export type {
  AlarmRouteList,
  AlarmRuleList,
  HeartbeatList,
  HeartbeatView,
  RoutePreview,
  RulePreview,
} from "./scheduler/alarm-service.ts";
export { PingState } from "./model/incident/heartbeat.ts";
export { TaskWait } from "./model/task/task-waiting.ts";
export { newTaskState } from "./model/task/task-state.ts";
export type { AlarmRoute } from "./model/incident/alarm-route.ts";
export type { IncidentSelector } from "./model/incident/selector.ts";
export type { Silence } from "./model/incident/silence.ts";
export type { AlarmRule } from "./model/incident/alarm-rule.ts";
export { type FireExplanation, type RunExplanation, Verdict } from "./scheduler/explanation-service.ts";
export type { AuditListQuery } from "./scheduler/history/audit-service.ts";
export { MOST_HEADS } from "./audit/kept-heads.ts";
export { type AuditHead, type AuditHeads, ChainBreakReason } from "./scheduler/history/audit-service.ts";
export type { ActListQuery } from "./scheduler/history/history-service.ts";
export type { BulkRequest, CancelRequest, RerunRequest, TryRequest } from "./scheduler/instance-requests.ts";
export type { ChangeJobsRequest } from "./scheduler/history/operation-service.ts";
export type {
  ChangedTogether,
  CreateJobRequest,
  JobChange,
  JobDetail,
  JobService,
  JobView,
} from "./scheduler/job-service.ts";
export { AuditMode } from "./model/option/scheduler-options.ts";
export { WaitingFires } from "./model/option/value/waiting-fires.ts";
export type {
  FailureGroup,
  FailureQuery,
  HandledFailure,
  HandleFailureRequest,
} from "./scheduler/failures.ts";
export { type JobListQuery, JobOrder, JobStatus } from "./scheduler/job-list-query.ts";
export type { Overview } from "./scheduler/overview.ts";
export { parseJobWork } from "./model/job-work-schema.ts";
export { declareJob, stateJob } from "./definition/declare-job.ts";
export { jobKeyOf } from "./definition/job-key.ts";
export { keyInApp } from "./definition/app/own-key.ts";
export { JobDefinitionCache } from "./definition/definition-cache.ts";
export type { DeclaredJob, RegistrationResult, StatedJob } from "./scheduler/job-registry.ts";
export { registerJobs } from "./definition/register-jobs.ts";
export type { Duty } from "./duties/duty.ts";
export { type RunningDuties, startDuties } from "./duties/start-duties.ts";
export type { EndFollower } from "./duties/following/end-follower.ts";
export { endsInStore, endsOnBus } from "./duties/following/end-source.ts";
export { runsEndedEvent, runsEndedIn, type RunEnd } from "./duties/following/runs-ended-event.ts";
export { INITIAL_STATES, TRANSITIONS } from "./model/instance/job-state.ts";
export { retriesOf } from "./model/instance/snooze.ts";
export { Snooze, throwSnooze } from "./job/snooze.ts";
export { enqueue } from "./model/instance/transitions.ts";
export { dispatchAgain, findPostponed } from "./dispatch/dispatch-again.ts";
export { CronDialect } from "./model/cron/cron-dialect.ts";
export { OptionLayer, optionLayers } from "./model/option-layers.ts";
export { DstGap, DstOverlap, type DstOptions } from "./model/option/value/dst-options.ts";
export type {
  CommonJobOptions,
  JobDefaults,
  ScheduleOptions,
  StatedOptions,
} from "./model/option/job-options.ts";
export {
  IntervalFrom,
  LONGEST_INTERVAL_MS,
  LONGEST_JITTER_MS,
  SHORTEST_INTERVAL_MS,
} from "./model/cron/interval-from.ts";
export { Unique } from "./model/option/value/unique.ts";
export { WhenFull } from "./model/option/value/when-full.ts";
export { type AnyOption, isCompound, type Option, OptionControl } from "./model/option/option.ts";
export { SCHEDULE_ROWS } from "./model/option/option-rows.ts";
export { optionsOf } from "./model/option/option-schema.ts";
export { JOB_OPTIONS } from "./model/option/option-table.ts";
export { SCHEDULE_OPTIONS } from "./model/option/schedule-option-table.ts";
export { Histogram, type HistogramReading } from "./model/metrics/histogram.ts";
export type { JobMetrics } from "./model/metrics/run-metrics.ts";
export { OptionRule } from "./model/option/option-rule.ts";
export { flattenOptions, resolveJobOptions } from "./model/option/resolve-options.ts";
export type { AttemptEnd, AttemptStart } from "./running/attempt/run-hooks.ts";
export type { StartedRun, TriggerCall, TriggerOptions, WaitOptions } from "./scheduler/started-run.ts";
export type { JobReference, AsJson } from "./scheduler/typed-job.ts";
export { StoreGuard } from "./control/store-guard.ts";
export { OutageLog } from "./control/outage-log.ts";
export { canRun } from "./placement/can-run.ts";
export { keyOfArgs } from "./model/option/value/concurrency-key.ts";
export { route } from "./placement/route.ts";
export type { Candidate } from "./placement/strategies/candidate.ts";
export { RoutingHistory } from "./dispatch/routing/routing-history.ts";
export { readExpectedExecutors } from "./placement/expected-executors.ts";
export { executorAddress } from "./model/name/executor-address.ts";
export type { ExpectedExecutorView } from "./model/expected-executor.ts";
export type { ExecutorKey } from "./access/executor-key.ts";
export {
  UNKNOWN_PROCESS,
  describeProcess,
  processIn,
  storedProcess,
  type RunningProcess,
} from "./model/process/running-process.ts";
export { areEndsFollowed } from "./control/instances/followed-ends.ts";
export { isRouted } from "./dispatch/router.ts";
export { destinationOf, toApp } from "./model/destination.ts";
export {
  carryRequests,
  executionRequested,
  isExecutionRequested,
  requestExecution,
  REQUESTS_ARE_TRANSIENT,
} from "./dispatch/execution-requests.ts";
export { RunOwners } from "./placement/run-owners.ts";
export { WORKER_SILENT_MS, liveSince } from "./placement/liveness.ts";
export {
  definitionsTopic,
  executionTopic,
  isExecutionTopic,
  isRunsEndedTopic,
  orchestratorQueue,
  runsEndedTopic,
} from "./model/name/channel.ts";
export { DEFAULT_TENANT, NAME_RULE, assertIdempotencyKey, assertTenant, isName } from "./model/name/names.ts";
export { fireId, instanceIdOf, runWorkflowId, schedulerWorkflowId } from "./model/name/run-id.ts";
export {
  CALL_NONCE_KEPT_MS,
  HANDED_OVER_KEY,
  HANDLED_FAILURE_KEPT_MS,
  callNoncePrefix,
  CONDITION_KEPT_MS,
  conditionsPrefix,
  clockLeaseKey,
  copyKey,
  embeddedHolderKey,
  embeddedLeaseKey,
  firingCursorKey,
  followerPositionPrefix,
  handOverNoticedKey,
  handedOverPrefix,
  handledFailureKey,
  pendingKey,
  sessionPrefix,
  storeRestoredKey,
  tenantKeyPrefix,
  removedJobKeyPrefix,
} from "./model/name/state-key.ts";
export { differencesFromCode } from "./model/job-definition.ts";
export { JobExecutor } from "./running/job-executor.ts";
export type { RunIntake } from "./running/run-intake.ts";
export type { PoolOptions, PoolRule } from "./running/worker/pool-rule.ts";
export { resolveWorkerOptions } from "./running/worker/worker-options.ts";
export { WorkerPool } from "./running/worker/worker-pool.ts";
export { type ClockChange, clockChanges } from "./schedule/clock-changes.ts";
export type { UpcomingFire } from "./model/upcoming-fire.ts";
export { withJitter } from "./schedule/jittered-schedule.ts";
export { compileInterval } from "./schedule/interval-schedule.ts";
export { compileSchedule } from "./schedule/schedule.ts";
export { CodeRunner } from "./work/code-runner.ts";
export { CONDITION_KIND, type ConditionWork } from "./work/flow/condition-work.ts";
export { registerFlowWork } from "./work/flow/flow-runners.ts";
export { WAIT_KIND, type WaitWork } from "./work/flow/wait-work.ts";
export type { IMoJobThreads } from "./work/job-threads.ts";
export { Isolation } from "./model/option/value/isolation.ts";
export { zoneIssue } from "./schedule/cron/time-zone.ts";
export { weekdayReadings } from "./schedule/cron/weekday-readings.ts";
export { parseCron, type ParseCronOptions } from "./schedule/cron/cron-expression.ts";
export { describeValue } from "./base/describe-value.ts";
export { fromBase64, toBase64 } from "./base/sealing/base64.ts";
export { bytesOf } from "./model/file/file-source.ts";
export { createTrigger } from "./control/instances/started-run.ts";
export { AUTHOR_NUMBERS } from "./model/code/error-number.ts";
export { describeFailure, isFinalFailure, namesOfFailure } from "./running/attempt/job-failure.ts";
export { markJobThread } from "./work/job-thread-mark.ts";
export type { CronFields, MonthDay, NthWeekday } from "./schedule/cron/cron-fields.ts";
export { actorOf } from "./control/history/act-log.ts";
export { SIGN_IN_PREFIX } from "./model/name/identity-key.ts";
export { executeWithin } from "./job/around-run.ts";
export { withLog } from "./control/with-log.ts";
export { isTraceparent, TRACEPARENT } from "./model/instance/traceparent.ts";
export {
  type Calendar,
  CalendarDayKind,
  type CalendarDetail,
  type CalendarFire,
  type CalendarFires,
  type CalendarFiresRequest,
  type CalendarImport,
  type CalendarPreview,
  type CalendarPreviewJob,
  type NamedDay,
} from "./model/calendar.ts";
export {
  CalendarOtherwise,
  type NthWorkday,
  type ScheduleCalendar,
} from "./model/option/value/schedule-calendar.ts";
export { type SavedView, VIEW_PAGES, type ViewFilter, type ViewPage } from "./model/saved-view.ts";
export {
  SAMPLE_RANGES,
  SAMPLE_STEPS,
  type SamplePoint,
  type SampleQuery,
  type SampleRange,
  type SampleSeries,
  type SamplesOfQuery,
  type SampleStep,
} from "./scheduler/sample-service.ts";
export {
  REPORT_RANGES,
  REPORT_SUBJECTS,
  type Report,
  type ReportBucket,
  type ReportCount,
  type ReportedSubject,
  type ReportFigures,
  type ReportMark,
  type ReportQuery,
  type ReportRange,
  type ReportSpread,
  type ReportState,
  type ReportSubject,
  type ReportTotal,
  type WorseSubject,
  type WorstReport,
  type SentSummary,
  type SummaryRequest,
} from "./scheduler/report-service.ts";
export { type ReportSummary, SummaryInterval } from "./model/report-summary.ts";
