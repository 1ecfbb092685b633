import { isName, Role } from "@mojob/core/engine";
import { EVERY_TENANT } from "@mojob/identity";
import * as v from "valibot";
import type { GroupRole, GroupRoleMap, PeopleConfiguration } from "./people-configuration.ts";
import { flag, flagOf, line } from "./plain-variables.ts";
import { issuerUrl } from "./url-variables.ts";

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

type Flag = v.GenericSchema<string | undefined, boolean>;
type Text = v.OptionalSchema<v.GenericSchema<string>, undefined>;

/** The variables of people, and how they sign in, by their names. */
export interface PeopleVariables extends v.ObjectEntries {
  readonly MOJOB_PEOPLE: Flag;
  readonly MOJOB_PASSWORDS: Flag;
  readonly MOJOB_ADMIN_NAME: Text;
  readonly MOJOB_ADMIN_PASSWORD_FILE: Text;
  readonly MOJOB_OIDC_ISSUER: Text;
  readonly MOJOB_OIDC_CLIENT_ID: Text;
  readonly MOJOB_OIDC_CLIENT_SECRET_FILE: Text;
  readonly MOJOB_OIDC_SCOPES: Text;
  readonly MOJOB_OIDC_GROUPS_CLAIM: Text;
  readonly MOJOB_OIDC_ROLES: v.OptionalSchema<v.GenericSchema<string, GroupRoleMap>, undefined>;
  readonly MOJOB_OIDC_ADD_PEOPLE: Flag;
}

export const PEOPLE_VARIABLES: PeopleVariables = {
  MOJOB_PEOPLE: flag,
  MOJOB_PASSWORDS: flagOf("true"),
  MOJOB_ADMIN_NAME: v.optional(line(64)),
  MOJOB_ADMIN_PASSWORD_FILE: v.optional(line(4096)),
  MOJOB_OIDC_ISSUER: v.optional(issuerUrl),
  MOJOB_OIDC_CLIENT_ID: v.optional(line(256)),
  MOJOB_OIDC_CLIENT_SECRET_FILE: v.optional(line(4096)),
  MOJOB_OIDC_SCOPES: v.optional(line(500)),
  MOJOB_OIDC_GROUPS_CLAIM: v.optional(line(100)),
  MOJOB_OIDC_ROLES: v.optional(groupRoles),
  MOJOB_OIDC_ADD_PEOPLE: flagOf("true"),
};

interface PeopleValues {
  readonly MOJOB_PEOPLE: boolean;
  readonly MOJOB_PASSWORDS: boolean;
  readonly MOJOB_ADMIN_NAME?: string | undefined;
  readonly MOJOB_ADMIN_PASSWORD_FILE?: string | undefined;
  readonly MOJOB_OIDC_ISSUER?: string | undefined;
  readonly MOJOB_OIDC_CLIENT_ID?: string | undefined;
  readonly MOJOB_OIDC_CLIENT_SECRET_FILE?: string | undefined;
  readonly MOJOB_OIDC_SCOPES?: string | undefined;
  readonly MOJOB_OIDC_GROUPS_CLAIM?: string | undefined;
  readonly MOJOB_OIDC_ROLES?: GroupRoleMap | undefined;
  readonly MOJOB_OIDC_ADD_PEOPLE: boolean;
}

/** The setting of these variables. */
export function peopleOf(values: PeopleValues): PeopleConfiguration {
  const { MOJOB_ADMIN_NAME: name, MOJOB_ADMIN_PASSWORD_FILE: passwordFile } = values;
  return {
    isRequired: values.MOJOB_PEOPLE,
    passwords: values.MOJOB_PASSWORDS,
    admin: name === undefined || passwordFile === undefined ? null : { name, passwordFile },
    oidc: oidcOf(values),
  };
}

function oidcOf(values: PeopleValues): PeopleConfiguration["oidc"] {
  const { MOJOB_OIDC_ISSUER: issuer, MOJOB_OIDC_CLIENT_ID: clientId } = values;
  if (issuer === undefined || clientId === undefined) return null;
  return {
    issuer,
    clientId,
    secretFile: values.MOJOB_OIDC_CLIENT_SECRET_FILE ?? null,
    scopes: values.MOJOB_OIDC_SCOPES ?? "openid email profile",
    groupsClaim: values.MOJOB_OIDC_GROUPS_CLAIM ?? "groups",
    roles: values.MOJOB_OIDC_ROLES ?? {},
    addsPeople: values.MOJOB_OIDC_ADD_PEOPLE,
  };
}

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
