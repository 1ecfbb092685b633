import { type Body, isObject, itemsOf, withMember } from "../edit/body.ts";
import { membersOf } from "./member-edit.ts";
import { fitsKind, type ValueKind } from "./value-kind.ts";

/** One value that a form asks for. */
export interface FormField {
  readonly name: string;
  readonly schema: Body;
  readonly isRequired: boolean;
}

/** The fields of a form that is a JSON Schema of an object; `null` where it is something else. */
export function readFields(form: unknown): readonly FormField[] | null {
  if (form === undefined) return [];
  if (!isObject(form) || (form["type"] ?? "object") !== "object") return null;
  const { properties = {}, required = [] } = form;
  if (!isObject(properties) || !Object.values(properties).every(isObject) || !Array.isArray(required))
    return null;
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema: membersOf(schema),
    isRequired: required.includes(name),
  }));
}

/** A form with other fields, and all else that it says; `undefined` where nothing is left of it. */
export function writeFields(form: unknown, fields: readonly FormField[]): Body | undefined {
  const old = membersOf(form);
  const isField = (name: unknown): boolean => Object.hasOwn(membersOf(old["properties"]), String(name));
  const wanted = new Set<unknown>(fields.filter(({ isRequired }) => isRequired).map(({ name }) => name));
  const before = itemsOf(old["required"]);
  const kept = before.filter((name) => wanted.has(name) || !isField(name));
  const required = [...kept, ...[...wanted].filter((name) => !kept.includes(name))];
  const isOther = required.length !== before.length || required.some((name, at) => name !== before[at]);
  const properties =
    fields.length === 0 && old["properties"] === undefined
      ? undefined
      : Object.fromEntries(fields.map(({ name, schema }) => [name, schema]));
  const next = withMember(form === undefined ? { type: "object" } : old, "properties", properties);
  const written = isOther ? withMember(next, "required", required.length === 0 ? undefined : required) : next;
  const isLeft = fields.length > 0 || Object.keys(written).some((name) => !OWN.has(name));
  return isLeft || form === undefined ? written : undefined;
}

const OWN: ReadonlySet<string> = new Set(["type", "properties"]);

/** A name that no field has. */
export function freshName(fields: readonly FormField[]): string {
  const taken = new Set(fields.map(({ name }) => name));
  let number = fields.length + 1;
  while (taken.has(`field${number}`)) number += 1;
  return `field${number}`;
}

const FRESH: Readonly<Record<ValueKind, Body>> = {
  text: { type: "string" },
  long: { type: "string", maxLength: 2000 },
  number: { type: "number" },
  whole: { type: "integer" },
  flag: { type: "boolean" },
  choice: { type: "string", enum: ["A", "B"] },
  date: { type: "string", format: "date" },
  time: { type: "string", format: "date-time" },
  json: { type: "object" },
};

/** The members of a field's schema that say what kind it is, and those that all kinds have. */
export function knownMembers(kind: ValueKind): readonly string[] {
  return ["title", "description", "default", ...Object.keys(FRESH[kind])];
}

/** A field's schema as another kind: its words stay, and its default where it fits. */
export function turnedField(schema: Body, kind: ValueKind): Body {
  const { title, description, default: preset } = schema;
  const isFit = preset !== undefined && kind !== "choice" && fitsKind(kind, preset);
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...FRESH[kind],
    ...(isFit && { default: preset }),
  };
}
