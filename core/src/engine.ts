export { type Closer, closeAll, Closers } from "./base/closers.ts";
export type { QuotaOptions } from "./model/option/quota-options.ts";
export { isLoopback } from "./base/loopback.ts";
export { escapeLine, escapeText, isOneLine } from "./base/shown-text.ts";
export * from "./access/permission.ts";
export * from "./access/principal.ts";
export { TokenThrottle } from "./access/token-throttle.ts";
export { tokenMistake } from "./access/token.ts";
export { fingerprint } from "./base/fingerprint.ts";
export { KeyRing, parseKeyRing, type SealedText } from "./base/sealing/key-ring.ts";
export type { SecretService, SecretSummary } from "./scheduler/secrets/secret-service.ts";
export { CallbackDesk, type CallbackDeskOptions, type CallbackOf } from "./callbacks/callback-desk.ts";
export { type CallbackReport, CallbackState } from "./model/callback-report.ts";
export { SecretVault, type SecretVaultOptions, type StoredSecret } from "./secrets/secret-vault.ts";
export type { SecretRecord } from "./secrets/secret-record.ts";
export { GroupCommit, type GroupCommitOptions } from "./base/batching/group-commit.ts";
export type { MoJobErrorOptions } from "./base/error.ts";
export { issueAt, wanted } from "./base/issue/issue.ts";
export { boundedList } from "./base/issue/bounded-list.ts";
export type { InputIssue, IssueCode } from "./base/issue/issue-code.ts";
export { ISSUE_CODES } from "./base/issue/issues.en.ts";
export { invalidInput, parseInput, toInputIssue } from "./base/input.ts";
export { repeat, type RepeatOptions, type Repetition } from "./base/repeat.ts";
export { escapePointer, type JsonLimits } from "./base/json.ts";
export * from "./scheduler/attention-item.ts";
export { adoptRun, type RunCarrier } from "./control/adopt-run.ts";
export { reportError, reportFailedRun, reportWarning } from "./control/console-reporters.ts";
export { ControlPlane } from "./control/control-plane.ts";
export { NewJobs } from "./model/option/new-jobs.ts";
export { ControlPlanePresence } from "./control/executors/control-plane-presence.ts";
export type { ControlPlaneRecord } from "./model/process/control-plane-record.ts";
export type { AppSummary } from "./scheduler/app-summary.ts";
export { type Queue, WaitsFor } from "./scheduler/queue/queue-service.ts";
export { type MethodName, type SchedulerMethod, type ServiceName } from "./control/access/method-rules.ts";
export { needsOf, type Use } from "./control/access/needs.ts";
export type { Needs } from "./access/needs.ts";
export { appsWith, type Grant, type Granted } from "./access/grant.ts";
export { AppSet } from "./access/app-set.ts";
export { createScheduler } from "./control/create-scheduler.ts";
export { createDeployment } from "./control/tenants/create-deployment.ts";
export { TenantRegistry } from "./control/tenants/tenant-registry.ts";
export { type ServedTenant, TenantSet, type TenantSetOptions } from "./control/tenants/tenant-set.ts";
export type { JobHost, JobHostOptions } from "./control/job-host.ts";
export {
  type Delivery,
  type FedExecutor,
  type RunFeed,
  TenantHost,
  type TenantHostOptions,
} from "./control/tenants/tenant-host.ts";
export type * from "./running/executor-host.ts";
export type { Caller, Deployment } from "./scheduler/deployment.ts";
export { createEngine, type Engine, type EngineOptions } from "./control/engine.ts";
export type { Delays } from "./scheduler/delays.ts";
export type { HealthCheck, HealthOptions } from "./scheduler/health-check.ts";
export { toOperationProblem } from "./control/instances/operation-problem.ts";
export type * from "./scheduler/history/history-service.ts";
export type * from "./scheduler/instance-requests.ts";
export type * from "./scheduler/history/operation-service.ts";
export type * from "./scheduler/instance-service.ts";
export type * from "./scheduler/scripts/script-service.ts";
export * from "./scheduler/job-service.ts";
export { WaitingFires } from "./model/pausing/waiting-fires.ts";
export type {
  FailureGroup,
  FailureQuery,
  Failures,
  HandledFailure,
  HandleFailureRequest,
} from "./scheduler/failures.ts";
export { type JobListQuery, JobOrder, JobStatus } from "./scheduler/job-list-query.ts";
export type { Overview, UpcomingFire } from "./scheduler/overview.ts";
export { parseJobWork } from "./model/job-work-schema.ts";
export { declareJob, jobKeyOf, stateJob } from "./definition/declare-job.ts";
export { keyInApp } from "./definition/app/own-key.ts";
export {
  JobDefinitionCache,
  type JobDefinitionCacheOptions,
  type JobDefinitionsChangedEvent,
} from "./definition/definition-cache.ts";
export type * from "./scheduler/job-registry.ts";
export { registerJobs, type RegisterJobsOptions } from "./definition/register-jobs.ts";
export type * from "./duties/duty.ts";
export { type RunningDuties, startDuties } from "./duties/start-duties.ts";
export type { EndFollower } from "./duties/following/end-follower.ts";
export * from "./duties/following/end-source.ts";
export { RunEnds, type RunEndsOptions } from "./duties/following/run-ends.ts";
export * from "./duties/following/runs-ended-event.ts";
export type { InjectableClass, JobFactory } from "./job/job-activator.ts";
export type { RunnableJob } from "./job/job-registration.ts";
export { INITIAL_STATES, isTransition, TRANSITIONS } from "./model/instance/job-state.ts";
export { retriesOf } from "./model/instance/snooze.ts";
export { Snooze, throwSnooze } from "./job/snooze.ts";
export { enqueue } from "./model/instance/transitions.ts";
export { dispatchAgain, findPostponed } from "./dispatch/dispatch-again.ts";
export * from "./model/cron/cron-dialect.ts";
export { type DeclaredLayers } from "./model/layer/declared-layers.ts";
export { OptionLayer, optionLayers } from "./model/option-layers.ts";
export * from "./model/option/value/dst-options.ts";
export type {
  ArgsSchema,
  CommonJobOptions,
  JobDefaults,
  ScheduleOptions,
  StatedOptions,
} from "./model/option/job-options.ts";
export * from "./model/cron/interval-from.ts";
export * from "./model/option/value/misfire-options.ts";
export { Unique } from "./model/option/value/unique.ts";
export { WhenFull } from "./model/option/value/when-full.ts";
export { type AnyOption, isCompound, type Option, OptionControl } from "./model/option/option.ts";
export { SCHEDULE_ROWS } from "./model/option/option-rows.ts";
export { optionsOf } from "./model/option/option-schema.ts";
export { JOB_OPTIONS } from "./model/option/option-table.ts";
export { SCHEDULE_OPTIONS } from "./model/option/schedule-option-table.ts";
export type { RetentionOptions } from "./model/option/value/retention-options.ts";
export type { OptionDifference } from "./model/option/option-difference.ts";
export { Histogram, type HistogramReading } from "./model/metrics/histogram.ts";
export type { JobMetrics } from "./model/metrics/run-metrics.ts";
export { OptionRule } from "./model/option/option-rule.ts";
export { flattenOptions, resolveJobOptions } from "./model/option/resolve-options.ts";
export * from "./running/attempt/run-hooks.ts";
export type * from "./scheduler/started-run.ts";
export type * from "./scheduler/typed-job.ts";
export { StoreGuard } from "./control/store-guard.ts";
export { OutageLog } from "./control/outage-log.ts";
export { canRun } from "./placement/can-run.ts";
export { keyOfArgs } from "./model/option/value/concurrency-key.ts";
export { route } from "./placement/route.ts";
export type { Candidate } from "./placement/strategies/candidate.ts";
export { RoutingHistory } from "./dispatch/routing/routing-history.ts";
export { readExpectedExecutors } from "./placement/expected-executors.ts";
export { executorAddress } from "./model/name/executor-address.ts";
export type * from "./model/expected-executor.ts";
export type * from "./access/executor-key.ts";
export * from "./model/process/running-process.ts";
export { executorKeyring } from "./placement/executor-keys.ts";
export { areEndsFollowed } from "./control/instances/followed-ends.ts";
export { isRouted } from "./dispatch/router.ts";
export { destinationOf, toApp } from "./model/destination.ts";
export { Holders } from "./placement/holders.ts";
export * from "./placement/liveness.ts";
export * from "./model/name/channel.ts";
export { followUpId } from "./model/name/follow-up-id.ts";
export * from "./model/name/names.ts";
export * from "./model/name/run-id.ts";
export * from "./model/name/state-key.ts";
export { differencesFromCode, hasLeftCode } from "./model/job-definition.ts";
export { JobExecutor, type JobExecutorOptions } from "./running/job-executor.ts";
export type { RunIntake } from "./running/run-intake.ts";
export { resolveWorkerOptions, type ResolvedWorkerOptions } from "./running/worker/worker-options.ts";
export { nextFire, upcomingFires } from "./schedule/planner.ts";
export { withJitter } from "./schedule/jittered-schedule.ts";
export { compileInterval, type IntervalSpec } from "./schedule/interval-schedule.ts";
export { compileSchedule, type Schedule, type ScheduleSpec } from "./schedule/schedule.ts";
export { CodeRunner } from "./work/code-runner.ts";
export { type IMoJobThreads, threadRunner } from "./work/job-threads.ts";
export { Isolation } from "./model/option/value/isolation.ts";
export { parseCron, type ParseCronOptions } from "./schedule/cron/cron-expression.ts";
export { describeValue } from "./base/describe-value.ts";
export { createTrigger, keyOf } from "./control/instances/started-run.ts";
export { describeFailure, isFinalFailure, namesOfFailure } from "./running/attempt/job-failure.ts";
export { assertMayStart, markJobThread } from "./work/job-thread-mark.ts";
export type { CronFields, MonthDay, NthWeekday } from "./schedule/cron/cron-fields.ts";
