import { MoJobError, MoJobErrorCode } from "@mojob/core";

/** Shorter ones can be guessed over a network; a header carries visible ASCII unchanged. */
const TOKEN = /^[\x21-\x7e]{16,512}$/;
const BEARER = /^Bearer +(\S+) *$/i;

/** Tells whether an `Authorization` header carries the token. */
export type TokenCheck = (authorization: string | undefined) => Promise<boolean>;

/** @throws MoJobError `invalid_configuration` for a token that is too short or cannot be sent */
export function assertToken(token: string): void {
  if (TOKEN.test(token)) return;
  throw new MoJobError(
    MoJobErrorCode.InvalidConfiguration,
    "Cannot use this token: it must be 16 to 512 visible ASCII characters without spaces",
  );
}

/** Compares digests, so that the time it takes tells nothing of the token, its length included. */
export function createTokenCheck(token: string): TokenCheck {
  assertToken(token);
  let expected: Promise<Uint8Array> | undefined;
  return async (authorization) => {
    const given = BEARER.exec(authorization ?? "")?.[1];
    if (given === undefined) return false;
    const [left, right] = await Promise.all([digest(given), (expected ??= digest(token))]);
    return left.reduce((difference, byte, index) => difference | (byte ^ (right[index] ?? 0)), 0) === 0;
  };
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}
