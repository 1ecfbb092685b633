import { type Expression, formatExpression, parseExpression, type PathStep } from "@mojob/tasks/edit";

export type Primitive = string | number | boolean | null;

/** The values of a node, by the names that expressions have for them. */
export const NODE_PARTS = {
  result: "RESULT",
  output: "OUTPUT",
  log: "LOG",
  given: "PARAMS",
  status: "STATUS",
  error: "ERROR",
  code: "CODE",
  exitCode: "EXIT_CODE",
  ms: "MS",
} as const;
export type NodePart = keyof typeof NODE_PARTS;

/** The values that no node has, by the way to them. */
export const PLAIN_ROOTS = {
  param: ["TASK", "PARAMS"],
  task: ["TASK"],
  variable: ["VARS"],
  item: ["ITEM"],
  index: ["INDEX"],
  visit: ["VISIT"],
  secret: ["SECRET"],
  resource: ["RESOURCE"],
} as const;
export type PlainRoot = keyof typeof PLAIN_ROOTS;

export type SourceKind = "fixed" | "file" | "document" | PlainRoot | NodePart;

/** Where a value comes from. */
export type ValueSource =
  | { readonly kind: "fixed"; readonly value: Primitive | readonly string[] }
  | { readonly kind: "file" | "document"; readonly path: string }
  | { readonly kind: PlainRoot; readonly field: readonly PathStep[] }
  | {
      readonly kind: NodePart;
      /** `null` is the node itself: `$.SELF`. */
      readonly node: string | null;
      /** Of a batch: of which item. @default the node is no batch, or the value is that of the whole */
      readonly item?: number | "all";
      readonly field: readonly PathStep[];
    };

/** Functions that take the whole value. */
export const WHOLE_TAKES = ["first", "last", "count", "sum", "min", "max", "trim"] as const;
export type WholeTake = (typeof WHOLE_TAKES)[number];

/** The part of a value that is taken. */
export type Take =
  | { readonly by: "between"; readonly begin: string; readonly end: string }
  | { readonly by: "pattern"; readonly pattern: string }
  /** From 1. */
  | { readonly by: "line"; readonly line: number }
  | { readonly by: "contains"; readonly text: string }
  | { readonly by: WholeTake };

/** What becomes of it at last. */
export const CONVERSIONS = { number: "number", text: "string", length: "length" } as const;
export type Conversion = keyof typeof CONVERSIONS;

/** A value as it is chosen in a form. */
export interface ValueChoice {
  readonly source: ValueSource;
  /** @default the whole value */
  readonly take?: Take;
  /** The value where there is none. @default that is an error */
  readonly orElse?: Primitive;
  readonly as?: Conversion;
  /** Texts around it. @default none */
  readonly before?: string;
  readonly after?: string;
}

/**
 * A choice as an expression.
 * @example
 * ```ts
 * writeChoice({ source: { kind: "result", node: "count", field: [{ type: "name", name: "lines" }] }, orElse: 0 });
 * // "$.JOB['count'].RESULT.lines ?? 0"
 * ```
 */
export function writeChoice(choice: ValueChoice): string {
  return formatExpression(expressionOf(choice));
}

/** The choice that an expression says; `null` where a form cannot show it. */
export function readChoice(text: string): ValueChoice | null {
  try {
    return choiceOf(parseExpression(text));
  } catch {
    return null;
  }
}

const literal = (value: Primitive): Expression => ({ type: "literal", value, at: 0 });

const call = (name: WholeTake | "between" | "number" | "string" | "length", args: readonly Expression[]) =>
  ({ type: "call", name, args, at: 0 }) as const;

const binary = (left: Expression, operator: "??" | "#" | "+", right: Expression): Expression => ({
  type: "binary",
  operator,
  left,
  right,
  at: 0,
});

