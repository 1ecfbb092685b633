import { MoJobError, MoJobErrorCode } from "./error.ts";
import { issueAt } from "./issue/issue.ts";
import type { InputIssue } from "./issue/issue-code.ts";

export type JsonPrimitive = string | number | boolean | null;
export type JsonValue = JsonPrimitive | readonly JsonValue[] | { readonly [key: string]: JsonValue };
export type JsonObject = { readonly [key: string]: JsonValue };

export interface JsonLimits {
  /** Deepest nesting accepted. @default 32 */
  readonly maxDepth?: number;
  /** Most values and keys accepted in all. @default 10_000 */
  readonly maxNodes?: number;
}

/** The limits of a stored record, whatever it holds. */
const NO_LIMITS: Required<JsonLimits> = { maxDepth: Infinity, maxNodes: Infinity };

const DEFAULT_LIMITS: Required<JsonLimits> = { maxDepth: 32, maxNodes: 10_000 };

/** The one name whose assignment reaches an object's prototype instead of making a property. */
const FORBIDDEN_KEY = "__proto__";

/** A record that was checked as it came, as JSON. */
export function jsonOf(record: object): JsonValue {
  return copyJson(record, "", NO_LIMITS);
}

/**
 * Copies a value as plain JSON data, so that a caller who still holds the original cannot change a record.
 *
 * Follows `JSON.stringify`: `toJSON` is honoured, an `undefined` property is left out.
 * @throws MoJobError `invalid_argument` with a pointer for a function, symbol, bigint, `Map` or the like, cycle, a number that is not
 * finite, a forbidden key, or more depth or values than the limits allow.
 */
export function copyJson(value: unknown, pointer = "", limits: JsonLimits = {}): JsonValue {
  const { maxDepth = DEFAULT_LIMITS.maxDepth, maxNodes = DEFAULT_LIMITS.maxNodes } = limits;
  return copy(value, { above: null, token: pointer, depth: 0 }, { maxDepth, maxNodes, nodes: 0 });
}

/** Where a value stands: its pointer is written only where something is wrong with it. */
interface Place {
  /** `null` for the whole value, whose token is a pointer. */
  readonly above: Place | null;
  readonly token: string;
  readonly depth: number;
}

interface Budget extends Required<JsonLimits> {
  /** How many values have been copied. */
  nodes: number;
}

function copy(value: unknown, at: Place, budget: Budget): JsonValue {
  if (at.depth > budget.maxDepth) refuse(issueAt(pointerTo(at), "json_too_deep", { max: budget.maxDepth }));
  budget.nodes += 1;
  if (budget.nodes > budget.maxNodes)
    refuse(issueAt(pointerTo(at), "json_too_large", { max: budget.maxNodes }));
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? value : refuse(issueAt(pointerTo(at), "json_not_finite"));
    case "object":
      return value === null ? null : copyObject(value, at, budget);
    default:
      return refuse(issueAt(pointerTo(at), "json_cannot_hold", { type: typeof value }));
  }
}

function copyObject(value: object, at: Place, budget: Budget): JsonValue {
  if (Array.isArray(value)) return copyList(value, at, budget);
  if ("toJSON" in value && typeof value.toJSON === "function")
    return copy(value.toJSON(), { ...at, depth: at.depth + 1 }, budget);
  const kind = kindOf(value);
  if (kind !== "Object") refuse(issueAt(pointerTo(at), "json_cannot_hold", { type: kind }));
  const result: Record<string, JsonValue> = {};
  // Names and not entries: those would be a pair for each, and the arguments of every run are copied.
  for (const token of Object.keys(value)) {
    const item = (value as Record<string, unknown>)[token];
    const below = { above: at, token, depth: at.depth + 1 };
    if (token === FORBIDDEN_KEY) refuse(issueAt(pointerTo(below), "json_reserved_name"));
    if (item !== undefined) result[token] = copy(item, below, budget);
  }
  return result;
}

/** Item by item rather than with `map`, which steps over the holes of a list without counting them. */
function copyList(list: readonly unknown[], at: Place, budget: Budget): JsonValue {
  const items: JsonValue[] = [];
  for (const [index, item] of list.entries())
    items.push(copy(item ?? null, { above: at, token: String(index), depth: at.depth + 1 }, budget));
  return items;
}

function refuse(issue: InputIssue): never {
  const { pointer, message } = issue;
  throw new MoJobError(
    MoJobErrorCode.InvalidArgument,
    `Cannot use this value as JSON: "${pointer}" ${message}`,
    { issues: [issue] },
  );
}

function pointerTo({ above, token }: Place): string {
  return above === null ? token : `${pointerTo(above)}/${escapePointer(token)}`;
}

/** `Object` for records and instances of classes; the name of a built-in whose content is not in its properties, such as `Map`. */
function kindOf(value: object): string {
  if (Object.getPrototypeOf(value) === Object.prototype) return "Object";
  return Object.prototype.toString.call(value).slice("[object ".length, -1);
}

/** Escapes one reference token of a JSON Pointer (RFC 6901 §3). */
export function escapePointer(token: string): string {
  return token.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The same text for equal JSON whatever the order of its keys; for comparing and fingerprinting. */
export function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(",")}}`;
  }
  return JSON.stringify(value);
}

/** The member of a value at a path of names and places; `undefined` where there is none. */
export function jsonMember(value: JsonValue, path: readonly string[]): JsonValue | undefined {
  let member: JsonValue | undefined = value;
  for (const name of path) {
    if (
      typeof member !== "object" ||
      member === null ||
      !Object.prototype.propertyIsEnumerable.call(member, name)
    )
      return undefined;
    member = (member as Readonly<Record<string, JsonValue>>)[name];
  }
  return member;
}
