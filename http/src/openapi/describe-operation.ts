import type { Permission } from "@mojob/core";
import type { Needs } from "@mojob/core/engine";
import type { DescribeRouteOptions } from "hono-openapi";
import type { Parser } from "../request/validate.ts";
import { accessOf } from "../route/access-of.ts";
import type { Route, RouteHeader } from "../route/route.ts";
import { describeResponses } from "./describe-responses.ts";
import type { JsonSchema, JsonSchemaOf } from "./json-schema.ts";

const HEADER_DESCRIPTIONS: Readonly<Record<RouteHeader, string>> = {
  "If-Match": "The ETag the edit is meant for; `*` is any",
  "Idempotency-Key": "1 to 100 visible ASCII characters: the same key and request give the same run",
  "Last-Event-ID": "The id of the last event seen",
  "MoJob-Client": "`panel` records the run as started from the panel",
  traceparent: "The trace of the caller, as W3C Trace Context has it: the run belongs to it",
};

/** The schemas of a route that `describeOperation` looks up as JSON Schema. */
export function schemasOf({ path, query, body, responses }: Route): readonly Parser<unknown>[] {
  const promised = Object.values(responses).map(({ schema }) => schema);
  return [path, query, body, ...promised].filter((schema) => schema !== undefined);
}

/** A route as an OpenAPI 3.1 operation. */
export function describeOperation(route: Route, jsonSchemaOf: JsonSchemaOf): DescribeRouteOptions {
  const body = route.body && jsonSchemaOf(route.body);
  const { open, needs } = accessOf(route);
  const description = [route.description, ...needsText(needs)].filter((text) => text !== undefined).join(" ");
  const operation = {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    ...(description !== "" && { description }),
    ...(open !== null && { security: [] }),
    ...(needs.always.length > 0 && { "x-permissions": needs.always }),
    ...(needs.sometimes.length > 0 && { "x-permissions-of-some-requests": needs.sometimes }),
    parameters: parametersOf(route, jsonSchemaOf),
    ...(body !== undefined && {
      requestBody: {
        required: (body.required ?? []).length > 0,
        content: {
          "application/json": {
            schema: body,
            ...(route.bodyExample !== undefined && { example: route.bodyExample }),
          },
        },
      },
    }),
    ...(route.upload !== undefined && {
      requestBody: {
        required: true,
        content: { [route.upload]: { schema: { type: "string", format: "binary" } } },
      },
    }),
    responses: describeResponses(route, jsonSchemaOf),
  };
  // hono-openapi's types are those of OpenAPI with JSON Schema draft 4; the data is 2020-12, as OpenAPI 3.1 says.
  return operation as unknown as DescribeRouteOptions;
}

function needsText({ always, sometimes }: Needs): readonly string[] {
  const listed = (permissions: readonly Permission[], last: string): string =>
    permissions
      .map((one) => `\`${one}\``)
      .join(", ")
      .replace(/, (?=[^,]*$)/, ` ${last} `);
  return [
    ...(always.length > 0 ? [`Needs ${listed(always, "and")}.`] : []),
    ...(sometimes.length > 0 ? [`Some requests also need ${listed(sometimes, "or")}.`] : []),
  ];
}

function parametersOf(route: Route, jsonSchemaOf: JsonSchemaOf): readonly object[] {
  const inPath = membersOf(route.path, jsonSchemaOf).map((member) => ({
    ...member,
    in: "path",
    required: true,
  }));
  const inQuery = membersOf(route.query, jsonSchemaOf).map((member) => {
    const isList = typeof member.schema === "object" && member.schema.type === "array";
    return { ...member, in: "query", ...(isList && { style: "form", explode: false }) };
  });
  const inHeader = (route.headers ?? []).map((name) => ({
    name,
    in: "header",
    description: HEADER_DESCRIPTIONS[name],
    required: name === "If-Match",
    schema: { type: "string" },
  }));
  return [...inPath, ...inQuery, ...inHeader];
}

interface Member {
  readonly name: string;
  readonly description?: string;
  readonly required: boolean;
  readonly schema: JsonSchema | boolean;
}

function membersOf(parser: Route["path"], jsonSchemaOf: JsonSchemaOf): readonly Member[] {
  if (parser === undefined) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(parser);
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = typeof property === "object" ? property : { description: undefined };
    return {
      name,
      ...(description !== undefined && { description }),
      required: required.includes(name),
      schema,
    };
  });
}
