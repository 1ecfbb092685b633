import { MoJobError, MoJobErrorCode, type Principal } from "@mojob/core";
import { principalLabel } from "@mojob/core/engine";
import type { CredentialSource } from "./credential-source.ts";

/** By what a caller is signed in. */
export const Credential = {
  /** None: the request is of this machine, and no token is configured. */
  Local: "local",
  Token: "token",
  Session: "session",
  Signature: "signature",
  /** A person of the app around this one, which says who it is. */
  User: "user",
  /** None, on a route that needs none. */
  None: "none",
} as const;
export type Credential = (typeof Credential)[keyof typeof Credential];

/** Who sent a request. */
export interface Caller {
  readonly principal: Principal;
  readonly credential: Credential;
  /** The extension whose routes are all that it reaches; `null` reaches every one. */
  readonly only: CredentialSource | null;
  /** Resolves to who sends the same request now, by the same credential; `null` where it does not end. */
  readonly again: (() => Promise<Principal | null>) | null;
}

/** @throws MoJobError `forbidden` for a caller of an extension's own routes that asks for another one */
export function assertReach({ principal, only }: Caller, extension: CredentialSource | null): void {
  if (only === null || only === extension) return;
  const asking = principalLabel(principal) ?? principal.kind;
  throw new MoJobError(
    MoJobErrorCode.Forbidden,
    `Cannot do this as "${asking}": its token or key is for calls of executors alone`,
  );
}
