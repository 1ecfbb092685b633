import { Permission } from "../../access/permission.ts";
import { RouteAction } from "../../model/incident/alarm-route.ts";
import { WaitingFires } from "../../model/option/value/waiting-fires.ts";
import type { AlarmService } from "../../scheduler/alarm-service.ts";
import type { ExplanationService } from "../../scheduler/explanation-service.ts";
import type { AuditService } from "../../scheduler/history/audit-service.ts";
import type { HistoryService } from "../../scheduler/history/history-service.ts";
import type { IncidentService } from "../../scheduler/incident-service.ts";
import type { InstanceService } from "../../scheduler/instance-service.ts";
import type { JobRegistry } from "../../scheduler/job-registry.ts";
import type { JobService } from "../../scheduler/job-service.ts";
import type { MoJobScheduler } from "../../scheduler/mo-job-scheduler.ts";
import type { OperationService } from "../../scheduler/history/operation-service.ts";
import type { QueueService } from "../../scheduler/queue-service.ts";
import type { ScriptService } from "../../scheduler/script-service.ts";
import type { TaskService } from "../../scheduler/task-service.ts";
import type { SecretService } from "../../scheduler/secret-service.ts";

export type AnyMethod = (...args: never[]) => unknown;

/** Whether a list of routes as a request has it names an action. */
function namesAction(routes: unknown, action: RouteAction): boolean {
  return (
    Array.isArray(routes) &&
    routes.some(
      (route: unknown) =>
        typeof route === "object" && route !== null && "action" in route && route.action === action,
    )
  );
}

/** The names of the methods of a service, without its services and its data. */
export type MethodName<Service> = {
  [Name in keyof Service]: Service[Name] extends AnyMethod ? Name & string : never;
}[keyof Service];

/** The services of a scheduler. */
export type ServiceName =
  | "jobs"
  | "instances"
  | "queue"
  | "secrets"
  | "scripts"
  | "history"
  | "audit"
  | "explanations"
  | "incidents"
  | "alarms"
  | "operations"
  | "tasks"
  | "registry";

/** What a request leaves out. */
export interface RuleDefaults {
  readonly stopWaiting: WaitingFires;
}

/** A method of which some requests need more than others. */
export interface RequestRule<Method extends AnyMethod = AnyMethod> {
  readonly always: readonly Permission[];
  /** Further permissions, each with which requests need it. */
  readonly sometimes: Readonly<
    Partial<Record<Permission, (args: Parameters<Method>, defaults: RuleDefaults) => boolean>>
  >;
}

/** The permission that a method needs; `null` is free. */
export type MethodRule<Method extends AnyMethod = AnyMethod> = Permission | RequestRule<Method> | null;

/** A rule for every method: one without a rule does not compile. */
type Rules<Service> = {
  readonly [Name in MethodName<Service>]: MethodRule<Extract<Service[Name], AnyMethod>>;
};

const JOBS: Rules<JobService> = {
  list: Permission.ReadJobs,
  count: Permission.ReadJobs,
  names: Permission.ReadRuns,
  get: Permission.ReadJobs,
  create: Permission.CreateJobs,
  copy: Permission.CreateJobs,
  remove: Permission.DeleteJobs,
  update: Permission.EditJobs,
  pause: {
    always: [Permission.PauseJobs],
    sometimes: { [Permission.CancelRuns]: ([, request]) => request?.waiting === WaitingFires.Cancel },
  },
  resume: Permission.PauseJobs,
  stopApp: {
    always: [Permission.PauseJobs],
    sometimes: {
      [Permission.CancelRuns]: ([, request], { stopWaiting }) =>
        (request?.waiting ?? stopWaiting) === WaitingFires.Cancel,
    },
  },
  startApp: Permission.PauseJobs,
  upcoming: Permission.ReadJobs,
};

