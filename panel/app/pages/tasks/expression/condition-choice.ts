import { type Expression, formatExpression, parseExpression } from "@mojob/tasks/edit";
import { choiceOf, expressionOf, type ValueChoice } from "./value-choice.ts";

/** Operators between two values. */
export const COMPARISONS = ["==", "!=", "<", "<=", ">", ">=", "#", "!#", "in"] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** What is said of one value alone. */
export const SINGLE_TESTS = ["isTrue", "isFalse", "exists", "existsNot"] as const;
export type SingleTest = (typeof SINGLE_TESTS)[number];

export type ConditionRow =
  | { readonly left: ValueChoice; readonly test: SingleTest }
  | { readonly left: ValueChoice; readonly test: Comparison; readonly right: ValueChoice };

/** A condition as it is chosen in a form: rows that hold together, or of which one is enough. */
export interface ConditionChoice {
  readonly join: "all" | "any";
  readonly rows: readonly ConditionRow[];
}

const JOINS = { all: "&&", any: "||" } as const;

/**
 * A condition as an expression; it has at least one row.
 * @example
 * ```ts
 * writeCondition({ join: "all", rows: [{ left: { source: { kind: "visit", field: [] } }, test: ">", right: { source: { kind: "fixed", value: 3 } } }] });
 * // "$.VISIT > 3"
 * ```
 */
export function writeCondition({ join, rows }: ConditionChoice): string {
  const [first, ...others] = rows.map(rowExpression);
  if (first === undefined) return "";
  const whole = others.reduce<Expression>(
    (left, right) => ({ type: "binary", operator: JOINS[join], left, right, at: 0 }),
    first,
  );
  return formatExpression(whole);
}

/** The condition that an expression says; `null` where a form cannot show it. */
export function readCondition(text: string): ConditionChoice | null {
  try {
    const parsed = parseExpression(text);
    const join = parsed.type === "binary" && parsed.operator === "||" ? ("any" as const) : ("all" as const);
    const rows = partsOf(parsed, JOINS[join]).map(rowOf);
    return rows.every((row) => row !== null) ? { join, rows } : null;
  } catch {
    return null;
  }
}

function rowExpression(row: ConditionRow): Expression {
  const left = expressionOf(row.left);
  switch (row.test) {
    case "isTrue":
      return left;
    case "isFalse":
      return { type: "not", operand: left, at: 0 };
    case "exists":
      return { type: "call", name: "exists", args: [left], at: 0 };
    case "existsNot":
      return { type: "not", operand: { type: "call", name: "exists", args: [left], at: 0 }, at: 0 };
    default:
      return { type: "binary", operator: row.test, left, right: expressionOf(row.right), at: 0 };
  }
}

/** The parts that an operator joins, as they are written without brackets. */
function partsOf(expression: Expression, operator: "&&" | "||"): readonly Expression[] {
  if (expression.type !== "binary" || expression.operator !== operator) return [expression];
  return [...partsOf(expression.left, operator), expression.right];
}

function rowOf(expression: Expression): ConditionRow | null {
  if (expression.type === "binary") {
    const test = COMPARISONS.find((one) => one === expression.operator);
    if (test !== undefined) return comparisonOf(expression.left, test, expression.right);
  }
  if (expression.type === "not") {
    const inner = rowOf(expression.operand);
    if (inner?.test === "exists") return { left: inner.left, test: "existsNot" };
    return inner?.test === "isTrue" ? { left: inner.left, test: "isFalse" } : null;
  }
  const isExists = expression.type === "call" && expression.name === "exists";
  const [path, ...others] = isExists ? expression.args : [expression];
  const left = path === undefined || others.length > 0 ? null : choiceOf(path);
  return left === null ? null : { left, test: isExists ? "exists" : "isTrue" };
}

function comparisonOf(one: Expression, test: Comparison, other: Expression): ConditionRow | null {
  const [left, right] = [choiceOf(one), choiceOf(other)];
  return left === null || right === null ? null : { left, test, right };
}
