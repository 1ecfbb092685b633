import * as v from "valibot";
import type { ApiRequest } from "../../../api/call-api.ts";
import { DEFAULT_PAGE_SIZE, pageSize } from "../../../ui/page/page-size.ts";

const text = v.fallback(v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))), undefined);

/** The states that jobs can be narrowed to, beside kind, app and tag. */
export const JOB_STATUSES = [
  "enabled",
  "disabled",
  "paused",
  "failing",
  "late",
  "no_worker",
  "not_in_code",
  "differs",
] as const;
export type JobStatusFilter = (typeof JOB_STATUSES)[number];

/** The kinds of work that jobs can be narrowed to. */
export const JOB_WORKS = [
  "code",
  "task",
  "script",
  "http",
  "command",
  "notice",
  "file",
  "sql",
  "transfer",
  "xxl",
] as const;

/** The orders of the list, descending with `-`; by key where none is chosen. */
export const JOB_SORTS = ["name", "-name", "nextFire", "-nextFire", "-latestRun", "latestRun"] as const;

/** The state of the list of jobs: everything in the URL. Values that make no sense are dropped. */
export const jobsSearch = v.object({
  search: text,
  kind: v.fallback(v.optional(v.picklist(["recurring", "triggered"])), undefined),
  app: text,
  tag: text,
  work: v.fallback(v.optional(v.picklist(JOB_WORKS)), undefined),
  status: v.fallback(v.optional(v.picklist(JOB_STATUSES)), undefined),
  sort: v.fallback(v.optional(v.picklist(JOB_SORTS)), undefined),
  size: pageSize,
  cursor: v.fallback(v.optional(v.string()), undefined),
});

export type JobsSearch = v.InferOutput<typeof jobsSearch>;

type JobsQuery = NonNullable<ApiRequest<"listJobs">["query"]>;

/** The query of the API. */
export function jobsQuery({ status, size = DEFAULT_PAGE_SIZE, ...same }: JobsSearch): JobsQuery {
  const isSwitched = status === "enabled" || status === "disabled";
  return {
    ...same,
    limit: size,
    count: "capped",
    ...(isSwitched ? { disabled: status === "disabled" } : { status }),
  };
}

/** Whether the list is narrowed: an order or a page does not. */
export function isNarrowed({ search, kind, app, tag, work, status }: JobsSearch): boolean {
  return [search, kind, app, tag, work, status].some((value) => value !== undefined);
}
