import { AppSet } from "../../access/app-set.ts";
import { Requester } from "../../access/requester.ts";
import { appsWith, knownApps } from "../../access/grant.ts";
import type { ActOrigin } from "../../model/history/act.ts";
import type { Needs } from "../../access/needs.ts";
import { isReading, Permission } from "../../access/permission.ts";
import { assertPermission, type Principal, principalLabel } from "../../access/principal.ts";
import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import { describeProcess, type RunningProcess } from "../../model/process/running-process.ts";

/** The permissions of calls that make runs. */
const MAKING_RUNS: ReadonlySet<Permission> = new Set([Permission.TriggerRuns, Permission.RerunRuns]);

export interface AccessOptions {
  readonly tenant: string;
  readonly principal: Principal;
  /** The one app it is limited to; `null` is every app. */
  readonly scope: string | null;
  /** All that it is for: permissions that are used together count in the apps in which all of them are held. `null` is no limit. */
  readonly needs: Needs | null;
  /** Where the request came from that this is for; `null` where none did. */
  readonly from: ActOrigin | null;
  /** Resolves to whether the principal has the rights that it had; `null` where they do not end. */
  readonly isLive: (() => Promise<boolean>) | null;
  readonly standby: () => RunningProcess | null;
  /** Whether a run that is made now is lost. */
  readonly isEnding: () => boolean;
  /** Called where the principal lacks a permission that a call needs. */
  readonly onRefused: (error: MoJobError, permission: Permission) => void;
}

/** The permissions of one principal, checked before each call. */
export class Access {
  readonly options: AccessOptions;
  readonly #by: string | null;
  /** The requester of the call before: who calls often calls the same method. */
  #latest: Requester | null = null;

  constructor(options: AccessOptions) {
    this.options = options;
    this.#by = principalLabel(options.principal);
  }

  /**
   * Who asks in a call that needs these permissions.
   * @throws MoJobError `forbidden` where one of them is held in no app; `lock_held` for a change while this process stands by;
   * `shutting_down` for a run that would be lost
   */
  requester(needed: readonly Permission[]): Requester {
    const { scope, needs, from, principal, isLive } = this.options;
    if (this.#latest?.needed === needed) {
      if (!needed.every(isReading)) this.#assertActive(needed);
      return this.#latest;
    }
    let may = AppSet.ALL;
    for (const permission of needed) {
      this.#assertHeld(permission);
      if (needs !== null && !needs.always.includes(permission) && !needs.sometimes.includes(permission))
        throw this.#undeclared(permission);
      may = may.and(appsWith(principal, permission));
      if (!isReading(permission)) this.#assertActive(needed);
    }
    // All that the request always needs limits its apps from the first call on: its first step must not happen where a later one
    // is refused.
    for (const permission of needed.length === 0 ? [] : (needs?.always ?? []))
      may = may.and(appsWith(principal, permission));
    const known = (): AppSet => knownApps(principal);
    return (this.#latest = new Requester({
      by: this.#by,
      from,
      scope,
      may,
      known,
      needed,
      granted: principal,
      isLive,
    }));
  }

  #assertHeld(permission: Permission): void {
    const { principal, onRefused } = this.options;
    try {
      assertPermission(principal, permission);
    } catch (error) {
      if (error instanceof MoJobError) onRefused(error, permission);
      throw error;
    }
  }

  #assertActive(needed: readonly Permission[]): void {
    const { tenant, standby, isEnding } = this.options;
    if (isEnding() && needed.some((one) => MAKING_RUNS.has(one)))
      throw new MoJobError(
        MoJobErrorCode.ShuttingDown,
        `Cannot start a run for tenant "${tenant}": this process is ending and keeps nothing; try again once it has started again`,
      );
    const runner = standby();
    if (runner === null) return;
    throw new MoJobError(
      MoJobErrorCode.LockHeld,
      `Cannot change anything of tenant "${tenant}" here: ${describeProcess(runner)} runs it, and this process stands by`,
    );
  }

  #undeclared(permission: Permission): MoJobError {
    return new MoJobError(
      MoJobErrorCode.Forbidden,
      `Cannot do this here: "${permission}" is none of the permissions that this is for`,
    );
  }
}
