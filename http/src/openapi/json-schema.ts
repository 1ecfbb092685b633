import {
  type ConversionConfig,
  type JsonSchema,
  toJsonSchema,
  toJsonSchemaDefs,
} from "@valibot/to-json-schema";
import * as v from "valibot";
import type { Parser } from "../request/validate.ts";

export type { JsonSchema };

/** Looks up what a schema was converted to. */
export type JsonSchemaOf = (schema: Parser<unknown>) => JsonSchema;

type Named = Readonly<Record<string, Parser<unknown>>>;

const CONVERSION: ConversionConfig = {
  target: "draft-2020-12",
  typeMode: "input",
  // Checks that only code can express; a field's description says them in words.
  ignoreActions: ["check", "transform", "raw_check", "raw_transform", "partial_check"],
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
};

/** Schemas as JSON Schema 2020-12, the dialect of OpenAPI 3.1; the named ones become references to components. */
export function jsonSchemasOf(schemas: Iterable<Parser<unknown>>, named: Named): JsonSchemaOf {
  const different = [...new Set(schemas)];
  // All of them in one, because each conversion converts all that are named too.
  const { prefixItems = [] } = toJsonSchema(v.tuple(different), { ...CONVERSION, definitions: { ...named } });
  const converted = new Map(different.map((schema, index) => [schema, prefixItems[index]]));
  return (schema) => {
    const jsonSchema = converted.get(schema);
    if (typeof jsonSchema !== "object") throw new RangeError("This schema was not converted");
    return jsonSchema;
  };
}

/** The schemas of the components themselves, where their own names do not stand for them. */
export function componentSchemasOf(named: Named): Readonly<Record<string, JsonSchema>> {
  return toJsonSchemaDefs({ ...named }, CONVERSION);
}
