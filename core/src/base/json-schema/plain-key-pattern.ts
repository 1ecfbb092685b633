/** A pattern without groups, and with nothing repeated but one class after `^`, is linear in the native engine too. */
const PLAIN_KEY_PATTERN =
  /^(?:\.[*+]?|\^?(?:[\w .:/-]|\\[.\-/$dwDW]|\[[^\]\\^[]+\])*(?:\$)?|\^(?:[\w .:/-]|\\[.\-/$dwDW]|\[[^\]\\^[]+\])*(?:[\w]|\.|\\[dw]|\[[^\]\\^[]+\])[*+]\$?)$/;

/** Whether a pattern of `patternProperties` is one of the few forms whose time is known to be linear. */
export function isPlainKeyPattern(pattern: string): boolean {
  return PLAIN_KEY_PATTERN.test(pattern);
}
