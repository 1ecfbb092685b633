import { RE2JS } from "re2js";

export interface LinearPattern {
  readonly size: number;
  matches(text: string): boolean;
}

/**
 * Compiles a pattern for an engine that takes time in proportion to the text, whatever the pattern: one that a caller
 * supplies can then not stop the process. The time is that of the text's length times the pattern's size. Look-ahead and
 * back-references do not exist there.
 * @throws Error that says what the engine does not support
 */
export function compileLinearPattern(pattern: string): LinearPattern {
  const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern), RE2JS.LOOKBEHINDS);
  return { size: compiled.programSize(), matches: (text) => compiled.matcher(text).find() };
}

/** A pattern without groups, and with nothing repeated but one class after `^`, is linear in the native engine too. */
const PLAIN_KEY_PATTERN =
  /^(?:\.[*+]?|\^?(?:[\w .:/-]|\\[.\-/$dwDW]|\[[^\]\\^[]+\])*(?:\$)?|\^(?:[\w .:/-]|\\[.\-/$dwDW]|\[[^\]\\^[]+\])*(?:[\w]|\.|\\[dw]|\[[^\]\\^[]+\])[*+]\$?)$/;

/** Whether a pattern of `patternProperties` is one of the few forms whose time is known to be linear. */
export function isPlainKeyPattern(pattern: string): boolean {
  return PLAIN_KEY_PATTERN.test(pattern);
}
