import type { GroupRoles, IdentityProvider } from "@mojob/identity";

/** Sign-in at an identity provider. */
export interface ProviderSignIn {
  readonly provider: IdentityProvider;
  /** What the groups of a person mean here, at this instant. */
  readonly rolesOf: (groups: readonly string[], now: Date) => GroupRoles;
}
