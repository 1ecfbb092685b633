import { CODE_PRINCIPAL } from "../access/principal.ts";
import { MoJobError, MoJobErrorCode } from "../base/error.ts";
import { issueAt } from "../base/issue/issue.ts";
import type { Deployment } from "../scheduler/deployment.ts";
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
  const byTenant = new Map(engines.map((engine) => [engine.tenant, engine]));
  const [first] = engines;
  return {
    tenants: [...byTenant.keys()],
    scheduler: ({ tenant, principal = CODE_PRINCIPAL } = {}) => {
      const engine = tenant === undefined ? first : byTenant.get(tenant);
      if (engine !== undefined) return createScheduler(engine, scope, principal);
      throw new MoJobError(
        MoJobErrorCode.InvalidArgument,
        `Cannot use tenant "${tenant}": this process serves ${[...byTenant.keys()].join(", ")}`,
        { issues: [issueAt("/tenant", "unserved_tenant")] },
      );
    },
    close,
  };
}
