import { compileLinearPattern, type LinearPattern } from "../base/linear-pattern.ts";
import { ExpressionError, ExpressionErrorCode } from "./expression-error.ts";
import type { WorkBudget } from "./work-budget.ts";

/** Longest pattern, in characters. */
const MOST_PATTERN = 512;
/** Longest text that a pattern is looked for in, in UTF-16 units. */
const MOST_TEXT = 65_536;
/** Most instructions of the programs that are kept: each has about 30 bytes. */
const MOST_KEPT = 2 ** 18;

/** The first match of one pattern, in a time that grows with the text alone. */
export interface LinearExtract {
  /** How many instructions its program has. */
  readonly size: number;
  /** Group 1 of the first match where the pattern has groups, else the whole of it; `null` where there is none. */
  first(text: string, at: number, budget: WorkBudget): string | null;
}

/** The one that was used last stands last. */
const known = new Map<string, LinearExtract>();
let kept = 0;

/**
 * Compiles a pattern as JavaScript writes it. Look-behind is understood, and look-ahead at the very end; other look-ahead and
 * back-references do not exist in an engine whose time is linear.
 * @param at where the pattern stands in its expression
 * @param budget counts the compilation, where there is one
 * @throws ExpressionError `bad_regex`
 */
export function compileExtract(pattern: string, at: number, budget?: WorkBudget): LinearExtract {
  let extract = known.get(pattern);
  if (extract === undefined) {
    extract = compile(pattern, at);
    budget?.spendOnce({ instructions: extract.size });
    kept += extract.size;
  } else known.delete(pattern);
  known.set(pattern, extract);
  for (const [oldest, { size }] of known) {
    if (kept <= MOST_KEPT) break;
    known.delete(oldest);
    kept -= size;
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
  // The part before the look-ahead at the end has become group 1; the pattern's own first group is then the second.
  const group = source === pattern ? 1 : 2;
  const wanted = compiled.groups >= group ? group : group - 1;
  return {
    size: compiled.size,
    first(text, place, budget) {
      if (text.length > MOST_TEXT)
        throw new ExpressionError(
          ExpressionErrorCode.TooLarge,
          place,
          "the text is too long for this pattern",
        );
      budget.matching(text, compiled.size, place);
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