export function expressionOf({ source, take, orElse, as, before, after }: ValueChoice): Expression {
  let value = sourceExpression(source);
  if (take !== undefined) value = takenOf(value, take);
  if (orElse !== undefined) value = binary(value, "??", literal(orElse));
  if (as !== undefined) value = call(CONVERSIONS[as], [value]);
  if (before !== undefined) value = binary(literal(before), "+", value);
  return after === undefined ? value : binary(value, "+", literal(after));
}

function sourceExpression(source: ValueSource): Expression {
  switch (source.kind) {
    case "fixed": {
      const { value } = source;
      return isList(value) ? { type: "list", items: value.map(literal), at: 0 } : literal(value);
    }
    case "file":
    case "document":
      return {
        type: "handle",
        name: source.kind === "file" ? "File" : "Document",
        path: source.path,
        at: 0,
      };
    default:
      return { ...pathOf(source), type: "path", at: 0 };
  }
}

function pathOf(source: Exclude<ValueSource, { kind: "fixed" | "file" | "document" }>): {
  readonly root: string;
  readonly steps: readonly PathStep[];
} {
  if (!("node" in source)) {
    const [root, ...steps] = PLAIN_ROOTS[source.kind];
    return { root, steps: [...steps.map(named), ...source.field] };
  }
  const { node, item, kind, field } = source;
  const steps = [...itemSteps(item), named(NODE_PARTS[kind]), ...field];
  return node === null ? { root: "SELF", steps } : { root: "JOB", steps: [named(node), ...steps] };
}

const named = (name: string): PathStep => ({ type: "name", name });

function itemSteps(item: number | "all" | undefined): readonly PathStep[] {
  if (item === undefined) return [];
  return [item === "all" ? { type: "all" } : { type: "index", index: item }];
}

function takenOf(value: Expression, take: Take): Expression {
  switch (take.by) {
    case "between":
      return call("between", [value, literal(take.begin), literal(take.end)]);
    case "pattern":
      return { type: "extract", source: value, pattern: take.pattern, at: 0 };
    case "line":
      return { type: "extract", source: value, pattern: linePattern(take.line), at: 0 };
    case "contains":
      return binary(value, "#", literal(take.text));
    default:
      return call(take.by, [value]);
  }
}

/** A dot matches no end of a line. */
function linePattern(line: number): string {
  return line === 1 ? "^(.*)" : String.raw`^(?:.*\n){${line - 1}}(.*)`;
}

function lineOf(pattern: string): number | null {
  if (pattern === "^(.*)") return 1;
  const before = /^\^\(\?:\.\*\\n\)\{([1-9]\d{0,3})\}\(\.\*\)$/.exec(pattern)?.[1];
  return before === undefined ? null : Number(before) + 1;
}

/** As `readChoice`, of an expression that is parsed. */
export function choiceOf(expression: Expression): ValueChoice | null {
  const { inner: ended, text: after } = withoutText(expression, "right");
  const { inner: begun, text: before } = withoutText(ended, "left");
  const converted = conversionIn(begun);
  const inner = converted?.inner ?? begun;
  const [core, orElse] = elseIn(inner);
  const taken = takeIn(core);
  const source = sourceOf(taken?.inner ?? core);
  if (source === null) return null;
  // Texts around a fixed one are one fixed text more simply.
  if (source.kind === "fixed" && (before !== undefined || after !== undefined)) return null;
  return {
    source,
    ...(taken !== null && { take: taken.take }),
    ...(orElse !== undefined && { orElse }),
    ...(converted !== null && { as: converted.as }),
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  };
}

/** An expression without a text that is joined to one end of it. */
function withoutText(
  expression: Expression,
  side: "left" | "right",
): { readonly inner: Expression; readonly text?: string } {
  if (expression.type !== "binary" || expression.operator !== "+") return { inner: expression };
  const joined = expression[side];
  const inner = expression[side === "left" ? "right" : "left"];
  const isText = joined.type === "literal" && typeof joined.value === "string";
  return isText ? { inner, text: joined.value } : { inner: expression };
}

