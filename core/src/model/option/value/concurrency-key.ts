import { canonicalJson, escapePointer, jsonMember, type JsonValue } from "../../../base/json.ts";
import { beginningOf } from "../../../base/truncate.ts";

/** `args`, or a member of it at any depth: `args.customer.id`, `args.lines.0`. */
const PATH = /^args(?:\.[\w$-]+)*$/;
const PLACEHOLDER = /\{([^{}]*)\}/g;
/** Only the beginning of a longer key counts. */
const LONGEST_KEY = 200;

/** Whether a text is a path into the arguments, or a template with such paths in braces. */
export function isKeyExpression(text: string): boolean {
  if (PATH.test(text)) return true;
  const paths = [...text.matchAll(PLACEHOLDER)].map(([, path = ""]) => path);
  return (
    paths.length > 0 &&
    paths.every((path) => PATH.test(path)) &&
    !/[{}]/.test(text.replaceAll(PLACEHOLDER, ""))
  );
}

/** The key of a run with these arguments: texts as they are, anything else as JSON, nothing for what is not there. */
export function keyOfArgs(expression: string, args: JsonValue): string {
  return beginningOf(keyTextOf(expression, args), LONGEST_KEY);
}

/** The same, however long it is. */
export function keyTextOf(expression: string, args: JsonValue): string {
  return PATH.test(expression)
    ? textAt(expression, args)
    : expression.replaceAll(PLACEHOLDER, (_, path: string) => textAt(path, args));
}

/** The members that an expression names and these arguments lack, as JSON pointers such as `/args/order`. */
export function missingFrom(expression: string, args: JsonValue): readonly string[] {
  const paths = PATH.test(expression)
    ? [expression]
    : [...expression.matchAll(PLACEHOLDER)].map(([, path = ""]) => path);
  return paths
    .filter((path) => path !== "args" && (valueAt(path, args) ?? null) === null)
    .map((path) => `/${path.split(".").map(escapePointer).join("/")}`);
}

function valueAt(path: string, args: JsonValue): JsonValue | undefined {
  return path === "args" ? args : jsonMember(args, path.split(".").slice(1));
}

function textAt(path: string, args: JsonValue): string {
  const value = valueAt(path, args);
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : canonicalJson(value);
}
