import type { FunctionName } from "./expression.ts";
import { ExpressionError, ExpressionErrorCode } from "./expression-error.ts";
import { momentOf } from "./moment.ts";
import {
  isMap,
  keysOf,
  type Kind,
  kindOf,
  STEPS_PER_KEY,
  toJson,
  type Value,
  type ValueMap,
} from "./value.ts";
import type { WorkBudget } from "./work-budget.ts";

export interface CallParts {
  readonly budget: WorkBudget;
  /** Where the call stands in its expression. */
  readonly at: number;
  readonly now: Date;
}

interface ExpressionFunction {
  /** The kinds of its arguments; `any` takes all. */
  readonly takes: readonly (readonly Kind[] | "any")[];
  readonly call: (args: never, parts: CallParts) => Value;
}

const TEXT = ["text"] as const;
const LIST = ["list"] as const;

/** Every function but `exists`, which looks at a path and not at its value. */
const FUNCTIONS: Readonly<Record<Exclude<FunctionName, "exists">, ExpressionFunction>> = {
  length: { takes: [TEXT], call: ([text]: [string]) => codePointsOf(text) },
  number: {
    takes: [["text", "number"]],
    call: ([value]: [string | number], parts) => toNumber(value, parts),
  },
  string: { takes: ["any"], call: ([value]: [Value], { at }) => toText(value, at) },
  json: { takes: [TEXT], call: ([text]: [string], parts) => fromJson(text, parts) },
  lower: { takes: [TEXT], call: ([text]: [string]) => text.toLowerCase() },
  upper: { takes: [TEXT], call: ([text]: [string]) => text.toUpperCase() },
  trim: { takes: [TEXT], call: ([text]: [string]) => text.trim() },
  split: { takes: [TEXT, TEXT], call: ([text, by]: [string, string], parts) => split(text, by, parts) },
  join: { takes: [LIST, TEXT], call: ([list, by]: [Value[], string], parts) => join(list, by, parts) },
  replace: {
    takes: [TEXT, TEXT, TEXT],
    call: ([text, from, to]: [string, string, string], parts) => {
      const pieces = split(text, from, parts);
      parts.budget.making(text.length + (pieces.length - 1) * to.length, parts.at);
      return pieces.join(to);
    },
  },
  between: {
    takes: [TEXT, TEXT, TEXT],
    call: ([text, begin, end]: [string, string, string], { budget, at }) => {
      const found = budget.find(text, begin, 0, at);
      const from = found + begin.length;
      const to = found < 0 ? -1 : budget.find(text, end, from, at);
      return to < 0 ? null : text.slice(from, to);
    },
  },
  first: { takes: [LIST], call: ([list]: [Value[]]) => list[0] ?? null },
  last: { takes: [LIST], call: ([list]: [Value[]]) => list.at(-1) ?? null },
  count: {
    takes: [["list", "map"]],
    call: ([value]: [Value], parts) => (isMap(value) ? namesOf(value, parts) : (value as Value[])).length,
  },
  sum: {
    takes: [LIST],
    call: ([list]: [Value[]], parts) => numbersOf(list, parts).reduce((sum, one) => sum + one, 0),
  },
  min: { takes: [LIST], call: ([list]: [Value[]], parts) => extreme(list, parts, (one, best) => one < best) },
  max: { takes: [LIST], call: ([list]: [Value[]], parts) => extreme(list, parts, (one, best) => one > best) },
  keys: { takes: [["map"]], call: ([map]: [Value], parts) => (isMap(map) ? namesOf(map, parts) : []) },
  msBetween: {
    takes: [TEXT, TEXT],
    call: ([from, to]: [string, string], parts) => toMoment(to, parts) - toMoment(from, parts),
  },
  now: { takes: [], call: (_, { now }) => now.toISOString() },
};

