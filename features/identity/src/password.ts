import { type InputIssue, issueAt } from "@mojob/core/engine";
import { isGuessable } from "@mojob/core/feature";

export const FEWEST_PASSWORD_CHARACTERS = 12;
export const MOST_PASSWORD_CHARACTERS = 128;

/** Hashes passwords slowly, off the event loop: scrypt of `@mojob/sign-in`. */
export interface PasswordHasher {
  /** Resolves to the hash with its parameters, in PHC form. @throws MoJobError `busy` where too many wait */
  hash(password: string): Promise<string>;
  /** Resolves to whether it is the password. @throws MoJobError `busy` where too many wait */
  verify(password: string, hash: string): Promise<boolean>;
  /** Whether the hash was made with weaker parameters than today's. */
  isOutdated(hash: string): boolean;
}

/** The mistake in a password that somebody chose; `null` for one that may be used. There are no rules of composition. */
export function passwordMistake(
  password: string,
  { name, email }: { readonly name: string; readonly email: string | null },
  pointer = "/password",
): InputIssue | null {
  const characters = Array.from(password).length;
  if (characters < FEWEST_PASSWORD_CHARACTERS)
    return issueAt(pointer, "too_short", { min: FEWEST_PASSWORD_CHARACTERS });
  if (characters > MOST_PASSWORD_CHARACTERS)
    return issueAt(pointer, "too_long", { max: MOST_PASSWORD_CHARACTERS });
  const lower = password.toLowerCase();
  const own = [name, ...(email === null ? [] : [email, email.split("@")[0] ?? ""])];
  const isOwn = own.some((one) => one.length > 3 && lower.replaceAll(/[^\p{L}\p{N}]/gu, "").startsWith(one));
  return isOwn || isGuessable(password) ? issueAt(pointer, "weak_password") : null;
}
