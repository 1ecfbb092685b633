import { MoJobErrorCode } from "@mojob/core";
import type { AlarmRoute, AlarmRouteList, RoutePreview, IncidentSelector } from "@mojob/core/engine";
import { AlarmCondition, NoticeEvent, RouteAction, Severity } from "@mojob/core/words";
import * as v from "valibot";
import { type Wire, wireObject } from "../../schema/wire.ts";
import type { Parser } from "../../request/validate.ts";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import { instantOut, jsonObject, wholeNumber } from "../../schema/fields.ts";
import { strictObject } from "../../schema/strict-object.ts";

const names = v.nullable(v.array(v.string()));

/** The fields by which incidents are chosen. */
export const selectorSchema: {
  readonly [Name in keyof IncidentSelector]: v.GenericSchema<unknown, IncidentSelector[Name]>;
} = {
  severities: v.pipe(
    v.nullable(v.array(v.picklist(Object.values(Severity)))),
    v.description("`null` is all, as of what follows"),
  ),
  conditions: v.nullable(v.array(v.picklist(Object.values(AlarmCondition)))),
  apps: names,
  jobs: v.pipe(names, v.description("Keys of jobs; one that ends in `*` names all that begin so")),
  tags: v.pipe(names, v.description("Of jobs with one of these tags")),
};

export const alarmRouteSchema: Parser<AlarmRoute> = wireObject({
  id: v.string(),
  enabled: v.boolean(),
  action: v.pipe(
    v.picklist(Object.values(RouteAction)),
    v.description(
      "What is done: a job is notified, or the failed run, the job or the incident itself is changed",
    ),
  ),
  job: v.pipe(v.nullable(v.string()), v.description("The key of the job that notifies")),
  args: v.pipe(v.nullable(jsonObject), v.description("What the job gets; `null` is the notice")),
  actionMs: v.pipe(
    v.nullable(v.number()),
    v.description(
      "After how long a run is run again, or for how long a job is paused; `null` is at once, and until it is resumed",
    ),
  ),
  ...selectorSchema,
  errors: v.pipe(names, v.description("Texts of which one is in the latest error")),
  unacknowledgedMs: v.pipe(
    v.number(),
    v.description("Only what nobody has acknowledged for so long: a second step"),
  ),
  hours: v.pipe(
    v.nullable(
      v.object({ timeZone: v.string(), days: v.array(v.number()), from: v.string(), to: v.string() }),
    ),
    v.description("Outside of these hours it waits; `days` are those on which they begin, 1 is Monday"),
  ),
  events: v.array(v.picklist(Object.values(NoticeEvent))),
  language: v.pipe(v.picklist(["en", "zh"]), v.description("Of the sentences")),
});

const listSchema: Parser<Wire<AlarmRouteList>> = wireObject({
  routes: v.pipe(v.array(alarmRouteSchema), v.description("Each that fits is notified")),
  revision: v.pipe(v.number(), v.description("To be sent with a change; 0 before the first")),
  updatedBy: v.nullable(v.string()),
  updatedAt: v.nullable(instantOut),
});

const previewSchema: Parser<Wire<RoutePreview>> = wireObject({
  route: v.string(),
  incidents: v.number(),
  examples: v.pipe(
    v.array(v.object({ id: v.string(), openedAt: instantOut })),
    v.description("The newest of them, at most 5"),
  ),
});

/** Checked by the scheduler, which names each mistake. */
const given = v.pipe(
  v.array(v.any()),
  v.description(
    "Routes with `id`, `job` and perhaps `args`, or another `action` with `actionMs`, and what narrows them: `enabled`, `severities`, `conditions`, " +
      "`apps`, `jobs`, `tags`, `errors`, `events`, `unacknowledgedMs`, `hours`, `language`",
  ),
);

/** Which jobs are notified of incidents. */
export function createAlarmRouteRoutes(): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/alarm-routes`,
      uses: ["alarms.routes"],
      operationId: "listAlarmRoutes",
      tag: RouteTag.Alarms,
      summary: "List which jobs are notified of incidents",
      description: "",
      responses: { 200: { description: "The routes", schema: listSchema } },
      handle: async ({ scheduler }) => jsonResponse(await scheduler.alarms.routes()),
    }),
    defineRoute({
      method: "PATCH",
      pattern: `${API_BASE}/alarm-routes`,
      uses: ["alarms.replaceRoutes"],
      operationId: "replaceAlarmRoutes",
      tag: RouteTag.Alarms,
      summary: "Replace the list of jobs that are notified of incidents",
      description:
        "A job that is named gets a run for each notice, with the incidents as its arguments; what began together is one notice. " +
        "A job that sends a request and has no body of its own sends them as JSON.",
      body: strictObject(
        { routes: given, revision: wholeNumber(0, Number.MAX_SAFE_INTEGER) },
        "must be an object with routes and revision",
      ),
      bodyExample: {
        routes: [{ id: "team-chat", job: "alarms.chat", severities: ["critical"] }],
        revision: 0,
      },
      responses: { 200: { description: "The routes", schema: listSchema } },
      problems: [MoJobErrorCode.StaleRevision],
      handle: async ({ body, scheduler }) =>
        jsonResponse(await scheduler.alarms.replaceRoutes(body.routes, body.revision)),
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/alarm-routes/preview`,
      uses: ["alarms.previewRoutes"],
      isLong: true,
      operationId: "previewAlarmRoutes",
      tag: RouteTag.Alarms,
      summary: "Say for which incidents of the last 30 days routes would have been",
      description: "Whatever the hour, and whether or not somebody had acknowledged them.",
      body: strictObject({ routes: given }, "must be an object with routes"),
      bodyExample: { routes: [{ id: "team-chat", job: "alarms.chat", severities: ["critical"] }] },
      responses: {
        200: { description: "One preview a route", schema: v.object({ items: v.array(previewSchema) }) },
      },
      handle: async ({ body, scheduler }) =>
        jsonResponse({ items: await scheduler.alarms.previewRoutes(body.routes) }),
    }),
  ];
}
