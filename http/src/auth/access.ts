import type { Needs } from "@mojob/core/engine";

/** The kinds of routes that admit callers who are not signed in. */
export const OpenAccess = {
  /** For every caller: orchestrators probe by address and send no token, so nothing beyond yes or no is in the response. */
  Probe: "probe",
  /** The same for every installation and without its data, so it needs no token: a browser sends none with a link. */
  Page: "page",
  /** For those who know the address: its token is the credential, of one attempt alone. */
  Callback: "callback",
  /** For those who sign in: what they send, a password or a link's secret, is the credential. No page of another site may send it. */
  SignIn: "sign_in",
} as const;
export type OpenAccess = (typeof OpenAccess)[keyof typeof OpenAccess];

/** Who reads `/docs` and `/openapi.json`. */
export const DocsAccess = {
  Open: "open",
  /** Callers who are signed in. */
  Guarded: "guarded",
} as const;
export type DocsAccess = (typeof DocsAccess)[keyof typeof DocsAccess];

/** The credentials that callers of this machine need where there is neither a token nor anybody who signs in. */
export const LocalAccess = {
  /** Nothing. A proxy of this machine that adds no header is taken for a program of it. */
  Open: "open",
  /** A browser opens the link of the start, and programs send the token in a file. */
  Link: "link",
} as const;
export type LocalAccess = (typeof LocalAccess)[keyof typeof LocalAccess];

/** The requirements of a route on its callers. */
export interface RouteAccess {
  /** `null`: a caller must be signed in, with a token or session where one is configured, else from this machine. */
  readonly open: OpenAccess | null;
  /** All of `always` are asked for before the route does anything. */
  readonly needs: Needs;
  /** Whether somebody is let in who has to set up a second factor. @default false */
  readonly isOfAccount?: boolean;
}
