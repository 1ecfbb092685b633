import type { Permission } from "@mojob/core";
import { ALL_PERMISSIONS, type InputIssue, invalidInput, isName, issueAt, Role } from "@mojob/core/engine";
import type { Clock } from "@mojob/core/ports";
import { type AccessToken, TokenKind } from "./access-token.ts";
import type { Doer } from "./identity-act.ts";
import type { Membership } from "./membership.ts";
import { makeMembership } from "./membership-request.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Until when a token counts where nobody says, and at most, by its kind; an executor's has no bound. */
export const TOKEN_DAYS: Readonly<
  Record<TokenKind, { readonly usual: number | null; readonly most: number | null }>
> = {
  [TokenKind.Personal]: { usual: 30, most: 90 },
  [TokenKind.Service]: { usual: 90, most: 365 },
  [TokenKind.Executor]: { usual: null, most: null },
};

/** A token to be made. */
export interface TokenRequest {
  readonly name: string;
  readonly kind: TokenKind;
  /** The role of a token that is no person's, in the doer's tenant. @default for an executor: `worker` */
  readonly role?: Role | undefined;
  readonly apps?: readonly string[] | null | undefined;
  readonly payloads?: boolean | undefined;
  /** Limits it further, to these permissions. @default no limit */
  readonly permissions?: readonly Permission[] | null | undefined;
  /** @default by its kind */
  readonly expires?: Date | null | undefined;
}

/** The rights, the person and the end of a token, as a request states them. */
export type RequestedRights = Pick<AccessToken, "person" | "memberships" | "permissions" | "expiresMs">;

/** Whether the doer may give these rights is not judged here. @throws MoJobError `invalid_argument` */
export function requestedRights(request: TokenRequest, doer: Doer, clock: Clock): RequestedRights {
  const expiresMs = expiryOf(request, clock);
  assertValid(request, expiresMs, clock);
  const isPersonal = request.kind === TokenKind.Personal;
  return {
    person: isPersonal ? doer.principal.name : null,
    memberships: isPersonal ? [] : [membershipOf(request, doer, clock)],
    permissions: request.permissions ?? null,
    expiresMs,
  };
}

function expiryOf({ kind, expires }: TokenRequest, clock: Clock): number | null {
  if (expires !== undefined) return expires?.getTime() ?? null;
  const { usual } = TOKEN_DAYS[kind];
  return usual === null ? null : clock.now().getTime() + usual * DAY_MS;
}

function assertValid(
  { name, kind, permissions }: TokenRequest,
  expiresMs: number | null,
  clock: Clock,
): void {
  const issues: InputIssue[] = [];
  if (!isName(name)) issues.push(issueAt("/name", "name_rule"));
  const isUnknown = (one: Permission): boolean => !ALL_PERMISSIONS.includes(one);
  if (permissions != null && (permissions.length === 0 || permissions.some(isUnknown)))
    issues.push(issueAt("/permissions", "not_some_of", { values: ALL_PERMISSIONS }));
  const { most } = TOKEN_DAYS[kind];
  const livesMs = expiresMs === null ? Infinity : expiresMs - clock.now().getTime();
  if (livesMs <= 0) issues.push(issueAt("/expires", "in_the_past"));
  else if (most !== null && livesMs > most * DAY_MS)
    issues.push(issueAt("/expires", "expires_late", { days: most }));
  if (issues.length > 0) throw invalidInput("make a token", issues);
}

function membershipOf(
  { kind, role, apps = null, payloads }: TokenRequest,
  doer: Doer,
  clock: Clock,
): Membership {
  const held = kind === TokenKind.Executor ? Role.Worker : (role ?? Role.Viewer);
  return { ...makeMembership({ role: held, apps, payloads }, doer, clock), tenant: doer.tenant };
}
