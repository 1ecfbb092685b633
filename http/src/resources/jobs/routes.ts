import { JobKind, MoJobErrorCode } from "@mojob/core";
import { WorkKind } from "@mojob/core/ports";
import {
  type ClockChange,
  clockChanges,
  type JobListQuery,
  JobOrder,
  JobStatus,
  type JobView,
  type UpcomingFire,
} from "@mojob/core/engine";
import * as v from "valibot";
import { API_BASE, type ApiContext } from "../../route/api-context.ts";
import { HttpProblemCode } from "../../problem/problem-code.ts";
import { stated } from "../../schema/stated.ts";
import { defineRoute, jsonResponse, type Route, RouteHeader, RouteTag } from "../../route/route.ts";
import type { UsedScheduler } from "../../route/used-scheduler.ts";
import { instant, instantOut, jobPath, line, nullable } from "../../schema/fields.ts";
import { jobPatch } from "./job-patch.ts";
import { COUNT_CAP, pageJson, pageSchema, PAGING, readPage } from "../../schema/paging.ts";
import { queryFlag, queryLabel, queryNumber, queryOneOf, queryText } from "../../schema/query-fields.ts";
import { API_WORK_KINDS } from "../../schema/work-kinds.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { clockChangeSchema, showClockChange } from "../cron/clock-words.ts";
import { type JobJson, jobJson } from "./json.ts";
import { jobSchema, waitingFires } from "./schema.ts";
import { changeMatching } from "./change-matching.ts";
import { bodyWarnings } from "../tasks/body-warnings.ts";
import { bodyOf, JOB_RESPONSE, jobResponse, localeOf } from "./response.ts";

/** Stale where others change the job at each try. */
const PROBLEMS_OF_PAUSE = [
  MoJobErrorCode.JobNotFound,
  MoJobErrorCode.WrongJobKind,
  MoJobErrorCode.StaleRevision,
];

const KINDS_OF_WORK = [...Object.values(WorkKind), ...API_WORK_KINDS];
const SORTS = Object.values(JobOrder).flatMap((order) => [order, `-${order}`] as const);

