import { MoJobErrorCode } from "@mojob/core";
import { POLICY_RULES } from "../auth/route-policy.ts";
import { HttpProblemCode, type ProblemCode, PROBLEMS } from "../problem/problem-code.ts";
import type { Route, RouteAnswer } from "../route.ts";
import { COMPONENT_SCHEMAS } from "./components.ts";
import { type JsonSchema, jsonSchemaOf } from "./json-schema.ts";

const PROBLEM_REF: JsonSchema = { $ref: "#/components/schemas/Problem" };

/** Everything a route can answer, by status: what it promises and every problem. */
export function describeAnswers(route: Route): Record<string, object> {
  const answers = Object.entries(route.answers).map(([status, answer]) => [status, describeAnswer(answer)]);
  return { ...Object.fromEntries(answers), ...problemsOf(route) };
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
