import { Permission } from "@mojob/core";
import type { AppSummary } from "@mojob/core/engine";
import * as v from "valibot";
import type { Parser } from "../../request/validate.ts";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";

const appSchema: Parser<AppSummary> = v.object({
  app: v.string(),
  jobs: v.number(),
  workers: v.pipe(v.number(), v.description("Its workers that are online")),
  waiting: v.pipe(v.number(), v.description("Its runs that wait for a worker or a slot")),
  running: v.pipe(v.number(), v.description("Its runs under way")),
  endedPerMinute: v.pipe(
    v.number(),
    v.description("Runs that ended in a minute, on average over the last five"),
  ),
  drainMs: v.pipe(
    v.nullable(v.number()),
    v.description("How long the waiting runs take at that pace; `null` where none ends"),
  ),
});

/** The services whose jobs these are. */
export function createAppRoutes(): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/apps`,
      access: Permission.ReadSystem,
      operationId: "listApps",
      tag: RouteTag.Workers,
      summary: "List apps",
      description: "Those that have jobs or workers, by name, with what waits for them.",
      path: null,
      query: null,
      body: null,
      headers: [],
      responses: { 200: { description: "The apps", schema: v.object({ items: v.array(appSchema) }) } },
      problems: [],
      handle: async ({ scheduler }) => jsonResponse({ items: await scheduler.apps() }),
    }),
  ];
}
