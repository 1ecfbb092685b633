import type { GroupRoles, IdentityProvider } from "@mojob/identity";

/** Sign-in at an identity provider. */
export interface ProviderSignIn {
  readonly provider: IdentityProvider;
  /** The rights that follow from the groups of a person, at this instant. */
  readonly rolesOf: (groups: readonly string[], now: Date) => GroupRoles;
}
