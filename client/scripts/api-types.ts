import { format } from "./format-types.ts";

/** The parts of an OpenAPI document the types are made of. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface ApiOperation {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>
  >;
}

export type Schema = boolean | SchemaObject;

export interface SchemaObject {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema;
}

const API = "/api/";

/**
 * The API as TypeScript: its named schemas, and for each operation what it takes and returns.
 *
 * Our own, because the existing generators need the compiler's own API, which TypeScript 7 does not have.
 */
export function apiTypes(document: ApiDocument): string {
  const operations = Object.entries(document.paths)
    .filter(([path]) => path.startsWith(API))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    );
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => `export type ${name} = ${typeOf(schema)};`,
  );
  const types = operations.map(
    ({ operation }) => `readonly ${operation.operationId}: ${operationType(operation)};`,
  );
  const table = operations.map(
    ({ path, method, operation }) =>
      `${operation.operationId}: { method: "${method.toUpperCase()}", path: "${path.slice(1)}" },`,
  );
  return format(`// Made of /openapi.json by \`npm run api --workspace client\`.

${schemas.join("\n\n")}

/** What each operation takes and returns. */
export interface Operations {
${types.join("\n")}
}

/** Where an operation is found, below the root. */
export interface OperationPlace {
  readonly method: string;
  readonly path: string;
}


export const OPERATIONS: Readonly<Record<keyof Operations, OperationPlace>> = {
${table.join("\n")}
};
`);
}

function operationType({ parameters = [], requestBody, responses }: ApiOperation): string {
  const at = (place: string): string => {
    const members = parameters.filter((parameter) => parameter.in === place);
    if (members.length === 0) return "undefined";
    return objectType(members.map(({ name, required = false, schema }) => ({ name, required, schema })));
  };
  const body = requestBody?.content["application/json"]?.schema;
  return `{ readonly path: ${at("path")}; readonly query: ${at("query")}; readonly body: ${
    body === undefined ? "undefined" : typeOf(body)
  }; readonly answer: ${answerType(responses)} }`;
}

/** Whatever it returns where it succeeds: an operation may have several such responses. */
function answerType(responses: ApiOperation["responses"]): string {
  const answers = Object.entries(responses)
    .filter(([status]) => status.startsWith("2"))
    .map(([, { content }]) => content?.["application/json"]?.schema)
    .map((schema) => (schema === undefined ? "string" : typeOf(schema)));
  return [...new Set(answers)].join(" | ");
}

function objectType(
  members: readonly { readonly name: string; readonly required: boolean; readonly schema: Schema }[],
): string {
  const lines = members.map(
    ({ name, required, schema }) =>
      `readonly ${/^\w+$/.test(name) ? name : JSON.stringify(name)}${required ? "" : "?"}: ${typeOf(schema)}${
        required ? "" : " | undefined"
      };`,
  );
  return `{ ${lines.join(" ")} }`;
}

export function typeOf(schema: Schema): string {
  if (typeof schema === "boolean") return schema ? "unknown" : "never";
  const { $ref, enum: values, anyOf, oneOf, type } = schema;
  if ($ref !== undefined) return $ref.replace("#/components/schemas/", "");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (values) return values.map((value) => JSON.stringify(value)).join(" | ");
  const union = anyOf ?? oneOf;
  if (union) return union.map(typeOf).join(" | ");
  if (Array.isArray(type)) return type.map((one: string) => typeOf({ ...schema, type: one })).join(" | ");
  switch (type) {
    case "string":
    case "boolean":
    case "null":
      return type;
    case "number":
    case "integer":
      return "number";
    case "array":
      return `readonly (${typeOf(schema.items ?? true)})[]`;
    case "object": {
      const { properties, required = [], additionalProperties = true } = schema;
      if (properties === undefined) return `Readonly<Record<string, ${typeOf(additionalProperties)}>>`;
      return objectType(
        Object.entries(properties).map(([name, one]) => ({
          name,
          required: required.includes(name),
          schema: one,
        })),
      );
    }
    default:
      return "unknown";
  }
}
