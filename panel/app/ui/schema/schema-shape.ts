/** A JSON Schema, as a job says it. */
export type Schema = Readonly<Record<string, unknown>>;

/** The input that a schema asks for. */
export type Shape =
  | { readonly kind: "object"; readonly fields: readonly ShapeField[] }
  | { readonly kind: "array"; readonly item: Schema }
  | { readonly kind: "text"; readonly format: string | null; readonly isLong: boolean }
  | { readonly kind: "number" }
  | { readonly kind: "flag" }
  | { readonly kind: "choice"; readonly values: readonly unknown[] }
  /** Anything else: written as JSON. */
  | { readonly kind: "json" };

export interface ShapeField {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

export interface ShapedSchema {
  /** With what it refers to in place of the reference. */
  readonly schema: Schema;
  readonly shape: Shape;
  readonly isNullable: boolean;
}

/** References to references that are followed. */
const MOST_STEPS = 16;
const LONG_TEXT = 200;

export function shapeSchema(given: Schema, root: Schema): ShapedSchema {
  const { schema, isNullable } = withoutNull(resolveSchema(given, root), root);
  return { schema, isNullable, shape: shapeOf(schema) };
}

function shapeOf(schema: Schema): Shape {
  if ("const" in schema) return { kind: "choice", values: [schema["const"]] };
  if (Array.isArray(schema["enum"])) return { kind: "choice", values: schema["enum"] };
  const type = schema["type"];
  if (type === "object" || (type === undefined && isSchema(schema["properties"]))) {
    const required = new Set(Array.isArray(schema["required"]) ? (schema["required"] as unknown[]) : []);
    const properties = isSchema(schema["properties"]) ? schema["properties"] : {};
    const fields = Object.entries(properties).map(([name, field]) => ({
      name,
      schema: isSchema(field) ? field : {},
      isRequired: required.has(name),
    }));
    return fields.length === 0 ? { kind: "json" } : { kind: "object", fields };
  }
  if (type === "array") {
    return isSchema(schema["items"]) ? { kind: "array", item: schema["items"] } : { kind: "json" };
  }
  if (type === "string") {
    const { format, maxLength } = schema;
    return {
      kind: "text",
      format: typeof format === "string" ? format : null,
      isLong: typeof maxLength === "number" && maxLength > LONG_TEXT,
    };
  }
  if (type === "number" || type === "integer") return { kind: "number" };
  if (type === "boolean") return { kind: "flag" };
  return { kind: "json" };
}

function resolveSchema(given: Schema, root: Schema): Schema {
  let schema = given;
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    const { $ref, ...rest } = schema;
    if (typeof $ref !== "string") break;
    schema = { ...lookUp($ref, root), ...rest };
  }
  return schema;
}

function lookUp(pointer: string, root: Schema): Schema {
  if (!pointer.startsWith("#")) return {};
  let found: unknown = root;
  for (const part of pointer.slice(1).split("/").slice(1)) {
    const name = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    found = isSchema(found) ? found[name] : undefined;
  }
  return isSchema(found) ? found : {};
}

/** `type: ["string", "null"]` and `anyOf: [{ … }, { type: "null" }]` are the other thing, or nothing. */
function withoutNull(
  schema: Schema,
  root: Schema,
): { readonly schema: Schema; readonly isNullable: boolean } {
  const { type, anyOf, oneOf, ...rest } = schema;
  if (Array.isArray(type)) {
    const others = type.filter((one) => one !== "null");
    const single = others.length === 1 ? { ...schema, type: others[0] as unknown } : rest;
    return { schema: single, isNullable: others.length < type.length };
  }
  const choices = [anyOf, oneOf].find((one) => Array.isArray(one)) as readonly unknown[] | undefined;
  if (choices === undefined) return { schema, isNullable: false };
  const others = choices.filter((one) => !(isSchema(one) && one["type"] === "null"));
  const [only] = others;
  if (others.length === 1 && isSchema(only)) {
    return {
      schema: { ...resolveSchema(only, root), ...rest },
      isNullable: others.length < choices.length,
    };
  }
  const constants = others.map((one) => (isSchema(one) && "const" in one ? one["const"] : undefined));
  if (constants.every((one) => one !== undefined)) {
    return { schema: { ...rest, enum: constants }, isNullable: others.length < choices.length };
  }
  return { schema: rest, isNullable: false };
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value that a form begins with: defaults, and parts that must be there. `undefined` where none must. */
export function initialValue(given: Schema, root: Schema): unknown {
  const { schema, shape, isNullable } = shapeSchema(given, root);
  if ("default" in schema) return schema["default"];
  if (isNullable) return null;
  switch (shape.kind) {
    case "object": {
      const value: Record<string, unknown> = {};
      for (const { name, schema: field, isRequired } of shape.fields) {
        const inner = shapeSchema(field, root);
        const hasDefault = "default" in inner.schema;
        const initial = isRequired || hasDefault ? initialValue(field, root) : undefined;
        if (initial !== undefined) setOwn(value, name, initial);
      }
      return value;
    }
    case "array":
      return [];
    case "flag":
      return false;
    case "choice":
      // The first of several would be a choice that nobody made.
      return shape.values.length === 1 ? shape.values[0] : undefined;
    default:
      return undefined;
  }
}

/** A copy of an object with another member; `undefined` leaves it out. */
export function withMember(value: unknown, name: string, member: unknown): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  const members = isSchema(value) ? Object.entries(value) : [];
  let isSet = false;
  for (const [key, old] of members) {
    const next = key === name ? member : old;
    isSet ||= key === name;
    if (next !== undefined) setOwn(copy, key, next);
  }
  if (!isSet && member !== undefined) setOwn(copy, name, member);
  return copy;
}

/** Also a member called `__proto__` is a member. */
function setOwn(target: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

interface RawJson {
  rawJSON(text: string): unknown;
}

/** The number that a person wrote, exactly; their text where it is none, which the scheduler then refuses. */
export function numberOf(text: string): unknown {
  const wanted = text.trim();
  if (wanted === "") return undefined;
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(wanted)) return text;
  const value = Number(wanted);
  const isExact = !/^-?\d+$/.test(wanted) || Number.isSafeInteger(value);
  return isExact || !("rawJSON" in JSON) ? value : (JSON as unknown as RawJson).rawJSON(wanted);
}

/** A value as an input shows it; a number that JavaScript would change, by its digits. */
export function inputText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
