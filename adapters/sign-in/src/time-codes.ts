import type { TimeCodes } from "@mojob/identity";
import { Secret, TOTP } from "otpauth";

const ISSUER = "MoJobScheduler";
const PERIOD_S = 30;
const DIGITS = 6;
const CODE = /^\d{6}$/;

/**
 * One-time codes of authenticator apps (RFC 6238): six digits of SHA-1 every 30 seconds, which every app understands.
 * @example
 * ```ts
 * import { timeCodes } from "@mojob/sign-in";
 *
 * const codes = timeCodes();
 * console.log(codes.uriOf(codes.makeSecret(), "li"));
 * ```
 */
export function timeCodes(): TimeCodes {
  const of = (secret: string, label: string): TOTP =>
    new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), digits: DIGITS, period: PERIOD_S });
  return {
    makeSecret: () => new Secret({ size: 20 }).base32,
    uriOf: (secret, person) => of(secret, person).toString(),
    stepOf(secret, code, nowMs) {
      if (!CODE.test(code)) return null;
      const delta = of(secret, "").validate({ token: code, timestamp: nowMs, window: 1 });
      return delta === null ? null : Math.floor(nowMs / 1000 / PERIOD_S) + delta;
    },
  };
}
