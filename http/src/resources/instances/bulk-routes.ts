import { Permission } from "@mojob/core";
import { type BulkRequest, wanted } from "@mojob/core/engine";
import * as v from "valibot";
import { API_BASE } from "../../route/api-context.ts";
import { problemSchema } from "../../schema/problem-schema.ts";
import { problemOfError } from "../../problem/error-handler.ts";
import { stated } from "../../schema/stated.ts";
import type { Parser } from "../../request/validate.ts";
import { defineRoute, jsonResponse, type Route, RouteHeader, RouteTag } from "../../route/route.ts";
import { flag, instanceId, line, listOf, oneOf, text } from "../../schema/fields.ts";
import { operationId, partsSchema } from "../operations/json.ts";
import { type InstanceFilter, instanceFilter, toInstanceQuery } from "./filter.ts";
import { strictObject } from "../../schema/strict-object.ts";

const MAX_IDS = 1000;

interface BulkBody {
  readonly action: BulkRequest["action"];
  readonly ids?: readonly string[] | undefined;
  readonly filter?: InstanceFilter | undefined;
  readonly cause?: string | undefined;
  readonly dryRun?: boolean | undefined;
  readonly reason?: string | undefined;
  readonly unlessRerun?: boolean | undefined;
  readonly operation?: string | undefined;
}

const bulkFields: Parser<BulkBody> = strictObject(
  {
    action: oneOf(["cancel", "rerun"]),
    ids: v.optional(v.pipe(listOf(instanceId, MAX_IDS, 1), v.description("Either these runs …"))),
    filter: v.optional(instanceFilter),
    cause: v.optional(
      v.pipe(
        text(1000),
        v.description("With a filter: only failures of this cause, as `listFailures` names it"),
      ),
    ),
    dryRun: v.optional(v.pipe(flag(), v.description("Only counts"))),
    reason: v.optional(line(500, 1)),
    unlessRerun: v.optional(
      v.pipe(flag(), v.description("Leaves those alone that were run again already (`already_rerun`)")),
    ),
    operation: v.optional(operationId),
  },
  "must be an object with an action",
);

/** Many runs at once. */
export function createBulkRoutes(): readonly Route[] {
  return [
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/instances/bulk`,
      uses: [Permission.ReadRuns, "instances.bulk"],
      operationId: "bulkInstances",
      tag: RouteTag.Instances,
      summary: "Cancel or re-run many runs",
      description:
        "The runs in `ids`, or all that match `filter`, at most 10,000 a call, newest first. Use `dryRun` first to see how many.",
      body: v.pipe(
        bulkFields,
        v.check(({ ids, filter }) => (ids === undefined) !== (filter === undefined), wanted("ids_or_filter")),
      ),
      bodyExample: {
        action: "cancel",
        filter: { jobKey: "ledger/close", state: ["Scheduled", "Enqueued"] },
        dryRun: true,
      },
      headers: [RouteHeader.IdempotencyKey],
      responses: {
        200: {
          description: "How many matched, how many were done, and why the others were not",
          schema: v.object({
            operation: v.pipe(
              v.nullable(v.string()),
              v.description("The record of what was done; `null` where it only counted"),
            ),
            parts: partsSchema,
            rerunBefore: v.pipe(v.number(), v.description("How many of them were run again before")),
            matched: v.number(),
            done: v.number(),
            failed: v.array(v.object({ id: v.string(), problem: problemSchema })),
          }),
        },
      },
      async handle({ body, idempotencyKey, scheduler }) {
        const { ids, filter, ...rest } = body;
        const request = stated<BulkRequest>({
          ...rest,
          ids: ids && [...new Set(ids)],
          filter: filter && toInstanceQuery(filter),
          idempotencyKey,
        });
        const { failed, ...answer } = await scheduler.instances.bulk(request);
        return jsonResponse({
          ...answer,
          failed: failed.map(({ id, ...problem }) => ({ id, problem: problemOfError(problem) })),
        });
      },
    }),
  ];
}
