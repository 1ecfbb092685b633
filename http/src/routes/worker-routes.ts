import * as v from "valibot";
import { API_BASE, type ApiContext } from "../api-context.ts";
import { RoutePolicy } from "../auth/route-policy.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../route.ts";
import { workerJson, workerSchema } from "../views/worker-json.ts";

/** Who runs the jobs. */
export function createWorkerRoutes({ scheduler }: ApiContext): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/workers`,
      policy: RoutePolicy.Guarded,
      operationId: "listWorkers",
      tag: RouteTag.Workers,
      summary: "List workers",
      description: "Those seen within the last 30 seconds.",
      path: null,
      query: null,
      body: null,
      headers: [],
      answers: { 200: { description: "The workers", schema: v.object({ items: v.array(workerSchema) }) } },
      problems: [],
      async handle() {
        return jsonResponse({ items: (await scheduler.workers()).map(workerJson) });
      },
    }),
  ];
}
