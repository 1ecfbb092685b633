import { MoJobErrorCode } from "@mojob/core";
import type { Incident } from "@mojob/core/ports";
import type { Context } from "hono";
import * as v from "valibot";
import type { Parser } from "../../request/validate.ts";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, type RouteResponse, RouteTag } from "../../route/route.ts";
import type { UsedScheduler } from "../../route/used-scheduler.ts";
import { instant, line, nullable, text } from "../../schema/fields.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { languageOf } from "../cron/words.ts";
import { incidentJson } from "./json.ts";
import { incidentSchema } from "./schema.ts";

export const INCIDENT_PATH: Parser<{ readonly id: string }> = strictObject({
  id: v.pipe(text(400, 1), v.description("The incident")),
});
export const INCIDENT_RESPONSE: RouteResponse = {
  description: "The incident",
  schema: v.object({ incident: incidentSchema }),
};
const note = v.optional(nullable(line(500)));

/** Routes of the acts of people on an incident. */
export function createHandlingRoutes(): readonly Route[] {
  return [
    acknowledgeRoute(),
    unacknowledgeRoute(),
    assignRoute(),
    snoozeRoute(),
    noteRoute(),
    resolveRoute(),
  ];
}

/** The response that shows an incident. */
export async function shown(
  incident: Incident,
  scheduler: UsedScheduler<"jobs.names">,
  context: Context,
): Promise<Response> {
  const names = await scheduler.jobs.names(incident.jobKey === null ? [] : [incident.jobKey]);
  return jsonResponse({ incident: incidentJson(incident, names, languageOf(context)) });
}

function acknowledgeRoute(): Route {
  return defineRoute({
    method: "POST",
    pattern: `${API_BASE}/incidents/:id/acknowledge`,
    uses: ["incidents.acknowledge", "jobs.names"],
    operationId: "acknowledgeIncident",
    tag: RouteTag.Alarms,
    summary: "Say that somebody is at it",
    description: "An incident that nobody has taken on is assigned to the caller.",
    path: INCIDENT_PATH,
    body: strictObject({ note }, "must be an object with note"),
    bodyExample: { note: "Looking at it" },
    responses: { 200: INCIDENT_RESPONSE },
    problems: [MoJobErrorCode.IncidentNotFound, MoJobErrorCode.IncidentResolved],
    handle: async ({ path, body, scheduler, context }) =>
      shown(await scheduler.incidents.acknowledge(path.id, body.note ?? undefined), scheduler, context),
  });
}

function unacknowledgeRoute(): Route {
  return defineRoute({
    method: "POST",
    pattern: `${API_BASE}/incidents/:id/unacknowledge`,
    uses: ["incidents.unacknowledge", "jobs.names"],
    operationId: "unacknowledgeIncident",
    tag: RouteTag.Alarms,
    summary: "Take an acknowledgement back",
    description:
      "The incident is open again, and nobody's where its acknowledgement had assigned it. One that nobody has acknowledged stays as it is.",
    path: INCIDENT_PATH,
    body: strictObject({ note }, "must be an object with note"),
    bodyExample: {},
    responses: { 200: INCIDENT_RESPONSE },
    problems: [MoJobErrorCode.IncidentNotFound, MoJobErrorCode.IncidentResolved],
    handle: async ({ path, body, scheduler, context }) =>
      shown(await scheduler.incidents.unacknowledge(path.id, body.note ?? undefined), scheduler, context),
  });
}

function assignRoute(): Route {
  return defineRoute({
    method: "POST",
    pattern: `${API_BASE}/incidents/:id/assign`,
    uses: ["incidents.assign", "jobs.names"],
    operationId: "assignIncident",
    tag: RouteTag.Alarms,
    summary: "Say who is at it",
    description: "",
    path: INCIDENT_PATH,
    body: strictObject({ to: nullable(line(128, 1)), note }, "must be an object with to and note"),
    bodyExample: { to: "user:li" },
    responses: { 200: INCIDENT_RESPONSE },
    problems: [MoJobErrorCode.IncidentNotFound, MoJobErrorCode.IncidentResolved],
    handle: async ({ path, body, scheduler, context }) =>
      shown(await scheduler.incidents.assign(path.id, body.to, body.note ?? undefined), scheduler, context),
  });
}

function snoozeRoute(): Route {
  return defineRoute({
    method: "POST",
    pattern: `${API_BASE}/incidents/:id/snooze`,
    uses: ["incidents.snooze", "jobs.names"],
    operationId: "snoozeIncident",
    tag: RouteTag.Alarms,
    summary: "Keep an incident from being notified until a time",
    description: "It stays in the list, and is resolved when it is over. `null` ends the snooze.",
    path: INCIDENT_PATH,
    body: strictObject(
      { until: nullable(instant("Nobody is notified of it until then")), note },
      "must be an object with until and note",
    ),
    bodyExample: { until: "2027-02-01T00:00:00.000Z", note: "Known: the bank is closed" },
    responses: { 200: INCIDENT_RESPONSE },
    problems: [MoJobErrorCode.IncidentNotFound, MoJobErrorCode.IncidentResolved],
    handle: async ({ path, body, scheduler, context }) =>
      shown(
        await scheduler.incidents.snooze(path.id, body.until, body.note ?? undefined),
        scheduler,
        context,
      ),
  });
}

function noteRoute(): Route {
  return defineRoute({
    method: "POST",
    pattern: `${API_BASE}/incidents/:id/note`,
    uses: ["incidents.note", "jobs.names"],
    operationId: "noteOnIncident",
    tag: RouteTag.Alarms,
    summary: "Add a note to the timeline of an incident",
    description: "Also of one that is resolved.",
    path: INCIDENT_PATH,
    body: strictObject({ note: line(500, 1) }, "must be an object with note"),
    bodyExample: { note: "The disk was full" },
    responses: { 200: INCIDENT_RESPONSE },
    problems: [MoJobErrorCode.IncidentNotFound],
    handle: async ({ path, body, scheduler, context }) =>
      shown(await scheduler.incidents.note(path.id, body.note), scheduler, context),
  });
}

function resolveRoute(): Route {
  return defineRoute({
    method: "POST",
    pattern: `${API_BASE}/incidents/:id/resolve`,
    uses: ["incidents.resolve", "jobs.names"],
    operationId: "resolveIncident",
    tag: RouteTag.Alarms,
    summary: "Say that an incident is over",
    description: "Where it is not over, it is opened again within seconds.",
    path: INCIDENT_PATH,
    body: strictObject({ note }, "must be an object with note"),
    bodyExample: {},
    responses: { 200: INCIDENT_RESPONSE },
    problems: [MoJobErrorCode.IncidentNotFound, MoJobErrorCode.IncidentResolved],
    handle: async ({ path, body, scheduler, context }) =>
      shown(await scheduler.incidents.resolve(path.id, body.note ?? undefined), scheduler, context),
  });
}
