import { appsWith } from "../../access/grant.ts";
import { ALL_PERMISSIONS, Permission } from "../../access/permission.ts";
import { type Principal, principalLabel } from "../../access/principal.ts";
import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import { invalidInput } from "../../base/input.ts";
import { issueAt } from "../../base/issue/issue.ts";
import { ActKind, SubjectType } from "../../model/history/act.ts";
import type { Deployment } from "../../scheduler/deployment.ts";
import type { ListedTenant, TenantDirectory } from "../../scheduler/tenant-directory.ts";
import type { TenantService, TenantView } from "../../scheduler/tenant-service.ts";
import { actorOf } from "../history/act-log.ts";

/**
 * Which of the tenants of a deployment somebody may see from one of them. Names that are not served are left out.
 * @param from the tenant whose API was called
 */
export type VisibleTenants = (
  caller: Principal,
  from: string,
  tenants: readonly string[],
) => readonly string[] | Promise<readonly string[]>;

export interface TenantDirectoryOptions {
  /** The tenants that the processes were started with. */
  readonly fixed: readonly string[];
  /** @default all of them for who keeps the deployment, and its own for everybody else */
  readonly visible?: VisibleTenants;
}

/** The tenants of a deployment, as its API shows and changes them. */
export function createTenantDirectory(
  deployment: Deployment,
  { fixed, visible = ownOrAll }: TenantDirectoryOptions,
): TenantDirectory {
  const isServed = (tenant: string): boolean => deployment.tenants.includes(tenant);
  /** Who keeps the deployment has every right of its tenants, and is named as who it is. */
  const settingsOf = (tenant: string, { kind, name }: Principal): TenantService =>
    deployment.scheduler({ tenant, principal: { kind, name, permissions: ALL_PERMISSIONS } }).settings;
  /** In the audit of the first tenant, which is never removed. */
  const noteDone = (kind: ActKind, tenant: string, caller: Principal): Promise<void> =>
    deployment.scheduler().audit.note({
      kind,
      app: null,
      by: actorOf(principalLabel(caller)),
      from: null,
      subject: { type: SubjectType.Tenant, id: tenant },
    });
  return {
    async list(caller, from) {
      const { tenants } = deployment;
      const seen = new Set(await visible(caller, from, tenants));
      const keeps = keepsDeployment(caller);
      const listed = tenants.filter((tenant) => tenant === from || seen.has(tenant));
      return Promise.all(
        listed.map(async (tenant) => listedOf(tenant, await settingsOf(tenant, caller).get())),
      );

      function listedOf(tenant: string, view: TenantView): ListedTenant {
        const { displayName, disabled } = view;
        const [isFirst, isFixed] = [tenant === tenants[0], fixed.includes(tenant)];
        return { tenant, displayName, disabled, isFirst, isFixed, view: keeps ? view : null };
      }
    },
    async add(caller, { tenant, ...change }) {
      const doing = `add tenant "${tenant}"`;
      assertKeeps(caller, doing);
      if (isServed(tenant)) throw invalidInput(doing, [issueAt("/tenant", "tenant_taken")]);
      await deployment.addTenant(tenant);
      await noteDone(ActKind.CreateTenant, tenant, caller);
      return settingsOf(tenant, caller).change(change, null);
    },
    async change(caller, tenant, change, revisions) {
      assertKeeps(caller, `change tenant "${tenant}"`);
      return isServed(tenant) ? settingsOf(tenant, caller).change(change, revisions) : null;
    },
    async remove(caller, tenant) {
      assertKeeps(caller, `remove tenant "${tenant}"`);
      if (!isServed(tenant)) return false;
      await deployment.removeTenant(tenant);
      await noteDone(ActKind.RemoveTenant, tenant, caller);
      return true;
    },
  };
}

function keepsDeployment(caller: Principal): boolean {
  return appsWith(caller, Permission.EditDeployment).isAll;
}

/** A route lets in who has the permission in some apps: of a whole deployment that is not enough. */
function assertKeeps(caller: Principal, doing: string): void {
  if (keepsDeployment(caller)) return;
  throw new MoJobError(
    MoJobErrorCode.Forbidden,
    `Cannot ${doing}: the permission "${Permission.EditDeployment}" is needed in every app`,
  );
}

const ownOrAll: VisibleTenants = (caller, from, tenants) => (keepsDeployment(caller) ? tenants : [from]);
