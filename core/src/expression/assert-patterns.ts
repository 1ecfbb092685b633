import type { Expression } from "./expression.ts";
import { compileExtract } from "./linear-extract.ts";

/** @throws ExpressionError for a pattern that cannot be applied, which would else show at run time alone */
export function assertPatterns(expression: Expression): void {
  switch (expression.type) {
    case "extract":
      compileExtract(expression.pattern, expression.at);
      assertPatterns(expression.source);
      return;
    case "list":
      for (const item of expression.items) assertPatterns(item);
      return;
    case "call":
      for (const arg of expression.args) assertPatterns(arg);
      return;
    case "not":
      assertPatterns(expression.operand);
      return;
    case "binary":
      assertPatterns(expression.left);
      assertPatterns(expression.right);
      return;
    default:
  }
}
