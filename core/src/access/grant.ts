import { AppSet } from "./app-set.ts";
import { ALL_PERMISSIONS, Permission } from "./permission.ts";

/** A permission in some apps. Plain data. */
export interface Grant {
  readonly permission: Permission;
  readonly apps: readonly string[];
}

/** The permissions of a principal. */
export interface Granted {
  /** Its permissions in every app. */
  readonly permissions: readonly Permission[];
  /** Its permissions in some apps only. @default none */
  readonly grants?: readonly Grant[];
}

/** Permissions over a whole tenant or more: nobody has them in some apps only. */
const OF_THE_WHOLE: ReadonlySet<Permission> = new Set([
  Permission.EditTenant,
  Permission.EditDeployment,
  // The apps of an archive are those of another scheduler.
  Permission.ReadArchives,
  Permission.ImportArchives,
]);

/** Whether a permission is of a whole tenant, or of more. */
export function isOfTheWhole(permission: Permission): boolean {
  return OF_THE_WHOLE.has(permission);
}

/** The apps in which a permission is held. */
export function appsWith({ permissions, grants = [] }: Granted, permission: Permission): AppSet {
  if (permissions.includes(permission)) return AppSet.ALL;
  if (grants.length === 0 || OF_THE_WHOLE.has(permission)) return AppSet.NONE;
  return AppSet.of(grants.flatMap((grant) => (grant.permission === permission ? grant.apps : [])));
}

/** The apps in which any permission is held. */
export function knownApps({ permissions, grants = [] }: Granted): AppSet {
  if (permissions.length > 0) return AppSet.ALL;
  return AppSet.of(grants.flatMap(({ apps }) => apps));
}

/** Whether two hold the same: each permission in the same apps. */
export function isSameGranted(one: Granted, other: Granted): boolean {
  return one === other || keyOf(one) === keyOf(other);
}

function keyOf({ permissions, grants = [] }: Granted): string {
  const inApps = grants.map(
    ({ permission, apps }) => `${permission} ${[...new Set(apps)].toSorted().join(" ")}`,
  );
  return [[...new Set(permissions)].toSorted().join(" "), ...inApps.toSorted()].join("\n");
}

/** The permissions that both hold, each in the apps in which both have it. */
export function grantedByBoth(one: Granted, other: Granted): Granted {
  // Each request has its caller act for itself, by one that holds everything.
  if (holdsEverything(one)) return restOf(other);
  const asked = new Set([...other.permissions, ...(other.grants ?? []).map(({ permission }) => permission)]);
  const held = [...asked].map((permission) => ({
    permission,
    apps: appsWith(one, permission).and(appsWith(other, permission)),
  }));
  const grants = held.flatMap(({ permission, apps: { names } }) =>
    names === null || names.size === 0 ? [] : [{ permission, apps: [...names] }],
  );
  return {
    permissions: held.filter(({ apps }) => apps.isAll).map(({ permission }) => permission),
    ...(grants.length > 0 && { grants }),
  };
}

function holdsEverything({ permissions }: Granted): boolean {
  return permissions === ALL_PERMISSIONS || ALL_PERMISSIONS.every((one) => permissions.includes(one));
}

function restOf({ permissions, grants = [] }: Granted): Granted {
  return { permissions, ...(grants.length > 0 && { grants }) };
}
