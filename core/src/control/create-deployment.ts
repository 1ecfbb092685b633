import { CODE_PRINCIPAL } from "../access/principal.ts";
import { MoJobError, MoJobErrorCode } from "../base/error.ts";
import { issueAt } from "../base/issue/issue.ts";
import type { Deployment } from "../scheduler/deployment.ts";
import type { ExecutorHost } from "../running/executor-host.ts";
import { createScheduler } from "./create-scheduler.ts";
import type { Engine } from "./engine.ts";

/**
 * A deployment over the engines of its tenants; a caller that names no tenant gets the first.
 * @param scope the one app its schedulers are limited to; `null` sees all
 */
export function createDeployment(
  engines: readonly Engine[],
  close: () => Promise<void>,
  scope: string | null = null,
): Deployment {
  const byTenant = new Map(engines.map((engine) => [engine.tenant, createScheduler(engine, scope)]));
  const [first] = byTenant.values();
  return {
    tenants: [...byTenant.keys()],
    scheduler: ({ tenant, principal = CODE_PRINCIPAL } = {}) => {
      const scheduler = tenant === undefined ? first : byTenant.get(tenant);
      if (scheduler === undefined) throw unserved(tenant, [...byTenant.keys()]);
      return scheduler.as(principal);
    },
    close,
  };
}

/** The host of a tenant's executors among those of a process; of the first one's where none is named. @throws MoJobError `invalid_argument` */
export function executorHostOf(tenant: string | undefined, hosts: readonly ExecutorHost[]): ExecutorHost {
  const [first] = hosts;
  const host = tenant === undefined ? first : hosts.find((one) => one.tenant === tenant);
  if (host !== undefined) return host;
  throw unserved(
    tenant,
    hosts.map((one) => one.tenant),
  );
}

function unserved(tenant: string | undefined, served: readonly string[]): MoJobError {
  return new MoJobError(
    MoJobErrorCode.InvalidArgument,
    `Cannot use tenant "${tenant}": this process serves ${served.join(", ")}`,
    { issues: [issueAt("/tenant", "unserved_tenant")] },
  );
}
