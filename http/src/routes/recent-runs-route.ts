import * as v from "valibot";
import { API_BASE, type ApiContext } from "../api-context.ts";
import { RoutePolicy } from "../auth/route-policy.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../route.ts";
import { queryNumber, queryTexts } from "../schemas/query-fields.ts";
import { strictObject } from "../schemas/strict-object.ts";
import { instanceEventJson } from "../views/instance-json.ts";
import { instanceEventSchema } from "../views/instance-schema.ts";

/** What one screen shows. */
const MAX_JOBS = 50;
const MAX_RUNS = 30;
const DEFAULT_RUNS = 12;

/** The newest runs of several jobs at once, for what draws them beside a list of jobs. */
export function createRecentRunsRoutes({ scheduler }: ApiContext): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/recent-runs`,
      policy: RoutePolicy.Guarded,
      operationId: "listRecentRuns",
      tag: RouteTag.Jobs,
      summary: "Show the newest runs of several jobs",
      description: "A job without runs, or unknown, has none. Each job is one bounded read of an index.",
      path: null,
      query: strictObject({
        jobKey: queryTexts(128, MAX_JOBS, "Jobs, with commas"),
        limit: v.optional(
          queryNumber(1, MAX_RUNS, `Most runs of a job, ${DEFAULT_RUNS} unless said otherwise`),
        ),
      }),
      body: null,
      headers: [],
      answers: {
        200: {
          description: "For each job, in order, its runs, newest first",
          schema: v.object({
            items: v.array(v.object({ jobKey: v.string(), runs: v.array(instanceEventSchema) })),
          }),
        },
      },
      problems: [],
      async handle({ query: { jobKey, limit = DEFAULT_RUNS } }) {
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
