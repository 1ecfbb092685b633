import type { Role } from "@mojob/core/engine";

/** A role that a group of the identity provider has. */
export interface GroupRole {
  readonly role: Role;
  /** `*` is every one. */
  readonly tenant: string;
  /** `null` is every app. */
  readonly apps: readonly string[] | null;
}

/** The roles of the groups of an identity provider: lists of roles by group. */
export type GroupRoleMap = Readonly<Record<string, readonly GroupRole[]>>;

/** Who signs in, and how. */
export interface PeopleConfiguration {
  /** Whether people have to sign in also while there are none. `MOJOB_PEOPLE`. @default false */
  readonly isRequired: boolean;
  /** Whether they sign in by passwords. `MOJOB_PASSWORDS`. @default true */
  readonly passwords: boolean;
  /** The first person: `MOJOB_ADMIN_NAME`, `MOJOB_ADMIN_PASSWORD_FILE`. @default null: by a link that the start prints */
  readonly admin: { readonly name: string; readonly passwordFile: string } | null;
  /** The identity provider: `MOJOB_OIDC_ISSUER` and others. @default null */
  readonly oidc: OidcConfiguration | null;
}

/** As `oidcProvider()` of `@mojob/sign-in` takes them, and what groups mean. */
export interface OidcConfiguration {
  readonly issuer: string;
  readonly clientId: string;
  /** `MOJOB_OIDC_CLIENT_SECRET_FILE`. @default null: a public client */
  readonly secretFile: string | null;
  readonly scopes: string;
  readonly groupsClaim: string;
  /** `MOJOB_OIDC_ROLES`. @default {} */
  readonly roles: GroupRoleMap;
  /** Whether somebody who is new and has a role is added. `MOJOB_OIDC_ADD_PEOPLE`. @default true */
  readonly addsPeople: boolean;
}
