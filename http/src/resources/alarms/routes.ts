import { MoJobErrorCode } from "@mojob/core";
import type { AttentionQuery, IncidentListQuery } from "@mojob/core/engine";
import { AlarmCondition, IncidentState, Severity } from "@mojob/core/words";
import * as v from "valibot";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import { instant } from "../../schema/fields.ts";
import { pageJson, pageSchema, PAGING, readPage } from "../../schema/paging.ts";
import { queryFlag, queryOneOf, querySeveral, queryText } from "../../schema/query-fields.ts";
import { stated } from "../../schema/stated.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { languageOf } from "../cron/words.ts";
import { attentionSchema } from "./attention.ts";
import { createHandlingRoutes, INCIDENT_PATH, INCIDENT_RESPONSE, shown } from "./handling-routes.ts";
import { incidentJson } from "./json.ts";
import { countsSchema, incidentSchema } from "./schema.ts";

const { limit, cursor } = PAGING;

/** Routes of incidents, and of the acts of people on them. */
export function createIncidentRoutes(): readonly Route[] {
  return [listRoute(), countRoute(), attentionRoute(), getRoute(), ...createHandlingRoutes()];
}

function listRoute(): Route {
  return defineRoute({
    method: "GET",
    pattern: `${API_BASE}/incidents`,
    uses: ["incidents.list", "jobs.names"],
    operationId: "listIncidents",
    tag: RouteTag.Alarms,
    summary: "List incidents",
    description:
      "Jobs that fail, fires that were missed or are late, apps without a worker: one incident for each, from when it began to when " +
      "it was over. Those opened last first; kept for 90 days after their end.",
    query: strictObject({
      state: v.optional(querySeveral(Object.values(IncidentState), "Those in one of these states")),
      condition: v.optional(querySeveral(Object.values(AlarmCondition), "Those of one of these conditions")),
      severity: v.optional(queryOneOf(Object.values(Severity), "Those of this severity")),
      app: v.optional(queryText(63, "One app only")),
      jobKey: v.optional(queryText(128, "One job only")),
      search: v.optional(queryText(200, "A text in the key of the job, the app or one of the errors")),
      mine: v.optional(queryFlag("What is assigned to the caller")),
      from: v.optional(instant("Opened then or later")),
      limit,
      cursor,
    }),
    responses: { 200: { description: "A page of incidents", schema: pageSchema(incidentSchema) } },
    async handle({ query: { limit: most, cursor: after, state, condition, ...filter }, scheduler, context }) {
      const query = stated<IncidentListQuery>({
        ...filter,
        states: state,
        conditions: condition,
      });
      const page = await readPage("incidents", query, { limit: most, cursor: after }, (request) =>
        scheduler.incidents.list(query, request),
      );
      const names = await scheduler.jobs.names(page.items.flatMap(({ jobKey }) => jobKey ?? []));
      return jsonResponse(pageJson(page, (incident) => incidentJson(incident, names, languageOf(context))));
    },
  });
}

function countRoute(): Route {
  return defineRoute({
    method: "GET",
    pattern: `${API_BASE}/incident-counts`,
    uses: ["incidents.counts"],
    operationId: "countIncidents",
    tag: RouteTag.Alarms,
    summary: "Count the incidents that are not resolved",
    description: "At most 5,000 are counted.",
    responses: { 200: { description: "The counts", schema: v.object({ counts: countsSchema }) } },
    handle: async ({ scheduler }) => jsonResponse({ counts: await scheduler.incidents.counts() }),
  });
}

function attentionRoute(): Route {
  return defineRoute({
    method: "GET",
    pattern: `${API_BASE}/attention`,
    uses: ["incidents.attention"],
    operationId: "listAttention",
    tag: RouteTag.Alarms,
    summary: "List what needs attention",
    description:
      "What is found at this moment, also what opens no incident: failing jobs, jobs without a worker, fires that are late or were " +
      "missed and the like, the most urgent first. Reads the newest 200 failed and 200 skipped runs of the last day, so its cost does " +
      "not grow with the number of runs.",
    query: strictObject({
      withoutIncidents: v.optional(
        queryFlag("Leave out what an open incident that the caller may read is about"),
      ),
    }),
    responses: {
      200: { description: "Empty where all is well", schema: v.object({ items: v.array(attentionSchema) }) },
    },
    handle: async ({ query, scheduler }) =>
      jsonResponse({ items: await scheduler.incidents.attention(stated<AttentionQuery>(query)) }),
  });
}

function getRoute(): Route {
  return defineRoute({
    method: "GET",
    pattern: `${API_BASE}/incidents/:id`,
    uses: ["incidents.get", "jobs.names"],
    operationId: "getIncident",
    tag: RouteTag.Alarms,
    summary: "Show an incident with its errors, runs and timeline",
    description: "",
    path: INCIDENT_PATH,
    responses: { 200: INCIDENT_RESPONSE },
    problems: [MoJobErrorCode.IncidentNotFound],
    async handle({ path, scheduler, context }) {
      return shown(await scheduler.incidents.get(path.id), scheduler, context);
    },
  });
}
