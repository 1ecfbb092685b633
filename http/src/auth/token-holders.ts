import { MoJobError, MoJobErrorCode, type Principal } from "@mojob/core";
import { assertToken, bearerOf } from "./token.ts";

/** The routes that a token opens. */
export const TokenReach = {
  /** The routes of the extension that knows the token, and nothing else. */
  Extension: "extension",
  /** Every route that its principal has the permissions for. A session is for the holder of the API's own token alone. */
  Api: "api",
} as const;
export type TokenReach = (typeof TokenReach)[keyof typeof TokenReach];

/** The holder of a token besides that of the API itself. */
export interface TokenHolder {
  readonly token: string;
  /** Who the holder is, and what it may do. */
  readonly principal: Principal;
  /** @default "extension" */
  readonly reach?: TokenReach;
}

/** Resolves to the holder of the token in an `Authorization` header; `null` for none that is known. */
export type FindHolder<Holder> = (authorization: string) => Promise<Holder | null>;

/**
 * Looks holders up by the digest of their token, so that the time it takes depends on nothing of the token.
 * @throws MoJobError `invalid_configuration` for a weak token, and for one with two holders
 */
export function createTokenHolders<Holder extends { readonly token: string }>(
  holders: readonly Holder[],
): FindHolder<Holder> {
  for (const { token } of holders) assertToken(token);
  if (new Set(holders.map(({ token }) => token)).size < holders.length)
    throw new MoJobError(MoJobErrorCode.InvalidConfiguration, "Cannot use one token for two holders");
  let known: Promise<ReadonlyMap<string, Holder>> | undefined;
  const read = async (): Promise<ReadonlyMap<string, Holder>> =>
    new Map(
      await Promise.all(holders.map(async (holder) => [await hexDigest(holder.token), holder] as const)),
    );
  return async (authorization) => {
    const given = bearerOf(authorization);
    if (given === undefined || holders.length === 0) return null;
    return (await (known ??= read())).get(await hexDigest(given)) ?? null;
  };
}

/** The SHA-256 of a token, in hexadecimal digits. */
export async function hexDigest(token: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
