import { Permission } from "../../access/permission.ts";
import type { RunSearch } from "../../model/instance/run-search.ts";
import { WaitingFires } from "../../model/option/value/waiting-fires.ts";
import type { AuditService } from "../../scheduler/history/audit-service.ts";
import type { HistoryService } from "../../scheduler/history/history-service.ts";
import type { InstanceService } from "../../scheduler/instance-service.ts";
import type { JobRegistry } from "../../scheduler/job-registry.ts";
import type { JobService } from "../../scheduler/job-service.ts";
import type { MoJobScheduler } from "../../scheduler/mo-job-scheduler.ts";
import type { OperationService } from "../../scheduler/history/operation-service.ts";
import type { QueueService } from "../../scheduler/queue-service.ts";
import type { ScriptService } from "../../scheduler/script-service.ts";
import type { TenantService } from "../../scheduler/tenant-service.ts";
import type { SecretService } from "../../scheduler/secret-service.ts";
import type { Rules } from "./method-rule.ts";
import {
  makesWork,
  namesOptions,
  namesWork,
  searchesPayloads,
  startsByHand,
  startsSomeByHand,
} from "./requested-parts.ts";

export const JOBS_RULES: Rules<JobService> = {
  list: Permission.ReadJobs,
  count: Permission.ReadJobs,
  names: Permission.ReadRuns,
  get: Permission.ReadJobs,
  check: {
    always: [],
    sometimes: {
      [Permission.CreateJobs]: ([change]) => "create" in change,
      [Permission.EditJobs]: ([change]) => "update" in change && namesOptions(change.update.patch),
      [Permission.EditWork]: ([change]) =>
        "create" in change ? makesWork(change.create) : namesWork(change.update.patch),
    },
    within: [Permission.UseSecrets, Permission.TriggerRuns],
    leavesAct: () => false,
  },
  create: {
    always: [Permission.CreateJobs],
    sometimes: { [Permission.EditWork]: ([request]) => makesWork(request) },
    within: [Permission.UseSecrets, Permission.TriggerRuns],
  },
  copy: { always: [Permission.CreateJobs], within: [Permission.UseSecrets, Permission.TriggerRuns] },
  remove: Permission.DeleteJobs,
  update: {
    always: [],
    sometimes: {
      [Permission.EditJobs]: ([, patch]) => namesOptions(patch),
      [Permission.EditWork]: ([, patch]) => namesWork(patch),
    },
    within: [Permission.UseSecrets, Permission.TriggerRuns],
  },
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

/** The priority of the job and the modes in force decide whether a run would begin before others, or past them. */
const STARTS = { always: [Permission.TriggerRuns], within: [Permission.OverrideRuns] } as const;
const STARTS_ONE = { ...STARTS, leavesAct: startsByHand } as const;
const STARTS_MANY = { ...STARTS, leavesAct: startsSomeByHand } as const;
const RERUNS = { always: [Permission.RerunRuns], within: [Permission.OverrideRuns] } as const;

const SEARCHES = {
  always: [Permission.ReadRuns],
  sometimes: {
    [Permission.ReadPayloads]: ([query]: readonly [RunSearch, ...unknown[]]) => searchesPayloads(query),
  },
} as const;

const PAYLOADS_OF_RUNS = { always: [Permission.ReadRuns, Permission.ReadPayloads] } as const;

export const INSTANCES_RULES: Rules<InstanceService> = {
  trigger: STARTS_ONE,
  triggerMany: STARTS_MANY,
  tryWork: { always: [Permission.TriggerRuns, Permission.EditWork], within: [Permission.UseSecrets] },
  list: SEARCHES,
  count: SEARCHES,
  recentByJob: Permission.ReadRuns,
  get: Permission.ReadRuns,
  children: Permission.ReadRuns,
  waitingForWorker: Permission.ReadRuns,
  workerNames: Permission.ReadRuns,
  cancel: Permission.CancelRuns,
  release: Permission.CancelRuns,
  rerun: RERUNS,
  failures: {
    always: [Permission.ReadRuns],
    sometimes: { [Permission.ReadPayloads]: ([{ search }]) => search !== undefined },
  },
  handleFailure: Permission.RerunRuns,
  bulk: {
    always: [],
    sometimes: {
      [Permission.CancelRuns]: ([{ action }]) => action === "cancel",
      [Permission.RerunRuns]: ([{ action }]) => action !== "cancel",
      [Permission.ReadPayloads]: ([{ filter, cause }]) => cause !== undefined || searchesPayloads(filter),
    },
    within: [Permission.OverrideRuns],
  },
  carrier: Permission.ReadRuns,
  logs: PAYLOADS_OF_RUNS,
  files: PAYLOADS_OF_RUNS,
  file: PAYLOADS_OF_RUNS,
};

export const QUEUE_RULES: Rules<QueueService> = {
  list: Permission.ReadRuns,
  prioritize: STARTS,
  runNext: { always: [Permission.TriggerRuns, Permission.OverrideRuns] },
  clear: Permission.CancelRuns,
};

export const SECRETS_RULES: Rules<SecretService> = {
  list: Permission.ReadSecrets,
  create: Permission.EditSecrets,
  replace: Permission.EditSecrets,
  remove: Permission.EditSecrets,
  reseal: Permission.EditSecrets,
};

/** The text of a task names the jobs that it starts, and the secrets that these get. */
const EDITS_WORK = {
  always: [Permission.EditWork],
  within: [Permission.UseSecrets, Permission.TriggerRuns],
} as const;

export const SCRIPTS_RULES: Rules<ScriptService> = {
  versions: Permission.ReadJobs,
  version: { always: [Permission.ReadJobs, Permission.ReadPayloads] },
  save: EDITS_WORK,
  saveDraft: EDITS_WORK,
  release: EDITS_WORK,
};

export const HISTORY_RULES: Rules<HistoryService> = {
  list: { always: [Permission.ReadJobs, Permission.ReadRuns] },
};

export const AUDIT_RULES: Rules<AuditService> = {
  list: Permission.ReadAudit,
  verify: Permission.ReadAudit,
  heads: Permission.ReadAudit,
  // The program itself says what it has let in and what it has refused.
  note: null,
  around: null,
};

export const OPERATIONS_RULES: Rules<OperationService> = {
  list: { always: [Permission.ReadJobs, Permission.ReadRuns] },
  get: { always: [Permission.ReadJobs, Permission.ReadRuns] },
  changeJobs: {
    always: [],
    sometimes: {
      [Permission.TriggerRuns]: ([{ action }]) => action === "run",
      [Permission.PauseJobs]: ([{ action }]) => action !== "run",
      [Permission.CancelRuns]: ([{ waiting }]) => waiting === WaitingFires.Cancel,
    },
    within: [Permission.OverrideRuns],
  },
  resumePaused: Permission.PauseJobs,
  cancelMade: Permission.CancelRuns,
};

export const REGISTRY_RULES: Rules<JobRegistry> = {
  defaults: null,
  declare: null,
  check: { always: [Permission.RegisterJobs], leavesAct: () => false },
  register: Permission.RegisterJobs,
};

export const SETTINGS_RULES: Rules<TenantService> = {
  get: Permission.ReadSystem,
  // The program itself lets people in by it.
  requiresSecondFactor: null,
  change: { always: [Permission.EditTenant, Permission.ReadSystem], sometimes: {} },
};

/** The rules of the scheduler's own methods. */
export const OWN_RULES: Rules<MoJobScheduler> = {
  trigger: STARTS,
  result: PAYLOADS_OF_RUNS,
  ended: Permission.ReadRuns,
  workers: Permission.ReadWorkers,
  drainWorker: Permission.DrainWorkers,
  undrainWorker: Permission.DrainWorkers,
  expectedExecutors: Permission.ReadWorkers,
  expectExecutor: Permission.EditWorkers,
  forgetExecutor: Permission.EditWorkers,
  executorKeys: Permission.ReadWorkers,
  // Who signs with it takes runs and registers jobs as an executor does: nobody gives more than they have.
  addExecutorKey: { always: [Permission.EditWorkers, Permission.RunJobs, Permission.RegisterJobs] },
  removeExecutorKey: Permission.EditWorkers,
  controlPlanes: Permission.ReadSystem,
  apps: Permission.ReadSystem,
  overview: Permission.ReadSystem,
  delays: Permission.ReadSystem,
  acceptCallback: null,
  debugMode: null,
  completions: Permission.ReadSystem,
  watch: Permission.ReadSystem,
  health: Permission.ReadSystem,
  metrics: Permission.ReadMetrics,
  measurements: Permission.ReadMetrics,
  standby: null,
  scoped: null,
  as: null,
};
