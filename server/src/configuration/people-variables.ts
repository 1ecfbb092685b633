import { isName, Role } from "@mojob/core/engine";
import { EVERY_TENANT } from "@mojob/core/identity";
import * as v from "valibot";

/** A role that a group of the identity provider has. */
export interface GroupRole {
  readonly role: Role;
  /** `*` is every one. */
  readonly tenant: string;
  /** `null` is every app. */
  readonly apps: readonly string[] | null;
}

/** What the groups of an identity provider mean: lists of roles by group. */
export type GroupRoleMap = Readonly<Record<string, readonly GroupRole[]>>;

const ROLES = Object.values(Role);
const ROLE_TEXT = /^([a-z]+)@([^/@\s]+)(?:\/(.+))?$/;
const RULE =
  'must be a JSON object like {"ops": "admin@*", "ledger-team": ["operator@default/ledger", "viewer@default"]}';

/** Roles by group: `role@tenant`, `role@*` or `role@tenant/app,app`. */
export const groupRoles: v.GenericSchema<string, GroupRoleMap> = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const map = parseGroupRoles(dataset.value);
    if (map !== null) return map;
    addIssue({ message: RULE });
    return NEVER;
  }),
);

function parseGroupRoles(text: string): GroupRoleMap | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof json !== "object" || json === null || Array.isArray(json)) return null;
  const map: Record<string, readonly GroupRole[]> = {};
  for (const [group, given] of Object.entries(json as Readonly<Record<string, unknown>>)) {
    const roles = (Array.isArray(given) ? given : [given]).map(parseRole);
    if (roles.some((role) => role === null)) return null;
    map[group] = roles as readonly GroupRole[];
  }
  return map;
}

function parseRole(text: unknown): GroupRole | null {
  const [, role = "", tenant = "", apps] = ROLE_TEXT.exec(typeof text === "string" ? text : "") ?? [];
  const named = apps?.split(",").map((app) => app.trim()) ?? null;
  const isValid =
    ROLES.includes(role as Role) &&
    (tenant === EVERY_TENANT || isName(tenant)) &&
    (named ?? []).every(isName);
  return isValid ? { role: role as Role, tenant, apps: named } : null;
}
