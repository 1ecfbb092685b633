import { MoJobErrorCode } from "@mojob/core";
import type { Silence } from "@mojob/core/engine";
import * as v from "valibot";
import { wireObject } from "../../schema/wire.ts";
import type { Parser } from "../../request/validate.ts";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, type RouteResponse, RouteTag } from "../../route/route.ts";
import { instant, instantOut, line, nullable, text } from "../../schema/fields.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { selectorSchema } from "./route-routes.ts";

export const silenceSchema: Parser<Silence> = wireObject({
  id: v.string(),
  ...selectorSchema,
  from: instantOut,
  until: v.pipe(v.nullable(instantOut), v.description("`null` for a window that comes again")),
  window: v.pipe(
    v.nullable(v.object({ cron: v.string(), timeZone: v.string(), durationMs: v.number() })),
    v.description("When it comes again: for so long after each fire; `null` for one that lasts"),
  ),
  reason: v.string(),
  by: v.nullable(v.string()),
});

const ONE: RouteResponse = { description: "The silence", schema: v.object({ silence: silenceSchema }) };

/** Checked by the scheduler, which names each mistake. */
const list = v.optional(v.nullable(v.array(v.any())));
const body = strictObject(
  {
    reason: line(500, 1),
    from: v.optional(nullable(instant("When it begins, now where left out"))),
    until: v.optional(nullable(instant("When it ends, 30 days after its beginning at the latest"))),
    window: v.pipe(
      v.optional(v.nullable(v.any())),
      v.description("For maintenance that comes again: `cron`, `timeZone` and `durationMs`"),
    ),
    severities: list,
    conditions: list,
    apps: list,
    jobs: list,
    tags: list,
  },
  "must be an object with reason, and until or window",
);

/** Routes of silences, during which nobody is notified of some incidents. */
export function createSilenceRoutes(): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/silences`,
      uses: ["alarms.silences"],
      operationId: "listSilences",
      tag: RouteTag.Alarms,
      summary: "List of what nobody is notified",
      description: "What is in force or to come, and what ended within a day; the newest first.",
      responses: {
        200: { description: "The silences", schema: v.object({ items: v.array(silenceSchema) }) },
      },
      handle: async ({ scheduler }) => jsonResponse({ items: await scheduler.alarms.silences() }),
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/silences`,
      uses: ["alarms.silence"],
      operationId: "createSilence",
      tag: RouteTag.Alarms,
      summary: "Keep everybody from being notified of some incidents",
      description:
        "Incidents are opened all the same. What began in it and is not over is reported at its end, what was reported before it and ends " +
        "in it is reported to be over. Who handles alarms in some apps only names these in `apps`.",
      body,
      bodyExample: { reason: "Moving the disks", until: "2026-11-28T06:00:00Z", apps: ["ledger"] },
      responses: { 201: ONE },
      problems: [MoJobErrorCode.InvalidCron],
      handle: async ({ body: request, scheduler }) =>
        jsonResponse({ silence: await scheduler.alarms.silence(request) }, 201),
    }),
    defineRoute({
      method: "DELETE",
      pattern: `${API_BASE}/silences/:id`,
      uses: ["alarms.endSilence"],
      operationId: "endSilence",
      tag: RouteTag.Alarms,
      summary: "End a silence",
      description: "What is still wrong is reported within seconds.",
      path: strictObject({ id: v.pipe(text(100, 1), v.description("The silence")) }),
      responses: { 200: ONE },
      problems: [MoJobErrorCode.SilenceNotFound],
      handle: async ({ path, scheduler }) =>
        jsonResponse({ silence: await scheduler.alarms.endSilence(path.id) }),
    }),
  ];
}
