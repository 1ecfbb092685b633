export type { Destination } from "./model/destination.ts";
export type { ExecutionRequest, RequestedRuns } from "./model/execution-request.ts";
export { executionTopic, orchestratorQueue } from "./model/name/channel.ts";
export * from "./model/name/run-id.ts";
export * from "./model/instance/job-state.ts";
export { boundedPriority } from "./model/option/value/priority.ts";
export { WORKER_SILENT_MS } from "./placement/liveness.ts";
export type { JsonValue } from "./base/json.ts";
