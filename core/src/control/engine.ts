import type { AppSet } from "../access/app-set.ts";
import type { Clock } from "../base/clock.ts";
import type { KeyRing } from "../base/sealing/key-ring.ts";
import type { CallbackAddresses } from "../callbacks/callback-addresses.ts";
import type { JobDefinitionCache } from "../definition/definition-cache.ts";
import type { ScheduleRulesCache } from "../definition/schedule-rules-cache.ts";
import type { GlobalDefaults } from "../definition/global-defaults.ts";
import type { TenantSettingsCache } from "../definition/tenant/tenant-settings-cache.ts";
import type { Trials } from "../definition/trial/trials.ts";
import type { DebugMode } from "../dispatch/debug-mode.ts";
import type { Dispatcher } from "../dispatch/dispatcher.ts";
import type { InstanceCreator } from "../dispatch/instance-creator.ts";
import type { Router } from "../dispatch/router.ts";
import type { ReportFailure } from "../dispatch/unattended-failure.ts";
import type { OwnJobDefinitions } from "../definition/own-job-definitions.ts";
import type { TaskHost } from "../work/task-host.ts";
import type { Duty } from "../duties/duty.ts";
import type { EndFollower } from "../duties/following/end-follower.ts";
import type { EndSource } from "../duties/following/end-source.ts";
import type { RunEnds } from "../duties/following/run-ends.ts";
import type { ExecutorRecord } from "../model/executor-record.ts";
import type { RunMetrics } from "../model/metrics/run-metrics.ts";
import type { ResolvedQuotas } from "../model/option/quota-options.ts";
import type { SchedulerOptions } from "../model/option/scheduler-options.ts";
import type { WaitingFires } from "../model/option/value/waiting-fires.ts";
import type { RunningProcess } from "../model/process/running-process.ts";
import type { IMoEventBus } from "../ports/event-bus.ts";
import type { IMoJobScheduleMetadataStore } from "../ports/metadata-store.ts";
import type { IMoRuntime } from "../ports/runtime.ts";
import type { IMoStateStore } from "../ports/state-store.ts";
import type { TenantSlots } from "../waiting/bounds/tenant-slots.ts";
import type { WorkKindRules } from "../model/work-kind-rules.ts";
import type { TaskWork } from "../model/job-work.ts";
import type { JobInstance } from "../model/instance/job-instance.ts";
import type { JobRegistry } from "../scheduler/job-registry.ts";
import type { MoJobScheduler } from "../scheduler/mo-job-scheduler.ts";
import type { StoredSecrets } from "../secrets/stored-secrets.ts";
import type { CodeRunner } from "../work/code-runner.ts";
import type { RecordDefinition } from "../model/record/record-definition.ts";
import type { PerRequester } from "./access/per-requester.ts";
import type { Rules, ServiceName } from "./access/method-rule.ts";
import type { Views } from "./access/method-view.ts";
import type { HealthProbe } from "./health.ts";
import type { ActLog } from "./history/act-log.ts";
import type { ScheduleRuleSource } from "../schedule/rules/schedule-rules.ts";
import type { Acts } from "./history/noted.ts";
import type { OperationRecords } from "./history/operation-records.ts";
import type { SampleSource } from "./sample-source.ts";
import type { StrictAudit } from "./history/strict-audit.ts";
import type { Instances } from "./instances/instances.ts";
import type { Jobs } from "./jobs/jobs.ts";

export interface EngineOptions {
  readonly tenant: string;
  readonly store: IMoJobScheduleMetadataStore;
  readonly state: IMoStateStore;
  readonly bus: IMoEventBus;
  readonly runtime: IMoRuntime;
  readonly clock: Clock;
  /** Seals and opens secrets. @default null: work that names secrets fails */
  readonly keys?: KeyRing | null;
  /** Where others reach the tenant's API, without a slash at the end. @default null: nothing can report to runs */
  readonly publicUrl?: string | null;
  /** @default {} */
  readonly scheduler?: SchedulerOptions;
  /** The jobs this process has the code of, where it also runs them. @default null */
  readonly code?: CodeRunner | null;
  /** Parts of the runtime that can be unavailable, besides store and state store. @default [] */
  readonly healthChecks?: readonly HealthProbe[];
  /** Whether the bus brings ends of runs late: who ends a node's run then moves its task on. @default false */
  readonly endsComeLate?: boolean;
  /** Where waits for results learn of ends. @default the store's changes, which every process that shares it sees */
  readonly endSources?: readonly EndSource[];
  /** Who runs the tenant's jobs while this process only stands by; `null` where nothing hinders it. @default never stands by */
  readonly standby?: () => RunningProcess | null;
  /** Whether runs that are made now are lost, because this process ends and nothing keeps them. @default they are kept */
  readonly isEnding?: () => boolean;
  /** The features of the scheduler beside the jobs themselves. @default []: the methods of those that are missing reject */
  readonly features?: readonly Feature[];
  readonly onError: (error: unknown) => void;
  /** @default a line on stderr */
  readonly onWarning?: (warning: string) => void;
}

