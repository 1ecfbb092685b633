import { MoJobErrorCode } from "@mojob/core";
import { JOB_STATES } from "@mojob/core/ports";
import * as v from "valibot";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import type { UsedScheduler } from "../../route/used-scheduler.ts";
import { jobPath } from "../../schema/fields.ts";
import { INSTANCE_QUERY, type InstanceFilter, toInstanceQuery } from "./filter.ts";
import { COUNT_CAP, pageJson, pageSchema, PAGING, type PagingQuery, readPage } from "../../schema/paging.ts";
import { queryText } from "../../schema/query-fields.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { instanceSummaryJson } from "./json.ts";
import { readInstanceContext, SHOWING_RUNS } from "./show.ts";
import { instanceSummarySchema } from "./schema.ts";
import { stateCounts } from "./state-counts.ts";

const LIST_RESPONSE = {
  description: "A page of runs, newest first, without their args and results",
  schema: pageSchema(instanceSummarySchema),
};

/** Lists of runs. */
export function createInstanceListRoutes(): readonly Route[] {
  const list = async (
    scheduler: UsedScheduler<"instances.list" | "instances.count" | (typeof SHOWING_RUNS)[number]>,
    { limit, cursor, count, ...filter }: PagingQuery & InstanceFilter,
  ): Promise<Response> => {
    const query = toInstanceQuery(filter);
    const [page, counted] = await Promise.all([
      readPage("instances", query, { limit, cursor }, (request) => scheduler.instances.list(query, request)),
      count && scheduler.instances.count(query, COUNT_CAP),
    ]);
    const shown = await readInstanceContext(scheduler, page.items);
    return jsonResponse(pageJson(page, (instance) => instanceSummaryJson(instance, shown), counted));
  };

  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/instances`,
      uses: ["instances.list", "instances.count", ...SHOWING_RUNS],
      operationId: "listInstances",
      tag: RouteTag.Instances,
      summary: "List runs",
      description: "Newest first; stable while runs arrive.",
      query: strictObject({
        jobKey: v.optional(queryText(128, "One job only")),
        app: v.optional(queryText(63, "One app only")),
        ...INSTANCE_QUERY,
        ...PAGING,
      }),
      responses: { 200: LIST_RESPONSE },
      handle: ({ query, scheduler }) => list(scheduler, query),
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/run-counts`,
      uses: ["instances.count"],
      operationId: "countInstances",
      tag: RouteTag.Instances,
      summary: "Count runs by state",
      description: `Of the runs that the filter finds; each number stops at ${COUNT_CAP}.`,
      query: strictObject({
        jobKey: v.optional(queryText(128, "One job only")),
        app: v.optional(queryText(63, "One app only")),
        from: INSTANCE_QUERY.from,
        to: INSTANCE_QUERY.to,
        shards: INSTANCE_QUERY.shards,
      }),
      responses: { 200: { description: "How many runs are in each state", schema: stateCounts } },
      async handle({ query, scheduler }) {
        const counted = JOB_STATES.map(
          async (state) =>
            [
              state,
              await scheduler.instances.count(toInstanceQuery({ ...query, state: [state] }), COUNT_CAP),
            ] as const,
        );
        return jsonResponse(Object.fromEntries(await Promise.all(counted)));
      },
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/jobs/:key/instances`,
      uses: ["jobs.get", "instances.list", "instances.count", ...SHOWING_RUNS],
      operationId: "listJobInstances",
      tag: RouteTag.Jobs,
      summary: "List a job's runs",
      description: "Newest first; stable while runs arrive.",
      path: jobPath,
      query: strictObject({ ...INSTANCE_QUERY, ...PAGING }),
      responses: { 200: LIST_RESPONSE },
      problems: [MoJobErrorCode.JobNotFound],
      async handle({ path, query, scheduler }) {
        await scheduler.jobs.get(path.key);
        return list(scheduler, { ...query, jobKey: path.key });
      },
    }),
  ];
}
