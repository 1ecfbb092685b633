import { MoJobError, MoJobErrorCode } from "@mojob/core";
import { tokenMistake } from "@mojob/core/engine";

const BEARER = /^Bearer +(\S+) *$/i;

/** @throws MoJobError `invalid_configuration` for a token that is short, guessable or cannot be sent */
export function assertToken(token: string): void {
  const mistake = tokenMistake(token);
  if (mistake === null) return;
  throw new MoJobError(MoJobErrorCode.InvalidConfiguration, `Cannot use this token: it ${mistake}`);
}

/** The token in an `Authorization` header. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return BEARER.exec(authorization ?? "")?.[1];
}
