import type { JobInstanceSummary } from "@mojob/core";
import { JOB_STATES } from "@mojob/core/ports";
import * as v from "valibot";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import { queryNumber, queryTexts } from "../../schema/query-fields.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { instanceEventJson } from "./json.ts";
import { instanceEventSchema } from "./schema.ts";

/** As many as one screen shows. */
const MAX_JOBS = 50;
const MAX_RUNS = 30;
const DEFAULT_RUNS = 12;

const QUERY = strictObject({
  jobKey: queryTexts(128, MAX_JOBS, "Jobs, with commas"),
  limit: v.optional(queryNumber(1, MAX_RUNS, `Most runs of a job; the default is ${DEFAULT_RUNS}`)),
});

const DESCRIPTION =
  "A job that is unknown or has no runs has an empty list. Each job costs one bounded read of an index.";

const bar = v.object({
  state: v.picklist(JOB_STATES),
  ms: v.pipe(v.number(), v.description("How long its latest attempt took; 0 before its end")),
});

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
      description: DESCRIPTION,
      query: QUERY,
      responses: {
        200: {
          description: "For each job, in order, its runs, newest first",
          schema: v.object({
            items: v.array(v.object({ jobKey: v.string(), runs: v.array(instanceEventSchema) })),
          }),
        },
      },
      async handle({ query: { jobKey, limit = DEFAULT_RUNS }, scheduler }) {
        const recent = await scheduler.instances.recentByJob(jobKey, limit);
        const items = jobKey.map((key) => ({
          jobKey: key,
          runs: (recent.get(key) ?? []).map(instanceEventJson),
        }));
        return jsonResponse({ items });
      },
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/recent-bars`,
      uses: ["instances.recentByJob"],
      operationId: "listRecentBars",
      tag: RouteTag.Jobs,
      summary: "Show the newest runs of several jobs as bars",
      description: `As \`listRecentRuns\`, with a few bytes for each run. ${DESCRIPTION}`,
      query: QUERY,
      responses: {
        200: {
          description: "For each job, in order, a bar for each run, newest first",
          schema: v.object({ items: v.array(v.object({ jobKey: v.string(), bars: v.array(bar) })) }),
        },
      },
      async handle({ query: { jobKey, limit = DEFAULT_RUNS }, scheduler }) {
        const recent = await scheduler.instances.recentByJob(jobKey, limit);
        const items = jobKey.map((key) => ({ jobKey: key, bars: (recent.get(key) ?? []).map(barOf) }));
        return jsonResponse({ items });
      },
    }),
  ];
}

function barOf({ state, startedAt, completedAt }: JobInstanceSummary): v.InferOutput<typeof bar> {
  const hasEnded = startedAt !== null && completedAt !== null;
  return { state, ms: hasEnded ? completedAt.getTime() - startedAt.getTime() : 0 };
}
