import { Validator } from "@cfworker/json-schema";
import { expect } from "vitest";
import type { OpenApiDocument, OpenApiOperation } from "../src/openapi/openapi-document.ts";
import type { Answer } from "./test-api.ts";

/** The response to a path or method no operation has. */
const NO_OPERATION: Pick<OpenApiOperation, "operationId" | "responses"> = {
  operationId: "(none)",
  responses: Object.fromEntries(
    ["404", "405"].map((status) => [
      status,
      {
        description: "",
        content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    ]),
  ),
};

/**
 * Reads a response and fails unless the document declares its status, its media type and every field of its body.
 * A stream is cancelled unread; the response to a HEAD has no body.
 */
export async function checkResponse(
  document: OpenApiDocument,
  operation: OpenApiOperation | undefined,
  response: Response,
): Promise<Answer> {
  const { operationId, responses } = operation ?? NO_OPERATION;
  const { status, headers } = response;
  const declared = responses[status];
  expect(
    declared,
    `${operationId} declares ${status}: ${declared ? "" : await response.clone().text()}`,
  ).toBeDefined();
  if (status === 204) {
    expect(declared?.content, `${operationId} 204 has no content`).toBeUndefined();
    return { status, headers, body: "" as Answer["body"] };
  }
  const mediaType = (headers.get("Content-Type") ?? "").split(";")[0] ?? "";
  const media = declared?.content?.[mediaType] ?? declared?.content?.["*/*"];
  expect(media, `${operationId} ${status} declares ${mediaType}`).toBeDefined();
  if (response.body === null || mediaType === "text/event-stream") {
    await response.body?.cancel();
    return { status, headers, body: "" as Answer["body"] };
  }
  const text = await response.text();
  if (!/[/+]json$/.test(mediaType)) return { status, headers, body: text as Answer["body"] };
  const body: unknown = JSON.parse(text);
  if (operationId !== "getOpenApi")
    checkSchema(document, media?.schema ?? {}, body, `${operationId} ${status}`);
  return { status, headers, body: body as Answer["body"] };
}

/** Of each document's components, by each schema: to make one follows every reference of the document. */
const validators = new Map<string, Map<string, Validator>>();
const componentsTexts = new WeakMap<OpenApiDocument, string>();

/** Fails unless the value has what the schema wants and nothing it does not name. */
export function checkSchema(document: OpenApiDocument, schema: object, value: unknown, name: string): void {
  const { valid, errors } = validatorOf(document, schema).validate(value);
  expect(valid, `${name}: ${JSON.stringify(errors.at(-1))}\n${JSON.stringify(value)}`).toBe(true);
}

function validatorOf(document: OpenApiDocument, schema: object): Validator {
  const componentsText = componentsTexts.get(document) ?? JSON.stringify(document.components);
  componentsTexts.set(document, componentsText);
  const ofComponents = validators.get(componentsText) ?? new Map<string, Validator>();
  validators.set(componentsText, ofComponents);
  const schemaText = JSON.stringify(schema);
  const made =
    ofComponents.get(schemaText) ??
    new Validator(strict({ ...schema, components: document.components }) as object, "2020-12");
  ofComponents.set(schemaText, made);
  return made;
}

/** The same schema without room for fields it does not name: clients must expect them, our own responses must not. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict);
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, strict(value)]));
  const closes = typeof entries["properties"] === "object" && entries["type"] === "object";
  return closes && !("additionalProperties" in entries)
    ? { ...entries, additionalProperties: false }
    : entries;
}
