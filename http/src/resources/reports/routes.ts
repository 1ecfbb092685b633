import { MoJobErrorCode } from "@mojob/core";
import { LONGEST_JOB_KEY, REPORT_RANGES, REPORT_SUBJECTS, type ReportQuery } from "@mojob/core/engine";
import * as v from "valibot";
import { API_BASE, type ApiContext } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import { instant } from "../../schema/fields.ts";
import { queryOneOf, queryText } from "../../schema/query-fields.ts";
import { stated } from "../../schema/stated.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { reportCsv } from "./csv.ts";
import { reportSchema, reportStateSchema, worstReportSchema } from "./schema.ts";

const FILTERS = {
  range: v.optional(
    queryOneOf(REPORT_RANGES, "A time up to now, instead of `from` and `to`; the default is 24h"),
  ),
  from: v.optional(instant("The beginning of its hour or day, in UTC, counts")),
  to: v.optional(instant("The end of its hour or day, in UTC, counts; the default is now")),
  app: v.optional(queryText(63, "One app only")),
  jobKey: v.optional(queryText(LONGEST_JOB_KEY, "One job only")),
  executor: v.optional(
    queryText(200, "What one executor worked on, by its name; not with `jobKey` or `tag`"),
  ),
  tag: v.optional(queryText(100, "Jobs that have this tag now")),
} as const;

const QUERY = strictObject({
  ...FILTERS,
  by: v.optional(queryOneOf(REPORT_SUBJECTS, "What subjects are; the default is tenant, which has none")),
});

const SUMS =
  "Made of sums by hour and day in UTC, which are kept longer than runs: hours for 90 days, days for 400. A time of up to 7 days is shown by " +
  "hours, a longer one by days; 400 days are the most. A run is in the hour in which it ended. No runs are read.";

/** What became of runs over time. */
export function createReportRoutes({ clock }: ApiContext): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/reports`,
      uses: ["reports.report"],
      operationId: "getReport",
      tag: RouteTag.Reports,
      summary: "Show what became of runs over a time",
      description: `${SUMS} Of a caller that may read some apps, the runs of these.`,
      query: QUERY,
      responses: { 200: { description: "The report", schema: reportSchema } },
      problems: [MoJobErrorCode.InvalidArgument],
      handle: async ({ query, scheduler }) =>
        jsonResponse(await scheduler.reports.report(stated<ReportQuery>(query))),
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/reports/worst`,
      uses: ["reports.worst"],
      operationId: "getWorst",
      tag: RouteTag.Reports,
      summary: "List what got worse",
      description: "The ten that got worse most, each way, against the time of the same length before.",
      query: strictObject({
        ...FILTERS,
        by: v.optional(
          queryOneOf(["app", "job", "node", "executor", "tag"], "What is compared; the default is job"),
        ),
      }),
      responses: { 200: { description: "The worst", schema: worstReportSchema } },
      problems: [MoJobErrorCode.InvalidArgument],
      handle: async ({ query, scheduler }) =>
        jsonResponse(await scheduler.reports.worst(stated<ReportQuery>(query))),
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/reports/export`,
      uses: ["reports.report"],
      operationId: "exportReport",
      tag: RouteTag.Reports,
      summary: "Export a report as CSV",
      description:
        "A line for each subject; by tenant for each hour or day. A text that a spreadsheet would take for a formula has an apostrophe before it.",
      query: QUERY,
      responses: {
        200: {
          description: "The lines, with a head",
          mediaType: "text/csv",
          headers: { "Content-Disposition": "The file's name" },
        },
      },
      problems: [MoJobErrorCode.InvalidArgument],
      async handle({ query, scheduler }) {
        const report = await scheduler.reports.report(stated<ReportQuery>(query));
        const name = `report-${report.by}-${clock.now().toISOString().slice(0, 10)}.csv`;
        return new Response(reportCsv(report), {
          headers: {
            "Content-Type": "text/csv; charset=utf-8",
            "Content-Disposition": `attachment; filename="${name}"`,
          },
        });
      },
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/reports/state`,
      uses: ["reports.state"],
      operationId: "getReportState",
      tag: RouteTag.Reports,
      summary: "Show how far the sums have got that reports are made of",
      responses: { 200: { description: "How far", schema: reportStateSchema } },
      handle: async ({ scheduler }) => jsonResponse(await scheduler.reports.state()),
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/reports/rebuild`,
      uses: ["reports.rebuild"],
      operationId: "rebuildReports",
      tag: RouteTag.Reports,
      summary: "Make sums of a time again",
      description:
        "Has the sums since a day made again from the runs that are kept, in the background. It is given up where retention has removed runs of that time: sums are never replaced by smaller ones.",
      body: strictObject({ since: instant("The beginning of its day, in UTC, counts") }),
      bodyExample: { since: "2026-01-01T00:00:00.000Z" },
      responses: { 202: { description: "It has begun", schema: reportStateSchema } },
      problems: [MoJobErrorCode.InvalidArgument],
      handle: async ({ body: { since }, scheduler }) =>
        jsonResponse(await scheduler.reports.rebuild(since), 202),
    }),
  ];
}
