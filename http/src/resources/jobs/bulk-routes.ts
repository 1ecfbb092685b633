import { Permission } from "@mojob/core";
import type { ChangeJobsRequest } from "@mojob/core/engine";
import * as v from "valibot";
import { problemOfError } from "../../problem/error-handler.ts";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteHeader, RouteTag } from "../../route/route.ts";
import { flag, instant, jobKey, line, listOf, nullable, oneOf } from "../../schema/fields.ts";
import { problemSchema } from "../../schema/problem-schema.ts";
import { stated } from "../../schema/stated.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { operationId } from "../operations/json.ts";
import { waitingFires } from "./schema.ts";
import { originOf } from "../triggers/origin.ts";

const MAX_KEYS = 1000;

/** Many jobs at once. */
export function createJobBulkRoutes(): readonly Route[] {
  return [
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/jobs/bulk`,
      uses: [Permission.ReadJobs, "operations.changeJobs"],
      operationId: "bulkJobs",
      tag: RouteTag.Jobs,
      summary: "Run, pause or resume many jobs",
      description:
        "Each job by itself, in the order of `keys`: one that is refused does not keep the others back. A run begins with the " +
        "job's own arguments.",
      body: strictObject(
        {
          action: oneOf(["run", "pause", "resume"]),
          keys: listOf(jobKey, MAX_KEYS, 1),
          until: v.optional(nullable(instant("When a paused job resumes by itself; `null` is never"))),
          note: v.optional(nullable(line(500))),
          waiting: v.optional(waitingFires),
          overwrite: v.optional(
            v.pipe(
              flag(),
              v.description("Whether pauses in force are replaced; else those jobs are refused"),
            ),
          ),
          operation: v.optional(operationId),
        },
        "must be an object with action and keys",
      ),
      bodyExample: { action: "pause", keys: ["ledger/close", "ledger/report"], note: "Release 4.2" },
      headers: [RouteHeader.IdempotencyKey, RouteHeader.Client],
      responses: {
        200: {
          description: "What became of each job, in the order of the request",
          schema: v.object({
            operation: v.pipe(v.string(), v.description("The record of what was done")),
            done: v.number(),
            results: v.array(
              v.object({
                key: v.string(),
                instanceId: v.pipe(v.nullable(v.string()), v.description("The run that was started")),
                problem: v.pipe(v.nullable(problemSchema), v.description("`null` where it was done")),
              }),
            ),
          }),
        },
      },
      async handle({ body: { action, ...rest }, idempotencyKey, scheduler, context }) {
        const origin = originOf(context.req.header(RouteHeader.Client));
        const { operation, results } = await scheduler.operations.changeJobs(
          stated<ChangeJobsRequest>({
            action,
            ...rest,
            run: stated<ChangeJobsRequest["run"] & object>({ ...origin, idempotencyKey }),
          }),
        );
        return jsonResponse({
          operation,
          done: results.filter(({ problem }) => problem === null).length,
          results: results.map(({ problem, ...result }) => ({
            ...result,
            problem: problem && problemOfError(problem),
          })),
        });
      },
    }),
  ];
}
