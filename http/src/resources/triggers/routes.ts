import { MoJobErrorCode, type TriggerRequest } from "@mojob/core";
import { isTraceparent, type TryRequest } from "@mojob/core/engine";
import type { Context } from "hono";
import * as v from "valibot";
import { API_BASE, type ApiContext } from "../../route/api-context.ts";
import { instanceLocation, showInstance, SHOWING_RUNS } from "../instances/show.ts";
import { problemSchema } from "../../schema/problem-schema.ts";
import { problemOfError } from "../../problem/error-handler.ts";
import type { Problem } from "../../problem/problem.ts";
import { stated } from "../../schema/stated.ts";
import type { Parser } from "../../request/validate.ts";
import { defineRoute, jsonResponse, type Route, RouteHeader, RouteTag } from "../../route/route.ts";
import { jobPath, listOf } from "../../schema/fields.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { originOf } from "./origin.ts";
import { batchItem, triggerBody, tryBody } from "./schema.ts";
import { instanceSchema } from "../instances/schema.ts";

const MAX_BATCH = 1000;
/** Room for `:999`. */
const INDEX_SUFFIX_LENGTH = 4;

export type BatchItemResult = { readonly id: string } | { readonly problem: Problem };

const batchItemResult: Parser<BatchItemResult> = v.union([
  v.object({ id: v.string() }),
  v.object({ problem: problemSchema }),
]);

const PROBLEMS_OF_TRIGGER = [
  MoJobErrorCode.JobNotFound,
  MoJobErrorCode.JobDisabled,
  MoJobErrorCode.InvalidArgs,
  MoJobErrorCode.IdempotencyMismatch,
  MoJobErrorCode.QuotaExceeded,
  MoJobErrorCode.WaitingLimit,
  MoJobErrorCode.ChainTooLong,
  MoJobErrorCode.InstanceNotFound,
];

/** Starting jobs. */
export function createTriggerRoutes(context: ApiContext): readonly Route[] {
  return [
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/jobs/:key/instances`,
      uses: ["instances.trigger", ...SHOWING_RUNS],
      operationId: "triggerJob",
      tag: RouteTag.Jobs,
      summary: "Run a job",
      description: "Now, or later by `delayMs` or `runAt`. The run is recorded before the response is sent.",
      path: jobPath,
      body: triggerBody,
      bodyExample: { args: { month: "2026-01" }, delayMs: 60_000 },
      headers: [RouteHeader.IdempotencyKey, RouteHeader.Client, RouteHeader.Traceparent],
      responses: {
        202: {
          description: "The run",
          schema: v.object({ instance: instanceSchema }),
          headers: { Location: "Where the run is found" },
        },
      },
      problems: PROBLEMS_OF_TRIGGER,
      async handle({ path, body, idempotencyKey, scheduler, context: c }) {
        const origin = { ...originOf(c.req.header(RouteHeader.Client)), ...callerTrace(c) };
        const request = stated<TriggerRequest>({ ...origin, ...stated(body), idempotencyKey });
        const instance = await scheduler.instances.trigger(path.key, request);
        return jsonResponse({ instance: await showInstance(scheduler, instance) }, 202, {
          Location: instanceLocation(context, instance.id),
        });
      },
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/jobs/try`,
      uses: ["instances.tryWork", ...SHOWING_RUNS],
      operationId: "tryWork",
      tag: RouteTag.Jobs,
      summary: "Try work before a job has it",
      description:
        "Runs a script, a request, a program or a task once, on a worker of the app that takes such work, for ten minutes at the most and without retries. " +
        "Like a shard it is in no list of whole runs (`shards=false`): it is read, followed and cancelled by its id, and removed an hour after its end. The history keeps " +
        "who tried what. For a job that is edited `jobKey` names it; secrets that its work does not name need `secrets:use`.",
      body: tryBody,
      bodyExample: {
        app: "ledger",
        work: {
          kind: "http",
          method: "GET",
          url: "https://example.com/",
          headers: {},
          body: null,
          success: null,
        },
      },
      headers: [RouteHeader.Client],
      responses: {
        202: {
          description: "The run",
          schema: v.object({ instance: instanceSchema }),
          headers: { Location: "Where the run is found" },
        },
      },
      problems: [MoJobErrorCode.JobNotFound, MoJobErrorCode.InvalidArgs, MoJobErrorCode.QuotaExceeded],
      async handle({ body, scheduler, context: c }) {
        const { source } = originOf(c.req.header(RouteHeader.Client));
        const instance = await scheduler.instances.tryWork(stated<TryRequest>({ source, ...stated(body) }));
        return jsonResponse({ instance: await showInstance(scheduler, instance) }, 202, {
          Location: instanceLocation(context, instance.id),
        });
      },
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/jobs/:key/instances/batch`,
      uses: ["instances.triggerMany", "jobs.get"],
      operationId: "triggerJobMany",
      tag: RouteTag.Jobs,
      summary: "Run a job many times",
      description:
        "Each item is checked by itself: a refused one does not affect the others. With the header `Idempotency-Key`, item n " +
        "gets the key `<key>:<n>` unless it has one of its own.",
      path: jobPath,
      body: strictObject({ items: listOf(batchItem, MAX_BATCH, 1) }, "must be an object with items"),
      bodyExample: {
        items: [{ args: { month: "2026-01" } }, { args: { month: "2026-02" }, delayMs: 60_000 }],
      },
      headers: [RouteHeader.IdempotencyKey, RouteHeader.Client, RouteHeader.Traceparent],
      idempotencyKeyReserve: INDEX_SUFFIX_LENGTH,
      responses: {
        202: {
          description: "For each item, in order, the id of its run or the problem it was refused with",
          schema: v.object({ items: v.array(batchItemResult) }),
        },
      },
      problems: PROBLEMS_OF_TRIGGER,
      async handle({ path, body, idempotencyKey, scheduler, context: c }) {
        // One refusal for the whole call, instead of the same one a thousand times.
        await scheduler.jobs.get(path.key);
        const origin = { ...originOf(c.req.header(RouteHeader.Client)), ...callerTrace(c) };
        const requests = body.items.map((item, index) => {
          const derived = idempotencyKey === undefined ? undefined : `${idempotencyKey}:${index}`;
          return stated<TriggerRequest>({
            ...origin,
            ...stated(item),
            idempotencyKey: item.idempotencyKey ?? derived,
          });
        });
        const results = await scheduler.instances.triggerMany(path.key, requests);
        const items = results.map((result, index): BatchItemResult =>
          result.problem === undefined
            ? { id: result.instance.id }
            : { problem: problemOfError(result.problem, `/items/${index}`) },
        );
        return jsonResponse({ items }, 202);
      },
    }),
  ];
}

/** The trace of the caller; what is none is ignored, as W3C Trace Context wants it. */
function callerTrace(c: Context): Pick<TriggerRequest, "traceparent"> {
  const traceparent = c.req.header(RouteHeader.Traceparent);
  return traceparent !== undefined && isTraceparent(traceparent) ? { traceparent } : {};
}
