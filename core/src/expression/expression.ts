import type { JsonPrimitive } from "../base/json.ts";

/** Longest text of an expression, in characters. */
export const MOST_CHARACTERS = 4096;
/** Most parts that an expression may have, each value, step, operator and call being one. */
export const MOST_PARTS = 256;
/** Deepest nesting. */
export const MOST_DEPTH = 32;

/** Weakest first; those of one row bind alike. */
export const BINARY_OPERATORS = [
  ["??"],
  ["||"],
  ["&&"],
  ["==", "!=", "<=", ">=", "<", ">", "#", "!#", "in"],
  ["+", "-"],
  ["*", "/", "%"],
] as const;
export type BinaryOperator = (typeof BINARY_OPERATORS)[number][number];

/** Functions that expressions can call. There are no others, and none that a user defines: each ends. */
export const FUNCTION_NAMES = [
  "length",
  "number",
  "string",
  "json",
  "lower",
  "upper",
  "trim",
  "split",
  "join",
  "replace",
  "between",
  "first",
  "last",
  "count",
  "sum",
  "min",
  "max",
  "keys",
  "exists",
  "now",
  "msBetween",
] as const;
export type FunctionName = (typeof FUNCTION_NAMES)[number];

/** A file or a document by its path, as `File(/data/in.zip)` writes it. */
export const HANDLES = { File: "$file", Document: "$document" } as const;
export type HandleName = keyof typeof HANDLES;

/** One step of a path: `.lines` and `['lines']`, `[0]` and `[-1]`, or `[*]`. */
export type PathStep =
  | { readonly type: "name"; readonly name: string }
  | { readonly type: "index"; readonly index: number }
  | { readonly type: "all" };

/** Where a part begins in the text, counted in UTF-16 units from 0. */
interface Placed {
  readonly at: number;
}

export interface LiteralExpression extends Placed {
  readonly type: "literal";
  readonly value: JsonPrimitive;
}

export interface ListExpression extends Placed {
  readonly type: "list";
  readonly items: readonly Expression[];
}

export interface PathExpression extends Placed {
  readonly type: "path";
  /** The name after `$.`, such as `JOB`. */
  readonly root: string;
  readonly steps: readonly PathStep[];
}

export interface HandleExpression extends Placed {
  readonly type: "handle";
  readonly name: HandleName;
  readonly path: string;
}

export interface CallExpression extends Placed {
  readonly type: "call";
  readonly name: FunctionName;
  readonly args: readonly Expression[];
}

export interface NotExpression extends Placed {
  readonly type: "not";
  readonly operand: Expression;
}

export interface BinaryExpression extends Placed {
  readonly type: "binary";
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
}

/** `condition ? whereTrue : whereFalse`: of the two only the one that is chosen is evaluated. */
export interface ChoiceExpression extends Placed {
  readonly type: "choice";
  readonly condition: Expression;
  readonly whereTrue: Expression;
  readonly whereFalse: Expression;
}

/** The first match of a pattern in a text: `{$.JOB['a'].OUTPUT}:REGEX:rows (\d+)`. */
export interface ExtractExpression extends Placed {
  readonly type: "extract";
  readonly source: Expression;
  readonly pattern: string;
}

/** An expression as it was parsed: plain data, which a form can edit and `formatExpression` writes as text. */
export type Expression =
  | LiteralExpression
  | ListExpression
  | PathExpression
  | HandleExpression
  | CallExpression
  | NotExpression
  | BinaryExpression
  | ChoiceExpression
  | ExtractExpression;
