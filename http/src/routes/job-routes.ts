import { type DefinitionQuery, isMoJobError, JobKind, type JobDetail, MoJobErrorCode } from "@mojob/core";
import * as v from "valibot";
import { API_BASE, type ApiContext } from "../api-context.ts";
import { RoutePolicy } from "../auth/route-policy.ts";
import { httpProblem } from "../problem/problem.ts";
import { etagOf, type RevisionMatch } from "../request/preconditions.ts";
import { stated } from "../request/stated.ts";
import { defineRoute, jsonResponse, type Route, RouteHeader, RouteTag } from "../route.ts";
import { instant, instantOut, jobKey, nullable, text } from "../schemas/fields.ts";
import { jobOptionsPatch } from "../schemas/job-options-patch.ts";
import { pageJson, pageSchema, PAGING, readPage } from "../schemas/paging.ts";
import { queryFlag, queryNumber, queryOneOf, queryText } from "../schemas/query-fields.ts";
import { jobDetailJson, jobDetailSchema, jobJson, jobSchema } from "../views/job-json.ts";
import { HttpProblemCode } from "../problem/problem-code.ts";
import { countJobs } from "./count-jobs.ts";
import { strictObject } from "../schemas/strict-object.ts";

const JOB_PATH = strictObject({ key: jobKey });
const JOB_ANSWER = {
  description: "The job",
  schema: jobDetailSchema,
  headers: { ETag: "The definition's revision" },
};

function jobAnswer(detail: JobDetail): Response {
  return jsonResponse(jobDetailJson(detail), 200, { ETag: etagOf(detail.definition.revision) });
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
      async handle({ query: { limit, cursor, count, ...filter } }) {
        const query = stated<Omit<DefinitionQuery, "tenant">>(filter);
        const page = await readPage("jobs", query, { limit, cursor }, (request) =>
          scheduler.jobs.list(query, request),
        );
        return jsonResponse(pageJson(page, jobJson, count && (await countJobs(scheduler, query))));
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
      path: JOB_PATH,
      query: null,
      body: null,
      headers: [],
      answers: { 200: JOB_ANSWER },
      problems: [MoJobErrorCode.JobNotFound],
      handle: async ({ path }) => jobAnswer(await scheduler.jobs.get(path.key)),
    }),
    defineRoute({
      method: "PATCH",
      pattern: `${API_BASE}/jobs/:key`,
      policy: RoutePolicy.Guarded,
      operationId: "updateJob",
      tag: RouteTag.Jobs,
      summary: "Change a job's options",
      description: "In force at once. What is left out stays as it is; the key never changes.",
      path: JOB_PATH,
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
      async handle({ path: { key }, body, ifMatch }) {
        return jobAnswer(await updateMatching(scheduler.jobs, key, body, ifMatch));
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
      path: JOB_PATH,
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
      problems: [MoJobErrorCode.JobNotFound, MoJobErrorCode.WrongJobKind],
      handle: async ({ path, body: { until = null, note = null } }) =>
        jobAnswer(await scheduler.jobs.pause(path.key, { until, note })),
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/jobs/:key/resume`,
      policy: RoutePolicy.Guarded,
      operationId: "resumeJob",
      tag: RouteTag.Jobs,
      summary: "Resume a paused job",
      description: "What was due meanwhile does not fire.",
      path: JOB_PATH,
      query: null,
      body: strictObject({}, "must be an empty object"),
      headers: [],
      answers: { 200: JOB_ANSWER },
      problems: [MoJobErrorCode.JobNotFound, MoJobErrorCode.WrongJobKind],
      handle: async ({ path }) => jobAnswer(await scheduler.jobs.resume(path.key)),
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/jobs/:key/upcoming`,
      policy: RoutePolicy.Guarded,
      operationId: "listUpcomingFires",
      tag: RouteTag.Jobs,
      summary: "Show a job's next fires",
      description: "From the planner itself; empty where none is to come.",
      path: JOB_PATH,
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

/** Updates under `If-Match`: one tag is the condition itself, several or `*` are settled by the revision read now. */
async function updateMatching(
  jobs: ApiContext["scheduler"]["jobs"],
  key: string,
  patch: unknown,
  match: RevisionMatch,
): Promise<JobDetail> {
  const [only, ...others] = match === "*" ? [] : match;
  try {
    if (only !== undefined && others.length === 0) return await jobs.update(key, patch, only);
    const { revision } = (await jobs.get(key)).definition;
    if (match !== "*" && !match.includes(revision)) throw await stale(jobs, key);
    return await jobs.update(key, patch, revision);
  } catch (error) {
    if (isMoJobError(error, MoJobErrorCode.StaleRevision)) throw await stale(jobs, key);
    throw error;
  }
}

async function stale(jobs: ApiContext["scheduler"]["jobs"], key: string): Promise<Error> {
  const { revision } = (await jobs.get(key)).definition;
  return httpProblem(
    MoJobErrorCode.StaleRevision,
    `Cannot change job "${key}": it is at revision ${revision} now; read it again and decide anew`,
    { revision },
    { ETag: etagOf(revision) },
  );
}
