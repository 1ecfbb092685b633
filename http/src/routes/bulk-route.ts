import type { BulkRequest } from "@mojob/core";
import * as v from "valibot";
import { API_BASE, type ApiContext } from "../api-context.ts";
import { RoutePolicy } from "../auth/route-policy.ts";
import { problemSchema } from "../openapi/components.ts";
import { problemOfError } from "../problem/error-handler.ts";
import { stated } from "../request/stated.ts";
import type { Parser } from "../request/validate.ts";
import { defineRoute, jsonResponse, type Route, RouteHeader, RouteTag } from "../route.ts";
import { flag, instanceId, listOf, oneOf, text } from "../schemas/fields.ts";
import { type InstanceFilter, instanceFilter, toInstanceQuery } from "../schemas/instance-filter.ts";
import { strictObject } from "../schemas/strict-object.ts";

const MAX_IDS = 1000;

interface BulkBody {
  readonly action: BulkRequest["action"];
  readonly ids?: readonly string[] | undefined;
  readonly filter?: InstanceFilter | undefined;
  readonly dryRun?: boolean | undefined;
  readonly reason?: string | undefined;
}

const bulkFields: Parser<BulkBody> = strictObject(
  {
    action: oneOf(["cancel", "rerun"]),
    ids: v.optional(v.pipe(listOf(instanceId, MAX_IDS, 1), v.description("Either these runs …"))),
    filter: v.optional(instanceFilter),
    dryRun: v.optional(v.pipe(flag(), v.description("Only counts"))),
    reason: v.optional(text(500, 1)),
  },
  "must be an object with an action",
);

/** Many runs at once. */
export function createBulkRoutes({ scheduler }: ApiContext): readonly Route[] {
  return [
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/instances/bulk`,
      policy: RoutePolicy.Guarded,
      operationId: "bulkInstances",
      tag: RouteTag.Instances,
      summary: "Cancel or re-run many runs",
      description:
        "Those in `ids`, or all that match `filter`, at most 10,000 a call, newest first. Ask with `dryRun` first.",
      path: null,
      query: null,
      body: v.pipe(
        bulkFields,
        v.check(
          ({ ids, filter }) => (ids === undefined) !== (filter === undefined),
          "must have either ids or filter",
        ),
      ),
      bodyExample: {
        action: "cancel",
        filter: { jobKey: "ledger/close", state: ["Scheduled", "Enqueued"] },
        dryRun: true,
      },
      headers: [RouteHeader.IdempotencyKey],
      answers: {
        200: {
          description: "How many matched, how many were done, and why the others were not",
          schema: v.object({
            matched: v.number(),
            done: v.number(),
            failed: v.array(v.object({ id: v.string(), problem: problemSchema })),
          }),
        },
      },
      problems: [],
      async handle({ body, idempotencyKey }) {
        const { ids, filter, ...rest } = body;
        const request = stated<BulkRequest>({
          ...rest,
          ids: ids && [...new Set(ids)],
          filter: filter && toInstanceQuery(filter),
          idempotencyKey,
        });
        const { matched, done, failed } = await scheduler.instances.bulk(request);
        return jsonResponse({
          matched,
          done,
          failed: failed.map(({ id, ...problem }) => ({ id, problem: problemOfError(problem) })),
        });
      },
    }),
  ];
}
