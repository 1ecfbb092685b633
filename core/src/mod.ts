export { Permission } from "./access/permission.ts";
export { type Principal, PrincipalKind } from "./access/principal.ts";
export { isMoJobError, MoJobError, MoJobErrorCode, NonRetryableError } from "./base/error.ts";
export type { JsonValue } from "./base/json.ts";
export type { TriggerRequest } from "./scheduler/instance-requests.ts";
export type { MoJobScheduler } from "./scheduler/mo-job-scheduler.ts";
export type { JobDefinitionsChangedEvent } from "./definition/definition-cache.ts";
export {
  type DefinedJob,
  defineRecurringJob,
  defineTriggeredJob,
  type RecurringJobSpec,
  type TriggeredJobSpec,
} from "./job/define-job.ts";
export type { AroundRun } from "./job/around-run.ts";
export { jobError } from "./job/job-error.ts";
export type { Container } from "./job/container.ts";
export { JobActivator } from "./job/job-activator.ts";
export type { JobContext, JobLog } from "./job/job-context.ts";
export type { JobReference, TypedJob } from "./scheduler/typed-job.ts";
export type { StartedRun } from "./scheduler/started-run.ts";
export { type JobRegistration, recurring, triggered } from "./job/job-registration.ts";
export { jobOptions } from "./job/options-decorator.ts";
export { RecurringJob } from "./job/recurring-job.ts";
export { TriggeredJob } from "./job/triggered-job.ts";
export type {
  JobFailure,
  JobInstance,
  JobInstanceSummary,
  JobTrigger,
} from "./model/instance/job-instance.ts";
export type { FileValue } from "./model/file/file-value.ts";
export { isTerminal, JobState } from "./model/instance/job-state.ts";
export type { JobDefinition } from "./model/job-definition.ts";
export { JobKind } from "./model/option/job-kind.ts";
export type { JobOptions, RecurringJobOptions, TriggeredJobOptions } from "./model/option/job-options.ts";
export type { SchedulerOptions } from "./model/option/scheduler-options.ts";
export type { IMoEventBus } from "./ports/event-bus.ts";
export type { IMoJobScheduleMetadataStore } from "./ports/metadata-store.ts";
export type { RunScope } from "./ports/platform/platform.ts";
export type { IMoStateStore } from "./ports/state-store.ts";
export type { RunHooks } from "./running/attempt/run-hooks.ts";
export { jsonLog, type LogEntry, type LogSink, textLog } from "./running/log-sink.ts";
export type { WorkerOptions } from "./running/worker/worker-options.ts";
