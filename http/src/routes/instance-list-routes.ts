import { MoJobErrorCode } from "@mojob/core";
import * as v from "valibot";
import { API_BASE, type ApiContext, workersFor } from "../api-context.ts";
import { RoutePolicy } from "../auth/route-policy.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../route.ts";
import { jobPath } from "../schemas/fields.ts";
import { INSTANCE_QUERY, type InstanceFilter, toInstanceQuery } from "../schemas/instance-filter.ts";
import { COUNT_CAP, pageJson, pageSchema, PAGING, type PagingQuery, readPage } from "../schemas/paging.ts";
import { queryText } from "../schemas/query-fields.ts";
import { strictObject } from "../schemas/strict-object.ts";
import { instanceSummaryJson } from "../views/instance-json.ts";
import { instanceSummarySchema } from "../views/instance-schema.ts";

const LIST_ANSWER = {
  description: "A page of runs, newest first, without their args and results",
  schema: pageSchema(instanceSummarySchema),
};

/** Lists of runs. */
export function createInstanceListRoutes({ scheduler }: ApiContext): readonly Route[] {
  const list = async ({
    limit,
    cursor,
    count,
    ...filter
  }: PagingQuery & InstanceFilter): Promise<Response> => {
    const query = toInstanceQuery(filter);
    const [page, counted] = await Promise.all([
      readPage("instances", query, { limit, cursor }, (request) => scheduler.instances.list(query, request)),
      count && scheduler.instances.count(query, COUNT_CAP),
    ]);
    const workers = await workersFor(scheduler, page.items);
    return jsonResponse(pageJson(page, (instance) => instanceSummaryJson(instance, workers), counted));
  };

  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/instances`,
      policy: RoutePolicy.Guarded,
      operationId: "listInstances",
      tag: RouteTag.Instances,
      summary: "List runs",
      description: "Newest first; stable while runs arrive.",
      path: null,
      query: strictObject({
        jobKey: v.optional(queryText(128, "One job only")),
        app: v.optional(queryText(200, "One app only")),
        ...INSTANCE_QUERY,
        ...PAGING,
      }),
      body: null,
      headers: [],
      answers: { 200: LIST_ANSWER },
      problems: [],
      handle: ({ query }) => list(query),
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/jobs/:key/instances`,
      policy: RoutePolicy.Guarded,
      operationId: "listJobInstances",
      tag: RouteTag.Jobs,
      summary: "List a job's runs",
      description: "Newest first; stable while runs arrive.",
      path: jobPath,
      query: strictObject({ ...INSTANCE_QUERY, ...PAGING }),
      body: null,
      headers: [],
      answers: { 200: LIST_ANSWER },
      problems: [MoJobErrorCode.JobNotFound],
      async handle({ path, query }) {
        await scheduler.jobs.get(path.key);
        return list({ ...query, jobKey: path.key });
      },
    }),
  ];
}
