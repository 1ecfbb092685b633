import { type InputIssue, invalidInput, isName, issueAt, principalLabel, Role } from "@mojob/core/engine";
import { type Clock, createId } from "@mojob/core/ports";
import type { Doer } from "./identity-act.ts";
import { EVERY_TENANT, type Membership, MembershipSource } from "./membership.ts";

/** The most apps that one membership names. */
const MOST_APPS = 100;
const ROLES: readonly string[] = Object.values(Role);

/** A role to be given. */
export interface MembershipRequest {
  readonly role: Role;
  /** @default the doer's; `*` is every one, also those to come */
  readonly tenant?: string | undefined;
  /** `null` is every app. @default null */
  readonly apps?: readonly string[] | null | undefined;
  /** Whether arguments, results and logs are shown. @default true */
  readonly payloads?: boolean | undefined;
  /** When it ends. @default never */
  readonly until?: Date | null | undefined;
  /** Why it is given. */
  readonly reason?: string | null | undefined;
}

/**
 * A membership of what was asked for; whether the doer may give it is not judged here.
 * @throws MoJobError `invalid_argument`
 */
export function makeMembership(request: MembershipRequest, doer: Doer, clock: Clock): Membership {
  const nowMs = clock.now().getTime();
  const { role, tenant = doer.tenant, apps = null, payloads = true, until = null, reason = null } = request;
  const issues: InputIssue[] = [];
  if (!ROLES.includes(role)) issues.push(issueAt("/role", "not_one_of", { values: ROLES }));
  if (tenant !== EVERY_TENANT && !isName(tenant)) issues.push(issueAt("/tenant", "name_rule"));
  if (apps !== null && (apps.length === 0 || apps.length > MOST_APPS))
    issues.push(
      apps.length === 0 ? issueAt("/apps", "empty") : issueAt("/apps", "too_many", { max: MOST_APPS }),
    );
  for (const [index, app] of (apps ?? []).entries())
    if (!isName(app)) issues.push(issueAt(`/apps/${index}`, "name_rule"));
  if (until !== null && !(until.getTime() > nowMs)) issues.push(issueAt("/until", "in_the_past"));
  if (issues.length > 0) throw invalidInput("give a role", issues);
  return {
    id: createId(clock.now()),
    tenant,
    role,
    apps: apps === null ? null : [...new Set(apps)],
    payloads,
    untilMs: until?.getTime() ?? null,
    reason,
    source: MembershipSource.Hand,
    by: principalLabel(doer.principal),
    atMs: nowMs,
  };
}
