import { MoJobErrorCode } from "@mojob/core";
import type { DescribeRouteOptions } from "hono-openapi";
import { POLICY_RULES } from "../auth/route-policy.ts";
import { HttpProblemCode, type ProblemCode, PROBLEMS } from "../problem/problem-code.ts";
import type { Route, RouteAnswer, RouteHeader } from "../route.ts";
import { COMPONENT_SCHEMAS } from "./components.ts";
import { type JsonSchema, jsonSchemaOf } from "./json-schema.ts";

const PROBLEM_REF: JsonSchema = { $ref: "#/components/schemas/Problem" };

const HEADER_DESCRIPTIONS: Readonly<Record<RouteHeader, string>> = {
  "If-Match": "The ETag the edit is meant for; `*` is any",
  "Idempotency-Key": "1 to 100 visible ASCII characters: the same key and request answer the same run",
  "Last-Event-ID": "The id of the last event seen",
  "MoJob-Client": "`panel` records the run as started from the panel",
};

/** A route as an OpenAPI 3.1 operation. */
export function describeOperation(route: Route): DescribeRouteOptions {
  const { description, body } = route;
  const operation = {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    ...(description !== null && { description }),
    ...(POLICY_RULES[route.policy].token ? {} : { security: [] }),
    parameters: parametersOf(route),
    ...(body !== null && {
      requestBody: {
        required: hasRequiredMember(jsonSchemaOf(body, COMPONENT_SCHEMAS)),
        content: {
          "application/json": {
            schema: jsonSchemaOf(body, COMPONENT_SCHEMAS),
            ...(route.bodyExample !== undefined && { example: route.bodyExample }),
          },
        },
      },
    }),
    responses: { ...answersOf(route), ...problemsOf(route) },
  };
  // hono-openapi's types are those of OpenAPI with JSON Schema draft 4; the data is 2020-12, as OpenAPI 3.1 says.
  return operation as unknown as DescribeRouteOptions;
}

function hasRequiredMember({ required }: JsonSchema): boolean {
  return required !== undefined && required.length > 0;
}

function parametersOf(route: Route): readonly object[] {
  const inPath = membersOf(route.path).map((member) => ({ ...member, in: "path", required: true }));
  const inQuery = membersOf(route.query).map((member) => {
    const isList = typeof member.schema === "object" && member.schema.type === "array";
    return { ...member, in: "query", ...(isList && { style: "form", explode: false }) };
  });
  const inHeader = route.headers.map((name) => ({
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

function membersOf(parser: Route["path"]): readonly Member[] {
  if (parser === null) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(parser, COMPONENT_SCHEMAS);
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

function answersOf(route: Route): Record<string, object> {
  return Object.fromEntries(
    Object.entries(route.answers).map(([status, answer]) => [status, describeAnswer(answer)]),
  );
}

function describeAnswer({ description, schema, mediaType, headers, example }: RouteAnswer): object {
  const type = mediaType ?? "application/json";
  const content =
    schema === undefined
      ? { schema: { type: "string" } }
      : { schema: jsonSchemaOf(schema, COMPONENT_SCHEMAS) };
  const headerEntries = Object.entries(headers ?? {}).map(([name, text]) => [
    name,
    { description: text, schema: { type: "string" } },
  ]);
  return {
    description,
    ...(headerEntries.length > 0 && { headers: Object.fromEntries(headerEntries) }),
    content: { [type]: { ...content, ...(example !== undefined && { example }) } },
  };
}

/** Every problem the route can answer, by status. */
function problemsOf(route: Route): Record<string, object> {
  const codes = new Set<ProblemCode>([...commonProblems(route), ...route.problems]);
  const byStatus = Map.groupBy(codes, (code) => PROBLEMS[code].status);
  return Object.fromEntries(
    [...byStatus]
      .filter(([status]) => !(status in route.answers))
      .map(([status, ofStatus]) => [
        String(status),
        {
          description: ofStatus.map((code) => `\`${code}\``).join(", "),
          content: { "application/problem+json": { schema: PROBLEM_REF } },
        },
      ]),
  );
}

function commonProblems(route: Route): ProblemCode[] {
  const rules = POLICY_RULES[route.policy];
  const codes: ProblemCode[] = [HttpProblemCode.InternalError];
  if (rules.local) codes.push(HttpProblemCode.ForeignHost, HttpProblemCode.ForeignOrigin);
  if (rules.token) {
    codes.push(HttpProblemCode.Unauthorized, MoJobErrorCode.InvalidArgument);
    codes.push(MoJobErrorCode.StoreUnavailable, MoJobErrorCode.ShuttingDown);
  }
  if (route.body !== null) {
    codes.push(
      HttpProblemCode.MalformedJson,
      HttpProblemCode.BodyTooLarge,
      HttpProblemCode.UnsupportedMediaType,
    );
  }
  return codes;
}
