import { type CancelRequest, LogLevel, MoJobErrorCode, type RerunRequest } from "@mojob/core";
import * as v from "valibot";
import { API_BASE, type ApiContext, instanceLocation, showInstance } from "../api-context.ts";
import { RoutePolicy } from "../auth/route-policy.ts";
import { stated } from "../request/stated.ts";
import { defineRoute, jsonResponse, type Route, RouteHeader, RouteTag } from "../route.ts";
import { instanceId, instantOut, json, text } from "../schemas/fields.ts";
import { queryNumber } from "../schemas/query-fields.ts";
import { strictObject } from "../schemas/strict-object.ts";
import { instanceSchema } from "../views/instance-schema.ts";

const INSTANCE_PATH = strictObject({ id: instanceId });
const wrappedInstance = v.object({ instance: instanceSchema });
const DEFAULT_LOG_LINES = 500;
/** A log is at most 1 MiB an attempt, so that a page of short lines is small too. */
const MAX_LOG_LINES = 10_000;

const logLine = v.object({
  seq: v.pipe(v.number(), v.description("Counts from 1, across the attempts")),
  at: instantOut,
  attempt: v.number(),
  level: v.picklist(Object.values(LogLevel)),
  message: v.string(),
});

/** One run. */
export function createInstanceRoutes(context: ApiContext): readonly Route[] {
  const { instances } = context.scheduler;
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/instances/:id`,
      policy: RoutePolicy.Guarded,
      operationId: "getInstance",
      tag: RouteTag.Instances,
      summary: "Get a run",
      description: "With its args, result, error and history.",
      path: INSTANCE_PATH,
      query: null,
      body: null,
      headers: [],
      answers: { 200: { description: "The run", schema: instanceSchema } },
      problems: [MoJobErrorCode.InstanceNotFound],
      handle: async ({ path }) => jsonResponse(await showInstance(context, await instances.get(path.id))),
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/instances/:id/cancel`,
      policy: RoutePolicy.Guarded,
      operationId: "cancelInstance",
      tag: RouteTag.Instances,
      summary: "Cancel a run",
      description:
        "One that has not begun is Cancelled at once; one that runs is asked to end and may still succeed. " +
        "The answer never contradicts how it ends.",
      path: INSTANCE_PATH,
      query: null,
      body: strictObject({ reason: v.optional(text(500, 1)) }, "must be an object with a reason"),
      bodyExample: { reason: "Started by mistake" },
      headers: [],
      answers: { 202: { description: "The run after it was asked", schema: wrappedInstance } },
      problems: [MoJobErrorCode.InstanceNotFound, MoJobErrorCode.AlreadyTerminal],
      async handle({ path, body }) {
        const instance = await instances.cancel(path.id, stated<CancelRequest>(body));
        return jsonResponse({ instance: await showInstance(context, instance) }, 202);
      },
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/instances/:id/rerun`,
      policy: RoutePolicy.Guarded,
      operationId: "rerunInstance",
      tag: RouteTag.Instances,
      summary: "Run it again",
      description:
        "Makes a new run of the same job that points back; with the same args unless others are given.",
      path: INSTANCE_PATH,
      query: null,
      body: strictObject({ args: v.optional(json) }, "must be an object with args"),
      bodyExample: { args: { month: "2026-02" } },
      headers: [RouteHeader.IdempotencyKey],
      answers: {
        202: {
          description: "The new run",
          schema: wrappedInstance,
          headers: { Location: "Where the new run is found" },
        },
      },
      problems: [
        MoJobErrorCode.InstanceNotFound,
        MoJobErrorCode.JobNotFound,
        MoJobErrorCode.JobDisabled,
        MoJobErrorCode.WrongJobKind,
        MoJobErrorCode.InvalidArgs,
        MoJobErrorCode.IdempotencyMismatch,
      ],
      async handle({ path, body, idempotencyKey }) {
        const instance = await instances.rerun(path.id, stated<RerunRequest>({ ...body, idempotencyKey }));
        return jsonResponse({ instance: await showInstance(context, instance) }, 202, {
          Location: instanceLocation(context, instance.id),
        });
      },
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/instances/:id/logs`,
      policy: RoutePolicy.Guarded,
      operationId: "listInstanceLogs",
      tag: RouteTag.Instances,
      summary: "Read a run's log",
      description: "Ask again with `after` set to the `seq` of the last line seen.",
      path: INSTANCE_PATH,
      query: strictObject({
        after: v.optional(queryNumber(0, Number.MAX_SAFE_INTEGER, "Lines after this `seq` only")),
        limit: v.optional(
          queryNumber(1, MAX_LOG_LINES, `Most lines, ${DEFAULT_LOG_LINES} unless said otherwise`),
        ),
      }),
      body: null,
      headers: [],
      answers: { 200: { description: "Lines, oldest first", schema: v.object({ items: v.array(logLine) }) } },
      problems: [MoJobErrorCode.InstanceNotFound],
      async handle({ path, query: { after = 0, limit = DEFAULT_LOG_LINES } }) {
        const lines = await instances.logs(path.id, after, limit);
        const items = lines.map(({ seq, at, attempt, level, message }) => ({
          seq,
          at: at.toISOString(),
          attempt,
          level,
          message,
        }));
        return jsonResponse({ items });
      },
    }),
  ];
}
