import { MoJobErrorCode } from "@mojob/core";
import { type TimeWindow, type WindowEffect, WindowFires, WindowHolds } from "@mojob/core/engine";
import * as v from "valibot";
import { HttpProblemCode } from "../problem/problem-code.ts";
import { etagOf, revisionsOf } from "../request/preconditions.ts";
import type { Parser } from "../request/validate.ts";
import { API_BASE } from "../route/api-context.ts";
import {
  defineRoute,
  jsonResponse,
  type Route,
  RouteHeader,
  type RouteResponse,
  RouteTag,
} from "../route/route.ts";
import { flag, instantOut, instantText, line, nullable, oneOf, text } from "../schema/fields.ts";
import { queryText } from "../schema/query-fields.ts";
import { strictObject } from "../schema/strict-object.ts";
import { toWire, type Wire, wireObject } from "../schema/wire.ts";

type WindowJson = Omit<Wire<TimeWindow>, "tenant">;

const HOLDS =
  "`fires`: schedules do not fire, and fires that wait do not begin; `runs`: nothing begins but what is run by hand, as in an app that is stopped";
const FIRES =
  "What becomes of its fires at its end. `skip`: they are left out; `fireOnce`: the latest of each schedule fires then";
const names = v.nullable(v.array(v.string()));

export const windowSchema: Parser<WindowJson> = wireObject({
  id: v.string(),
  revision: v.pipe(v.number(), v.description("The ETag: counts its changes from 1")),
  name: v.string(),
  apps: v.pipe(names, v.description("The apps that it is for; `null` is all of them")),
  jobs: v.pipe(
    names,
    v.description("The keys of its jobs; one that ends in `*` names all that begin so; `null` is any"),
  ),
  tags: v.pipe(names, v.description("Its jobs have one of these tags; `null` is any job")),
  from: v.pipe(instantOut, v.description("When it opens first")),
  until: v.pipe(
    v.nullable(instantOut),
    v.description("When it is over; `null` for one that comes again until it is ended"),
  ),
  repeats: v.pipe(
    v.nullable(v.object({ cron: v.string(), timeZone: v.string(), durationMs: v.number() })),
    v.description(
      "When it comes again between `from` and `until`: for so long after each time; `null` for one that is open all the time",
    ),
  ),
  holds: v.pipe(v.picklist(Object.values(WindowHolds)), v.description(HOLDS)),
  fires: v.pipe(v.picklist(Object.values(WindowFires)), v.description(FIRES)),
  silences: v.pipe(
    v.boolean(),
    v.description("Whether nobody is notified of incidents of its jobs while it is open"),
  ),
  reason: v.string(),
  by: v.pipe(v.nullable(v.string()), v.description("Who made it; `null` is the program itself")),
  createdAt: instantOut,
  changedAt: instantOut,
});

const effectSchema: Parser<Wire<WindowEffect>> = wireObject({
  jobs: v.pipe(v.number(), v.description("The jobs that it is for, of those that the caller sees")),
  countedTo: v.pipe(
    instantOut,
    v.description("Its end, or 31 days after it opens: up to then fires were counted"),
  ),
  leftOut: v.pipe(v.number(), v.description("How many fires less there are until then")),
  mostHit: v.pipe(
    v.array(
      v.object({
        jobKey: v.string(),
        leftOut: v.number(),
        next: v.pipe(v.nullable(instantOut), v.description("Its first fire after those that were counted")),
      }),
    ),
    v.description("The jobs that lose most of them, at most 20"),
  ),
});

const ONE: RouteResponse = {
  description: "The window",
  schema: v.object({ window: windowSchema }),
  headers: { ETag: "Its revision, for If-Match" },
};
const PATH: Parser<{ readonly id: string }> = strictObject({
  id: v.pipe(text(64, 1), v.description("The window")),
});
/** Checked by the scheduler, which names each mistake. */
const list = v.optional(v.nullable(v.array(v.any())));
const UNTIL = v.optional(nullable(instantText));
const BODY = strictObject(
  {
    name: line(100, 1),
    apps: list,
    jobs: list,
    tags: list,
    from: v.pipe(
      v.optional(nullable(instantText)),
      v.description("When it opens first; now where it is left out"),
    ),
    until: v.pipe(UNTIL, v.description("When it is over; at most 92 days later, unless it comes again")),
    repeats: v.pipe(
      v.optional(v.nullable(v.any())),
      v.description("For one that comes again: `cron`, `timeZone` and `durationMs` from a minute to 7 days"),
    ),
    holds: v.optional(v.pipe(oneOf(Object.values(WindowHolds)), v.description(HOLDS))),
    fires: v.optional(v.pipe(oneOf(Object.values(WindowFires)), v.description(FIRES))),
    silences: v.optional(flag()),
    reason: line(500, 1),
  },
  "must be an object with name, reason, and until or repeats",
);
const EXAMPLE = {
  name: "Release 7",
  apps: ["ledger"],
  until: "2026-12-01T03:00:00Z",
  holds: "runs",
  silences: true,
  reason: "The schema changes",
};
const RIGHTS =
  "It needs `jobs:pause` in each of its apps, or in every app where it names none, and `alarms:handle` where it silences.";

