import type { JsonValue } from "../base/json.ts";
import {
  type BinaryExpression,
  type BinaryOperator,
  type CallExpression,
  type Expression,
  HANDLES,
  type PathExpression,
  type PathStep,
} from "./expression.ts";
import { ExpressionError, ExpressionErrorCode } from "./expression-error.ts";
import { callFunction, mismatch } from "./functions.ts";
import { compileExtract } from "./linear-extract.ts";
import {
  Batch,
  COMPARED_PER_STEP,
  hasKey,
  isMap,
  isSame,
  keysOf,
  kindOf,
  needsItem,
  toJson,
  type Value,
  valueOf,
} from "./value.ts";
import { WorkBudget } from "./work-budget.ts";

export interface ExpressionContext {
  /** The value of `now()`: the time of the step, so that the same step always has the same value. */
  readonly now: Date;
  /** The values of the names after `$.`, such as `TASK` and `JOB`. */
  readonly roots: ReadonlyMap<string, Value>;
}

/**
 * The value of an expression: a pure function of it and its context, whose time is bounded.
 * @param budget counts what is done in one turn of the event loop, where one evaluation follows another
 * @throws ExpressionError with the place: `undefined_reference`, `type_mismatch`, `needs_item`, `too_large`, `bad_regex`
 * @example
 * ```ts
 * const roots = new Map([["VARS", { limit: 40 }]]);
 * evaluateExpression(parseExpression("$.VARS.limit + 2"), { now: new Date(), roots }); // 42
 * ```
 */
export function evaluateExpression(
  expression: Expression,
  context: ExpressionContext,
  budget: WorkBudget = new WorkBudget(),
): JsonValue {
  budget.begin();
  const evaluation = new Evaluation(context, budget);
  return evaluation.budget.made<JsonValue>(
    toJson(evaluation.value(expression), expression.at),
    expression.at,
  );
}

class Evaluation {
  readonly budget: WorkBudget;
  readonly #context: ExpressionContext;

  constructor(context: ExpressionContext, budget: WorkBudget) {
    this.#context = context;
    this.budget = budget;
  }

  value(expression: Expression): Value {
    const { at } = expression;
    switch (expression.type) {
      case "literal":
        return expression.value;
      case "list":
        return this.budget.made(
          expression.items.map((item) => this.value(item)),
          at,
        );
      case "path":
        return this.#path(expression);
      case "handle":
        return { [HANDLES[expression.name]]: expression.path };
      case "not":
        return !this.#truth(expression.operand);
      case "extract": {
        const source = this.value(expression.source);
        if (typeof source !== "string") throw mismatch(at, `:REGEX: takes text, not ${kindOf(source)}`);
        return compileExtract(expression.pattern, at, this.budget).first(source, at, this.budget);
      }
      case "choice":
        return this.value(this.#truth(expression.condition) ? expression.whereTrue : expression.whereFalse);
      case "call":
        return this.#call(expression);
      case "binary":
        return this.#binary(expression);
    }
  }

  #path(path: PathExpression): Value {
    const value = this.#found(path);
    if (value === undefined)
      throw new ExpressionError(ExpressionErrorCode.UndefinedReference, path.at, "nothing has this name");
    return value;
  }

  /** `undefined` where the path leads to nothing. */
  #found({ root, steps, at }: PathExpression): Value | undefined {
    const value = this.#context.roots.get(root);
    return value === undefined ? undefined : this.#follow(value, steps, at);
  }

  #follow(value: Value, steps: readonly PathStep[], at: number): Value | undefined {
    const [step, ...further] = steps;
    if (step === undefined) return value;
    if (step.type !== "all") {
      const next = step.type === "name" ? named(value, step.name, at) : indexed(value, step.index, at);
      return next === undefined ? undefined : this.#follow(next, further, at);
    }
    const all = allOf(value);
    this.budget.spend(all?.length ?? 0, at);
    // An item without the value is `null` in the list, which so has a place for each.
    return (
      all &&
      this.budget.made(
        all.map((item) => this.#follow(item, further, at) ?? null),
        at,
      )
    );
  }

  #call({ name, args, at }: CallExpression): Value {
    if (name !== "exists") {
      const values = args.map((arg) => this.value(arg));
      return callFunction(name, values, { budget: this.budget, at, now: this.#context.now });
    }
    const [path, ...others] = args;
    if (path?.type !== "path" || others.length > 0) throw mismatch(at, "exists() takes one path");
    return this.#found(path) !== undefined;
  }

  #truth(expression: Expression): boolean {
    const value = this.value(expression);
    if (typeof value !== "boolean")
      throw mismatch(expression.at, `true or false is wanted, not ${kindOf(value)}`);
    return value;
  }

  #binary({ operator, left, right, at }: BinaryExpression): Value {
    switch (operator) {
      case "??":
        return this.#orMissing(left) ?? this.value(right);
      case "||":
        return this.#truth(left) || this.#truth(right);
      case "&&":
        return this.#truth(left) && this.#truth(right);
      default:
        return this.budget.made(
          operate(operator, this.value(left), this.value(right), { budget: this.budget, at }),
          at,
        );
    }
  }

  #orMissing(expression: Expression): Value {
    try {
      return this.value(expression);
    } catch (error) {
      if (error instanceof ExpressionError && error.code === ExpressionErrorCode.UndefinedReference)
        return null;
      throw error;
    }
  }
}

