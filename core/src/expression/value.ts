import type { JsonPrimitive, JsonValue } from "../base/json.ts";
import { ExpressionError, ExpressionErrorCode } from "./expression-error.ts";

/** The value of a part of an expression: JSON, values by name in an order of their own, or the items of a batch. */
export type Value = JsonPrimitive | readonly Value[] | ValueMap | Batch;

/** Values by name: those of a `Map` have an order of their own. */
export type ValueMap = ReadonlyMap<string, Value> | { readonly [key: string]: Value };

/** Results of many runs under one name: one of them, or all, must be chosen before anything of a run can be read. */
export class Batch {
  /** The values of the batch as a whole, such as its state. */
  readonly whole: ReadonlyMap<string, Value>;
  readonly items: readonly Value[];

  constructor(whole: ReadonlyMap<string, Value>, items: readonly Value[]) {
    this.whole = whole;
    this.items = items;
  }
}

/** As messages name them. */
export type Kind = "null" | "boolean" | "number" | "text" | "list" | "map" | "batch";

export function kindOf(value: Value): Kind {
  if (value === null) return "null";
  if (typeof value === "string") return "text";
  if (typeof value === "object") {
    if (Array.isArray(value)) return "list";
    return value instanceof Batch ? "batch" : "map";
  }
  return typeof value as "boolean" | "number";
}

export function isMap(value: Value): value is ValueMap {
  return kindOf(value) === "map";
}

export function hasKey(map: ValueMap, key: string): boolean {
  return map instanceof Map ? map.has(key) : Object.hasOwn(map, key);
}

export function keysOf(map: ValueMap): string[] {
  return map instanceof Map ? [...map.keys()] : Object.keys(map);
}

/** The value of a key of its own; `undefined` where there is none. */
export function valueOf(map: ValueMap, key: string): Value | undefined {
  if (map instanceof Map) return map.get(key);
  return Object.hasOwn(map, key) ? (map as { readonly [key: string]: Value })[key] : undefined;
}

/** Steps of looking at a name of a map. */
export const STEPS_PER_KEY = 16;
/** Characters of texts that are compared in the time of a step. */
export const COMPARED_PER_STEP = 64;

/**
 * Whether two values are the same, in depth. Numbers, texts and truths that are unlike in kind are never the same.
 * @param spend counts the steps that it takes, before they are made
 */
export function isSame(one: Value, other: Value, spend: (steps: number) => void): boolean {
  if (typeof one === "string" && typeof other === "string") {
    if (one.length !== other.length) return false;
    spend(1 + one.length / COMPARED_PER_STEP);
    return one === other;
  }
  spend(1);
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return (
      one.length === other.length && one.every((item, index) => isSame(item, other[index] as Value, spend))
    );
  if (!isMap(one) || !isMap(other)) return false;
  const keys = keysOf(one);
  spend(keys.length * STEPS_PER_KEY);
  return (
    keys.length === keysOf(other).length &&
    keys.every(
      (key) => hasKey(other, key) && isSame(valueOf(one, key) as Value, valueOf(other, key) as Value, spend),
    )
  );
}

/**
 * A value as JSON.
 * @throws ExpressionError `needs_item` for a batch of which no item was chosen; `type_mismatch` for a number that JSON cannot hold
 */
export function toJson(value: Value, at: number): JsonValue {
  if (typeof value === "number") {
    if (!Number.isFinite(value))
      throw new ExpressionError(
        ExpressionErrorCode.TypeMismatch,
        at,
        "a number is beyond what JSON can hold",
      );
    // JSON knows one zero.
    return value === 0 ? 0 : value;
  }
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((item) => toJson(item, at));
  if (value instanceof Batch) throw needsItem(at);
  const map = value as ValueMap;
  return Object.fromEntries(keysOf(map).map((key) => [key, toJson(valueOf(map, key) as Value, at)]));
}

export function needsItem(at: number): ExpressionError {
  return new ExpressionError(
    ExpressionErrorCode.NeedsItem,
    at,
    "this has a value for each item of its batch: write [0] or [*]",
  );
}

/** About how many characters a value has as JSON. */
export function sizeOf(value: Value): number {
  if (value === null || typeof value !== "object") return typeof value === "string" ? value.length : 8;
  if (Array.isArray(value)) return value.reduce((sum: number, item: Value) => sum + 1 + sizeOf(item), 2);
  if (value instanceof Batch) return 8;
  const map = value as ValueMap;
  return keysOf(map).reduce((sum, key) => sum + key.length + sizeOf(valueOf(map, key) as Value), 2);
}