const INSTANCES: Rules<InstanceService> = {
  trigger: Permission.TriggerRuns,
  triggerMany: Permission.TriggerRuns,
  tryWork: {
    always: [Permission.TriggerRuns],
    sometimes: {
      [Permission.CreateJobs]: ([{ jobKey }]) => jobKey === undefined,
      [Permission.EditJobs]: ([{ jobKey }]) => jobKey !== undefined,
    },
  },
  list: Permission.ReadRuns,
  count: Permission.ReadRuns,
  recentByJob: Permission.ReadRuns,
  get: Permission.ReadRuns,
  children: Permission.ReadRuns,
  waitingForWorker: Permission.ReadRuns,
  workerNames: Permission.ReadRuns,
  cancel: Permission.CancelRuns,
  release: Permission.CancelRuns,
  rerun: Permission.RerunRuns,
  failures: Permission.ReadRuns,
  handleFailure: Permission.RerunRuns,
  bulk: {
    always: [],
    sometimes: {
      [Permission.CancelRuns]: ([{ action }]) => action === "cancel",
      [Permission.RerunRuns]: ([{ action }]) => action !== "cancel",
    },
  },
  carrier: Permission.ReadRuns,
  logs: Permission.ReadRuns,
  files: Permission.ReadRuns,
  file: Permission.ReadRuns,
};

const QUEUE: Rules<QueueService> = {
  list: Permission.ReadRuns,
  prioritize: Permission.TriggerRuns,
  runNext: Permission.TriggerRuns,
  clear: Permission.CancelRuns,
};

const SECRETS: Rules<SecretService> = {
  list: Permission.ReadSecrets,
  create: Permission.EditSecrets,
  replace: Permission.EditSecrets,
  remove: Permission.EditSecrets,
  reseal: Permission.EditSecrets,
};

const SCRIPTS: Rules<ScriptService> = {
  versions: Permission.ReadJobs,
  version: Permission.ReadJobs,
  save: Permission.EditJobs,
  saveDraft: Permission.EditJobs,
  release: Permission.EditJobs,
};

const HISTORY: Rules<HistoryService> = {
  list: { always: [Permission.ReadJobs, Permission.ReadRuns], sometimes: {} },
};

const AUDIT: Rules<AuditService> = {
  list: Permission.ReadAudit,
  verify: Permission.ReadAudit,
  // The program itself says what it has let in and what it has refused.
  note: null,
};

/** They name who did what, and workers by what they are called, as the history and a run do. */
const EXPLANATIONS: Rules<ExplanationService> = {
  run: { always: [Permission.ReadJobs, Permission.ReadRuns], sometimes: {} },
  job: { always: [Permission.ReadJobs, Permission.ReadRuns], sometimes: {} },
};

/** An incident names runs with their errors, as a list of runs does. */
const INCIDENTS: Rules<IncidentService> = {
  list: { always: [Permission.ReadAlarms, Permission.ReadRuns], sometimes: {} },
  counts: Permission.ReadAlarms,
  get: { always: [Permission.ReadAlarms, Permission.ReadRuns], sometimes: {} },
  acknowledge: Permission.HandleAlarms,
  assign: Permission.HandleAlarms,
  snooze: Permission.HandleAlarms,
  note: Permission.HandleAlarms,
  resolve: Permission.HandleAlarms,
};

const ALARMS: Rules<AlarmService> = {
  rules: Permission.ReadAlarms,
  replaceRules: Permission.EditAlarms,
  routes: Permission.ReadAlarms,
  replaceRoutes: {
    always: [Permission.EditAlarms, Permission.TriggerRuns],
    // What a route does without anybody, who makes it may do by hand.
    sometimes: {
      [Permission.RerunRuns]: ([routes]) => namesAction(routes, RouteAction.Rerun),
      [Permission.PauseJobs]: ([routes]) => namesAction(routes, RouteAction.Pause),
      [Permission.HandleAlarms]: ([routes]) => namesAction(routes, RouteAction.Acknowledge),
    },
  },
  previewRoutes: { always: [Permission.ReadAlarms, Permission.ReadRuns], sometimes: {} },
  silences: Permission.ReadAlarms,
  silence: Permission.HandleAlarms,
  endSilence: Permission.HandleAlarms,
  previewRules: { always: [Permission.ReadAlarms, Permission.ReadRuns], sometimes: {} },
  heartbeats: Permission.ReadAlarms,
  replaceHeartbeats: Permission.EditAlarms,
  // Its token is the right.
  ping: null,
};

