import { CODE_PRINCIPAL } from "../../access/principal.ts";
import type { Deployment } from "../../scheduler/deployment.ts";
import type { MoJobScheduler } from "../../scheduler/mo-job-scheduler.ts";
import { createScheduler } from "../create-scheduler.ts";
import type { Engine } from "../engine.ts";
import type { ServedTenant, TenantSet } from "./tenant-set.ts";

/**
 * A deployment over the tenants of a process; a caller that names no tenant gets the first.
 * @param scope the one app its schedulers are limited to; `null` sees all
 */
export function createDeployment(
  tenants: TenantSet<ServedTenant>,
  close: () => Promise<void>,
  scope: string | null = null,
): Deployment {
  const made = new WeakMap<Engine, MoJobScheduler>();
  const schedulerOf = (engine: Engine): MoJobScheduler => {
    let scheduler = made.get(engine);
    if (scheduler === undefined) made.set(engine, (scheduler = createScheduler(engine, scope)));
    return scheduler;
  };
  return {
    get tenants() {
      return tenants.names;
    },
    scheduler: ({ tenant, principal = CODE_PRINCIPAL } = {}) =>
      schedulerOf(tenants.get(tenant).engine).as(principal),
    addTenant: (tenant) => tenants.add(tenant),
    removeTenant: (tenant) => tenants.remove(tenant),
    forEachTenant: (open) => tenants.forEach(open),
    close,
  };
}
