import type { Permission } from "@mojob/core";
import { type Grant, type Granted, permissionsOf, type Role } from "@mojob/core/engine";

/** Stands for every tenant. */
export const EVERY_TENANT = "*";

/** Who gave a role. */
export const MembershipSource = {
  Hand: "hand",
  /** The groups that an identity provider named when the person signed in; replaced at each sign-in. */
  Groups: "groups",
} as const;
export type MembershipSource = (typeof MembershipSource)[keyof typeof MembershipSource];

/** A role that somebody has in a tenant, or in some of its apps. Plain JSON. */
export interface Membership {
  readonly id: string;
  /** `*` is every one. */
  readonly tenant: string;
  readonly role: Role;
  /** `null` is every app. */
  readonly apps: readonly string[] | null;
  /** Whether arguments, results and logs are shown. */
  readonly payloads: boolean;
  /** When it ends, in milliseconds since 1970; `null` for one that goes on. */
  readonly untilMs: number | null;
  /** Why it was given. */
  readonly reason: string | null;
  readonly source: MembershipSource;
  /** Who gave it. */
  readonly by: string | null;
  readonly atMs: number;
}

/** Whether a membership counts in a tenant at an instant. */
export function isInForce({ tenant: of, untilMs }: Membership, tenant: string, nowMs: number): boolean {
  return (of === EVERY_TENANT || of === tenant) && (untilMs === null || nowMs < untilMs);
}

/**
 * The permissions that memberships give together in a tenant: each in every app, or in the apps of those that name it.
 * @param limit what holds in place of their roles: that of a token which was made for these permissions
 * @example
 * ```ts
 * grantedBy([{ ...membership, role: "operator", apps: ["ledger"] }], "default", Date.now()).grants;
 * ```
 */
export function grantedBy(
  memberships: readonly Membership[],
  tenant: string,
  nowMs: number,
  limit: readonly Permission[] | null = null,
): Granted {
  const everywhere = new Set<Permission>();
  const inApps = new Map<Permission, Set<string>>();
  for (const membership of memberships) {
    if (!isInForce(membership, tenant, nowMs)) continue;
    const { role, apps, payloads } = membership;
    for (const permission of limit ?? permissionsOf(role, { payloads })) {
      if (apps === null) everywhere.add(permission);
      else for (const app of apps) appsOf(inApps, permission).add(app);
    }
  }
  const grants: Grant[] = [];
  for (const [permission, apps] of inApps)
    if (!everywhere.has(permission)) grants.push({ permission, apps: [...apps] });
  return { permissions: [...everywhere], ...(grants.length > 0 && { grants }) };
}

function appsOf(inApps: Map<Permission, Set<string>>, permission: Permission): Set<string> {
  const standing = inApps.get(permission);
  if (standing !== undefined) return standing;
  const apps = new Set<string>();
  inApps.set(permission, apps);
  return apps;
}
