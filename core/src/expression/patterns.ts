import { MOST_INSTRUCTIONS } from "../base/linear-pattern.ts";
import { programSizeOf } from "../base/program-size.ts";
import type { Expression, ExtractExpression } from "./expression.ts";
import { ExpressionError, ExpressionErrorCode } from "./expression-error.ts";
import { compileExtract } from "./linear-extract.ts";

/** Most instructions of all the patterns that are saved together: compiling them takes about 65 ms. */
export const MOST_PATTERNS = 32_768;

/** The patterns of expressions that are saved together: each is compiled once, and their number of instructions is bounded. */
export class Patterns {
  readonly #seen = new Set<string>();
  #instructions = 0;

  /** How many instructions they have together, where that is more than they may. */
  get tooMany(): number | null {
    return this.#instructions > MOST_PATTERNS ? this.#instructions : null;
  }

  /** @throws ExpressionError for a pattern that cannot be applied, which would else show at run time alone */
  assert(expression: Expression): void {
    const patterns = patternsIn(expression);
    const own = patterns.reduce((sum, { pattern }) => sum + programSizeOf(pattern), 0);
    if (patterns.length > 1 && own > MOST_INSTRUCTIONS)
      throw new ExpressionError(
        ExpressionErrorCode.TooComplex,
        expression.at,
        `its patterns have ${own} instructions together, of at most ${MOST_INSTRUCTIONS}`,
      );
    for (const { pattern, at } of patterns) {
      if (this.#seen.has(pattern)) continue;
      this.#seen.add(pattern);
      const size = programSizeOf(pattern);
      // One that is too large by itself is refused before it is compiled, and is not counted with others.
      this.#instructions += size > MOST_INSTRUCTIONS ? 0 : size;
      if (this.tooMany === null) compileExtract(pattern, at);
    }
  }
}

function patternsIn(expression: Expression): readonly ExtractExpression[] {
  switch (expression.type) {
    case "extract":
      return [expression, ...patternsIn(expression.source)];
    case "list":
      return expression.items.flatMap(patternsIn);
    case "call":
      return expression.args.flatMap(patternsIn);
    case "not":
      return patternsIn(expression.operand);
    case "choice":
      return [expression.condition, expression.whereTrue, expression.whereFalse].flatMap(patternsIn);
    case "binary":
      return [...patternsIn(expression.left), ...patternsIn(expression.right)];
    default:
      return [];
  }
}
