import { MoJobErrorCode } from "@mojob/core";
import type { Calendar } from "@mojob/core/engine";
import * as v from "valibot";
import { HttpProblemCode } from "../../problem/problem-code.ts";
import { etagOf, revisionsOf } from "../../request/preconditions.ts";
import type { Parser } from "../../request/validate.ts";
import { API_BASE } from "../../route/api-context.ts";
import {
  defineRoute,
  jsonResponse,
  type Route,
  RouteHeader,
  type RouteResponse,
  RouteTag,
} from "../../route/route.ts";
import { text } from "../../schema/fields.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { toWire } from "../../schema/wire.ts";
import {
  calendarItemJson,
  calendarItemSchema,
  calendarJson,
  calendarPreviewSchema,
  calendarSchema,
  inheritedSchema,
} from "./json.ts";

const ONE: RouteResponse = {
  description: "The calendar",
  schema: v.object({ calendar: calendarSchema }),
  headers: { ETag: "Its revision, for If-Match" },
};
const PATH: Parser<{ readonly key: string }> = strictObject({
  key: v.pipe(text(64, 1), v.description("The calendar")),
});
/** Checked by the scheduler, which names each mistake. */
const OPEN = v.pipe(
  v.record(v.string(), v.any()),
  v.description(
    "`name`, `weekend` (weekdays that are off, 1 to 7), `extends` (keys), `days` (by civil day, `work` or `off`), `names` (by civil day), `coveredFrom`, `coveredTo` and `source`",
  ),
);
const EXAMPLE = {
  name: "Company",
  extends: ["cn"],
  days: { "2026-12-31": "off" },
  names: { "2026-12-31": "Stocktaking" },
};
const RIGHTS = "It is for all apps, and who changes one needs `jobs:edit` in every app.";
const CHANGE_PROBLEMS = [
  MoJobErrorCode.InvalidArgument,
  MoJobErrorCode.CalendarNotFound,
  MoJobErrorCode.StaleRevision,
  HttpProblemCode.PreconditionRequired,
];

