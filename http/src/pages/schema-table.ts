import { html } from "hono/html";
import type { JsonSchema } from "../openapi/json-schema.ts";
import { inlineCode, type Markup } from "./inline-code.ts";

type Schema = JsonSchema | boolean;

const COMPONENT = "#/components/schemas/";

/** The members of an object schema, each with its type and what it is; those of a nested object are written `outer.inner`. */
export function schemaTable(schema: object): Markup {
  const rows = rowsOf(schema, "", 0);
  if (rows.length === 0) return html`<p class="type">${typeText(schema)}</p>`;
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          <th>Field</th>
          <th>Type</th>
          <th>Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

function rowsOf(schema: JsonSchema, prefix: string, depth: number): readonly Markup[] {
  const object = objectIn(schema);
  return Object.entries(object?.properties ?? {}).flatMap(([name, member]) => {
    const path = `${prefix}${name}`;
    const isRequired = object?.required?.includes(name) ?? false;
    const inner = typeof member === "object" ? member : {};
    const below =
      depth < 2 ? rowsOf(itemOf(inner), `${path}${inner.type === "array" ? "[]" : ""}.`, depth + 1) : [];
    return [fieldRow(path, member, isRequired), ...below];
  });
}

export function fieldRow(name: string, schema: Schema, isRequired: boolean, description?: string): Markup {
  const text = description ?? (typeof schema === "object" ? schema.description : undefined) ?? "";
  const mark = isRequired ? html` <abbr title="required">*</abbr>` : "";
  return html`<tr>
    <td><code>${name}</code>${mark}</td>
    <td class="type">${typeText(schema)}</td>
    <td>${inlineCode(text)}</td>
  </tr>`;
}

function itemOf(schema: JsonSchema): JsonSchema {
  return typeof schema.items === "object" && !Array.isArray(schema.items) ? schema.items : schema;
}

function objectIn(schema: JsonSchema): JsonSchema | undefined {
  if (schema.properties) return schema;
  return schema.anyOf?.find(
    (option): option is JsonSchema => typeof option === "object" && option.properties !== undefined,
  );
}

/** A schema's type in TypeScript's notation; a component is a link. */
function typeText(schema: Schema): Markup | string {
  if (typeof schema === "boolean") return "any";
  if (schema.$ref?.startsWith(COMPONENT)) {
    const name = schema.$ref.slice(COMPONENT.length);
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf) {
    return html`${schema.anyOf.map((option, index) => html`${index > 0 ? " | " : ""}${typeText(option)}`)}`;
  }
  if (schema.type === "array") return html`${typeText(itemOf(schema) === schema ? true : itemOf(schema))}[]`;
  const bounds = [
    schema.minimum !== undefined && `≥ ${schema.minimum}`,
    schema.maximum !== undefined && `≤ ${schema.maximum}`,
    schema.maxLength !== undefined && `≤ ${schema.maxLength} characters`,
  ].filter((bound) => bound !== false);
  const type = schema.format ?? [schema.type ?? "any"].flat().join(" | ");
  return bounds.length === 0 ? type : `${type}, ${bounds.join(", ")}`;
}
