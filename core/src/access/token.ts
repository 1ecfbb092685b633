import { isGuessable } from "./guessable-token.ts";

const FEWEST_CHARACTERS = 16;
const MOST_CHARACTERS = 512;
const VISIBLE_ASCII = /^[\x21-\x7e]*$/;

/**
 * What is wrong with a token, as the end of a sentence; `null` for one that may be used. Shorter and guessable ones can be
 * tried over a network; a header transmits visible ASCII unchanged. Every place that takes a token asks here.
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
