import type { CredentialSource } from "../auth/credential-source.ts";
import type { Route } from "./route.ts";

/**
 * Routes that another package adds to the API, documented and guarded as all others. Its callers reach these routes alone, unless a
 * token of theirs says otherwise, and have no sessions.
 */
export interface ApiExtension extends CredentialSource {
  readonly routes: readonly Route[];
}
