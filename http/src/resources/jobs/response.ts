import type { InputIssue, JobDetail } from "@mojob/core/engine";
import type { Context } from "hono";
import { etagOf } from "../../request/preconditions.ts";
import { jsonResponse, type RouteResponse } from "../../route/route.ts";
import { issueJson } from "../../schema/issue.ts";
import { type CronLocale, cronLocaleOf } from "../cron/words.ts";
import { jobDetailJson } from "./json.ts";
import { jobDetailSchema } from "./schema.ts";

export const JOB_RESPONSE: RouteResponse = {
  description: "The job",
  schema: jobDetailSchema,
  headers: { ETag: "The definition's revision" },
};

export const CREATED_JOB_RESPONSE: RouteResponse = {
  ...JOB_RESPONSE,
  description: "The new job",
  headers: { ETag: "The definition's revision", Location: "Where the job is" },
};

export function jobResponse(detail: JobDetail, context: Context): Response {
  return jsonResponse(jobDetailJson(detail, localeOf(context)), 200, {
    ETag: etagOf(detail.definition.revision),
  });
}

/**
 * @param location the value of `Location`
 * @param warnings what of its graph is worth a look
 */
export function createdJobResponse(
  detail: JobDetail,
  context: Context,
  location: string,
  warnings: readonly InputIssue[] = [],
): Response {
  const job = jobDetailJson(detail, localeOf(context));
  const body = warnings.length === 0 ? job : { ...job, warnings: warnings.map(issueJson) };
  return jsonResponse(body, 201, {
    ETag: etagOf(detail.definition.revision),
    Location: location,
  });
}

/** The language in which a client reads a schedule. */
export function localeOf(context: Context): CronLocale {
  return cronLocaleOf(context.req.header("Accept-Language"));
}
