import { MoJobError, MoJobErrorCode } from "../base/error.ts";
import { issueAt } from "../base/issue/issue.ts";
import { appsWith, type Granted, grantedByBoth } from "./grant.ts";
import { ALL_PERMISSIONS, type Permission } from "./permission.ts";

/** The kinds of principals. */
export const PrincipalKind = {
  /** The program that holds the scheduler. */
  Code: "code",
  /** A request from the same machine, where no token is configured. */
  Local: "local",
  /** The holder of a token, also with a session that the token opened. */
  Token: "token",
  /** A person whom the program that serves the API has signed in. */
  User: "user",
  /** A worker that registers its jobs. */
  Worker: "worker",
  /** The scheduler's own background work, and the runtime it stands on. */
  System: "system",
  /** A request that is not signed in. */
  Anonymous: "anonymous",
} as const;
export type PrincipalKind = (typeof PrincipalKind)[keyof typeof PrincipalKind];

/** Who asks: kept with every change, and allowed what its permissions and grants name. Plain data. */
export interface Principal extends Granted {
  readonly kind: PrincipalKind;
  /** Which one of its kind, at most 128 characters; `null` where there is only one. */
  readonly name: string | null;
}

/** The program itself: may do everything. */
export const CODE_PRINCIPAL: Principal = {
  kind: PrincipalKind.Code,
  name: null,
  permissions: ALL_PERMISSIONS,
};

/** A request that is not signed in: may do nothing. */
export const ANONYMOUS_PRINCIPAL: Principal = { kind: PrincipalKind.Anonymous, name: null, permissions: [] };

/** One line without control characters, so that it can stand in a record, a log and a page. */
const PRINCIPAL_NAME = /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]{1,128}$/u;

/** @throws MoJobError `invalid_argument` for a name that is not one line of 1 to 128 characters */
export function assertPrincipal({ name }: Principal): void {
  if (name === null || PRINCIPAL_NAME.test(name)) return;
  const issue = issueAt("/name", "principal_rule");
  throw new MoJobError(
    MoJobErrorCode.InvalidArgument,
    `Cannot use this principal: its name ${issue.message}`,
    { issues: [issue] },
  );
}

/** How a record names a principal: `user:li`, `token`, `local`; `null` for the program itself, unless it has a name. */
export function principalLabel({ kind, name }: Principal): string | null {
  if (name !== null) return `${kind}:${name}`;
  return kind === PrincipalKind.Code ? null : kind;
}

/** The same principal with those permissions that the other one has too: a principal can pass on no more than it has. */
export function narrowPrincipal(principal: Principal, to: Principal): Principal {
  const { kind, name } = to;
  return { kind, name, ...grantedByBoth(principal, to) };
}

/** @throws MoJobError `forbidden` where the principal has the permission in no app */
export function assertPermission(principal: Principal, permission: Permission): void {
  if (!appsWith(principal, permission).isEmpty) return;
  const asking = principalLabel(principal) ?? principal.kind;
  throw new MoJobError(
    MoJobErrorCode.Forbidden,
    `Cannot do this as "${asking}": the permission "${permission}" is needed`,
  );
}
