import { MoJobErrorCode, type TriggerRequest, TriggerType } from "@mojob/core";
import * as v from "valibot";
import { API_BASE, type ApiContext, instanceLocation, showInstance } from "../api-context.ts";
import { RoutePolicy } from "../auth/route-policy.ts";
import { problemSchema } from "../openapi/components.ts";
import { problemOfError } from "../problem/error-handler.ts";
import type { Problem } from "../problem/problem.ts";
import { stated } from "../request/stated.ts";
import type { Parser } from "../request/validate.ts";
import { defineRoute, jsonResponse, type Route, RouteHeader, RouteTag } from "../route.ts";
import { jobPath, listOf } from "../schemas/fields.ts";
import { strictObject } from "../schemas/strict-object.ts";
import { batchItem, triggerBody } from "../schemas/trigger-body.ts";
import { instanceSchema } from "../views/instance-schema.ts";

const MAX_BATCH = 1000;
/** Room for `:999`. */
const INDEX_SUFFIX_LENGTH = 4;

export type BatchAnswer = { readonly id: string } | { readonly problem: Problem };

const batchAnswer: Parser<BatchAnswer> = v.union([
  v.object({ id: v.string() }),
  v.object({ problem: problemSchema }),
]);

const PROBLEMS_OF_TRIGGER = [
  MoJobErrorCode.JobNotFound,
  MoJobErrorCode.JobDisabled,
  MoJobErrorCode.WrongJobKind,
  MoJobErrorCode.InvalidArgs,
  MoJobErrorCode.IdempotencyMismatch,
];

/** Starting jobs. */
export function createTriggerRoutes(context: ApiContext): readonly Route[] {
  const { scheduler } = context;
  return [
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/jobs/:key/instances`,
      policy: RoutePolicy.Guarded,
      operationId: "triggerJob",
      tag: RouteTag.Jobs,
      summary: "Run a job",
      description: "Now, or later by `delayMs` or `runAt`. The run is recorded before this answers.",
      path: jobPath,
      query: null,
      body: triggerBody,
      bodyExample: { args: { month: "2026-01" }, delayMs: 60_000 },
      headers: [RouteHeader.IdempotencyKey, RouteHeader.Client],
      answers: {
        202: {
          description: "The run",
          schema: v.object({ instance: instanceSchema }),
          headers: { Location: "Where the run is found" },
        },
      },
      problems: PROBLEMS_OF_TRIGGER,
      async handle({ path, body, idempotencyKey, context: c }) {
        const source = sourceOf(c.req.header(RouteHeader.Client));
        const request = stated<TriggerRequest>({ ...body, idempotencyKey, source });
        const instance = await scheduler.instances.trigger(path.key, request);
        return jsonResponse({ instance: await showInstance(context, instance) }, 202, {
          Location: instanceLocation(context, instance.id),
        });
      },
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/jobs/:key/instances/batch`,
      policy: RoutePolicy.Guarded,
      operationId: "triggerJobMany",
      tag: RouteTag.Jobs,
      summary: "Run a job many times",
      description:
        "Each item by itself: one that is refused does not keep the others back. With the header `Idempotency-Key` item n " +
        "that has none of its own gets `<key>:<n>`.",
      path: jobPath,
      query: null,
      body: strictObject({ items: listOf(batchItem, MAX_BATCH, 1) }, "must be an object with items"),
      bodyExample: {
        items: [{ args: { month: "2026-01" } }, { args: { month: "2026-02" }, delayMs: 60_000 }],
      },
      headers: [RouteHeader.IdempotencyKey, RouteHeader.Client],
      idempotencyKeyReserve: INDEX_SUFFIX_LENGTH,
      answers: {
        202: {
          description: "For each item, in order, the id of its run or the problem it was refused for",
          schema: v.object({ items: v.array(batchAnswer) }),
        },
      },
      problems: PROBLEMS_OF_TRIGGER,
      async handle({ path, body, idempotencyKey, context: c }) {
        // Nobody should have to find one mistake a thousand times.
        await scheduler.jobs.get(path.key);
        const source = sourceOf(c.req.header(RouteHeader.Client));
        const requests = body.items.map((item, index) => {
          const derived = idempotencyKey === undefined ? undefined : `${idempotencyKey}:${index}`;
          return stated<TriggerRequest>({ ...item, idempotencyKey: item.idempotencyKey ?? derived, source });
        });
        const answers = await scheduler.instances.triggerMany(path.key, requests);
        const items = answers.map((answer, index): BatchAnswer =>
          answer.problem === undefined
            ? { id: answer.instance.id }
            : { problem: problemOfError(answer.problem, `/items/${index}`) },
        );
        return jsonResponse({ items }, 202);
      },
    }),
  ];
}

function sourceOf(client: string | undefined): TriggerType {
  return client === "panel" ? TriggerType.Panel : TriggerType.Api;
}
