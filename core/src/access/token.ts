import { isGuessable } from "./guessable-token.ts";

const FEWEST_CHARACTERS = 16;
const MOST_CHARACTERS = 512;
const VISIBLE_ASCII = /^[\x21-\x7e]*$/;

/**
 * Why a token cannot be used, as the end of a sentence; `null` for one that can. Shorter and guessable ones could be found by trying them
 * over a network; a header transmits visible ASCII unchanged. Every place that takes a token calls this.
 */
export function tokenMistake(token: string): string | null {
  if (!VISIBLE_ASCII.test(token)) return "must be visible ASCII characters without spaces";
  if (token.length < FEWEST_CHARACTERS) return `must have at least ${FEWEST_CHARACTERS} characters`;
  if (token.length > MOST_CHARACTERS) return `must have at most ${MOST_CHARACTERS} characters`;
  if (isGuessable(token)) {
    return "must not be guessable; take random characters, for example 32 hexadecimal ones";
  }
  return null;
}
