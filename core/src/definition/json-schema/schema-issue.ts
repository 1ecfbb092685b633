import { issueAt } from "../../base/issue/issue.ts";
import type { InputIssue } from "../../base/issue/issue-code.ts";
import type { JsonObject, JsonValue } from "../../base/json.ts";
import { checkOf, type SchemaMistake } from "../../base/json-schema/bounded-schema.ts";

/** References that only lead to each other end here. */
const MOST_REFERENCES = 16;

type FromNumber = (pointer: string, value: number) => InputIssue;

/** The keywords whose value is a number. */
const OF_NUMBERS: Readonly<Record<string, FromNumber>> = {
  minLength: (at, min) => (min === 1 ? issueAt(at, "empty") : issueAt(at, "too_short", { min })),
  maxLength: (at, max) => issueAt(at, "too_long", { max }),
  minimum: (at, min) => issueAt(at, "too_small", { min }),
  maximum: (at, max) => issueAt(at, "too_large", { max }),
  exclusiveMinimum: (at, min) => issueAt(at, "not_above", { min }),
  exclusiveMaximum: (at, max) => issueAt(at, "not_below", { max }),
  multipleOf: (at, of) => issueAt(at, "not_multiple", { of }),
  minItems: (at, min) => issueAt(at, "too_few", { min }),
  maxItems: (at, max) => issueAt(at, "too_many", { max }),
  minProperties: (at, min) => issueAt(at, "too_few", { min }),
  maxProperties: (at, max) => issueAt(at, "too_many", { max }),
};

/** A mistake in arguments as a code: what the schema says is read where the library found the mistake. */
export function schemaIssue(pointer: string, mistake: SchemaMistake, schema: JsonObject): InputIssue {
  const { keyword, error } = mistake;
  if (keyword === "false") return issueAt(pointer, "not_allowed");
  const check = checkOf(mistake);
  if (check !== null) {
    const [pattern, format] = check;
    if (format === null) return issueAt(pointer, "pattern", { pattern: pattern ?? "" });
    if (pattern === null) return issueAt(pointer, "format", { format });
    return issueAt(pointer, "pattern_and_format", { pattern, format });
  }
  const value = valueAt(schema, mistake.keywordLocation);
  const ofNumber = OF_NUMBERS[keyword];
  if (ofNumber !== undefined && typeof value === "number") return ofNumber(pointer, value);
  if (keyword === "uniqueItems") return issueAt(pointer, "not_unique");
  if (keyword === "type" && (typeof value === "string" || Array.isArray(value)))
    return issueAt(pointer, "wrong_type", { types: [value].flat().map(String) });
  if (keyword === "enum" && Array.isArray(value))
    return issueAt(pointer, "not_a_value", { values: value.map((one) => JSON.stringify(one)) });
  if (keyword === "const" && value !== undefined)
    return issueAt(pointer, "not_a_value", { values: [JSON.stringify(value)] });
  const name = keyword === "required" ? /"(.*)"\.$/s.exec(error)?.[1] : undefined;
  if (name !== undefined) return issueAt(pointer, "missing_member", { name });
  return issueAt(pointer, "keyword", { keyword, text: error });
}

/** The value that a URI fragment of the schema points at, through references within it; `undefined` where there is none. */
function valueAt(schema: JsonObject, fragment: string, references = 0): JsonValue | undefined {
  let current: JsonValue | undefined = schema;
  for (const part of decodeURIComponent(fragment.slice(1)).split("/").slice(1)) {
    const name: string = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof current !== "object" || current === null) return undefined;
    const next: JsonValue | undefined = (current as Readonly<Record<string, JsonValue>>)[name];
    const isReference = name === "$ref" && references < MOST_REFERENCES;
    current =
      isReference && typeof next === "string" && next.startsWith("#")
        ? valueAt(schema, next, references + 1)
        : next;
  }
  return current;
}
