import * as v from "valibot";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import { queryNumber, queryTexts } from "../../schema/query-fields.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { instanceEventJson } from "./json.ts";
import { instanceEventSchema } from "./schema.ts";

/** What one screen shows. */
const MAX_JOBS = 50;
const MAX_RUNS = 30;
const DEFAULT_RUNS = 12;

/** The newest runs of several jobs at once, to be shown beside a list of jobs. */
export function createRecentRunsRoutes(): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/recent-runs`,
      uses: ["instances.recentByJob"],
      operationId: "listRecentRuns",
      tag: RouteTag.Jobs,
      summary: "Show the newest runs of several jobs",
      description:
        "A job that is unknown or has no runs has an empty list. Each job costs one bounded read of an index.",
      path: null,
      query: strictObject({
        jobKey: queryTexts(128, MAX_JOBS, "Jobs, with commas"),
        limit: v.optional(queryNumber(1, MAX_RUNS, `Most runs of a job; the default is ${DEFAULT_RUNS}`)),
      }),
      body: null,
      headers: [],
      responses: {
        200: {
          description: "For each job, in order, its runs, newest first",
          schema: v.object({
            items: v.array(v.object({ jobKey: v.string(), runs: v.array(instanceEventSchema) })),
          }),
        },
      },
      problems: [],
      async handle({ query: { jobKey, limit = DEFAULT_RUNS }, scheduler }) {
        const recent = await scheduler.instances.recentByJob(jobKey, limit);
        const items = jobKey.map((key) => ({
          jobKey: key,
          runs: (recent.get(key) ?? []).map(instanceEventJson),
        }));
        return jsonResponse({ items });
      },
    }),
  ];
}
