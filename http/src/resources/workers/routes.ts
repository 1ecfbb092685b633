import { Permission } from "@mojob/core";
import * as v from "valibot";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import { workerJson, workerSchema } from "./json.ts";

/** Workers that run the jobs. */
export function createWorkerRoutes(): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/workers`,
      access: Permission.ReadWorkers,
      operationId: "listWorkers",
      tag: RouteTag.Workers,
      summary: "List workers",
      description: "Workers whose heartbeat arrived within the last 30 seconds.",
      path: null,
      query: null,
      body: null,
      headers: [],
      responses: { 200: { description: "The workers", schema: v.object({ items: v.array(workerSchema) }) } },
      problems: [],
      async handle({ scheduler }) {
        return jsonResponse({ items: (await scheduler.workers()).map(workerJson) });
      },
    }),
  ];
}
