import type { Permission } from "@mojob/core";
import type { Membership } from "./membership.ts";

export const TokenKind = {
  /** May do what its person may, or less. */
  Personal: "personal",
  /** The token of a program: has memberships of its own. */
  Service: "service",
  /** The token of an executor: takes runs of its apps, and reaches nothing else. */
  Executor: "executor",
} as const;
export type TokenKind = (typeof TokenKind)[keyof typeof TokenKind];

/** A token as it is kept: its secret is not. Plain JSON; instants are milliseconds since 1970. */
export interface AccessToken {
  /** Is public: it stands in the token. */
  readonly id: string;
  /** The name of the token in records: no two tokens that are kept have the same. */
  readonly name: string;
  readonly kind: TokenKind;
  /** Where it was made: who looks after that tenant learns that it ends. Earlier versions did not keep it. */
  readonly tenant?: string;
  /** Whose it is; `null` for one that is no person's. */
  readonly person: string | null;
  /** The rights of a token that is no person's. */
  readonly memberships: readonly Membership[];
  /** The permissions it is limited to; `null` for no limit. */
  readonly permissions: readonly Permission[] | null;
  /** SHA-256 of the secret, in hexadecimal digits. */
  readonly digest: string;
  /** The digest of the secret before it was rotated, and until when that one counts. */
  readonly before: { readonly digest: string; readonly untilMs: number } | null;
  readonly expiresMs: number | null;
  readonly createdMs: number;
  readonly createdBy: string | null;
  readonly revokedMs: number | null;
}

export interface KnownToken extends AccessToken {
  readonly revision: number;
}

/** When and from where a token was last used. */
export interface TokenUse {
  readonly atMs: number;
  readonly address: string | null;
  readonly agent: string | null;
}
