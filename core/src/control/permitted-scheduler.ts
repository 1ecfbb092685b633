import { describeProcess } from "../model/process/running-process.ts";
import { isReading, Permission } from "../access/permission.ts";
import { assertPermission, type Principal } from "../access/principal.ts";
import { MoJobError, MoJobErrorCode } from "../base/error.ts";
import type { InstanceService } from "../scheduler/instance-service.ts";
import type { JobRegistry } from "../scheduler/job-registry.ts";
import { WaitingFires } from "../model/pausing/waiting-fires.ts";
import type { JobService } from "../scheduler/job-service.ts";
import type { QueueService } from "../scheduler/queue/queue-service.ts";
import type { SecretService } from "../scheduler/secrets/secret-service.ts";
import type { ScriptService } from "../scheduler/scripts/script-service.ts";
import type { MoJobScheduler } from "../scheduler/mo-job-scheduler.ts";

import type { Engine } from "./engine.ts";

type AnyMethod = (...args: never[]) => unknown;

/** The permission of a method, or how it follows from the arguments; `null` is free. A method without a rule does not compile. */
type Rules<Service> = {
  readonly [Name in keyof Service as Service[Name] extends AnyMethod ? Name : never]:
    | Permission
    | ((
        ...args: Service[Name] extends AnyMethod ? Parameters<Service[Name]> : never
      ) => Permission | readonly Permission[])
    | null;
};

const MAY_CANCEL = [Permission.PauseJobs, Permission.CancelRuns] as const;

const JOBS: Rules<Omit<JobService, "stopApp">> = {
  list: Permission.ReadJobs,
  count: Permission.ReadJobs,
  names: Permission.ReadRuns,
  get: Permission.ReadJobs,
  create: Permission.CreateJobs,
  copy: Permission.CreateJobs,
  remove: Permission.DeleteJobs,
  update: Permission.EditJobs,
  pause: (_key, request) => (request?.waiting === WaitingFires.Cancel ? MAY_CANCEL : Permission.PauseJobs),
  resume: Permission.PauseJobs,
  startApp: Permission.PauseJobs,
  upcoming: Permission.ReadJobs,
};

const INSTANCES: Rules<InstanceService> = {
  trigger: Permission.TriggerRuns,
  triggerMany: Permission.TriggerRuns,
  list: Permission.ReadRuns,
  count: Permission.ReadRuns,
  recentByJob: Permission.ReadRuns,
  get: Permission.ReadRuns,
  children: Permission.ReadRuns,
  waitingForWorker: Permission.ReadRuns,
  cancel: Permission.CancelRuns,
  release: Permission.CancelRuns,
  rerun: Permission.RerunRuns,
  failures: Permission.ReadRuns,
  handleFailure: Permission.RerunRuns,
  bulk: ({ action }) => (action === "cancel" ? Permission.CancelRuns : Permission.RerunRuns),
  carrier: Permission.ReadRuns,
  logs: Permission.ReadRuns,
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
  release: Permission.EditJobs,
};

const REGISTRY: Rules<JobRegistry> = {
  defaults: null,
  declare: null,
  check: Permission.RegisterJobs,
  register: Permission.RegisterJobs,
};

const SCHEDULER: Rules<MoJobScheduler> = {
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

/** What a method needs before it is called. @throws MoJobError where that is not given */
export type Gate = (permission: Permission) => void;

/** @throws MoJobError `forbidden` without the permission; `lock_held` for a change while this process stands by */
export function createGate(
  principal: Principal,
  { tenant, standby }: Pick<Engine, "tenant" | "standby">,
): Gate {
  return (permission) => {
    assertPermission(principal, permission);
    const runner = isReading(permission) ? null : standby();
    if (runner === null) return;
    throw new MoJobError(
      MoJobErrorCode.LockHeld,
      `Cannot change anything of tenant "${tenant}" here: ${describeProcess(runner)} runs it, and this process stands by`,
    );
  };
}

/** The service of runs with a check of the principal's permissions before each method. */
export function permittedInstances(instances: InstanceService, gate: Gate): InstanceService {
  return permitted(instances, INSTANCES, gate);
}

/** The scheduler with a check of the principal's permissions before each method. */
export function permittedScheduler(scheduler: MoJobScheduler, gate: Gate): MoJobScheduler {
  const jobs: Rules<JobService> = {
    ...JOBS,
    stopApp: (_app, { waiting = scheduler.stopWaiting } = {}) =>
      waiting === WaitingFires.Cancel ? MAY_CANCEL : Permission.PauseJobs,
  };
  return {
    ...permitted(scheduler, SCHEDULER, gate),
    jobs: permitted(scheduler.jobs, jobs, gate),
    instances: permittedInstances(scheduler.instances, gate),
    queue: permitted(scheduler.queue, QUEUE, gate),
    secrets: permitted(scheduler.secrets, SECRETS, gate),
    scripts: permitted(scheduler.scripts, SCRIPTS, gate),
    registry: permitted(scheduler.registry, REGISTRY, gate),
  };
}

type Needed = Permission | readonly Permission[];

function listOf(needed: Needed): readonly Permission[] {
  return typeof needed === "string" ? [needed] : needed;
}

function permitted<Service extends object>(service: Service, rules: Rules<Service>, gate: Gate): Service {
  const methods = Object.entries(rules).map(([name, rule]) => {
    const method = Reflect.get(service, name) as (...args: unknown[]) => unknown;
    if (rule === null) return [name, method];
    const always = typeof rule === "function" ? null : listOf(rule as Needed);
    const needed = (args: unknown[]): readonly Permission[] =>
      always ?? listOf((rule as (...args: unknown[]) => Needed)(...args));
    return [
      name,
      // Not an async function, which would add a promise to each call.
      (...args: unknown[]): unknown => {
        try {
          for (const permission of needed(args)) gate(permission);
          return method.apply(service, args);
        } catch (error) {
          return Promise.reject(error);
        }
      },
    ];
  });
  return { ...service, ...Object.fromEntries(methods) };
}
