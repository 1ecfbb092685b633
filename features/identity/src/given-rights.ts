import { MoJobError, MoJobErrorCode, Permission, type Principal, PrincipalKind } from "@mojob/core";
import { ALL_PERMISSIONS, appsWith, type Granted } from "@mojob/core/engine";
import { grantedByBoth, isOfTheWhole } from "@mojob/core/feature";
import type { Clock } from "@mojob/core/ports";
import type { Doer } from "./identity-act.ts";
import type { IdentityRecords } from "./identity-records.ts";
import { EVERY_TENANT, grantedBy, type Membership } from "./membership.ts";
import type { Person } from "./person.ts";

/** Rights that an act hands out, in one tenant or in every one. */
export interface GivenRights extends Granted {
  /** `*` is every one. */
  readonly tenant: string;
  /** When they end, in milliseconds since 1970; `null` for rights that go on. What is in the past is asked for as it is held now. */
  readonly untilMs: number | null;
}

/** All that there is: the rights of somebody who may do everything. */
export const EVERYTHING: GivenRights = { tenant: EVERY_TENANT, permissions: ALL_PERMISSIONS, untilMs: null };

/**
 * The rights that one membership gives.
 * @param limit what holds in place of its role, as in a token that was made for these permissions
 */
export function rightsOfMembership(
  membership: Membership,
  limit: readonly Permission[] | null = null,
): GivenRights {
  const { tenant, untilMs } = membership;
  const { permissions, grants = [] } = grantedBy([{ ...membership, untilMs: null }], tenant, 0, limit);
  // An administrator of some apps gives that role in them: what is of the whole tenant does not come with it. Who names it asks for it.
  const counted = limit === null ? grants.filter(({ permission }) => !isOfTheWhole(permission)) : grants;
  return { tenant, permissions, grants: counted, untilMs };
}

/** All that somebody may do once they are let in. Roles that have ended are counted, too: who asks is never asked for less than there is. */
export function rightsOfPerson({ isSuperadmin, memberships }: Person): readonly GivenRights[] {
  return isSuperadmin ? [EVERYTHING] : memberships.map((membership) => rightsOfMembership(membership));
}

/** The same rights, and one more permission wherever they are given. */
export function withPermission(given: GivenRights, permission: Permission): GivenRights {
  const apps = new Set((given.grants ?? []).flatMap((grant) => grant.apps));
  const isWhole = given.permissions.length > 0;
  return {
    ...given,
    permissions: isWhole ? [...given.permissions, permission] : given.permissions,
    grants: isWhole ? (given.grants ?? []) : [...(given.grants ?? []), { permission, apps: [...apps] }],
  };
}

export interface GivingOptions {
  readonly records: Pick<IdentityRecords, "readNow">;
  readonly clock: Clock;
}

/** The one place that judges whether somebody may hand out rights: every act that gives a role, a token, a link or an account asks here. */
export class Giving {
  readonly #options: GivingOptions;

  constructor(options: GivingOptions) {
    this.#options = options;
  }

  /**
   * Asks whether the doer holds all of these rights now, wherever they count, and at least as long as they do.
   * @param what is done with what, for the message: `give the role "viewer"`
   * @throws MoJobError `forbidden` with what is missing
   */
  async assertHeld(given: readonly GivenRights[], doer: Doer, what: string): Promise<void> {
    for (const rights of given) {
      const { tenant, untilMs, permissions, grants = [] } = rights;
      const held = await this.#heldBy(doer, tenant, untilMs);
      const inAll = permissions.find((permission) => !held.permissions.includes(permission));
      if (inAll !== undefined) throw refused(what, inAll, rights, doer);
      const inSome = grants.find(({ permission, apps }) => {
        const ofDoer = appsWith(held, permission);
        return !apps.every((app) => ofDoer.has(app));
      });
      if (inSome !== undefined) throw refused(what, inSome.permission, rights, doer);
    }
  }

  /** The rights that the doer holds in a tenant until then; memberships end and never begin, so they are held all the time before. */
  async #heldBy(doer: Doer, tenant: string, untilMs: number | null): Promise<Granted> {
    const { principal, isByToken = false } = doer;
    const { kind, name } = principal;
    const isElsewhere = tenant !== doer.tenant;
    // A program's token is of the tenant that it was made in, whatever it may do there.
    const isOfDeployment = principal.permissions.includes(Permission.EditDeployment) && !isProgram(principal);
    if (isOfDeployment) return principal;
    if (kind !== PrincipalKind.User || name === null) return isElsewhere ? NOTHING : principal;
    const person = (await this.#options.records.readNow()).people.get(name);
    // One whom the app around this one has signed in has no record here.
    if (person === undefined || person.isSuperadmin) return isElsewhere ? NOTHING : principal;
    if (isElsewhere && isByToken) return NOTHING;
    const nowMs = this.#options.clock.now().getTime();
    const atMs = untilMs === null ? Infinity : Math.max(untilMs - 1, nowMs);
    const lasting = grantedBy(person.memberships, tenant, atMs);
    return isElsewhere ? lasting : grantedByBoth(principal, lasting);
  }
}

const NOTHING: Granted = { permissions: [] };

function isProgram({ kind, name }: Principal): boolean {
  return kind === PrincipalKind.Token && name !== null;
}

function refused(
  what: string,
  permission: Permission,
  { tenant, untilMs }: GivenRights,
  doer: Doer,
): MoJobError {
  const there =
    tenant === doer.tenant ? "there" : tenant === EVERY_TENANT ? "in every tenant" : `in tenant "${tenant}"`;
  const long = untilMs === null ? "" : ", and for as long";
  return new MoJobError(
    MoJobErrorCode.Forbidden,
    `Cannot ${what}: the permission "${permission}" is needed ${there}${long}, and nobody gives more than they have`,
    { parameters: { needs: permission } },
  );
}
