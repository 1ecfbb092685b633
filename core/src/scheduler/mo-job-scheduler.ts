import type { WaitingFires } from "../model/option/value/waiting-fires.ts";
import type { RunningProcess } from "../model/process/running-process.ts";
import type { ActOrigin } from "../model/history/act.ts";
import type { Needs } from "../access/needs.ts";
import type { Principal } from "../access/principal.ts";
import type { JobRegistry } from "./job-registry.ts";
import type { JsonValue } from "../base/json.ts";
import type { DebugModes } from "../model/option/scheduler-options.ts";
import type { JobMetrics } from "../model/metrics/run-metrics.ts";
import type { CallbackReport, CallbackState } from "../model/callback-report.ts";
import type { JobInstance } from "../model/instance/job-instance.ts";
import type { ControlPlaneRecord } from "../model/process/control-plane-record.ts";
import type { ExecutorRecord } from "../model/executor-record.ts";
import type { CompletionMinute } from "../ports/instance-statistics.ts";
import type { StoreChange, StoreTopic, StoreWatch } from "../ports/store-watch.ts";
import type { AppSummary } from "./app-summary.ts";
import type { Delays } from "./delays.ts";
import type { AddExecutorKeyRequest, ExecutorKey, ExecutorKeyView } from "../access/executor-key.ts";
import type { ExpectedExecutorView, ExpectExecutorRequest } from "../model/expected-executor.ts";
import type { HealthCheck, HealthOptions } from "./health-check.ts";
import type { ExplanationService } from "./explanation-service.ts";
import type { AuditService } from "./history/audit-service.ts";
import type { HistoryService } from "./history/history-service.ts";
import type { AlarmService } from "./alarm-service.ts";
import type { IncidentService } from "./incident-service.ts";
import type { InstanceService } from "./instance-service.ts";
import type { JobService } from "./job-service.ts";
import type { OperationService } from "./history/operation-service.ts";
import type { TaskService } from "./task-service.ts";
import type { QueueService } from "./queue-service.ts";
import type { SecretService } from "./secret-service.ts";
import type { SampleService } from "./sample-service.ts";
import type { ScriptService } from "./script-service.ts";
import type { Measurements } from "./measurements.ts";
import type { TenantService } from "./tenant-service.ts";
import type { CalendarService } from "./calendar-service.ts";
import type { ViewService } from "./view-service.ts";
import type { ArchiveService } from "./archive-service.ts";
import type { BackfillService } from "./backfill-service.ts";
import type { ExportService } from "./export-service.ts";
import type { ForecastService } from "./forecast-service.ts";
import type { ReportService } from "./report-service.ts";
import type { StorageService } from "./storage-service.ts";
import type { WindowService } from "./window-service.ts";
import type { Overview } from "./overview.ts";
import type { TriggerJob, WaitOptions } from "./started-run.ts";

/**
 * The control plane as callers see it: everything the HTTP API, the panel and code can ask.
 *
 * A scoped one sees and touches the jobs of one app only; to it, everything else does not exist.
 */
