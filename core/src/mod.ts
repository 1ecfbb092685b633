export { type Clock, sleep, systemClock, type Timer, type TimerOptions } from "./base/clock.ts";
export {
  type InputIssue,
  isMoJobError,
  MoJobError,
  MoJobErrorCode,
  type MoJobErrorOptions,
} from "./base/error.ts";
export { fingerprint } from "./base/fingerprint.ts";
export { GroupCommit, type GroupCommitOptions } from "./base/group-commit.ts";
export { assertIdempotencyKey, assertJobKey, createId, fireId, idempotentId } from "./base/ids.ts";
export { parseInput } from "./base/input.ts";
export {
  canonicalJson,
  copyJson,
  escapePointer,
  type JsonLimits,
  type JsonObject,
  type JsonPrimitive,
  type JsonValue,
} from "./base/json.ts";
export { byteLength, truncateText } from "./base/truncate.ts";
export {
  type Configuration,
  isLoopback,
  type RuntimeConfiguration,
  type StoreConfiguration,
} from "./configuration/configuration.ts";
export { parseConfiguration } from "./configuration/parse-configuration.ts";
export { ControlPlane, type ControlPlaneOptions } from "./control/control-plane.ts";
export * from "./control/mo-job-scheduler.ts";
export { problemOf } from "./control/instance-service.ts";
export type { SchedulerOptions } from "./control/scheduler-options.ts";
export { compileSchedule, type Schedule, type ScheduleSpec } from "./cron/schedule.ts";
export { declareJob, declareStatedJob, jobKeyOf, type StatedJob } from "./definition/declare-job.ts";
export {
  definitionsTopic,
  JobDefinitionCache,
  type JobDefinitionCacheOptions,
  type JobDefinitionsChangedEvent,
} from "./definition/definition-cache.ts";
export type * from "./definition/job-definition.ts";
export type * from "./definition/job-registry.ts";
export { registerJobs, type RegisterJobsOptions } from "./definition/register-jobs.ts";
export { flattenOptions, JOB_DEFAULTS } from "./definition/resolve-options.ts";
export * from "./dispatch/execution-event.ts";
export { nextFire, upcomingFires } from "./firing/planner.ts";
export type * from "./instance/instance-change.ts";
export * from "./instance/job-instance.ts";
export * from "./instance/job-state.ts";
export { enqueue } from "./instance/transitions.ts";
export * from "./job/define-job.ts";
export * from "./job/job-activator.ts";
export * from "./job/job-context.ts";
export * from "./job/job-kind.ts";
export * from "./job/job-options.ts";
export { type JobRegistration, recurring, type RunnableJob, triggered } from "./job/job-registration.ts";
export { jobOptions } from "./job/options-decorator.ts";
export { RecurringJob } from "./job/recurring-job.ts";
export { TriggeredJob } from "./job/triggered-job.ts";
export type * from "./ports/event-bus.ts";
export * from "./ports/metadata-store.ts";
export { encodeCursor, parseCursor } from "./ports/page-cursor.ts";
export type * from "./ports/runtime.ts";
export type * from "./ports/server.ts";
export type * from "./ports/state-store.ts";
export { EXECUTOR_LIFETIME_MS } from "./running/executor-lifetime.ts";
export { JobCode } from "./running/job-code.ts";
export { JobExecutor, type JobExecutorOptions } from "./running/job-executor.ts";
export {
  resolveWorkerOptions,
  type ResolvedWorkerOptions,
  type WorkerOptions,
} from "./running/worker-options.ts";
export { createEventStreams, type EventStreams } from "./server/event-streams.ts";
export { type BoundServer, createHttpServer } from "./server/http-server.ts";
export { listenError } from "./server/listen-address.ts";
export { shutdownListener } from "./server/shutdown-listener.ts";