/** The parts of one tenant that a control plane, a worker and a process that only triggers have in common. */
export interface Engine extends Required<EngineOptions> {
  readonly cache: JobDefinitionCache;
  /** What is stored beside the jobs that says when they fire. */
  readonly rules: ScheduleRulesCache;
  readonly trials: Trials;
  readonly globals: GlobalDefaults;
  readonly registry: JobRegistry;
  readonly dispatcher: Dispatcher;
  readonly router: Router;
  readonly creator: InstanceCreator;
  /** `null` without the feature `tasks`. */
  readonly tasks: TaskHost | null;
  readonly debugMode: DebugMode;
  /** The quotas in force: each is looked up as it is used. */
  readonly quotas: ResolvedQuotas;
  /** The settings that people have stored for the tenant. */
  readonly settings: TenantSettingsCache;
  readonly places: TenantSlots;
  readonly ends: RunEnds;
  readonly metrics: RunMetrics;
  readonly secrets: StoredSecrets;
  readonly callbacks: CallbackAddresses;
}

/** The parts of a tenant that its services are made of. */
export interface ServiceParts extends Engine {
  readonly actLog: ActLog;
  readonly operationRecords: OperationRecords;
  /** Writes what is about to be done; `null` where that is not wanted. */
  readonly strict: StrictAudit | null;
  /** How to treat the waiting runs of an app that is stopped, where the request does not say. */
  readonly stopWaiting: WaitingFires;
  /** The workers of some apps that are online. */
  workers(apps: AppSet): Promise<readonly ExecutorRecord[]>;
  /** The two services that others call. */
  readonly jobs: Jobs;
  readonly instances: Instances;
}

/** A service of the scheduler: how it is made, what each of its methods needs, and what is hidden of what they resolve to. */
export interface ServiceDefinition<Name extends ServiceName = ServiceName> {
  readonly rules: Rules<MoJobScheduler[Name]>;
  /** @default nothing is hidden */
  readonly views?: Views<MoJobScheduler[Name]>;
  /** What is noted of each method that changes something; each reads by the service that `create` made. @default none changes anything */
  readonly acts?: Acts<MoJobScheduler[Name], never>;
  readonly create: (parts: ServiceParts) => PerRequester<MoJobScheduler[Name]>;
}

export type ServiceTable = { readonly [Name in ServiceName]?: ServiceDefinition<Name> };

/** The parts of a tenant that duties and followers are made of. */
export interface PlaneParts {
  readonly engine: Engine;
  /** Reports attempts that fail without a worker. */
  readonly onFailed: ReportFailure;
  /** Whether nobody takes failed runs, so that they are lines on stderr. */
  readonly printsFailures: boolean;
  scheduler(): MoJobScheduler;
}

/** The parts with which tasks are moved on. */
export type TaskHostParts = Pick<
  Engine,
  "tenant" | "store" | "cache" | "dispatcher" | "creator" | "clock" | "runtime" | "endsComeLate" | "onError"
> & {
  /** Called with a task's run as it was, once it has ended. */
  readonly onEnded: (run: JobInstance, end: { readonly state: string }) => void;
};

/** The tasks of a tenant, of which definitions are read before the parts are there that they are moved on with. */
export interface OpenedTasks {
  readonly ownJobs: OwnJobDefinitions;
  host(parts: TaskHostParts): TaskHost;
}

/** From where to where a feature copies what it keeps of a tenant. */
export interface FeatureCopyOptions {
  readonly tenant: string;
  readonly from: IMoJobScheduleMetadataStore;
  readonly to: IMoJobScheduleMetadataStore;
  /** Called after each part. @throws MoJobError `cancelled`, `lock_held` where the copy has to end */
  readonly onCopied: () => void;
}

/**
 * A part of the scheduler beside the jobs themselves: its services, what it does in the background, and what it does because runs end. A
 * deployment is opened with a list of them; the methods of a feature that is not in the list reject with `feature_missing`.
 * @example
 * ```ts
 * export const why: Feature = {
 *   name: "why",
 *   services: { explanations: { rules: RULES, create: createExplanationService } },
 * };
 * ```
 */
export interface Feature {
  readonly name: string;
  /** @default none */
  readonly services?: ServiceTable;
  /** The kinds of small records that it keeps, each found by its `id`: a copy of the store takes them along. @default none */
  readonly records?: readonly RecordDefinition<never, "id">[];
  /** Copies what it keeps in another way than as such records; a copy that was interrupted repeats it. @default nothing */
  readonly copy?: (options: FeatureCopyOptions) => Promise<void>;
  /** Each runs in one place per tenant. @default none */
  readonly duties?: (parts: PlaneParts) => readonly Duty[];
  /** @default none */
  readonly followers?: (parts: PlaneParts) => readonly EndFollower[];
  /** Resolves to the positions in the feed of ends that it has got to by itself: retention keeps what ended after them. @default none */
  readonly readTo?: (parts: PlaneParts) => Promise<readonly string[]>;
  /** Samples that it keeps, which exports take along. @default none */
  readonly samples?: (parts: Pick<Engine, "store" | "tenant" | "clock">) => readonly SampleSource[];
  /** Rules that it stores beside the jobs: every plan asks with them. @default none */
  readonly scheduleRules?: (parts: Pick<Engine, "store" | "tenant">) => ScheduleRuleSource;
  /** Kinds of work beside the core's own. @default none */
  readonly workKinds?: readonly WorkKindRules<TaskWork>[];
  /** Moves runs of tasks on. @default the feature has none */
  readonly tasks?: (parts: Pick<Engine, "store" | "clock" | "tenant">) => OpenedTasks;
}
