import { readFileSync } from "node:fs";
import type { KnownPerson, KnownToken } from "@mojob/identity";

/** One right: a permission in an app of a tenant. */
export type Right = `${string}/${string}/${string}`;
export type Rights = ReadonlySet<Right>;

const TENANTS = ["default", "globex"];
/** The last one stands for all that nobody names. */
const APPS = ["ledger", "mail", "another"];
const WHOLE = new Set(["tenant:edit", "deployment:edit"]);

/** The table of `docs/rights.md`, so that nothing of the product says what it gives. */
const TABLE = readFileSync(new URL("../../docs/rights.md", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => /^\| `\w+:\w+` \|/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()));
const ROLES = ["viewer", "operator", "editor", "admin", "worker"];
const ALL = TABLE.map(([, permission = ""]) => permission.replaceAll("`", ""));

function permissionsOf(role: string, payloads: boolean): readonly string[] {
  return ALL.filter((permission, at) => {
    const cell = TABLE[at]?.[ROLES.indexOf(role) + 2] ?? "";
    if (permission === "payloads:read") return payloads && cell !== "";
    return cell === "●";
  });
}

function* rightsOf(
  permissions: readonly string[],
  tenants: readonly string[],
  apps: readonly string[] | null,
): Iterable<Right> {
  for (const permission of permissions)
    for (const tenant of tenants)
      for (const app of apps ?? APPS)
        if (apps === null || !WHOLE.has(permission)) yield `${tenant}/${app}/${permission}`;
}

type Held = KnownPerson["memberships"][number];

function rightsOfHeld(
  { role, tenant, apps, payloads, untilMs }: Held,
  nowMs: number,
  limit: readonly string[] | null,
): Iterable<Right> {
  if (untilMs !== null && untilMs <= nowMs) return [];
  const tenants = tenant === "*" ? TENANTS : [tenant];
  return rightsOf(limit ?? permissionsOf(role, payloads), tenants, apps);
}

/** All that somebody may do who is let in as this person. */
export function rightsOfPerson({ isSuperadmin, memberships }: KnownPerson, nowMs: number): Rights {
  if (isSuperadmin) return EVERYTHING;
  return new Set(memberships.flatMap((held) => [...rightsOfHeld(held, nowMs, null)]));
}

/** All that somebody may do who has this token, whether or not it has ended. */
export function rightsOfToken(token: KnownToken, person: KnownPerson | undefined, nowMs: number): Rights {
  const { kind, memberships, permissions } = token;
  if (kind !== "personal")
    return new Set(memberships.flatMap((held) => [...rightsOfHeld(held, nowMs, permissions)]));
  const own = person === undefined ? new Set<Right>() : rightsOfPerson(person, nowMs);
  if (permissions === null) return own;
  return new Set([...own].filter((right) => permissions.some((one) => right.endsWith(`/${one}`))));
}

/** All that there is. */
export const EVERYTHING: Rights = new Set(rightsOf(ALL, TENANTS, null));

/** What the one has and the other does not. */
export function beyond(rights: Rights, held: Rights): readonly Right[] {
  return [...rights].filter((right) => !held.has(right));
}
