export type { OperationResponse, OperationId, OperationRequest } from "./api/operation-request.ts";
export type { Instance, InstanceSummary, Job, JobDetail, Problem } from "./api/operations.generated.ts";
export type { CallOptions } from "./call/caller.ts";
export { ClientErrorCode, isMoJobClientError, MoJobClientError } from "./call/client-error.ts";
export type { ClientOptions } from "./call/client-options.ts";
export type { RemoteConfig, RemoteConfigChange } from "./remote-config.ts";
export type { EventOptions } from "./events/event-stream.ts";
export type { EventTopic, SchedulerEvent } from "./events/scheduler-event.ts";
export {
  connectScheduler,
  type RemoteInstances,
  type RemoteJobs,
  type RemoteRerunRequest,
  type RemoteScheduler,
} from "./remote-scheduler.ts";
export type { RemoteCancelRequest, RemoteRun } from "./runs/remote-run.ts";
export type { RemoteTriggerOptions, TriggerRemotely } from "./runs/trigger.ts";
export type { RemoteTriggerResult, RemoteTriggerItem, TriggerManyRemotely } from "./runs/trigger-many.ts";
export type { RemoteWaitOptions } from "./runs/wait-for-end.ts";
