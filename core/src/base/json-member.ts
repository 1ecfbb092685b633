import type { JsonValue } from "./json.ts";

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