function conversionIn(
  expression: Expression,
): { readonly as: Conversion; readonly inner: Expression } | null {
  if (expression.type !== "call") return null;
  const as = (Object.keys(CONVERSIONS) as Conversion[]).find((one) => CONVERSIONS[one] === expression.name);
  const [inner, ...others] = expression.args;
  return as === undefined || inner === undefined || others.length > 0 ? null : { as, inner };
}

function elseIn(expression: Expression): readonly [Expression, Primitive | undefined] {
  const { type } = expression;
  if (type !== "binary" || expression.operator !== "??") return [expression, undefined];
  const { left, right } = expression;
  return right.type === "literal" ? [left, right.value] : [expression, undefined];
}

function takeIn(expression: Expression): { readonly take: Take; readonly inner: Expression } | null {
  if (expression.type === "extract") {
    const line = lineOf(expression.pattern);
    const take: Take = line === null ? { by: "pattern", pattern: expression.pattern } : { by: "line", line };
    return { take, inner: expression.source };
  }
  if (expression.type === "binary" && expression.operator === "#") {
    const text = textIn(expression.right);
    return text === null ? null : { take: { by: "contains", text }, inner: expression.left };
  }
  return expression.type === "call" ? callIn(expression) : null;
}

function callIn({
  name,
  args,
}: Extract<Expression, { type: "call" }>): { readonly take: Take; readonly inner: Expression } | null {
  const [inner, first, second] = args;
  if (inner === undefined) return null;
  const whole = WHOLE_TAKES.find((one) => one === name);
  if (whole !== undefined && args.length === 1) return { take: { by: whole }, inner };
  const [begin, end] = [textIn(first), textIn(second)];
  if (name !== "between" || args.length !== 3 || begin === null || end === null) return null;
  return { take: { by: "between", begin, end }, inner };
}

function textIn(expression: Expression | undefined): string | null {
  return expression?.type === "literal" && typeof expression.value === "string" ? expression.value : null;
}

function sourceOf(expression: Expression): ValueSource | null {
  switch (expression.type) {
    case "literal":
      return { kind: "fixed", value: expression.value };
    case "list": {
      const items = expression.items.map(textIn);
      return items.every((item) => item !== null) ? { kind: "fixed", value: items } : null;
    }
    case "handle":
      return { kind: expression.name === "File" ? "file" : "document", path: expression.path };
    case "path":
      return expression.root === "JOB" || expression.root === "SELF"
        ? nodeSource(expression.root, expression.steps)
        : plainSource(expression.root, expression.steps);
    default:
      return null;
  }
}

function plainSource(root: string, steps: readonly PathStep[]): ValueSource | null {
  const kinds = Object.keys(PLAIN_ROOTS) as PlainRoot[];
  const kind = kinds.find((one) => {
    const [own, ...inner] = PLAIN_ROOTS[one];
    return own === root && inner.every((name, place) => isNamed(steps[place], name));
  });
  return kind === undefined ? null : { kind, field: steps.slice(PLAIN_ROOTS[kind].length - 1) };
}

function nodeSource(root: "JOB" | "SELF", steps: readonly PathStep[]): ValueSource | null {
  const [first] = steps;
  if (root === "JOB" && first?.type !== "name") return null;
  const behind = root === "JOB" ? steps.slice(1) : steps;
  const item = itemOf(behind[0]);
  const [part, ...field] = item === undefined ? behind : behind.slice(1);
  const kind = (Object.keys(NODE_PARTS) as NodePart[]).find((one) => isNamed(part, NODE_PARTS[one]));
  if (kind === undefined) return null;
  const node = root === "JOB" && first?.type === "name" ? first.name : null;
  return { kind, node, ...(item !== undefined && { item }), field };
}

function itemOf(step: PathStep | undefined): number | "all" | undefined {
  if (step?.type === "index") return step.index;
  return step?.type === "all" ? "all" : undefined;
}

function isNamed(step: PathStep | undefined, name: string): boolean {
  return step?.type === "name" && step.name === name;
}

export function isList(value: Primitive | readonly string[]): value is readonly string[] {
  return Array.isArray(value);
}
