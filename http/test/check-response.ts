import { Validator } from "@cfworker/json-schema";
import { expect } from "vitest";
import type { OpenApiDocument, OpenApiOperation } from "../src/openapi/openapi-document.ts";
import type { Answer } from "./test-api.ts";

const strictComponents = new WeakMap<OpenApiDocument, object>();

/** Reads a response and fails unless the document declares its status, its media type and every field of its body. */
export async function checkResponse(
  document: OpenApiDocument,
  operation: OpenApiOperation,
  response: Response,
): Promise<Answer> {
  const { operationId, responses } = operation;
  const status = String(response.status);
  const declared = responses[status];
  expect(
    declared,
    `${operationId} declares ${status}: ${declared ? "" : await response.clone().text()}`,
  ).toBeDefined();
  const mediaType = (response.headers.get("Content-Type") ?? "").split(";")[0] ?? "";
  const media = declared?.content?.[mediaType];
  expect(media, `${operationId} ${status} declares ${mediaType}`).toBeDefined();
  const text = mediaType === "text/event-stream" ? "" : await response.text();
  const isJson = mediaType.endsWith("json");
  const body: unknown = isJson ? JSON.parse(text) : text;
  if (isJson && operationId !== "getOpenApi") {
    let components = strictComponents.get(document);
    if (!components) strictComponents.set(document, (components = strict(document.components) as object));
    const schema = { ...(strict(media?.schema) as object), components };
    const { valid, errors } = new Validator(schema, "2020-12").validate(body);
    expect(valid, `${operationId} ${status}: ${JSON.stringify(errors.at(-1))}\n${text}`).toBe(true);
  }
  return { status: response.status, headers: response.headers, body: body as Answer["body"] };
}

/** The same schema without room for fields it does not name: clients must expect them, our own answers must not have them. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict);
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, strict(value)]));
  const closes = typeof entries["properties"] === "object" && entries["type"] === "object";
  return closes && !("additionalProperties" in entries)
    ? { ...entries, additionalProperties: false }
    : entries;
}
