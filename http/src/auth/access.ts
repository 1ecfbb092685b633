import { Permission } from "@mojob/core";

/** What needs no permission. A route names one of these, or the permission that it needs; there is no default. */
export const OpenAccess = {
  /** For every caller: orchestrators probe by address and send no token, so nothing beyond yes or no is in the response. */
  Probe: "probe",
  /** The same for every installation and without its data, so it needs no token: a browser sends none with a link. */
  Page: "page",
  /** For those who know the address: its token is the credential, of one attempt alone. */
  Callback: "callback",
  /** For every caller that is signed in, whatever it may do. */
  SignedIn: "signed-in",
} as const;
export type OpenAccess = (typeof OpenAccess)[keyof typeof OpenAccess];

/** Several permissions where a route does more than one thing: all of them are asked for before it does any. */
export type RouteAccess = Permission | readonly Permission[] | OpenAccess;

const PERMISSIONS: ReadonlySet<string> = new Set(Object.values(Permission));

/** The permissions that a caller needs. */
export function permissionsOf(access: RouteAccess): readonly Permission[] {
  if (typeof access !== "string") return access;
  return isPermission(access) ? [access] : [];
}

function isPermission(access: Permission | OpenAccess): access is Permission {
  return PERMISSIONS.has(access);
}

/** Whether a caller must be signed in: with a token or session where one is configured, else from this machine. */
export function needsSignIn(access: RouteAccess): boolean {
  return access !== OpenAccess.Probe && access !== OpenAccess.Callback && access !== OpenAccess.Page;
}