/** Working days and holidays, by which schedules fire. */
export function createCalendarRoutes(): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/calendars`,
      uses: ["calendars.list"],
      operationId: "listCalendars",
      tag: RouteTag.Calendars,
      summary: "List calendars",
      description: "All of the tenant, by key and without their days; at most 100.",
      responses: {
        200: { description: "The calendars", schema: v.object({ items: v.array(calendarItemSchema) }) },
      },
      handle: async ({ scheduler }) =>
        jsonResponse({ items: (await scheduler.calendars.list()).map(calendarItemJson) }),
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/calendars`,
      uses: ["calendars.create"],
      operationId: "createCalendar",
      tag: RouteTag.Calendars,
      summary: "Create a calendar",
      description:
        "`key` and `name` are wanted; its weekend is Saturday and Sunday unless it says otherwise.",
      body: OPEN,
      bodyExample: { key: "company", ...EXAMPLE },
      responses: { 201: ONE },
      problems: [MoJobErrorCode.InvalidArgument],
      handle: async ({ body, scheduler }) => shown(await scheduler.calendars.create(body), 201),
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/calendars/import`,
      uses: ["calendars.import"],
      isLong: true,
      operationId: "importCalendar",
      tag: RouteTag.Calendars,
      summary: "Import a calendar",
      description:
        "The days of a file, as `format` (`ics`, `csv`, `json`) and `text` of at most 1 MiB; or those that come with the scheduler, as `source`: `cn` is mainland China with its make-up days. " +
        `They take the place of all days of a calendar that is there, if \`replace\` says so; with \`dryRun\` nothing is written. ${RIGHTS}`,
      body: v.pipe(
        v.record(v.string(), v.any()),
        v.description("`key`, `name`, `replace`, `dryRun`, and `source` or `format` with `text`"),
      ),
      bodyExample: { key: "cn", source: "cn", dryRun: true },
      responses: {
        200: {
          description: "What was written, or would be",
          schema: v.object({
            calendar: calendarSchema,
            isNew: v.boolean(),
            ignored: v.pipe(
              v.number(),
              v.description("Entries that say nothing about a whole day, and were left out"),
            ),
            preview: calendarPreviewSchema,
          }),
        },
      },
      problems: [MoJobErrorCode.InvalidArgument, MoJobErrorCode.StaleRevision],
      async handle({ body, scheduler }) {
        const { calendar, isNew, ignored, preview } = await scheduler.calendars.import(body);
        return jsonResponse({ calendar: calendarJson(calendar), isNew, ignored, preview: toWire(preview) });
      },
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/calendars/:key`,
      uses: ["calendars.get"],
      operationId: "getCalendar",
      tag: RouteTag.Calendars,
      summary: "Show a calendar",
      description: "With the days that it has from those it extends, and how many jobs fire by it.",
      path: PATH,
      responses: {
        200: {
          description: "The calendar",
          schema: v.object({
            calendar: calendarSchema,
            inherited: inheritedSchema,
            knownTo: v.pipe(
              v.nullable(v.string()),
              v.description("The last day that it and all that it extends know"),
            ),
            jobs: v.pipe(
              v.number(),
              v.description("How many jobs the caller reads that fire by it, or by one that extends it"),
            ),
          }),
          headers: { ETag: "Its revision, for If-Match" },
        },
      },
      problems: [MoJobErrorCode.CalendarNotFound],
      async handle({ path: { key }, scheduler }) {
        const { calendar, ...rest } = await scheduler.calendars.get(key);
        return jsonResponse({ calendar: calendarJson(calendar), ...rest }, 200, {
          ETag: etagOf(calendar.revision),
        });
      },
    }),
    defineRoute({
      method: "PATCH",
      pattern: `${API_BASE}/calendars/:key`,
      uses: ["calendars.update"],
      operationId: "updateCalendar",
      tag: RouteTag.Calendars,
      summary: "Change a calendar",
      description: `What is left out stays as it is; \`days\` and \`names\` are replaced as a whole. ${RIGHTS}`,
      path: PATH,
      body: OPEN,
      bodyExample: EXAMPLE,
      headers: [RouteHeader.IfMatch],
      responses: { 200: ONE },
      problems: CHANGE_PROBLEMS,
      handle: async ({ path: { key }, body, ifMatch, scheduler }) =>
        shown(await scheduler.calendars.update(key, body, revisionsOf(ifMatch))),
    }),
    defineRoute({
      method: "DELETE",
      pattern: `${API_BASE}/calendars/:key`,
      uses: ["calendars.remove"],
      operationId: "removeCalendar",
      tag: RouteTag.Calendars,
      summary: "Remove a calendar",
      description: `Refused while jobs fire by it, or other calendars extend it. ${RIGHTS}`,
      path: PATH,
      headers: [RouteHeader.IfMatch],
      responses: { 200: ONE },
      problems: [
        MoJobErrorCode.CalendarNotFound,
        MoJobErrorCode.CalendarInUse,
        MoJobErrorCode.StaleRevision,
        HttpProblemCode.PreconditionRequired,
      ],
      handle: async ({ path: { key }, ifMatch, scheduler }) =>
        shown(await scheduler.calendars.remove(key, revisionsOf(ifMatch))),
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/calendars/:key/preview`,
      uses: ["calendars.preview"],
      isLong: true,
      operationId: "previewCalendar",
      tag: RouteTag.Calendars,
      summary: "Show what a change of a calendar would do",
      description:
        "How many fires of which jobs it moves, removes and adds in the next 400 days. Nothing is written.",
      path: PATH,
      body: OPEN,
      bodyExample: EXAMPLE,
      responses: { 200: { description: "The changes", schema: calendarPreviewSchema } },
      problems: [MoJobErrorCode.InvalidArgument, MoJobErrorCode.CalendarNotFound],
      handle: async ({ path: { key }, body, scheduler }) =>
        jsonResponse(toWire(await scheduler.calendars.preview(key, body))),
    }),
  ];
}

function shown(calendar: Calendar, status: 200 | 201 = 200): Response {
  return jsonResponse({ calendar: calendarJson(calendar) }, status, { ETag: etagOf(calendar.revision) });
}
