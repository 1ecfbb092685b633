import { type DefinitionQuery, JobKind, type JobDetail, type JobView, MoJobErrorCode } from "@mojob/core";
import type { Context } from "hono";
import * as v from "valibot";
import { API_BASE, type ApiContext } from "../api-context.ts";
import { RoutePolicy } from "../auth/route-policy.ts";
import { HttpProblemCode } from "../problem/problem-code.ts";
import { etagOf } from "../request/preconditions.ts";
import { stated } from "../request/stated.ts";
import { defineRoute, jsonResponse, type Route, RouteHeader, RouteTag } from "../route.ts";
import { instant, instantOut, jobPath, nullable, text } from "../schemas/fields.ts";
import { jobOptionsPatch } from "../schemas/job-options-patch.ts";
import { pageJson, pageSchema, PAGING, readPage } from "../schemas/paging.ts";
import { queryFlag, queryNumber, queryOneOf, queryText } from "../schemas/query-fields.ts";
import { strictObject } from "../schemas/strict-object.ts";
import { type CronLocale, cronLocaleOf } from "../views/cron-words.ts";
import { jobDetailJson, type JobJson, jobJson } from "../views/job-json.ts";
import { jobDetailSchema, jobSchema } from "../views/job-schema.ts";
import { countJobs } from "./count-jobs.ts";
import { updateMatching } from "./update-matching.ts";

const JOB_ANSWER = {
  description: "The job",
  schema: jobDetailSchema,
  headers: { ETag: "The definition's revision" },
};

/** Stale where others change the job each time it is tried. */
const PROBLEMS_OF_PAUSE = [
  MoJobErrorCode.JobNotFound,
  MoJobErrorCode.WrongJobKind,
  MoJobErrorCode.StaleRevision,
];

function jobAnswer(detail: JobDetail, c: Context): Response {
  return jsonResponse(jobDetailJson(detail, localeOf(c)), 200, { ETag: etagOf(detail.definition.revision) });
}

function localeOf(c: Context): CronLocale {
  return cronLocaleOf(c.req.header("Accept-Language"));
}

/** Jobs and their options. */
export function createJobRoutes({ scheduler }: ApiContext): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/jobs`,
      policy: RoutePolicy.Guarded,
      operationId: "listJobs",
      tag: RouteTag.Jobs,
      summary: "List jobs",
      description: "By key, ascending; each with its next fire and its latest run.",
      path: null,
      query: strictObject({
        kind: v.optional(queryOneOf(Object.values(JobKind), "One kind only")),
        search: v.optional(queryText(200, "Part of key or name, case ignored")),
        app: v.optional(queryText(200, "One app only")),
        tag: v.optional(queryText(64, "One tag only")),
        disabled: v.optional(queryFlag("Disabled ones only, or enabled ones only")),
        ...PAGING,
      }),
      body: null,
      headers: [],
      answers: { 200: { description: "A page of jobs", schema: pageSchema(jobSchema) } },
      problems: [],
      async handle({ query: { limit, cursor, count, ...filter }, context }) {
        const query = stated<Omit<DefinitionQuery, "tenant">>(filter);
        const page = await readPage("jobs", query, { limit, cursor }, (request) =>
          scheduler.jobs.list(query, request),
        );
        const locale = localeOf(context);
        const show = (view: JobView): JobJson => jobJson(view, locale);
        return jsonResponse(pageJson(page, show, count && (await countJobs(scheduler, query))));
      },
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/jobs/:key`,
      policy: RoutePolicy.Guarded,
      operationId: "getJob",
      tag: RouteTag.Jobs,
      summary: "Get a job",
      description: "Also tells where stored options differ from the code: the stored ones are in force.",
      path: jobPath,
      query: null,
      body: null,
      headers: [],
      answers: { 200: JOB_ANSWER },
      problems: [MoJobErrorCode.JobNotFound],
      handle: async ({ path, context }) => jobAnswer(await scheduler.jobs.get(path.key), context),
    }),
    defineRoute({
      method: "PATCH",
      pattern: `${API_BASE}/jobs/:key`,
      policy: RoutePolicy.Guarded,
      operationId: "updateJob",
      tag: RouteTag.Jobs,
      summary: "Change a job's options",
      description: "In force at once. What is left out stays as it is; the key never changes.",
      path: jobPath,
      query: null,
      body: jobOptionsPatch,
      bodyExample: { cron: "0 30 2 * * *", timeZone: "Asia/Shanghai", retryCount: 2 },
      headers: [RouteHeader.IfMatch],
      answers: { 200: JOB_ANSWER },
      problems: [
        MoJobErrorCode.JobNotFound,
        MoJobErrorCode.InvalidCron,
        MoJobErrorCode.StaleRevision,
        HttpProblemCode.PreconditionRequired,
      ],
      async handle({ path: { key }, body, ifMatch, context }) {
        return jobAnswer(await updateMatching(scheduler.jobs, key, body, ifMatch), context);
      },
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/jobs/:key/pause`,
      policy: RoutePolicy.Guarded,
      operationId: "pauseJob",
      tag: RouteTag.Jobs,
      summary: "Pause a recurring job",
      description: "It does not fire while it is paused; runs by hand stay possible.",
      path: jobPath,
      query: null,
      body: strictObject(
        {
          until: v.optional(nullable(instant("When it resumes by itself; `null` never"))),
          note: v.optional(nullable(text(500))),
        },
        "must be an object with until and note",
      ),
      bodyExample: { until: "2026-02-01T00:00:00.000Z", note: "Migration under way" },
      headers: [],
      answers: { 200: JOB_ANSWER },
      problems: PROBLEMS_OF_PAUSE,
      handle: async ({ path, body: { until = null, note = null }, context }) =>
        jobAnswer(await scheduler.jobs.pause(path.key, { until, note }), context),
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/jobs/:key/resume`,
      policy: RoutePolicy.Guarded,
      operationId: "resumeJob",
      tag: RouteTag.Jobs,
      summary: "Resume a paused job",
      description: "What was due meanwhile does not fire.",
      path: jobPath,
      query: null,
      body: strictObject({}, "must be an empty object"),
      headers: [],
      answers: { 200: JOB_ANSWER },
      problems: PROBLEMS_OF_PAUSE,
      handle: async ({ path, context }) => jobAnswer(await scheduler.jobs.resume(path.key), context),
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/jobs/:key/upcoming`,
      policy: RoutePolicy.Guarded,
      operationId: "listUpcomingFires",
      tag: RouteTag.Jobs,
      summary: "Show a job's next fires",
      description: "From the planner itself; empty where none is to come.",
      path: jobPath,
      query: strictObject({ count: v.optional(queryNumber(1, 100, "How many, 5 unless said otherwise")) }),
      body: null,
      headers: [],
      answers: {
        200: { description: "The times, soonest first", schema: v.object({ fires: v.array(instantOut) }) },
      },
      problems: [MoJobErrorCode.JobNotFound, MoJobErrorCode.WrongJobKind],
      async handle({ path, query: { count = 5 } }) {
        const fires = await scheduler.jobs.upcoming(path.key, count);
        return jsonResponse({ fires: fires.map((fire) => fire.toISOString()) });
      },
    }),
  ];
}