export interface MoJobScheduler {
  readonly tenant: string;
  /** The one app it is limited to; `null` sees all. */
  readonly scope: string | null;
  /** Who asks through it: kept with every change, and limited to its permissions. */
  readonly principal: Principal;
  /** Whether each run is carried by a workflow, which Temporal's own tools can show, start and end. */
  readonly hasWorkflows: boolean;
  /** The features that it was opened with, by name: the methods of others reject with `feature_missing`. */
  readonly features: readonly string[];
  /** How to treat the waiting runs of an app that is stopped, where the request does not say. */
  readonly stopWaiting: WaitingFires;
  readonly registry: JobRegistry;
  /**
   * Triggers a job, by its key as text or by its class or definition, whose arguments the compiler then checks.
   * @throws MoJobError as `InstanceService.trigger`
   * @example
   * ```ts
   * const run = await scheduler.trigger(SendMail, { to: "ada@example.com" }, { delayMs: 60_000 });
   * ```
   */
  readonly trigger: TriggerJob;
  /** The result of a run, by its id; as `StartedRun.result`. @throws MoJobError besides, `instance_not_found` */
  result(id: string, options?: WaitOptions): Promise<JsonValue>;
  /**
   * Resolves to the run's record once the run has ended, however it ended.
   * @throws MoJobError `instance_not_found`; `timeout` when `timeoutMs` is over; `shutting_down`
   */
  ended(id: string, options?: WaitOptions): Promise<JobInstance>;
  readonly jobs: JobService;
  readonly instances: InstanceService;
  readonly queue: QueueService;
  readonly secrets: SecretService;
  readonly scripts: ScriptService;
  readonly history: HistoryService;
  readonly audit: AuditService;
  readonly explanations: ExplanationService;
  readonly incidents: IncidentService;
  readonly alarms: AlarmService;
  readonly operations: OperationService;
  readonly tasks: TaskService;
  /** Filters of lists that people have given a name. */
  readonly views: ViewService;
  /** Makes up for fires that were missed or never planned. */
  readonly backfills: BackfillService;
  /** What will fire, how much of it runs at once, and what to do about it. */
  readonly forecasts: ForecastService;
  /** Days of work and holidays, by which schedules fire. */
  readonly calendars: CalendarService;
  /** Sums of ended runs. */
  readonly reports: ReportService;
  /** What the tenant keeps, and what that costs in bytes. */
  readonly storage: StorageService;
  /** Times in which jobs do not fire, or nothing of them begins. */
  readonly windows: WindowService;
  /** What workers use of their machines. */
  readonly samples: SampleService;
  /** Files with what ran in a range of time. */
  readonly exports: ExportService;
  /** Such files that were imported, which are read-only. */
  readonly archives: ArchiveService;
  /** The stored settings of the tenant. */
  readonly settings: TenantService;
  /**
   * Takes what the target of a request reports at its callback address; resolves to the state that stands. The address is all
   * that is needed: its token can be known to nobody else.
   * @throws MoJobError `callback_not_found`, `callback_ended`
   */
  acceptCallback(id: string, token: string, report: CallbackReport): Promise<CallbackState>;
  /** The workers that are online: seen within the last 10 s. */
  workers(): Promise<readonly ExecutorRecord[]>;
  /**
   * Asks a worker to take no new runs; it knows within a heartbeat, gives back what it has not begun and is idle when what it
   * runs has ended. A restart ends it.
   * @throws MoJobError `worker_not_found`
   */
  drainWorker(id: string): Promise<ExecutorRecord>;
  /** Lets a worker take runs again. @throws MoJobError `worker_not_found` */
  undrainWorker(id: string): Promise<ExecutorRecord>;
  /** The executors that an app should have, on a list kept by hand, and which of them are missing; by name. */
  expectedExecutors(app: string): Promise<readonly ExpectedExecutorView[]>;
  /**
   * Puts an executor on the list of its app, or replaces it there; resolves to the list. One of XXL-JOB is from then on called at its
   * address with the app's token, which this approves.
   * @throws MoJobError `invalid_argument`; `stale_revision` where others change the list at each try
   */
  expectExecutor(app: string, request: ExpectExecutorRequest): Promise<readonly ExpectedExecutorView[]>;
  /** Takes an executor from the list of its app; resolves to the list. An unknown name is no error. */
  forgetExecutor(app: string, name: string): Promise<readonly ExpectedExecutorView[]>;
  /** The public keys with which executors of an app sign their calls; by executor, the oldest first. */
  executorKeys(app: string): Promise<readonly ExecutorKeyView[]>;
  /**
   * Registers a public key, of one executor of the app or of all of them; a key that is there stays as it is. Each has at most two, so that
   * a new one can be in use before the old one is removed.
   * @throws MoJobError `invalid_argument` for what is no Ed25519 public key, and for a third one; `stale_revision` where others change the keys at each try
   */
  addExecutorKey(app: string, request: AddExecutorKeyRequest): Promise<ExecutorKey>;
  /** Removes a public key: the next call that is signed with it is refused. An unknown id is no error. */
  removeExecutorKey(app: string, id: string): Promise<void>;
  /** The processes that decide for the tenant, and what each of them does now; the oldest first. */
  controlPlanes(): Promise<readonly ControlPlaneRecord[]>;
  /** The apps that have jobs or workers, with what waits for them. */
  apps(): Promise<readonly AppSummary[]>;
  overview(): Promise<Overview>;
  /** How far behind it is. */
  delays(): Promise<Delays>;
  /** Which kinds of jobs run only by hand, whichever process decided it. */
  debugMode(): Promise<DebugModes>;
  /** Runs that ended, a broadcast with its shards as one, minute by minute; the store keeps the minutes of a day. */
  completions(since: Date): Promise<readonly CompletionMinute[]>;
  watch(
    topics: readonly StoreTopic[],
    listener: (changes: readonly StoreChange[]) => void,
  ): Promise<StoreWatch>;
  /** The measurements that this process has made of its jobs since it started. */
  metrics(): Promise<readonly JobMetrics[]>;
  /** All that metrics are made of, in one call for those who may read nothing else. */
  measurements(): Promise<Measurements>;
  /**
   * Who runs the tenant's jobs while this process only stands by and changes nothing; `null` where it does not stand by.
   */
  standby(): RunningProcess | null;
  /** Each part the scheduler needs and whether it is available. */
  health(options?: HealthOptions): Promise<readonly HealthCheck[]>;
  /**
   * The same scheduler, limited to the jobs of one app.
   * @throws MoJobError `invalid_argument` where it is limited to another app already
   */
  scoped(app: string): MoJobScheduler;
  /**
   * The same scheduler for another principal, which gets no permission that this one lacks, in no app in which this one lacks it. Making
   * one is cheap: make one a request.
   * @param needs all that it is for, where that is known: permissions that are needed together count in the apps in which all of them
   * are held, and others not at all
   * @param from where the request came from that it is for, as the audit keeps it
   * @param isLive resolves to whether the principal has the rights that it had: what is done to many, some at a time, goes on only while it does
   * @throws MoJobError `invalid_argument` for a principal whose name cannot be kept
   * @example
   * ```ts
   * const support = scheduler.as({ kind: "user", name: "li", permissions: ["runs:read", "runs:cancel"] });
   * await support.instances.cancel(id); // the run says: cancelled by user:li
   * ```
   */
  as(principal: Principal, needs?: Needs, from?: ActOrigin, isLive?: () => Promise<boolean>): MoJobScheduler;
}
