import { isRawNumber } from "../../../ui/json/json-text.ts";
import { type Body, isObject, itemsOf } from "../edit/body.ts";

/** What a single value is asked for as. */
export const VALUE_KINDS = [
  "text",
  "long",
  "number",
  "whole",
  "flag",
  "choice",
  "date",
  "time",
  "json",
] as const;
export type ValueKind = (typeof VALUE_KINDS)[number];

/** A longer text has several lines, as forms that are filled in have it. */
const LONG_TEXT = 200;

const OF_TYPES: Readonly<Record<string, ValueKind>> = { text: "text", number: "number", boolean: "flag" };

/** The kind of a value whose type a body declares. */
export function kindOfType(type: unknown): ValueKind {
  return typeof type === "string" && Object.hasOwn(OF_TYPES, type) ? (OF_TYPES[type] ?? "json") : "json";
}

/** The kind of a value that a JSON Schema describes; JSON where it is no single value. */
export function kindOfSchema(schema: Body): ValueKind {
  if (["$ref", "const", "anyOf", "oneOf", "allOf"].some((name) => name in schema)) return "json";
  if ("enum" in schema) return isTexts(schema["enum"]) ? "choice" : "json";
  switch (schema["type"]) {
    case "string":
      if (schema["format"] === "date") return "date";
      if (schema["format"] === "date-time") return "time";
      return Number(schema["maxLength"] ?? 0) > LONG_TEXT ? "long" : "text";
    case "number":
      return "number";
    case "integer":
      return "whole";
    case "boolean":
      return "flag";
    default:
      return "json";
  }
}

/** What a schema lets choose. */
export function choicesOf(schema: Body): readonly string[] {
  return itemsOf(schema["enum"]).filter((one) => typeof one === "string");
}

/** Whether the input of a kind shows a value as it is; nothing fits all of them. */
export function fitsKind(kind: ValueKind, value: unknown): boolean {
  if (value === undefined || value === null) return true;
  switch (kind) {
    case "flag":
      return typeof value === "boolean";
    case "number":
    case "whole":
      // What is no number is kept as it was typed.
      return typeof value === "number" || typeof value === "string" || isRawNumber(value);
    case "date":
      return typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value);
    case "json":
      return isObject(value) || Array.isArray(value);
    default:
      return typeof value === "string";
  }
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string");
}
