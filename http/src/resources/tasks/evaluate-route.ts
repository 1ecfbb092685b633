import { MoJobErrorCode } from "@mojob/core";
import { type AskedValue, ExpressionErrorCode, TaskLimit } from "@mojob/core/feature";
import * as v from "valibot";
import type { Parser } from "../../request/validate.ts";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import { instanceId, json, listOf, text, wholeNumber } from "../../schema/fields.ts";
import { stated } from "../../schema/stated.ts";
import { strictObject } from "../../schema/strict-object.ts";

const MOST_EXPRESSIONS = 50;
const LONGEST_EXPRESSION = 16_384;

const askedSchema = strictObject({
  text: text(LONGEST_EXPRESSION, 1),
  node: v.optional(
    v.pipe(text(64, 1), v.description("The node that reads it, for which `$.SELF` stands, too")),
  ),
  item: v.optional(
    v.pipe(
      wholeNumber(0, TaskLimit.Items),
      v.description("The place of an item in the node's batch, for `$.ITEM` and `$.INDEX`"),
    ),
  ),
  visit: v.optional(
    v.pipe(
      text(200),
      v.description("The visits of the loops around the node, as `2.3`: the values are those at its end"),
    ),
  ),
});

const issueSchema = v.object({
  code: v.picklist([
    ...Object.values(ExpressionErrorCode),
    "secret",
    "unknown_node",
    "unknown_item",
    "unknown_visit",
  ]),
  at: v.pipe(v.nullable(v.number()), v.description("Its place in the text, from 0")),
  message: v.string(),
});

const valuesSchema = v.pipe(
  v.array(v.object({ value: v.optional(json), issue: v.optional(issueSchema) })),
  v.description("One for each expression: its `value`, or the `issue` that keeps it from having one"),
) as unknown as Parser<readonly object[]>;

/** Expressions on what a run had. */
export function createEvaluateRoute(): Route {
  return defineRoute({
    method: "POST",
    pattern: `${API_BASE}/tasks/evaluate`,
    uses: ["tasks.evaluate"],
    isLong: true,
    operationId: "evaluateTask",
    tag: RouteTag.Instances,
    summary: "Evaluate expressions on what a run of a task had",
    description:
      "The values are those that the run has: its parameters, variables, and of its nodes what they were given, wrote and returned. Secrets are not among them. " +
      "All expressions together may do the work of one.",
    body: strictObject({
      instanceId,
      expressions: listOf(askedSchema as unknown as Parser<AskedValue>, MOST_EXPRESSIONS, 1),
    }),
    bodyExample: {
      instanceId: "0197c0de-7a3b-7000-8000-000000000001",
      expressions: [{ text: "$.JOB.load.RESULT.rows > 10" }],
    },
    responses: { 200: { description: "Their values", schema: v.object({ values: valuesSchema }) } },
    problems: [MoJobErrorCode.InstanceNotFound, MoJobErrorCode.NotATask],
    async handle({ body: { instanceId: id, expressions }, scheduler }) {
      const asked = expressions.map((one) => stated<AskedValue>(one));
      return jsonResponse({ values: await scheduler.tasks.evaluate(id, asked) });
    },
  });
}
