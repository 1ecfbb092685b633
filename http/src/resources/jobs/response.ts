import type { JobDetail } from "@mojob/core/engine";
import type { Context } from "hono";
import { etagOf } from "../../request/preconditions.ts";
import { jsonResponse, type RouteResponse } from "../../route/route.ts";
import type { WarningsJson } from "../tasks/body-warnings.ts";
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

/** @param more what is said of the graph of a task besides */
export function jobResponse(detail: JobDetail, context: Context, more: WarningsJson = {}): Response {
  return jsonResponse({ ...jobDetailJson(detail, localeOf(context)), ...more }, 200, {
    ETag: etagOf(detail.definition.revision),
  });
}

/**
 * @param location the value of `Location`
 * @param more what is said of the graph of a task besides
 */
export function createdJobResponse(
  detail: JobDetail,
  context: Context,
  location: string,
  more: WarningsJson = {},
): Response {
  return jsonResponse({ ...jobDetailJson(detail, localeOf(context)), ...more }, 201, {
    ETag: etagOf(detail.definition.revision),
    Location: location,
  });
}

/** The language in which a client reads a schedule. */
export function localeOf(context: Context): CronLocale {
  return cronLocaleOf(context.req.header("Accept-Language"));
}

/** The body of a task; nothing of other work. */
export function bodyOf({ definition: { work } }: JobDetail): unknown {
  return work.kind === "task" ? work.body : undefined;
}
