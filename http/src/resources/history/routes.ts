import { type ActListQuery, LONGEST_JOB_KEY } from "@mojob/core/engine";
import * as v from "valibot";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import { instant } from "../../schema/fields.ts";
import { pageJson, pageSchema, PAGING, readPage } from "../../schema/paging.ts";
import { queryText } from "../../schema/query-fields.ts";
import { stated } from "../../schema/stated.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { actJson, actSchema } from "./json.ts";

const { limit, cursor } = PAGING;

/** Routes of the acts of people and programs. */
export function createHistoryRoutes(): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/history`,
      uses: ["history.list", "jobs.names"],
      operationId: "listHistory",
      tag: RouteTag.History,
      summary: "List what people and programs did",
      description:
        "Who paused, resumed, edited, stopped, started, ran, cancelled or re-ran what, with the values before and after; newest first. " +
        "Of a job also what was done to its whole app. Kept for 400 days, and the newest 200,000 of them.",
      query: strictObject({
        app: v.optional(queryText(63, "One app only")),
        jobKey: v.optional(queryText(LONGEST_JOB_KEY, "One job, and its whole app")),
        instanceId: v.optional(queryText(256, "One run, and what made it")),
        operation: v.optional(queryText(64, "One operation on many")),
        from: v.optional(instant("Then or later")),
        limit,
        cursor,
      }),
      responses: { 200: { description: "A page of acts", schema: pageSchema(actSchema) } },
      async handle({ query: { limit: most, cursor: after, ...filter }, scheduler }) {
        const query = stated<ActListQuery>(filter);
        const page = await readPage("history", query, { limit: most, cursor: after }, (request) =>
          scheduler.history.list(query, request),
        );
        const names = await scheduler.jobs.names(page.items.flatMap(({ jobKey }) => jobKey ?? []));
        return jsonResponse(pageJson(page, (act) => actJson(act, names)));
      },
    }),
  ];
}
