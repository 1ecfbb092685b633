import { JobKind, MoJobErrorCode } from "@mojob/core";
import * as v from "valibot";
import { HttpProblemCode } from "../../problem/problem-code.ts";
import { API_BASE, type ApiContext } from "../../route/api-context.ts";
import { defineRoute, type Route, RouteHeader, RouteTag } from "../../route/route.ts";
import { appName, jobKey, jobPath, json, jsonObject, nullable, oneOf } from "../../schema/fields.ts";
import { stated } from "../../schema/stated.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { changeMatching } from "./change-matching.ts";
import { jobOptionsPatch } from "./options-patch.ts";
import { bodyWarnings } from "../tasks/body-warnings.ts";
import { bodyOf, CREATED_JOB_RESPONSE, createdJobResponse } from "./response.ts";

/** Jobs that are made, copied and removed while the scheduler runs. */
export function createJobLifeRoutes({ basePath }: Pick<ApiContext, "basePath">): readonly Route[] {
  const locationOf = (key: string): string => `${basePath}${API_BASE}/jobs/${encodeURIComponent(key)}`;
  return [
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/jobs`,
      uses: ["jobs.create", "tasks.validate"],
      operationId: "createJob",
      tag: RouteTag.Jobs,
      summary: "Create a job",
      description:
        "For work that no code declares under a key of its own: several jobs can share one handler of their app, with other " +
        "arguments and schedules. `work` is the handler with the job's key unless it is given; a kind other than `code` needs a " +
        "worker of the app that runs it.",
      body: strictObject(
        {
          key: jobKey,
          app: appName,
          kind: oneOf(Object.values(JobKind)),
          options: v.optional(jobOptionsPatch),
          work: v.optional(
            v.pipe(
              jsonObject,
              v.description(
                'What a run does: `{ "kind": "code", "handler" }`, `{ "kind": "script", "language", "source" }`, ' +
                  '`{ "kind": "http", "method", "url", "headers", "body", "success" }`, `{ "kind": "command", "argv", "args" }` or ' +
                  '`{ "kind": "xxl", "handler", "appName", "glueType", "glueSource", "blockStrategy", "broadcast" }`',
              ),
            ),
          ),
          args: v.optional(
            v.pipe(json, v.description("The arguments of each fire, and of a run without any")),
          ),
          argsSchema: v.optional(
            v.pipe(
              nullable(jsonObject),
              v.description(
                "JSON Schema of the arguments, for work that is not code; the default accepts any JSON",
              ),
            ),
          ),
        },
        "must be an object with key, app and kind",
      ),
      bodyExample: {
        key: "ledger/close-quarter",
        app: "ledger",
        kind: "recurring",
        options: { cron: "0 0 1 1 1,4,7,10 *" },
        work: { kind: "code", handler: "ledger/close" },
      },
      responses: { 201: CREATED_JOB_RESPONSE },
      problems: [
        MoJobErrorCode.JobKeyTaken,
        MoJobErrorCode.InvalidCron,
        MoJobErrorCode.InvalidArgs,
        MoJobErrorCode.QuotaExceeded,
      ],
      async handle({ body, scheduler, context }) {
        const detail = await scheduler.jobs.create(stated<typeof body>(body));
        const { key } = detail.definition;
        const warnings = await bodyWarnings(scheduler, key, bodyOf(detail));
        return createdJobResponse(detail, context, locationOf(key), warnings);
      },
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/jobs/:key/copy`,
      uses: ["jobs.copy", "tasks.validate"],
      operationId: "copyJob",
      tag: RouteTag.Jobs,
      summary: "Copy a job",
      description:
        "The copy has the work, options and arguments of the job. The copy of a recurring job begins paused.",
      path: jobPath,
      body: strictObject({ key: jobKey }, "must be an object with key"),
      bodyExample: { key: "ledger/close-test" },
      responses: { 201: CREATED_JOB_RESPONSE },
      problems: [MoJobErrorCode.JobNotFound, MoJobErrorCode.JobKeyTaken, MoJobErrorCode.QuotaExceeded],
      async handle({ path, body: { key }, scheduler, context }) {
        const detail = await scheduler.jobs.copy(path.key, { key });
        const warnings = await bodyWarnings(scheduler, key, bodyOf(detail));
        return createdJobResponse(detail, context, locationOf(key), warnings);
      },
    }),
    defineRoute({
      method: "DELETE",
      pattern: `${API_BASE}/jobs/:key`,
      uses: ["jobs.remove", "jobs.get"],
      operationId: "deleteJob",
      tag: RouteTag.Jobs,
      summary: "Delete a job",
      description:
        "It never fires again. Runs that wait end as Cancelled, runs under way end by themselves, and all of them can be read " +
        "until the job's retention removes them. A job that code declares comes back when its app registers it. A task is " +
        "not deleted while its runs are under way.",
      path: jobPath,
      headers: [RouteHeader.IfMatch],
      responses: { 204: { description: "The job is deleted" } },
      problems: [
        MoJobErrorCode.JobNotFound,
        MoJobErrorCode.StaleRevision,
        MoJobErrorCode.TaskRefused,
        HttpProblemCode.PreconditionRequired,
      ],
      async handle({ path: { key }, ifMatch, scheduler }) {
        await changeMatching(scheduler.jobs, key, ifMatch, (revision) =>
          scheduler.jobs.remove(key, revision),
        );
        return new Response(null, { status: 204 });
      },
    }),
  ];
}
