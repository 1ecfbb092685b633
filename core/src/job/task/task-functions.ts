import type { JsonPrimitive, JsonValue } from "../../base/json.ts";
import type { BinaryOperator, FunctionName } from "../../expression/expression.ts";
import { parseExpression } from "../../expression/parse-expression.ts";
import { expressionOf, type Given, NOWHERE, type TaskValue, taskValue } from "./task-value.ts";

type Operand<T> = T | TaskValue<T>;
type Truth = Operand<boolean>;
type Ordered = number | string;
type Compare = <T extends JsonPrimitive>(left: Operand<T>, right: Operand<T>) => TaskValue<boolean>;
type Order = <T extends Ordered>(left: Operand<T>, right: Operand<T>) => TaskValue<boolean>;
type Calculate = (left: Operand<number>, right: Operand<number>) => TaskValue<number>;

/** `left == right`; values of unlike kinds are an error, but for `null`. */
export const eq: Compare = (left, right) => binary("==", left, right);
/** `left != right` */
export const ne: Compare = (left, right) => binary("!=", left, right);
/** `left < right` */
export const lt: Order = (left, right) => binary("<", left, right);
/** `left <= right` */
export const lte: Order = (left, right) => binary("<=", left, right);
/** `left > right` */
export const gt: Order = (left, right) => binary(">", left, right);
/** `left >= right` */
export const gte: Order = (left, right) => binary(">=", left, right);
/** `left + right` of numbers; `concat` joins texts. */
export const add: Calculate = (left, right) => binary("+", left, right);
/** `left - right` */
export const subtract: Calculate = (left, right) => binary("-", left, right);
/** `left * right` */
export const multiply: Calculate = (left, right) => binary("*", left, right);
/** `left / right` */
export const divide: Calculate = (left, right) => binary("/", left, right);

/** True where all are; the first that is false ends it. */
export function and(...truths: readonly [Truth, ...Truth[]]): TaskValue<boolean> {
  return joined("&&", truths);
}

/** True where one is; the first that is true ends it. */
export function or(...truths: readonly [Truth, ...Truth[]]): TaskValue<boolean> {
  return joined("||", truths);
}

export function not(truth: Truth): TaskValue<boolean> {
  return taskValue({ type: "not", operand: expressionOf(truth), at: NOWHERE });
}

/** Whether a text contains a text, or a list an item. */
export function contains<T extends string | readonly JsonPrimitive[]>(
  whole: TaskValue<T>,
  part: T extends readonly (infer Item)[] ? Operand<Item> : Operand<string>,
): TaskValue<boolean> {
  return binary("#", whole, part);
}

/** Texts one after the other. */
export function concat(...texts: readonly [Operand<string>, ...Operand<string>[]]): TaskValue<string> {
  return joined("+", texts);
}

/** The value, or the other where there is none: for what may not have run, and for what may be absent. */
export function orElse<T, Other extends JsonValue>(
  value: TaskValue<T>,
  other: Given<Other>,
): TaskValue<NonNullable<T> | Other> {
  return binary("??", value, other);
}

/** Whether there is such a value. */
export function exists(reference: TaskValue<unknown>): TaskValue<boolean> {
  return call("exists", reference);
}

export function sum(numbers: Given<readonly number[]>): TaskValue<number> {
  return call("sum", numbers);
}

export function min<T extends Ordered>(values: Given<readonly T[]>): TaskValue<T> {
  return call("min", values);
}

export function max<T extends Ordered>(values: Given<readonly T[]>): TaskValue<T> {
  return call("max", values);
}

/** How many items a list has. */
export function count(list: TaskValue<readonly unknown[]>): TaskValue<number> {
  return call("count", list);
}

/** The first item of a list; `null` of an empty one. */
export function first<T>(list: TaskValue<readonly T[]>): TaskValue<T | null> {
  return call("first", list);
}

/** The last item of a list; `null` of an empty one. */
export function last<T>(list: TaskValue<readonly T[]>): TaskValue<T | null> {
  return call("last", list);
}

/** The milliseconds from one moment to another, as ISO 8601 texts with a zone. */
export function msBetween(from: Operand<string>, to: Operand<string>): TaskValue<number> {
  return call("msBetween", from, to);
}

/** The number that a text says. */
export function toNumber(text: Operand<string>): TaskValue<number> {
  return call("number", text);
}

/** The value as text, for `concat`. */
export function toText(value: Given<JsonValue>): TaskValue<string> {
  return call("string", value);
}

/** The first match of a pattern in a text, its group 1 where it has one; `null` where there is none. */
export function match(text: Operand<string>, pattern: string): TaskValue<string | null> {
  return taskValue({ type: "extract", source: expressionOf(text), pattern, at: NOWHERE });
}

/**
 * An expression as it is written in a body, for what has no function here: the compiler believes the type.
 * @throws ExpressionError where it cannot be read
 */
export function expression<T>(text: string): TaskValue<T> {
  return taskValue(parseExpression(text));
}

function call<T>(name: FunctionName, ...args: readonly unknown[]): TaskValue<T> {
  return taskValue({ type: "call", name, args: args.map(expressionOf), at: NOWHERE });
}

function binary<T>(operator: BinaryOperator, left: unknown, right: unknown): TaskValue<T> {
  return taskValue({
    type: "binary",
    operator,
    left: expressionOf(left),
    right: expressionOf(right),
    at: NOWHERE,
  });
}

function joined<T>(
  operator: BinaryOperator,
  [one, ...others]: readonly [unknown, ...unknown[]],
): TaskValue<T> {
  let whole: TaskValue<T> = taskValue(expressionOf(one));
  for (const other of others) whole = binary(operator, whole, other);
  return whole;
}
