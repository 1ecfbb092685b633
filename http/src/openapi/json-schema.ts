import { type JsonSchema, toJsonSchema } from "@valibot/to-json-schema";
import type { Parser } from "../request/validate.ts";

export type { JsonSchema };

/** Checks that only code can express; a field's description says them in words. */
const UNSAID_ACTIONS = ["check", "transform", "raw_check", "raw_transform", "partial_check"];

/** A schema as JSON Schema 2020-12, the dialect of OpenAPI 3.1; the named ones become references to components. */
export function jsonSchemaOf(
  schema: Parser<unknown>,
  named: Readonly<Record<string, Parser<unknown>>>,
): JsonSchema {
  const {
    $schema: _dialect,
    $defs: _definitions,
    ...jsonSchema
  } = toJsonSchema(schema, {
    target: "draft-2020-12",
    typeMode: "input",
    definitions: { ...named },
    ignoreActions: UNSAID_ACTIONS,
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  });
  return jsonSchema;
}

/** The schema of a component itself, where its name must not stand for it. */
export function componentSchemaOf(
  name: string,
  named: Readonly<Record<string, Parser<unknown>>>,
): JsonSchema {
  const { [name]: schema, ...others } = named;
  if (schema === undefined) throw new RangeError(`No schema is named "${name}"`);
  return jsonSchemaOf(schema, others);
}