/** Jobs and their options. */
export function createJobRoutes({ clock }: Pick<ApiContext, "clock">): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/jobs`,
      uses: ["jobs.list", "jobs.count"],
      operationId: "listJobs",
      tag: RouteTag.Jobs,
      summary: "List jobs",
      description:
        "By key, ascending, unless `sort` says otherwise; each with its next fire and its latest run. A `status` or `sort` that " +
        "asks for the latest runs reads those of every job that the rest of the filter finds.",
      query: strictObject({
        kind: v.optional(queryOneOf(Object.values(JobKind), "One kind only")),
        search: v.optional(queryText(200, "Part of key or name, case ignored")),
        app: v.optional(queryText(63, "One app only")),
        tag: v.optional(queryText(64, "One tag only")),
        label: v.optional(queryLabel("Those only with this label, as `name=value`")),
        work: v.optional(
          queryOneOf(KINDS_OF_WORK, "Those only with work of this kind; a workflow is a `task`"),
        ),
        disabled: v.optional(queryFlag("Disabled ones only, or enabled ones only")),
        status: v.optional(queryOneOf(Object.values(JobStatus), "Those only of which this is true")),
        sort: v.optional(
          queryOneOf(SORTS, "What the list is ordered by, descending with `-`; jobs without it come last"),
        ),
        ...PAGING,
      }),
      responses: { 200: { description: "A page of jobs", schema: pageSchema(jobSchema) } },
      async handle({ query: { limit, cursor, count, sort, ...filter }, scheduler, context }) {
        const query = stated<JobListQuery>({
          ...filter,
          orderBy: sort?.replace("-", "") as JobOrder | undefined,
          descending: sort?.startsWith("-"),
        });
        const page = await readPage("jobs", query, { limit, cursor }, (request) =>
          scheduler.jobs.list(query, request),
        );
        const locale = localeOf(context);
        const show = (view: JobView): JobJson => jobJson(view, locale);
        return jsonResponse(pageJson(page, show, count && (await countOf(scheduler, query))));
      },
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/jobs/:key`,
      uses: ["jobs.get"],
      operationId: "getJob",
      tag: RouteTag.Jobs,
      summary: "Get a job",
      description:
        "`differsFromCode` lists the options whose stored value is not the one in the code; the stored ones are in force.",
      path: jobPath,
      responses: { 200: JOB_RESPONSE },
      problems: [MoJobErrorCode.JobNotFound],
      handle: async ({ path, scheduler, context }) =>
        jobResponse(await scheduler.jobs.get(path.key), context),
    }),
    defineRoute({
      method: "PATCH",
      pattern: `${API_BASE}/jobs/:key`,
      uses: ["jobs.update", "jobs.get", "tasks.validate"],
      operationId: "updateJob",
      tag: RouteTag.Jobs,
      summary: "Change a job's options",
      description: "In force at once. Options that are left out stay as they are; the key never changes.",
      path: jobPath,
      body: jobPatch,
      bodyExample: { cron: "0 30 2 * * *", timeZone: "Asia/Shanghai", retryCount: 2 },
      headers: [RouteHeader.IfMatch],
      responses: { 200: JOB_RESPONSE },
      problems: [
        MoJobErrorCode.JobNotFound,
        MoJobErrorCode.InvalidCron,
        MoJobErrorCode.InvalidArgs,
        MoJobErrorCode.StaleRevision,
        HttpProblemCode.PreconditionRequired,
      ],
      async handle({ path: { key }, body: { comment = null, ...patch }, ifMatch, scheduler, context }) {
        const detail = await changeMatching(scheduler.jobs, key, ifMatch, (revision) =>
          scheduler.jobs.update(key, patch, revision, { comment }),
        );
        const isOfBody = patch.work !== undefined;
        return jobResponse(
          detail,
          context,
          await bodyWarnings(scheduler, key, isOfBody ? bodyOf(detail) : undefined),
        );
      },
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/jobs/:key/pause`,
      uses: ["jobs.pause"],
      operationId: "pauseJob",
      tag: RouteTag.Jobs,
      summary: "Pause a recurring job",
      description:
        "It does not fire while it is paused, and its fires that wait do not begin; it can still be run by hand.",
      path: jobPath,
      body: strictObject(
        {
          until: v.optional(nullable(instant("When it resumes by itself; `null` is never"))),
          note: v.optional(nullable(line(500))),
          waiting: v.optional(waitingFires),
        },
        "must be an object with until, note and waiting",
      ),
      bodyExample: { until: "2026-02-01T00:00:00.000Z", note: "Migration under way" },
      responses: { 200: JOB_RESPONSE },
      problems: PROBLEMS_OF_PAUSE,
      handle: async ({ path, body: { until = null, note = null, waiting }, scheduler, context }) =>
        jobResponse(
          await scheduler.jobs.pause(path.key, { until, note, ...(waiting !== undefined && { waiting }) }),
          context,
        ),
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/jobs/:key/resume`,
      uses: ["jobs.resume"],
      operationId: "resumeJob",
      tag: RouteTag.Jobs,
      summary: "Resume a paused job",
      description: "What the pause held begins; fires that were due during it are not made up for.",
      path: jobPath,
      body: strictObject({}, "must be an empty object"),
      responses: { 200: JOB_RESPONSE },
      problems: PROBLEMS_OF_PAUSE,
      handle: async ({ path, scheduler, context }) =>
        jobResponse(await scheduler.jobs.resume(path.key), context),
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/jobs/:key/upcoming`,
      uses: ["jobs.upcoming"],
      operationId: "listUpcomingFires",
      tag: RouteTag.Jobs,
      summary: "Show a job's next fires",
      description: "Computed by the planner that fires; empty where no fire is to come.",
      path: jobPath,
      query: strictObject({ count: v.optional(queryNumber(1, 100, "How many; the default is 5")) }),
      responses: {
        200: {
          description: "The times, soonest first",
          schema: v.object({
            fires: v.array(instantOut),
            schedules: v.pipe(
              v.array(v.nullable(v.string())),
              v.description("Of each time the schedule's name; `null` is the job's own `cron`"),
            ),
            moved: v.pipe(
              v.array(v.nullable(instantOut)),
              v.description(
                "Of each time the one that the schedule names, where its calendar has moved it to another day; else `null`",
              ),
            ),
            estimated: v.pipe(
              v.array(v.boolean()),
              v.description("Of each time whether its calendar does not know the day yet"),
            ),
            clockChanges: v.pipe(
              v.array(clockChangeSchema),
              v.description(
                "Changes of the clocks that these times come to, for daylight saving mostly, in the language of the caller",
              ),
            ),
          }),
        },
      },
      problems: [MoJobErrorCode.JobNotFound, MoJobErrorCode.WrongJobKind],
      async handle({ path, query: { count = 5 }, scheduler, context: c }) {
        const fires = await scheduler.jobs.upcoming(path.key, count);
        const locale = localeOf(c);
        return jsonResponse({
          fires: fires.map(({ at }) => at.toISOString()),
          schedules: fires.map(({ schedule }) => schedule),
          moved: fires.map(({ movedFrom }) => movedFrom?.toISOString() ?? null),
          estimated: fires.map(({ isEstimated }) => isEstimated),
          clockChanges: changesOf(fires, clock.now()).map((change) => showClockChange(change, locale)),
        });
      },
    }),
  ];
}

/** The clock changes of each zone in which times are named, in their order. */
function changesOf(fires: readonly UpcomingFire[], now: Date): readonly ClockChange[] {
  const zones = new Set(fires.flatMap(({ timeZone }) => timeZone ?? []));
  const changes = [...zones].flatMap((zone) => {
    const times = fires.filter(({ timeZone }) => timeZone === zone).map(({ at }) => at);
    return clockChanges(zone, now, times);
  });
  return changes.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

async function countOf(scheduler: UsedScheduler<"jobs.count">, query: JobListQuery): Promise<number> {
  return Math.min(await scheduler.jobs.count(query), COUNT_CAP);
}
