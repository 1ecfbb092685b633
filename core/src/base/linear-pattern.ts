import { RE2JS } from "re2js";
import { programSizeOf } from "./program-size.ts";

/** Most instructions of a pattern's program: compiling one takes up to 2 µs each. */
export const MOST_INSTRUCTIONS = 4096;

export interface LinearPattern {
  readonly size: number;
  /** How many groups it has. */
  readonly groups: number;
  matches(text: string): boolean;
  /** The text of a group in the first match, 0 being the whole match; `null` without a match or without that group. */
  first(text: string, group: number): string | null;
}

/**
 * Compiles a pattern for an engine that takes time in proportion to the text, whatever the pattern: one that a caller
 * supplies can then not stop the process. The time is that of the text's length times the pattern's size. Look-ahead and
 * back-references do not exist there.
 * @throws Error that says what the engine does not support, or that the program has too many instructions
 */
export function compileLinearPattern(pattern: string): LinearPattern {
  // Before it is compiled: that would take the time which this is to save.
  const instructions = programSizeOf(pattern);
  if (instructions > MOST_INSTRUCTIONS)
    throw new Error(
      `its repetitions make a program of ${instructions} instructions, of at most ${MOST_INSTRUCTIONS}`,
    );
  const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern), RE2JS.LOOKBEHINDS);
  return {
    size: compiled.programSize(),
    groups: compiled.groupCount(),
    matches: (text) => compiled.matcher(text).find(),
    first(text, group) {
      const matcher = compiled.matcher(text);
      return matcher.find() ? matcher.group(group) : null;
    },
  };
}