/** Times in which jobs do not fire, or nothing of them begins. */
export function createWindowRoutes(): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/windows`,
      uses: ["windows.list"],
      operationId: "listWindows",
      tag: RouteTag.Windows,
      summary: "List windows",
      description: "Those that are not over, by when they open first.",
      query: strictObject({
        app: v.optional(queryText(63, "Those that are for an app")),
        after: v.pipe(
          v.optional(instantText),
          v.description("Those that are not over at this time, which may be up to 30 days ago"),
        ),
      }),
      responses: {
        200: { description: "The windows", schema: v.object({ items: v.array(windowSchema) }) },
      },
      async handle({ query: { app, after }, scheduler }) {
        const query = {
          ...(app !== undefined && { app }),
          ...(after !== undefined && { after: new Date(after) }),
        };
        return jsonResponse({ items: (await scheduler.windows.list(query)).map(windowJson) });
      },
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/windows/preview`,
      uses: ["windows.preview"],
      operationId: "previewWindow",
      tag: RouteTag.Windows,
      summary: "Count what a window would leave out",
      description: "Makes none. Counts fires of the jobs that the caller sees.",
      isLong: true,
      body: BODY,
      bodyExample: EXAMPLE,
      responses: { 200: { description: "The effect", schema: effectSchema } },
      problems: [MoJobErrorCode.InvalidArgument, MoJobErrorCode.InvalidCron],
      handle: async ({ body, scheduler }) => jsonResponse(toWire(await scheduler.windows.preview(body))),
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/windows`,
      uses: ["windows.create"],
      operationId: "createWindow",
      tag: RouteTag.Windows,
      summary: "Make a window",
      description: `It changes no job, so that at its end everything is as it was. At most 200 are not over. ${RIGHTS}`,
      body: BODY,
      bodyExample: EXAMPLE,
      responses: { 201: ONE },
      problems: [MoJobErrorCode.InvalidArgument, MoJobErrorCode.InvalidCron],
      handle: async ({ body, scheduler }) => shown(await scheduler.windows.create(body), 201),
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/windows/:id`,
      uses: ["windows.get"],
      operationId: "getWindow",
      tag: RouteTag.Windows,
      summary: "Show a window",
      description: "Also after it is over, for 30 days.",
      path: PATH,
      responses: { 200: ONE },
      problems: [MoJobErrorCode.WindowNotFound],
      handle: async ({ path: { id }, scheduler }) => shown(await scheduler.windows.get(id)),
    }),
    defineRoute({
      method: "PATCH",
      pattern: `${API_BASE}/windows/:id`,
      uses: ["windows.change"],
      operationId: "changeWindow",
      tag: RouteTag.Windows,
      summary: "Rename a window, or change when it is over, why it is there or whether it silences",
      description: RIGHTS,
      path: PATH,
      body: strictObject(
        {
          name: v.optional(line(100, 1)),
          until: UNTIL,
          silences: v.optional(flag()),
          reason: v.optional(line(500, 1)),
        },
        "must be an object with name, until, silences or reason",
      ),
      bodyExample: { until: "2026-12-01T05:00:00Z" },
      headers: [RouteHeader.IfMatch],
      responses: { 200: ONE },
      problems: [
        MoJobErrorCode.InvalidArgument,
        MoJobErrorCode.WindowNotFound,
        MoJobErrorCode.WindowOver,
        MoJobErrorCode.StaleRevision,
        HttpProblemCode.PreconditionRequired,
      ],
      handle: async ({ path: { id }, body, ifMatch, scheduler }) =>
        shown(await scheduler.windows.change(id, body, revisionsOf(ifMatch))),
    }),
    defineRoute({
      method: "DELETE",
      pattern: `${API_BASE}/windows/:id`,
      uses: ["windows.end"],
      operationId: "endWindow",
      tag: RouteTag.Windows,
      summary: "End a window",
      description: `What it holds begins within seconds. One that has not opened yet is removed. ${RIGHTS}`,
      path: PATH,
      headers: [RouteHeader.IfMatch],
      responses: { 200: ONE },
      problems: [
        MoJobErrorCode.WindowNotFound,
        MoJobErrorCode.WindowOver,
        MoJobErrorCode.StaleRevision,
        HttpProblemCode.PreconditionRequired,
      ],
      handle: async ({ path: { id }, ifMatch, scheduler }) =>
        shown(await scheduler.windows.end(id, revisionsOf(ifMatch))),
    }),
  ];
}

function shown(window: TimeWindow, status: 200 | 201 = 200): Response {
  return jsonResponse({ window: windowJson(window) }, status, { ETag: etagOf(window.revision) });
}

function windowJson(window: TimeWindow): WindowJson {
  const { tenant: _, ...json } = toWire(window);
  return json;
}
