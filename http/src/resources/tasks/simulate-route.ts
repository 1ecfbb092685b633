import { MoJobErrorCode } from "@mojob/core";
import { LONGEST_JOB_KEY } from "@mojob/core/engine";
import { type SimulatedOutcome, TaskLimit } from "@mojob/core/feature";
import * as v from "valibot";
import type { Parser } from "../../request/validate.ts";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import { json, jsonObject, listOf, text, wholeNumber } from "../../schema/fields.ts";
import { stated } from "../../schema/stated.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { statusOrNull } from "./schema.ts";

const MOST_VISITS = 1000;
const branch = text(64, 1);

const outcomeSchema = v.union([
  v.picklist(["Succeeded", "Failed", "Skipped"]),
  strictObject({
    branch: v.pipe(
      v.union([branch, listOf(branch, 64, 1)]),
      v.description("Of a condition, or `approved`, `refused` or `timeout` of an approval"),
    ),
  }),
  strictObject({
    result: v.pipe(json, v.description("It succeeds with this result, which expressions may read")),
  }),
  strictObject({
    items: v.optional(v.pipe(wholeNumber(0, TaskLimit.Items), v.description("How many items the batch has"))),
    failed: v.optional(
      v.pipe(wholeNumber(0, TaskLimit.Items), v.description("How many of them fail, the first ones")),
    ),
  }),
] as never) as unknown as Parser<SimulatedOutcome>;

const outcomesSchema = v.pipe(
  v.record(v.string(), v.union([outcomeSchema, listOf(outcomeSchema, MOST_VISITS, 1)])),
  v.description(
    "By the id of the node. A list has one for each execution, of which the last holds for those that follow; a node without an outcome succeeds",
  ),
);

const nodeSchema = v.object({
  id: v.string(),
  state: v.pipe(statusOrNull, v.description("`null` where nothing was decided about it")),
  visits: v.pipe(v.number(), v.description("How often it was executed")),
  code: v.pipe(v.nullable(v.string()), v.description("Why it failed")),
  branches: v.array(v.string()),
  reason: v.pipe(
    v.nullable(v.picklist(["skipped", "blocked", "ending", "follows", "unknown_value", "undecided"])),
    v.description("Why it did not begin; `null` where it did"),
  ),
  after: v.pipe(v.array(v.string()), v.description("The nodes that are the reason")),
});

/** What a body would do. */
export function createSimulateRoute(): Route {
  return defineRoute({
    method: "POST",
    pattern: `${API_BASE}/tasks/simulate`,
    uses: ["tasks.simulate"],
    isLong: true,
    operationId: "simulateTask",
    tag: RouteTag.Jobs,
    summary: "See how a task would go on where its nodes ended so",
    description:
      "Makes the steps that a run would make, with the given outcomes in place of runs; nothing is executed. Waits are over at once and approvals are given " +
      "unless an outcome says otherwise. Conditions are evaluated where no branch is given and their values are known: results of nodes are not, unless they are given.",
    body: strictObject({
      body: json,
      key: v.optional(
        v.pipe(text(LONGEST_JOB_KEY, 1), v.description("The task that has it or is to have it")),
      ),
      outcomes: v.optional(outcomesSchema),
      args: v.optional(v.pipe(jsonObject, v.description("Its arguments"))),
    }),
    bodyExample: {
      body: { engine: 1, nodes: [{ id: "close", type: "job", job: { key: "ledger/close" } }] },
      outcomes: { close: "Failed" },
    },
    responses: {
      200: {
        description: "How it ends",
        schema: v.object({
          state: v.pipe(
            v.nullable(v.picklist(["Succeeded", "Failed"])),
            v.description("`null` where it has no end"),
          ),
          stop: v.pipe(
            v.nullable(v.picklist(["held", "unknown_value", "too_long"])),
            v.description(
              "Why it has no end: a failure holds it, a value is not known, or it is too long to simulate",
            ),
          ),
          nodes: v.array(nodeSchema),
          order: v.pipe(
            v.array(v.object({ id: v.string(), visit: v.string() })),
            v.description(
              "Executions in the order in which they begin, where all take as long; the first 10,000",
            ),
          ),
        }),
      },
    },
    problems: [MoJobErrorCode.InvalidArgument],
    handle: async ({ body, scheduler }) => jsonResponse(await scheduler.tasks.simulate(stated(body))),
  });
}
