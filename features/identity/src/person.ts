import type { SealedText } from "@mojob/core/feature";
import type { Membership } from "./membership.ts";

/** A sign-in at an identity provider: its subject is the same for ever, whatever the mail address becomes. */
export interface ProviderLogin {
  readonly issuer: string;
  readonly subject: string;
}

/** A second factor by the time (RFC 6238). */
export interface SecondFactor {
  /** In Base32; sealed where the deployment has keys. */
  readonly secret: string | SealedText;
  /** The step of the last code that was taken: none is taken twice. */
  readonly latestStep: number;
  /** SHA-256 of the codes for somebody who has lost the device, in hexadecimal digits; each is taken once. */
  readonly recovery: readonly string[];
}

/** Somebody who may sign in. Plain JSON; instants are milliseconds since 1970. */
export interface Person {
  /** The name to sign in with and in records: it is never given to somebody else. */
  readonly name: string;
  readonly displayName: string;
  readonly email: string | null;
  readonly isDisabled: boolean;
  /** Whether they may do everything, in every tenant. */
  readonly isSuperadmin: boolean;
  readonly memberships: readonly Membership[];
  /** As the hasher wrote it; `null` for somebody without a password. */
  readonly password: string | null;
  readonly secondFactor: SecondFactor | null;
  readonly logins: readonly ProviderLogin[];
  readonly createdMs: number;
  readonly createdBy: string | null;
  readonly signedInMs: number | null;
  /** Sign-ins of before have ended. */
  readonly endedMs: number;
  /** Somebody who was removed stays, so that the name is not used again. */
  readonly removedMs: number | null;
}

/** A person with the revision of the record. */
export interface KnownPerson extends Person {
  readonly revision: number;
}

/** Whether somebody may be signed in. */
export function isActive({ isDisabled, removedMs }: Person): boolean {
  return !isDisabled && removedMs === null;
}

/** Whether somebody has a way to sign in: who was invited has none until they have chosen a password. */
export function canSignIn({ password, logins }: Person): boolean {
  return password !== null || logins.length > 0;
}
