import { MoJobErrorCode } from "@mojob/core";
import { type Queue, WaitsFor } from "@mojob/core/engine";
import * as v from "valibot";
import { API_BASE } from "../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../route/route.ts";
import { flag, instanceId, line, text, wholeNumber } from "../schema/fields.ts";
import { queryNumber, queryText } from "../schema/query-fields.ts";
import { stated } from "../schema/stated.ts";
import { strictObject } from "../schema/strict-object.ts";
import { wireObject } from "../schema/wire.ts";
import type { Parser } from "../request/validate.ts";
import { type InstanceEventJson, instanceEventJson } from "./instances/json.ts";
import { instanceEventSchema } from "./instances/schema.ts";

const INSTANCE_PATH = strictObject({ id: instanceId });
const MOST_SHOWN = 200;
const LONGEST_MS = 366 * 24 * 60 * 60 * 1000;

interface QueueJson {
  readonly items: readonly { readonly run: InstanceEventJson; readonly waitsFor: WaitsFor }[];
  readonly total: number;
  readonly isComplete: boolean;
}

const queueSchema: Parser<QueueJson> = wireObject({
  items: v.array(
    v.object({
      run: instanceEventSchema,
      waitsFor: v.pipe(
        v.picklist(Object.values(WaitsFor)),
        v.description("A `slot` of its job, a `worker` that takes it, or the `resume` of its job or app"),
      ),
    }),
  ),
  total: v.pipe(v.number(), v.description("How many wait, at most 1,000")),
  isComplete: v.pipe(
    v.boolean(),
    v.description(
      "`false` where more than 1,000 wait: the oldest 1,000 were put in order, with the first in turn for the slots they wait for",
    ),
  ),
});

const RUN_RESPONSE = { description: "The run", schema: v.object({ instance: instanceEventSchema }) };
const PROBLEMS = [MoJobErrorCode.InstanceNotFound, MoJobErrorCode.NotWaiting];

/** Routes of the runs that wait, and of the changes people make to them. */
export function createQueueRoutes(): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/queue`,
      uses: ["queue.list"],
      operationId: "listQueue",
      tag: RouteTag.Instances,
      summary: "List what waits",
      description:
        "Runs of a job, an app or all that wait to begin, in the order of their turns: by priority, then creation. Runs that a pause " +
        "holds come last. Those that are delayed, or whose retry is not due yet, are not among them.",
      query: strictObject({
        app: v.optional(queryText(63, "One app only")),
        jobKey: v.optional(queryText(200, "One job only")),
        limit: v.optional(queryNumber(1, MOST_SHOWN, "How many; the default is 50")),
      }),
      responses: { 200: { description: "What waits", schema: queueSchema } },
      handle: async ({ query: { limit = 50, ...query }, scheduler }) =>
        jsonResponse(queueJson(await scheduler.queue.list(stated(query), limit))),
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/queue/clear`,
      uses: ["queue.clear"],
      operationId: "clearQueue",
      tag: RouteTag.Instances,
      summary: "Cancel what waits, or what runs for too long",
      description:
        "All runs of a job or an app that wait to begin, or those that have waited for longer than `olderThanMs`; a retry waits since it was due. " +
        "With `runningLongerThanMs` it is what runs. Nodes of tasks with `retry` have another run. " +
        'Without any of these the body must say `"all": true`: then whatever waits is cancelled, of every app.',
      body: strictObject(
        {
          app: v.optional(line(63, 1)),
          jobKey: v.optional(text(200, 1)),
          olderThanMs: v.optional(
            v.pipe(wholeNumber(0, LONGEST_MS), v.description("0, the default, is no condition")),
          ),
          runningLongerThanMs: v.optional(
            v.pipe(
              wholeNumber(0, LONGEST_MS),
              v.description(
                "Instead of what waits: runs whose attempt has run for longer are asked to end. Tasks go on; the runs of their nodes are among them",
              ),
            ),
          ),
          all: v.optional(v.pipe(flag(), v.description("Whatever waits; not together with a condition"))),
          dryRun: v.optional(v.pipe(flag(), v.description("Only counts"))),
        },
        "must be an object with app, jobKey, olderThanMs, runningLongerThanMs, all and dryRun",
      ),
      bodyExample: { jobKey: "mail.send", olderThanMs: 3_600_000, dryRun: true },
      responses: {
        200: {
          description: "How many match and how many of them are cancelled, or asked to end",
          schema: v.object({ matched: v.number(), done: v.number() }),
        },
      },
      handle: async ({ body, scheduler }) => jsonResponse({ ...(await scheduler.queue.clear(stated(body))) }),
    }),
    defineRoute({
      method: "PATCH",
      pattern: `${API_BASE}/instances/:id`,
      uses: ["queue.prioritize"],
      operationId: "prioritizeInstance",
      tag: RouteTag.Instances,
      summary: "Change the priority of a run that waits",
      description: "Its history says who asked. A run that has begun keeps its priority.",
      path: INSTANCE_PATH,
      body: strictObject({ priority: wholeNumber(1, 5) }, "must be an object with priority"),
      bodyExample: { priority: 1 },
      responses: { 200: RUN_RESPONSE },
      problems: PROBLEMS,
      handle: async ({ path: { id }, body: { priority }, scheduler }) =>
        jsonResponse({ instance: instanceEventJson(await scheduler.queue.prioritize(id, priority)) }),
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/instances/:id/run-next`,
      uses: ["queue.runNext"],
      operationId: "runInstanceNext",
      tag: RouteTag.Instances,
      summary: "Make a run that waits the next one",
      description:
        "It begins before all others of its job and concurrency key; its priority is then below 1.",
      path: INSTANCE_PATH,
      body: strictObject({}, "must be an empty object"),
      responses: { 200: RUN_RESPONSE },
      problems: PROBLEMS,
      handle: async ({ path: { id }, scheduler }) =>
        jsonResponse({ instance: instanceEventJson(await scheduler.queue.runNext(id)) }),
    }),
  ];
}

function queueJson({ items, total, isComplete }: Queue): QueueJson {
  return {
    items: items.map(({ run, waitsFor }) => ({ run: instanceEventJson(run), waitsFor })),
    total,
    isComplete,
  };
}
