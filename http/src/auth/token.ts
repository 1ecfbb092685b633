import { MoJobError, MoJobErrorCode } from "@mojob/core";
import { tokenMistake } from "@mojob/core/engine";

const BEARER = /^Bearer +(\S+) *$/i;

/** Whether an `Authorization` header has the token. */
export type TokenCheck = (authorization: string | undefined) => Promise<boolean>;

/** @throws MoJobError `invalid_configuration` for a token that is short, guessable or cannot be sent */
export function assertToken(token: string): void {
  const mistake = tokenMistake(token);
  if (mistake === null) return;
  throw new MoJobError(MoJobErrorCode.InvalidConfiguration, `Cannot use this token: it ${mistake}`);
}

/** Compares digests, so that the time it takes depends on nothing of the token, not even its length. */
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