/** @throws ExpressionError `type_mismatch` for other arguments than it takes; `too_large` */
export function callFunction(
  name: Exclude<FunctionName, "exists">,
  args: readonly Value[],
  parts: CallParts,
): Value {
  const { takes, call } = FUNCTIONS[name];
  if (args.length !== takes.length)
    throw mismatch(parts.at, `${name}() takes ${takes.length} arguments, not ${args.length}`);
  for (const [index, kinds] of takes.entries()) {
    const kind = kindOf(args[index] as Value);
    if (kinds !== "any" && !kinds.includes(kind))
      throw mismatch(parts.at, `${name}() takes ${kinds.join(" or ")}, not ${kind}`);
  }
  for (const arg of args) parts.budget.spend(costOf(arg), parts.at);
  return parts.budget.made(call(args as never, parts), parts.at);
}

/** Characters that a function looks at in the time of a step: reading JSON takes the longest. */
const CHARACTERS_PER_STEP = 4;
/** An item may be written as text. */
const STEPS_PER_ITEM = 4;

/** Steps of looking at an argument; those of a map's names are counted where they are looked at. */
function costOf(arg: Value): number {
  if (typeof arg === "string") return arg.length / CHARACTERS_PER_STEP;
  return Array.isArray(arg) ? arg.length * STEPS_PER_ITEM : 1;
}

function namesOf(map: ValueMap, { budget, at }: CallParts): string[] {
  const names = keysOf(map);
  budget.spend(names.length * STEPS_PER_KEY, at);
  return names;
}

/** A surrogate pair is one character. */
function codePointsOf(text: string): number {
  let count = text.length;
  for (let index = 1; index < text.length; index += 1)
    if (isLow(text.charCodeAt(index)) && isHigh(text.charCodeAt(index - 1))) count -= 1;
  return count;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}

export function mismatch(at: number, message: string): ExpressionError {
  return new ExpressionError(ExpressionErrorCode.TypeMismatch, at, message);
}

function toNumber(value: string | number, { at }: CallParts): number {
  if (typeof value === "number") return value;
  const text = value.trim();
  // `Number` also reads texts such as 0x10 and Infinity, which nobody means as numbers.
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text))
    throw mismatch(at, `${quote(text)} is no number`);
  const number = Number(text);
  if (!Number.isFinite(number)) throw mismatch(at, `${quote(text)} is beyond all numbers`);
  return number;
}

function toMoment(text: string, { at }: CallParts): number {
  const moment = momentOf(text);
  if (moment === null) throw mismatch(at, `${quote(text)} is no moment such as 2026-01-31T08:00:00Z`);
  return moment;
}

function toText(value: Value, at: number): string {
  return typeof value === "string" ? value : JSON.stringify(toJson(value, at));
}

function fromJson(text: string, { at }: CallParts): Value {
  try {
    return JSON.parse(text) as Value;
  } catch {
    throw mismatch(at, `${quote(text)} is no JSON`);
  }
}

function split(text: string, by: string, { budget, at }: CallParts): string[] {
  if (by === "") throw mismatch(at, "an empty text separates nothing");
  const pieces: string[] = [];
  let from = 0;
  for (let found = budget.find(text, by, 0, at); found >= 0; found = text.indexOf(by, from)) {
    budget.spend(1, at);
    pieces.push(text.slice(from, found));
    from = found + by.length;
  }
  pieces.push(text.slice(from));
  return pieces;
}

function join(list: readonly Value[], by: string, { budget, at }: CallParts): string {
  const texts = list.map((item) => toText(item, at));
  budget.making(
    texts.reduce((sum, text) => sum + text.length + by.length, 0),
    at,
  );
  return texts.join(by);
}

function numbersOf(list: readonly Value[], { at }: CallParts): readonly number[] {
  return list.map((item) => {
    if (typeof item !== "number") throw mismatch(at, `a list of numbers is wanted: it has ${kindOf(item)}`);
    return item;
  });
}

function extreme(
  list: readonly Value[],
  parts: CallParts,
  isBetter: (one: number, best: number) => boolean,
): number | null {
  return numbersOf(list, parts).reduce<number | null>(
    (best, one) => (best === null || isBetter(one, best) ? one : best),
    null,
  );
}

function quote(text: string): string {
  return `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`;
}
