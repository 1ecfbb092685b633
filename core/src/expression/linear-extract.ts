import { compileLinearPattern, type LinearPattern } from "../base/linear-pattern.ts";
import { ExpressionError, ExpressionErrorCode } from "./expression-error.ts";

/** Longest pattern, in characters. */
const MOST_PATTERN = 512;
/** Longest text that a pattern is looked for in, in UTF-16 units. */
const MOST_TEXT = 65_536;
/** The time of a match is that of the text's length times the program's size: about 50 ms at most. */
const MOST_WORK = 2 ** 23;
const MOST_KNOWN = 200;

/** The first match of one pattern, in a time that grows with the text alone. */
export interface LinearExtract {
  /** Group 1 of the first match where the pattern has groups, else the whole of it; `null` where there is none. */
  first(text: string, at: number): string | null;
}

const known = new Map<string, LinearExtract>();

/**
 * Compiles a pattern as JavaScript writes it. Look-behind is understood, and look-ahead at the very end; other look-ahead and
 * back-references do not exist in an engine whose time is linear.
 * @param at where the pattern stands in its expression
 * @throws ExpressionError `bad_regex`
 */
export function compileExtract(pattern: string, at: number): LinearExtract {
  let extract = known.get(pattern);
  if (extract === undefined) {
    extract = compile(pattern, at);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(pattern, extract);
  }
  return extract;
}

function compile(pattern: string, at: number): LinearExtract {
  if (pattern.length > MOST_PATTERN)
    throw new ExpressionError(
      ExpressionErrorCode.BadRegex,
      at,
      `a pattern has at most ${MOST_PATTERN} characters`,
    );
  const source = withoutLookahead(pattern, at);
  const compiled = compileLinear(source, at);
  // What the look-ahead at the end stood behind became group 1; its own first group is then the second.
  const group = source === pattern ? 1 : 2;
  const wanted = compiled.groups >= group ? group : group - 1;
  return {
    first(text, place) {
      if (text.length > MOST_TEXT || text.length * compiled.size > MOST_WORK)
        throw new ExpressionError(
          ExpressionErrorCode.TooLarge,
          place,
          "the text is too long for this pattern",
        );
      return compiled.first(text, wanted);
    },
  };
}

function compileLinear(source: string, at: number): LinearPattern {
  try {
    return compileLinearPattern(source);
  } catch (error) {
    throw new ExpressionError(ExpressionErrorCode.BadRegex, at, (error as Error).message);
  }
}

/** Writes `A(?=B)` as `(A)(?:B)`, whose group 1 is the same text. */
function withoutLookahead(pattern: string, at: number): string {
  const { lastGroup, hasAlternatives } = outline(pattern);
  if (lastGroup === null || !pattern.startsWith("(?=", lastGroup)) return pattern;
  const ahead = pattern.slice(lastGroup + 3, -1);
  // `a|b(?=c)` would say something else of `a`; an empty look-ahead is a mistake.
  if (hasAlternatives || ahead === "")
    throw new ExpressionError(
      ExpressionErrorCode.BadRegex,
      at,
      "a look-ahead needs a pattern in it, and no | before it",
    );
  return `(${pattern.slice(0, lastGroup)})(?:${ahead})`;
}

interface Outline {
  /** Where the group begins that ends the pattern; `null` where none does. */
  readonly lastGroup: number | null;
  /** Whether a `|` stands outside all groups. */
  readonly hasAlternatives: boolean;
}

function outline(pattern: string): Outline {
  const open: number[] = [];
  let [isInClass, lastGroup, hasAlternatives]: [boolean, number | null, boolean] = [false, null, false];
  for (let index = 0; index < pattern.length; index += 1) {
    const character = pattern.charAt(index);
    if (character === "\\") index += 1;
    else if (isInClass) isInClass = character !== "]";
    else if (character === "[") isInClass = true;
    else if (character === "(") open.push(index);
    else if (character === "|") hasAlternatives ||= open.length === 0;
    else if (character === ")") {
      const begin = open.pop();
      if (begin !== undefined && index === pattern.length - 1 && open.length === 0) lastGroup = begin;
    }
  }
  return { lastGroup, hasAlternatives };
}
