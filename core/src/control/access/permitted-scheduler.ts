import { isReading, type Permission } from "../../access/permission.ts";
import { assertPermission, type Principal } from "../../access/principal.ts";
import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import { describeProcess } from "../../model/process/running-process.ts";
import type { InstanceService } from "../../scheduler/instance-service.ts";
import type { MoJobScheduler } from "../../scheduler/mo-job-scheduler.ts";
import { METHOD_RULES, type MethodRule, type RuleDefaults } from "./method-rules.ts";
import { permissionsFor } from "./needs.ts";

/** What a method needs before it is called. @throws MoJobError where that is not given */
export type Gate = (permission: Permission) => void;

/** @throws MoJobError `forbidden` without the permission; `lock_held` for a change while this process stands by */
export function createGate(
  principal: Principal,
  { tenant, standby }: Pick<MoJobScheduler, "tenant" | "standby">,
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
export function permittedInstances(
  instances: InstanceService,
  gate: Gate,
  defaults: RuleDefaults,
): InstanceService {
  return permitted(instances, METHOD_RULES.instances, gate, defaults);
}

/** The scheduler with a check of the principal's permissions before each method. */
export function permittedScheduler(scheduler: MoJobScheduler, gate: Gate): MoJobScheduler {
  return {
    ...permitted(scheduler, METHOD_RULES.own, gate, scheduler),
    jobs: permitted(scheduler.jobs, METHOD_RULES.jobs, gate, scheduler),
    instances: permittedInstances(scheduler.instances, gate, scheduler),
    queue: permitted(scheduler.queue, METHOD_RULES.queue, gate, scheduler),
    secrets: permitted(scheduler.secrets, METHOD_RULES.secrets, gate, scheduler),
    scripts: permitted(scheduler.scripts, METHOD_RULES.scripts, gate, scheduler),
    registry: permitted(scheduler.registry, METHOD_RULES.registry, gate, scheduler),
  };
}

function permitted<Service extends object>(
  service: Service,
  rules: object,
  gate: Gate,
  defaults: RuleDefaults,
): Service {
  const methods = Object.entries(rules as Readonly<Record<string, MethodRule>>).map(([name, rule]) => {
    const method = Reflect.get(service, name) as (...args: unknown[]) => unknown;
    if (rule === null) return [name, method];
    return [
      name,
      // Not an async function, which would add a promise to each call.
      (...args: unknown[]): unknown => {
        try {
          for (const permission of permissionsFor(rule, args, defaults)) gate(permission);
          return method.apply(service, args);
        } catch (error) {
          return Promise.reject(error);
        }
      },
    ];
  });
  return { ...service, ...Object.fromEntries(methods) };
}
