import { MoJobErrorCode } from "@mojob/core";
import * as v from "valibot";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import type { Parser } from "../../request/validate.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { workerJson, workerSchema } from "./json.ts";

const WORKER_RESPONSE = { description: "The worker", schema: workerSchema };

const workerPath: Parser<{ readonly id: string }> = strictObject({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
});

/** Workers that run the jobs. */
export function createWorkerRoutes(): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/workers`,
      uses: ["workers"],
      operationId: "listWorkers",
      tag: RouteTag.Workers,
      summary: "List workers",
      description: "Workers whose heartbeat arrived within the last 10 seconds.",
      responses: { 200: { description: "The workers", schema: v.object({ items: v.array(workerSchema) }) } },
      async handle({ scheduler }) {
        return jsonResponse({ items: (await scheduler.workers()).map(workerJson) });
      },
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/workers/:id/drain`,
      uses: ["drainWorker"],
      operationId: "drainWorker",
      tag: RouteTag.Workers,
      summary: "Drain a worker",
      description:
        "It takes no new runs: within a heartbeat it gives back those it has not begun, and it is idle when those it runs have ended. A restart ends it.",
      path: workerPath,
      body: strictObject({}, "must be an empty object"),
      responses: { 200: WORKER_RESPONSE },
      problems: [MoJobErrorCode.WorkerNotFound],
      handle: async ({ path, scheduler }) => jsonResponse(workerJson(await scheduler.drainWorker(path.id))),
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/workers/:id/undrain`,
      uses: ["undrainWorker"],
      operationId: "undrainWorker",
      tag: RouteTag.Workers,
      summary: "Let a worker take runs again",
      path: workerPath,
      body: strictObject({}, "must be an empty object"),
      responses: { 200: WORKER_RESPONSE },
      problems: [MoJobErrorCode.WorkerNotFound],
      handle: async ({ path, scheduler }) => jsonResponse(workerJson(await scheduler.undrainWorker(path.id))),
    }),
  ];
}
