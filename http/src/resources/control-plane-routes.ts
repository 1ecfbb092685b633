import type { ControlPlaneRecord } from "@mojob/core/engine";
import * as v from "valibot";
import { type Wire, wireObject } from "../schema/wire.ts";
import type { Parser } from "../request/validate.ts";
import { API_BASE } from "../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../route/route.ts";
import { instantOut } from "../schema/fields.ts";

export const controlPlaneSchema: Parser<Wire<ControlPlaneRecord>> = wireObject({
  id: v.string(),
  host: v.pipe(v.nullable(v.string()), v.description("The machine's name")),
  pid: v.pipe(v.nullable(v.number()), v.description("The process's id")),
  runtime: v.pipe(v.string(), v.description("`node`, `bun` or `deno`")),
  runtimeVersion: v.string(),
  version: v.pipe(v.nullable(v.string()), v.description("The version of its program")),
  startedAt: instantOut,
  standsBy: v.pipe(
    v.boolean(),
    v.description("It decides nothing and takes over when the process that does ends"),
  ),
  duties: v.pipe(v.array(v.string()), v.description("The duties that it does now, such as `fire`")),
});

/** The processes that decide what runs when. */
export function createControlPlaneRoutes(): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/control-planes`,
      uses: ["controlPlanes"],
      operationId: "listControlPlanes",
      tag: RouteTag.System,
      summary: "List control planes",
      description:
        "Those that were seen within the last 10 seconds, the oldest first, and what each does now.",
      responses: {
        200: { description: "The control planes", schema: v.object({ items: v.array(controlPlaneSchema) }) },
      },
      handle: async ({ scheduler }) => jsonResponse({ items: await scheduler.controlPlanes() }),
    }),
  ];
}
