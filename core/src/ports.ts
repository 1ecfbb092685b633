export { type Clock, sleep, systemClock, type Timer, type TimerOptions } from "./base/clock.ts";
export { isMoJobError, MoJobError, MoJobErrorCode } from "./base/error.ts";
export { createId, randomBytes } from "./base/ids.ts";
export {
  canonicalJson,
  copyJson,
  jsonOf,
  type JsonObject,
  type JsonPrimitive,
  type JsonValue,
} from "./base/json.ts";
export * from "./base/creation-page.ts";
export { encodeCursor, parseCursor } from "./base/page-cursor.ts";
export type { ByteMask } from "./base/sealing/byte-mask.ts";
export { MASK, TextMask } from "./base/sealing/text-mask.ts";
export { fillSecrets, secretsOf } from "./model/secret-reference.ts";
export { fromTaggedJson, toTaggedJson } from "./base/tagged-json.ts";
export { byteLength, truncateText } from "./base/truncate.ts";
export { type Reason, ReasonCode, type ReasonParameters } from "./model/reason.ts";
export type { BlockedLoop, DrainRequest, ExecutorLoad, ExecutorRecord } from "./model/executor-record.ts";
export { createWorkPlaces } from "./running/worker/work-places.ts";
export { PriorityQueue } from "./dispatch/priority-queue.ts";
export type { Destination } from "./model/destination.ts";
export type { ExecutionRequest, RequestedRuns } from "./model/execution-request.ts";
export * from "./model/declaration.ts";
export * from "./model/instance/instance-change.ts";
export * from "./model/instance/lane.ts";
export * from "./model/write/admission.ts";
export * from "./model/write/arrival.ts";
export * from "./model/write/end.ts";
export type * from "./model/write/run-table.ts";
export { updateIn } from "./model/write/write-change.ts";
export { isPart, isPartId, PART_ID, partIds } from "./model/composite/run-part.ts";
export { type FairShare, turnAfter, type TurnsWaiting } from "./model/fairness/fair-share.ts";
export * from "./model/instance/job-instance.ts";
export type { SentTo } from "./model/broadcast/note-executor.ts";
export * from "./model/run-routing.ts";
export * from "./model/instance/run-search.ts";
export { JOB_STATES, OPEN_STATES, TERMINAL_STATES, WAITING_STATES } from "./model/instance/job-state.ts";
export { JobOrigin, type JobPause, type PausedStretch } from "./model/job-definition.ts";
export * from "./model/job-work.ts";
export type { ScriptText, WorkKindRules } from "./model/work-kind-rules.ts";
export { RESOURCE, resourceOf, type ResourceWork } from "./model/resource-work.ts";
export { ResourceTest, ResourceType } from "./model/work-check.ts";
export { registerWorkKind } from "./model/work-kinds.ts";
export * from "./model/runner-offer.ts";
export { WorkError, WorkErrorCode } from "./work/work-error.ts";
export { checkScript } from "./work/check-script.ts";
export { completeOptions } from "./model/layer/complete-options.ts";
export type { ResolvedJobOptions } from "./model/option/job-options.ts";
export * from "./model/option/value/priority.ts";
export * from "./model/option/value/routing-options.ts";
export * from "./ports/completion-minutes.ts";
export type * from "./ports/definition-store.ts";
export type * from "./ports/event-bus.ts";
export type * from "./ports/execution-requested.ts";
export type * from "./ports/executor-store.ts";
export type * from "./ports/instance-queries.ts";
export type * from "./ports/instance-retention.ts";
export type * from "./ports/instance-statistics.ts";
export * from "./ports/instance-store.ts";
export type * from "./ports/log-store.ts";
export type * from "./ports/metadata-store.ts";
export type * from "./ports/history-store.ts";
export type * from "./ports/script-store.ts";
export type * from "./ports/task-store.ts";
export type { TaskFact } from "./task/state/task-fact.ts";
export type { TaskState } from "./task/state/task-state.ts";
export { foldFacts } from "./task/state/apply-fact.ts";
export { namesIn } from "./task/decide/owed.ts";
export * from "./model/history/act.ts";
export * from "./model/history/operation.ts";
export * from "./model/script-version.ts";
export { scriptOfRun } from "./model/instance/walk.ts";
export type * from "./ports/page.ts";
export type * from "./ports/runtime.ts";
export type * from "./ports/state-store.ts";
export * from "./ports/store-watch.ts";
export type * from "./ports/work-runner.ts";
