import { Batch, isMap, keysOf, type PathExpression, type Value, valueOf } from "@mojob/core/feature";
import type { JsonObject } from "@mojob/core/ports";
import { MissingValues } from "./task-values.ts";

/** Stands for a value that only a run would have: a simulation knows that there is one, and not which. */
export const UNKNOWN: JsonObject = Object.freeze({});

/** What is to be decided depends on a value that a simulation does not know. */
export class UnknownValue extends MissingValues {}

/** Whether a path leads to a value that is not known, through one, or to something that has one in it. */
export function isUnknownAt(roots: ReadonlyMap<string, Value>, { root, steps }: PathExpression): boolean {
  let values = [roots.get(root)];
  for (const step of steps) {
    if (values.includes(UNKNOWN)) return true;
    values = values.flatMap((value) => {
      if (step.type === "all") return listOf(value);
      return step.type === "name" ? [memberOf(value, step.name)] : [listOf(value)[step.index]];
    });
  }
  return values.some(hasUnknown);
}

function listOf(value: Value | undefined): readonly (Value | undefined)[] {
  if (value instanceof Batch) return value.items;
  if (Array.isArray(value)) return value as readonly Value[];
  return value !== undefined && isMap(value) ? keysOf(value).map((key) => valueOf(value, key)) : [];
}

function memberOf(value: Value | undefined, name: string): Value | undefined {
  if (value instanceof Batch) return value.whole.get(name);
  return value !== undefined && isMap(value) ? valueOf(value, name) : undefined;
}

function hasUnknown(value: Value | undefined): boolean {
  return value === UNKNOWN || listOf(value).some(hasUnknown);
}
