import { MoJobErrorCode } from "@mojob/core";
import type { CancelRequest, RerunRequest } from "@mojob/core/engine";
import * as v from "valibot";
import { API_BASE, type ApiContext } from "../../route/api-context.ts";
import { instanceSummaryJson } from "./json.ts";
import { logLineJson, logLineSchema } from "./log-line.ts";
import { instanceLocation, readInstanceContext, showInstance, SHOWING_RUNS } from "./show.ts";
import { LONGEST_WAIT_MS, waitForEnd } from "./wait-for-end.ts";
import { stated } from "../../schema/stated.ts";
import { defineRoute, jsonResponse, type Route, RouteHeader, RouteTag } from "../../route/route.ts";
import { instanceId, json, line } from "../../schema/fields.ts";
import { queryNumber } from "../../schema/query-fields.ts";
import { RERUN_VERSION } from "../../schema/rerun-version.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { instanceSchema, instanceSummarySchema } from "./schema.ts";

const INSTANCE_PATH = strictObject({ id: instanceId });
const wrappedInstance = v.object({ instance: instanceSchema });
const DEFAULT_LOG_LINES = 500;
/** A log is at most 1 MiB an attempt, so that a page of short lines is small too. */
const MAX_LOG_LINES = 10_000;

const carrier = v.object({
  id: v.pipe(v.string(), v.description("On Temporal the workflow's id")),
  queue: v.pipe(v.string(), v.description("On Temporal the task queue of the workflow")),
  isOpen: v.boolean(),
});