/** The value of a name; `undefined` where there is none. */
function named(value: Value, name: string, at: number): Value | undefined {
  if (value instanceof Batch) {
    const whole = value.whole.get(name);
    if (whole === undefined) throw needsItem(at);
    return whole;
  }
  return isMap(value) ? valueOf(value, name) : undefined;
}

/** The n-th of a list, of a batch or of values in an order of their own, from the end where n is below 0. */
function indexed(value: Value, index: number, at: number): Value | undefined {
  if (Array.isArray(value)) return value.at(index);
  if (value instanceof Batch) return value.items.at(index);
  if (value instanceof Map) return [...value.values()].at(index);
  if (isMap(value)) throw mismatch(at, "the values of JSON have names and no order");
  return undefined;
}

function allOf(value: Value): readonly Value[] | undefined {
  if (Array.isArray(value)) return value;
  if (value instanceof Batch) return value.items;
  return isMap(value) ? keysOf(value).map((key) => valueOf(value, key) as Value) : undefined;
}

interface OperatorParts {
  readonly budget: WorkBudget;
  readonly at: number;
}

/** The operators that take both their values. */
type StrictOperator = Exclude<BinaryOperator, "??" | "||" | "&&">;

function operate(operator: StrictOperator, left: Value, right: Value, parts: OperatorParts): Value {
  switch (operator) {
    case "==":
      return isEqual(left, right, parts);
    case "!=":
      return !isEqual(left, right, parts);
    case "#":
      return contains(left, right, parts);
    case "!#":
      return !contains(left, right, parts);
    case "in":
      return contains(right, left, parts);
    case "+":
      return add(left, right, parts);
    case "<":
    case "<=":
    case ">":
    case ">=":
      return isOrdered(operator, left, right, parts);
    default:
      return calculate(operator, left, right, parts);
  }
}

function isEqual(left: Value, right: Value, parts: OperatorParts): boolean {
  const { budget, at } = parts;
  if (left instanceof Batch || right instanceof Batch) throw needsItem(at);
  const [one, other] = [kindOf(left), kindOf(right)];
  if (one !== other && one !== "null" && other !== "null") throw unlike(left, right, parts);
  return isSame(left, right, (steps) => budget.spend(steps, at));
}

function contains(whole: Value, part: Value, { budget, at }: OperatorParts): boolean {
  if (typeof whole === "string" && typeof part === "string") return budget.find(whole, part, 0, at) >= 0;
  if (Array.isArray(whole))
    return whole.some((item: Value) => isSame(item, part, (steps) => budget.spend(steps, at)));
  if (isMap(whole) && typeof part === "string") return hasKey(whole, part);
  throw mismatch(at, `${kindOf(whole)} cannot contain ${kindOf(part)}`);
}

function isOrdered(
  operator: "<" | "<=" | ">" | ">=",
  left: Value,
  right: Value,
  parts: OperatorParts,
): boolean {
  const areNumbers = typeof left === "number" && typeof right === "number";
  if (!areNumbers && !(typeof left === "string" && typeof right === "string"))
    throw unlike(left, right, parts);
  if (typeof left === "string") parts.budget.spend(left.length / COMPARED_PER_STEP, parts.at);
  switch (operator) {
    case "<":
      return left < right;
    case "<=":
      return left <= right;
    case ">":
      return left > right;
    case ">=":
      return left >= right;
  }
}

function add(left: Value, right: Value, parts: OperatorParts): Value {
  if (typeof left === "number" && typeof right === "number") return finite(left + right, parts);
  if (typeof left === "string" && typeof right === "string") {
    parts.budget.making(left.length + right.length, parts.at);
    return left + right;
  }
  if (Array.isArray(left) && Array.isArray(right)) return [...left, ...right] as readonly Value[];
  throw unlike(left, right, parts);
}

function calculate(operator: "-" | "*" | "/" | "%", left: Value, right: Value, parts: OperatorParts): number {
  if (typeof left !== "number" || typeof right !== "number") throw unlike(left, right, parts);
  switch (operator) {
    case "-":
      return finite(left - right, parts);
    case "*":
      return finite(left * right, parts);
    case "/":
      return finite(left / right, parts);
    case "%":
      return finite(left % right, parts);
  }
}

function finite(number: number, { at }: OperatorParts): number {
  if (!Number.isFinite(number)) throw mismatch(at, "the result is no number");
  return number;
}

function unlike(left: Value, right: Value, { at }: OperatorParts): ExpressionError {
  return mismatch(at, `${kindOf(left)} with ${kindOf(right)}`);
}