const OPERATIONS: Rules<OperationService> = {
  list: { always: [Permission.ReadJobs, Permission.ReadRuns], sometimes: {} },
  get: { always: [Permission.ReadJobs, Permission.ReadRuns], sometimes: {} },
  changeJobs: {
    always: [],
    sometimes: {
      [Permission.TriggerRuns]: ([{ action }]) => action === "run",
      [Permission.PauseJobs]: ([{ action }]) => action !== "run",
      [Permission.CancelRuns]: ([{ waiting }]) => waiting === WaitingFires.Cancel,
    },
  },
  resumePaused: Permission.PauseJobs,
  cancelMade: Permission.CancelRuns,
};

const REGISTRY: Rules<JobRegistry> = {
  defaults: null,
  declare: null,
  check: Permission.RegisterJobs,
  register: Permission.RegisterJobs,
};

const TASKS: Rules<TaskService> = {
  validate: Permission.ReadJobs,
  get: Permission.ReadRuns,
  at: Permission.ReadRuns,
  log: Permission.ReadRuns,
  operate: Permission.OperateRuns,
  editValue: Permission.OperateRuns,
  previewRerun: Permission.ReadRuns,
  rerun: Permission.RerunRuns,
};

const OWN: Rules<MoJobScheduler> = {
  trigger: Permission.TriggerRuns,
  result: Permission.ReadRuns,
  ended: Permission.ReadRuns,
  workers: Permission.ReadWorkers,
  drainWorker: Permission.DrainWorkers,
  undrainWorker: Permission.DrainWorkers,
  expectedExecutors: Permission.ReadWorkers,
  expectExecutor: Permission.EditWorkers,
  forgetExecutor: Permission.EditWorkers,
  executorKeys: Permission.ReadWorkers,
  addExecutorKey: Permission.EditWorkers,
  removeExecutorKey: Permission.EditWorkers,
  controlPlanes: Permission.ReadSystem,
  apps: Permission.ReadSystem,
  overview: Permission.ReadSystem,
  delays: Permission.ReadSystem,
  acceptCallback: null,
  debugMode: null,
  completions: Permission.ReadSystem,
  attention: Permission.ReadSystem,
  watch: Permission.ReadSystem,
  health: Permission.ReadSystem,
  metrics: Permission.ReadSystem,
  standby: null,
  scoped: null,
  as: null,
};

/** What every method of the scheduler needs: the one table of permissions. The gate, the routes and their documentation follow from it. */
export const METHOD_RULES: {
  readonly [Name in ServiceName]: Rules<MoJobScheduler[Name]>;
} & { readonly own: Rules<MoJobScheduler> } = {
  jobs: JOBS,
  instances: INSTANCES,
  queue: QUEUE,
  secrets: SECRETS,
  scripts: SCRIPTS,
  history: HISTORY,
  audit: AUDIT,
  explanations: EXPLANATIONS,
  incidents: INCIDENTS,
  alarms: ALARMS,
  operations: OPERATIONS,
  tasks: TASKS,
  registry: REGISTRY,
  own: OWN,
};

/** A method of the scheduler or of one of its services: `workers`, `instances.cancel`. */
export type SchedulerMethod =
  | MethodName<MoJobScheduler>
  | { [Name in ServiceName]: `${Name}.${MethodName<MoJobScheduler[Name]>}` }[ServiceName];