/** One run. */
export function createInstanceRoutes(context: ApiContext): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/instances/:id`,
      uses: ["instances.get", "ended?", ...SHOWING_RUNS],
      operationId: "getInstance",
      tag: RouteTag.Instances,
      summary: "Get a run",
      description:
        "With its args, result, error and history. With `waitMs` the response is sent as soon as the run has ended, and after that time as " +
        "it is then: ask again while it has no `completedAt`.",
      path: INSTANCE_PATH,
      query: strictObject({
        waitMs: v.optional(
          queryNumber(0, LONGEST_WAIT_MS, "How long to wait for the run's end. Without it: 0"),
        ),
      }),
      responses: { 200: { description: "The run", schema: instanceSchema } },
      problems: [MoJobErrorCode.InstanceNotFound],
      async handle({ path, query: { waitMs = 0 }, scheduler, context: c }) {
        if (waitMs > 0)
          await waitForEnd(scheduler, path.id, waitMs, AbortSignal.any([context.closing, c.req.raw.signal]));
        return jsonResponse(await showInstance(scheduler, await scheduler.instances.get(path.id)));
      },
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/instances/:id/cancel`,
      uses: ["instances.cancel", ...SHOWING_RUNS],
      operationId: "cancelInstance",
      tag: RouteTag.Instances,
      summary: "Cancel a run",
      description:
        "A run that has not begun is Cancelled at once. A running run is marked and asked to end: from then on it can only end " +
        "Cancelled, also where its code returns normally. A failed run that waits for its retry is Cancelled too.",
      path: INSTANCE_PATH,
      body: strictObject({ reason: v.optional(line(500, 1)) }, "must be an object with a reason"),
      bodyExample: { reason: "Started by mistake" },
      responses: { 202: { description: "The run after the request was written", schema: wrappedInstance } },
      problems: [MoJobErrorCode.InstanceNotFound, MoJobErrorCode.AlreadyTerminal],
      async handle({ path, body, scheduler }) {
        const instance = await scheduler.instances.cancel(path.id, stated<CancelRequest>(body));
        return jsonResponse({ instance: await showInstance(scheduler, instance) }, 202);
      },
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/instances/:id/release`,
      uses: ["instances.release", ...SHOWING_RUNS],
      operationId: "releaseInstance",
      tag: RouteTag.Instances,
      summary: "Give back the slot of code that goes on",
      description:
        "Where `abandoned` says that the code of an ended attempt still holds a slot, the slot is free from now on and the next " +
        "run may begin, beside that code where it does go on. A run whose code holds no slot stays as it is.",
      path: INSTANCE_PATH,
      body: strictObject({}, "must be an object without members"),
      bodyExample: {},
      responses: { 200: { description: "The run after that", schema: wrappedInstance } },
      problems: [MoJobErrorCode.InstanceNotFound],
      async handle({ path, scheduler }) {
        const instance = await scheduler.instances.release(path.id);
        return jsonResponse({ instance: await showInstance(scheduler, instance) });
      },
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/instances/:id/rerun`,
      uses: ["instances.rerun", ...SHOWING_RUNS],
      operationId: "rerunInstance",
      tag: RouteTag.Instances,
      summary: "Run it again",
      description:
        "Makes a new run of the same job that points to this one, with the same args unless others are given.",
      path: INSTANCE_PATH,
      body: strictObject({ args: v.optional(json), version: RERUN_VERSION }, "must be an object with args"),
      bodyExample: { args: { month: "2026-02" } },
      headers: [RouteHeader.IdempotencyKey],
      responses: {
        202: {
          description: "The new run",
          schema: wrappedInstance,
          headers: { Location: "Where the new run is found" },
        },
      },
      problems: [
        MoJobErrorCode.QuotaExceeded,
        MoJobErrorCode.WaitingLimit,
        MoJobErrorCode.InstanceNotFound,
        MoJobErrorCode.JobNotFound,
        MoJobErrorCode.JobDisabled,
        MoJobErrorCode.InvalidArgs,
        MoJobErrorCode.IdempotencyMismatch,
      ],
      async handle({ path, body, idempotencyKey, scheduler }) {
        const instance = await scheduler.instances.rerun(
          path.id,
          stated<RerunRequest>({ ...body, idempotencyKey }),
        );
        return jsonResponse({ instance: await showInstance(scheduler, instance) }, 202, {
          Location: instanceLocation(context, instance.id),
        });
      },
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/instances/:id/children`,
      uses: ["instances.children", ...SHOWING_RUNS],
      operationId: "listInstanceChildren",
      tag: RouteTag.Instances,
      summary: "List the runs of a broadcast's shards, and those that a run's end started",
      description: "The shards by their index, then those of the child jobs that its job has now.",
      path: INSTANCE_PATH,
      responses: {
        200: {
          description: "The shards, and at most 20 other runs",
          schema: v.object({ items: v.array(instanceSummarySchema) }),
        },
      },
      problems: [MoJobErrorCode.InstanceNotFound],
      async handle({ path, scheduler }) {
        const children = await scheduler.instances.children(path.id);
        const shown = await readInstanceContext(scheduler, children);
        return jsonResponse({ items: children.map((child) => instanceSummaryJson(child, shown)) });
      },
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/instances/:id/carrier`,
      uses: ["instances.carrier"],
      operationId: "getInstanceCarrier",
      tag: RouteTag.Instances,
      summary: "Find what delivers a run",
      description:
        "On Temporal the workflow that delivers it to a worker, or did so last: its own, or that of the batch it was dispatched with. " +
        "`null` where there is none, as in an embedded scheduler.",
      path: INSTANCE_PATH,
      responses: { 200: { description: "The carrier", schema: v.object({ carrier: v.nullable(carrier) }) } },
      problems: [MoJobErrorCode.InstanceNotFound, MoJobErrorCode.RuntimeUnavailable],
      handle: async ({ path, scheduler }) =>
        jsonResponse({ carrier: await scheduler.instances.carrier(path.id) }),
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/instances/:id/logs`,
      uses: ["instances.logs"],
      operationId: "listInstanceLogs",
      tag: RouteTag.Instances,
      summary: "Read a run's log",
      description: "Ask again with `after` set to the `seq` of the last line seen.",
      path: INSTANCE_PATH,
      query: strictObject({
        after: v.optional(queryNumber(0, Number.MAX_SAFE_INTEGER, "Lines after this `seq` only")),
        limit: v.optional(queryNumber(1, MAX_LOG_LINES, `Most lines; the default is ${DEFAULT_LOG_LINES}`)),
      }),
      responses: {
        200: { description: "Lines, oldest first", schema: v.object({ items: v.array(logLineSchema) }) },
      },
      problems: [MoJobErrorCode.InstanceNotFound],
      async handle({ path, query: { after = 0, limit = DEFAULT_LOG_LINES }, scheduler }) {
        const lines = await scheduler.instances.logs(path.id, after, limit);
        return jsonResponse({ items: lines.map(logLineJson) });
      },
    }),
  ];
}
