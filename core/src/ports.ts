export { unlessAborted } from "./base/unless-aborted.ts";
export { type Clock, sleep, systemClock, type Timer, type TimerOptions } from "./base/clock.ts";
export { isMoJobError, MoJobError, MoJobErrorCode } from "./base/error.ts";
export { createId, randomBytes } from "./base/ids.ts";
export { canonicalJson, jsonOf, type JsonObject, type JsonPrimitive, type JsonValue } from "./base/json.ts";
export {
  creationCursor,
  parseCreationPosition,
  toCreationPage,
  type CreationPosition,
} from "./base/creation-page.ts";
export { encodeCursor, parseCursor } from "./base/page-cursor.ts";
export type { ByteMask } from "./base/sealing/byte-mask.ts";
export { TextMask } from "./base/sealing/text-mask.ts";
export { fillSecrets, secretsIn } from "./model/secret-reference.ts";
export { secretsOf } from "./model/work-secrets.ts";
export { fromTaggedJson, toTaggedJson } from "./base/tagged-json.ts";
export { byteLength, truncateText } from "./base/truncate.ts";
export { type Reason, ReasonCode, type ReasonParameters } from "./model/reason.ts";
export {
  LONGEST_SAMPLE_MS,
  SAMPLES_OF_HEARTBEAT,
  SHORTEST_SAMPLE_MS,
  type WorkerSample,
} from "./model/worker-sample.ts";
export type { MeasuredUsage, RunUsage, RunUsageSeries } from "./model/instance/run-usage.ts";
export { MOST_USAGE_STEPS } from "./model/instance/run-usage.ts";
export type { BlockedLoop, DrainRequest, ExecutorLoad, ExecutorRecord } from "./model/executor-record.ts";
export { createWorkSlots } from "./running/worker/work-slots.ts";
export { PriorityQueue } from "./waiting/line/priority-queue.ts";
export type { Destination } from "./model/destination.ts";
export type { ExecutionRequest, RequestedRuns } from "./model/execution-request.ts";
export { declarationOf, isRedeclared, type Declaration } from "./model/declaration.ts";
export {
  isClaimed,
  meetsCondition,
  type InstanceChange,
  type InstanceCondition,
  type InstancePatch,
} from "./model/instance/instance-change.ts";
export {
  isParked,
  jobOfLane,
  laneOf,
  shardOfLane,
  type LanePart,
  waitsForSlot,
} from "./model/instance/lane.ts";
export { admitInto, type Admission, type AdmissionResult } from "./model/write/admission.ts";
export {
  arriveIn,
  insertInto,
  type Arrival,
  type ArrivalResult,
  type WaitingArrival,
} from "./model/write/arrival.ts";
export {
  endAndGive,
  type EndAndAdmit,
  type EndResult,
  type NextInLane,
  type WrittenEnd,
} from "./model/write/end.ts";
export type { LaneView, RunTable, StoredRun } from "./model/write/run-table.ts";
export { updateIn } from "./model/write/write-change.ts";
export { isPart, isPartId, PART_ID, partIds } from "./model/composite/run-part.ts";
export { type FairShare, turnAfter, type TurnsWaiting } from "./model/fairness/fair-share.ts";
export {
  LogLevel,
  TriggerType,
  type AbandonedAttempt,
  type HistoryEntry,
  type JobFailure,
  type JobInstance,
  type JobInstanceSummary,
  type JobLogLine,
  type JobProgress,
  type JobTrigger,
  type MissedFires,
  type RunPart,
} from "./model/instance/job-instance.ts";
export type { SentTo } from "./model/broadcast/note-executor.ts";
export {
  RefusalCode,
  WHOLE_RUN,
  type NamedExecutor,
  type RefusedExecutor,
  type RunRouting,
  type RunShard,
  type ShardEnd,
  type ShardOfBroadcast,
} from "./model/run-routing.ts";
export { meetsSearch, searchedValues, type RunSearch } from "./model/instance/run-search.ts";
export { JOB_STATES, OPEN_STATES, TERMINAL_STATES, WAITING_STATES } from "./model/instance/job-state.ts";
export { JobOrigin, type JobPause, type PausedStretch } from "./model/job-definition.ts";
export {
  CommandArgs,
  WorkKind,
  codeWork,
  registeredKind,
  type CodeWork,
  type CommandWork,
  type HttpWork,
  type JobWork,
  type RegisteredKind,
  type RegisteredWork,
  type ScriptWork,
  type TaskWork,
} from "./model/job-work.ts";
export type { ScriptText, WorkKindRules } from "./model/work-kind-rules.ts";
export { RESOURCE, resourceOf, type ResourceWork } from "./model/resource-work.ts";
export { ResourceTest, ResourceType } from "./model/work-check.ts";
export { registerWorkKind } from "./model/work-kinds.ts";
export { Sandbox, isOffered, offeredNames, offersIn, type RunnerOffer } from "./model/runner-offer.ts";
export { WorkError, WorkErrorCode } from "./work/work-error.ts";
export { checkScript } from "./work/check-script.ts";
export { completeOptions } from "./model/layer/complete-options.ts";
export type { ResolvedJobOptions } from "./model/option/job-options.ts";
export { LAST_PRIORITY, boundedPriority } from "./model/option/value/priority.ts";
export { RoutingStrategy, WhenGone, type RoutingOptions } from "./model/option/value/routing-options.ts";
export {
  COMPLETION_COUNTERS,
  toCompletionMinutes,
  type CompletionCounter,
} from "./ports/completion-minutes.ts";
export type { DefinitionQuery, IMoDefinitionStore, RegisteredDefinition } from "./ports/definition-store.ts";
export type {
  EventHandler,
  EventSubscription,
  IMoEventBus,
  MoEvent,
  PublishOptions,
  SubscribeOptions,
} from "./ports/event-bus.ts";
export type { JobExecutionRequested } from "./ports/execution-requested.ts";
export type { IMoExecutorStore, LoopLife } from "./ports/executor-store.ts";
export type { IMoInstanceQueries, InstanceQuery } from "./ports/instance-queries.ts";
export type { IMoInstanceRetention, RetentionSweep } from "./ports/instance-retention.ts";
export type { CompletionMinute, CountedRuns, IMoInstanceStatistics } from "./ports/instance-statistics.ts";
export {
  BEFORE_ALL_ENDS,
  type EndedPage,
  type IMoInstanceStore,
  type LaneQuery,
  type OpenInstanceQuery,
} from "./ports/instance-store.ts";
export { PhaseName } from "./model/phase-mark.ts";
export { runFolderName, RunFolderName } from "./model/file/run-folder-name.ts";
export type { IMoLogStore } from "./ports/log-store.ts";
export type { IMoJobScheduleMetadataStore } from "./ports/metadata-store.ts";
export type { FileContent, FileToStore, IMoFileStore } from "./ports/file-store.ts";
export type { HistoryQuery, IMoHistoryStore } from "./ports/history-store.ts";
export type { IMoIncidentStore, IncidentQuery } from "./ports/incident-store.ts";
export type { IMoScriptStore } from "./ports/script-store.ts";
export type { IMoRecordStore } from "./ports/record-store.ts";
export {
  defineRecords,
  fieldOf,
  type RecordDefinition,
  type Recorded,
  type RecordField,
  type RecordFieldType,
} from "./model/record/record-definition.ts";
export {
  alternativesOf,
  readerOf,
  type RecordFilter,
  type RecordQuery,
  type RecordRange,
  type RecordTest,
  type RecordValue,
  testsOf,
  toComparable,
} from "./model/record/record-query.ts";
export { pageOfRecords } from "./records/record-page.ts";
export { openOwnRecords, OWN_RECORDS } from "./records/own-records.ts";
export type {
  IMoRollupStore,
  RollupQuery,
  RollupTally,
  RollupTallyQuery,
  RollupTime,
} from "./ports/rollup-store.ts";
export {
  GRAIN_MS,
  grainEndOf,
  grainOf,
  type Rollup,
  type RollupFigures,
  RollupGrain,
  type RollupKey,
  RollupKind,
  type ShownGrain,
} from "./model/rollup/rollup.ts";
export { coarserRollups } from "./model/rollup/coarser-rollups.ts";
export { decodeFigures, encodeFigures } from "./model/rollup/stored-figures.ts";
export { addNumbers, numbersOf, ROLLUP_NUMBERS, type RollupNumbers } from "./model/rollup/rollup-numbers.ts";
export {
  generationFor,
  NO_ROLLUPS,
  type RollupBatch,
  type RollupDraft,
  type RollupGeneration,
  type RollupState,
  type RollupStretch,
  stateAfter,
  stretchesOf,
  withDraft,
  withoutDraft,
} from "./model/rollup/rollup-state.ts";
export { addFigures, FiguresSum, OTHER_NAMES } from "./model/rollup/figures-sum.ts";
export { type Histogram, quantileOf } from "./model/rollup/histogram.ts";
export type { DueTask, IMoTaskStore, TaskWrite } from "./ports/task-store.ts";
export type { IMoWorkerNames, NamedWorker } from "./ports/worker-names.ts";
export type { TaskFact } from "./model/task/task-fact.ts";
export type { TaskState } from "./model/task/task-state.ts";
export { foldFacts, foldInTurns } from "./model/task/apply-fact.ts";
export type { FileSource } from "./model/file/file-source.ts";
export { tooLarge, tooMany } from "./model/file/file-refusal.ts";
export { filesIn, type FileValue, isFileName, isFileValue, runOfFile } from "./model/file/file-value.ts";
export { FILE_LIMITS, assertFileName, type FileLimits, type StoredFile } from "./model/file/stored-file.ts";
export {
  ActKind,
  ActOutcome,
  SubjectType,
  completeAct,
  type Act,
  type ActChange,
  type ActOrigin,
  type ActSubject,
  type Actor,
  type StoredAct,
} from "./model/history/act.ts";
export type { ActLink, LinkedAct } from "./model/history/act-link.ts";
export {
  OperationKind,
  type Operation,
  type OperationItem,
  type OperationPart,
} from "./model/history/operation.ts";
export type {
  AlarmCondition,
  Severity,
  AlarmSubject,
  IncidentParameters,
} from "./model/incident/condition.ts";
export {
  type IncidentEventKind,
  type IncidentState,
  NoticeEvent,
  type Resolution,
  type Finding,
  type Incident,
  type IncidentError,
  type IncidentEvent,
  type MadeNotice,
} from "./model/incident/incident.ts";
export {
  summaryOfScript,
  type ScriptRef,
  type ScriptStamp,
  type ScriptVersion,
  type ScriptVersionSummary,
} from "./model/script-version.ts";
export { scriptOfRun } from "./model/instance/walk.ts";
export { keyOf } from "./definition/job-key.ts";
export type { Page, PageRequest } from "./ports/page.ts";
export type { Carrier, IMoRuntime } from "./ports/runtime.ts";
export type { IMoStateStore, StateEntry, StateLease, StateWriteOptions } from "./ports/state-store.ts";
export { StoreTopic, type StoreChange, type StoreWatch, type StoreWatchFilter } from "./ports/store-watch.ts";
export type {
  IMoWorkRunner,
  OpenCallbackOptions,
  RunCallback,
  RunSecrets,
  SharedPart,
  SharedParts,
  WorkAttempt,
  WorkContext,
  WorkFiles,
  WorkLog,
  WorkSlots,
} from "./ports/work-runner.ts";
export { isLoopback } from "./base/loopback.ts";
export { endOfFires, isFireAfter } from "./model/name/run-id.ts";
