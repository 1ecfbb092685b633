import { MoJobErrorCode } from "@mojob/core";
import { OpenAccess } from "../auth/access.ts";
import { HttpProblemCode, type ProblemCode, PROBLEMS } from "../problem/problem-code.ts";
import type { Route, RouteResponse } from "../route/route.ts";
import type { JsonSchema, JsonSchemaOf } from "./json-schema.ts";

const PROBLEM_REF: JsonSchema = { $ref: "#/components/schemas/Problem" };

/** Every response of a route, by status: what it promises and every problem. */
export function describeResponses(route: Route, jsonSchemaOf: JsonSchemaOf): Record<string, object> {
  const promised = Object.entries(route.responses).map(([status, response]) => [
    status,
    describeResponse(Number(status), response, jsonSchemaOf),
  ]);
  return { ...Object.fromEntries(promised), ...problemsOf(route) };
}

const NO_CONTENT = 204;

function describeResponse(
  status: number,
  { description, schema, mediaType, headers, example }: RouteResponse,
  jsonSchemaOf: JsonSchemaOf,
): object {
  const type = mediaType ?? "application/json";
  const content = schema === undefined ? { schema: { type: "string" } } : { schema: jsonSchemaOf(schema) };
  const headerEntries = Object.entries(headers ?? {}).map(([name, text]) => [
    name,
    { description: text, schema: { type: "string" } },
  ]);
  return {
    description,
    ...(headerEntries.length > 0 && { headers: Object.fromEntries(headerEntries) }),
    ...(status !== NO_CONTENT && {
      content: { [type]: { ...content, ...(example !== undefined && { example }) } },
    }),
  };
}

/** Every problem the route can respond with, by status. */
function problemsOf(route: Route): Record<string, object> {
  const codes = new Set<ProblemCode>([...commonProblems(route), ...(route.problems ?? [])]);
  const byStatus = Map.groupBy(codes, (code) => PROBLEMS[code].status);
  return Object.fromEntries(
    [...byStatus]
      .filter(([status]) => !(status in route.responses))
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
  const codes: ProblemCode[] = [HttpProblemCode.InternalError];
  if (route.open !== OpenAccess.Probe) codes.push(HttpProblemCode.ForeignHost, HttpProblemCode.ForeignOrigin);
  if (route.open === undefined) {
    codes.push(MoJobErrorCode.Forbidden);
    codes.push(HttpProblemCode.Unauthorized, HttpProblemCode.NotSignedIn);
    codes.push(MoJobErrorCode.TooManyAttempts, HttpProblemCode.TooManyCalls, MoJobErrorCode.InvalidArgument);
    codes.push(MoJobErrorCode.StoreUnavailable, MoJobErrorCode.ShuttingDown);
  }
  if (route.isLong === true) codes.push(HttpProblemCode.PreviewBusy);
  if (route.body !== undefined) {
    codes.push(
      HttpProblemCode.MalformedJson,
      HttpProblemCode.BodyTooLarge,
      HttpProblemCode.UnsupportedMediaType,
    );
  }
  return codes;
}
