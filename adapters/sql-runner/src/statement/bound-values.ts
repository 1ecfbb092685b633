import { NonRetryableError } from "@mojob/core";
import type { JsonValue } from "@mojob/core/ports";
import type { SqlWork } from "../work/sql-work.ts";

/** A value that databases take. */
export type BoundValue = string | number | boolean | null;

/**
 * The values of a statement's places, those that are named from the arguments of the run. Lists and objects become the text of
 * their JSON.
 * @throws NonRetryableError for one that the arguments do not have
 */
export function boundValues({ values = [] }: SqlWork, args: JsonValue): readonly BoundValue[] {
  return values.map((value) => {
    if (typeof value !== "object" || value === null) return value;
    const found = valueAt(args, value.arg);
    if (found === undefined)
      throw new NonRetryableError(
        `Cannot execute the statement: the arguments of the run have no "${value.arg.slice(0, 200)}"`,
      );
    return typeof found === "object" && found !== null ? JSON.stringify(found) : found;
  });
}

/** The part of a document at a JSON pointer (RFC 6901). */
function valueAt(document: JsonValue, pointer: string): JsonValue | undefined {
  let at: JsonValue | undefined = document;
  for (const token of pointer.split("/").slice(1)) {
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, name)) return undefined;
    if (Array.isArray(at) && !/^(?:0|[1-9]\d*)$/.test(name)) return undefined;
    at = (at as Readonly<Record<string, JsonValue>>)[name];
  }
  return at;
}
