import { BINARY_OPERATORS, type BinaryOperator, type Expression, type PathStep } from "./expression.ts";

const NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;
const SINGLE_QUOTE = /\\?['‘’′]/g;
/** How strongly what has no operator binds. */
const ALONE: number = BINARY_OPERATORS.length;
const EXTRACTING = ALONE - 0.5;
const COMPARING = 3;
/** A choice binds more weakly than every operator. */
const CHOOSING = -1;
/** `!` stands above the comparisons and below `&&`. */
const NEGATING = COMPARING - 0.5;

/**
 * Writes an expression as text: `parseExpression` makes the same of it again, but for the places.
 * @example
 * ```ts
 * formatExpression(parseExpression("{$.JOB[‘a’].OUTPUT} #”x”")); // "$.JOB['a'].OUTPUT # 'x'"
 * ```
 */
export function formatExpression(expression: Expression): string {
  switch (expression.type) {
    case "literal":
      return typeof expression.value === "string" ? quoted(expression.value) : String(expression.value);
    case "list":
      return `[${expression.items.map(formatExpression).join(", ")}]`;
    case "path":
      return `$.${expression.root}${expression.steps.map((step, index) => written(step, expression.root === "JOB" && index === 0)).join("")}`;
    case "handle":
      return `${expression.name}(${quoted(expression.path)})`;
    case "call":
      return `${expression.name}(${expression.args.map(formatExpression).join(", ")})`;
    case "not":
      return `!${within(expression.operand, NEGATING)}`;
    case "extract":
      return `{${formatExpression(expression.source)}}:REGEX:${quotedPattern(expression.pattern)}`;
    case "choice": {
      const { condition, whereTrue, whereFalse } = expression;
      return `${within(condition, CHOOSING + 1)} ? ${formatExpression(whereTrue)} : ${formatExpression(whereFalse)}`;
    }
    case "binary": {
      const { left, right, operator } = expression;
      const row = rowOf(operator);
      // Operators of one row are applied from the left; comparisons follow no other.
      const ofLeft = row === COMPARING ? row + 1 : row;
      return `${within(left, ofLeft)} ${operator} ${within(right, row + 1)}`;
    }
  }
}

/** In brackets where it binds more weakly than its place asks for. */
function within(expression: Expression, least: number): string {
  const text = formatExpression(expression);
  return strengthOf(expression) < least ? `(${text})` : text;
}

function strengthOf(expression: Expression): number {
  switch (expression.type) {
    case "binary":
      return rowOf(expression.operator);
    case "not":
      return NEGATING;
    case "choice":
      return CHOOSING;
    case "extract":
      return EXTRACTING;
    default:
      return ALONE;
  }
}

function rowOf(operator: BinaryOperator): number {
  return BINARY_OPERATORS.findIndex((row) => (row as readonly string[]).includes(operator));
}

function written(step: PathStep, isNode: boolean): string {
  switch (step.type) {
    case "all":
      return "[*]";
    case "index":
      return `[${step.index}]`;
    case "name":
      return NAME.test(step.name) && !isNode ? `.${step.name}` : `[${quoted(step.name)}]`;
  }
}

function quoted(text: string): string {
  const escaped = text.replaceAll(/[\\'‘’′]/g, String.raw`\$&`);
  return `'${escaped.replaceAll("\n", String.raw`\n`).replaceAll("\r", String.raw`\r`)}'`;
}

/** Nothing in the quotes of a pattern is an escape: what would close them is written as the engine knows it. */
function quotedPattern(pattern: string): string {
  if (!/['‘’′]/.test(pattern)) return `'${pattern}'`;
  if (!/["“”]/.test(pattern)) return `"${pattern}"`;
  return `'${pattern.replaceAll(SINGLE_QUOTE, (quote) => `\\u${(quote.at(-1) ?? "").charCodeAt(0).toString(16).padStart(4, "0")}`)}'`;
}
