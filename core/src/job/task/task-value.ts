import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import type { JsonPrimitive, JsonValue } from "../../base/json.ts";
import type { Expression, PathExpression, PathStep } from "../../expression/expression.ts";

declare const TYPE: unique symbol;

/** A value that a run of a task knows later: an expression, of which the compiler knows the type. */
export interface TaskValue<out T> {
  readonly [TYPE]: T;
}

/** A value whose parts are values too: `count.result.lines`. */
export type TaskReference<T> = TaskValue<T> & PartsOf<NonNullable<T>>;

type PartsOf<T> = JsonValue extends T
  ? { readonly [name: string]: TaskReference<JsonValue> }
  : T extends readonly (infer Item)[]
    ? { readonly [index: number]: TaskReference<Item> }
    : T extends object
      ? { readonly [Name in keyof T]-?: TaskReference<T[Name]> }
      : unknown;

/** The value of each item of a batch, whose parts are those of each: `count.results.lines` is a list of numbers. */
export type TaskReferences<T> = TaskValue<readonly T[]> & PartsOfEach<NonNullable<T>>;

type PartsOfEach<T> = JsonValue extends T
  ? { readonly [name: string]: TaskReferences<JsonValue> }
  : T extends readonly unknown[]
    ? unknown
    : T extends object
      ? { readonly [Name in keyof T]-?: TaskReferences<T[Name]> }
      : unknown;

/** A given value: JSON, a value that is known later, or a list of both. */
export type Given<T> =
  | T
  | TaskValue<T>
  | (T extends readonly (infer Item)[] ? readonly Given<Item>[] : never);

/** The type of a value that is given. */
export type ValueOf<T> = T extends TaskValue<infer Value> ? Value : T;

const EXPRESSIONS = new WeakMap<object, Expression>();

/** Where a part stands in its text: what is made here has none. */
export const NOWHERE = 0;

/** An expression as a value. */
export function taskValue<T>(expression: Expression): TaskValue<T> {
  const value = Object.freeze({});
  EXPRESSIONS.set(value, expression);
  return value as TaskValue<T>;
}

/** A path as a value whose parts are paths that lead on. */
export function taskReference<T>(path: PathExpression): TaskReference<T> {
  const handler: ProxyHandler<object> = {
    get(_, name) {
      if (typeof name === "symbol") return name === Symbol.toPrimitive ? refuseText : undefined;
      return taskReference({ ...path, steps: [...path.steps, stepOf(name)] });
    },
  };
  const reference = new Proxy(Object.freeze({}), handler);
  EXPRESSIONS.set(reference, path);
  return reference as TaskReference<T>;
}

/** @throws MoJobError `invalid_argument` always: the text would be computed before there is a value */
function refuseText(): never {
  throw new MoJobError(
    MoJobErrorCode.InvalidArgument,
    "Cannot use a value of a task here: it is known when the task runs; write concat(…), add(…) or another function for it",
  );
}

function stepOf(name: string): PathStep {
  return /^\d+$/.test(name) ? { type: "index", index: Number(name) } : { type: "name", name };
}

/** Whether a part of what is given is known later. */
export function isKnownLater(given: unknown): boolean {
  if (typeof given !== "object" || given === null) return false;
  if (EXPRESSIONS.has(given)) return true;
  return Object.values(given).some(isKnownLater);
}

/**
 * The expression for what is given.
 * @throws MoJobError `invalid_argument` for an object and for what is no JSON, for which there is none
 */
export function expressionOf(given: unknown): Expression {
  if (typeof given === "object" && given !== null) {
    const known = EXPRESSIONS.get(given);
    if (known !== undefined) return known;
    if (Array.isArray(given)) return { type: "list", items: given.map(expressionOf), at: NOWHERE };
  }
  if (isPrimitive(given)) return { type: "literal", value: given, at: NOWHERE };
  throw new MoJobError(
    MoJobErrorCode.InvalidArgument,
    `Cannot write ${typeof given} as an expression: use texts, numbers, truths, null, lists, and values of the task`,
  );
}

function isPrimitive(given: unknown): given is JsonPrimitive {
  return (
    given === null ||
    typeof given === "string" ||
    typeof given === "boolean" ||
    (typeof given === "number" && Number.isFinite(given))
  );
}
