import { MoJobErrorCode, type Principal } from "@mojob/core";
import { LONGEST_JOB_KEY, principalLabel, type ReportSummary, SummaryInterval } from "@mojob/core/engine";
import { LANGUAGES } from "@mojob/core/words";
import * as v from "valibot";
import { HttpProblemCode } from "../problem/problem-code.ts";
import { etagOf, revisionsOf } from "../request/preconditions.ts";
import type { Parser } from "../request/validate.ts";
import { API_BASE } from "../route/api-context.ts";
import {
  defineRoute,
  jsonResponse,
  type Route,
  RouteHeader,
  type RouteResponse,
  RouteTag,
} from "../route/route.ts";
import {
  appName,
  flag,
  instantOut,
  line,
  listOf,
  nullable,
  oneOf,
  text,
  wholeNumber,
} from "../schema/fields.ts";
import { strictObject } from "../schema/strict-object.ts";
import { toWire, type Wire, wireObject } from "../schema/wire.ts";

const INTERVALS = Object.values(SummaryInterval);
const LONGEST = 200;
const MOST_APPS = 50;

/** A summary as one caller sees it. */
export interface ReportSummaryJson extends Omit<Wire<ReportSummary>, "tenant"> {
  readonly isOwn: boolean;
}

export const reportSummarySchema: Parser<ReportSummaryJson> = wireObject({
  id: v.string(),
  revision: v.pipe(
    v.number(),
    v.description("The ETag: counts its changes from 1, and the times it was sent"),
  ),
  name: v.string(),
  owner: v.pipe(
    v.nullable(v.string()),
    v.description("With whose rights it is made when it is sent; `null` is the program itself"),
  ),
  isOwn: v.pipe(v.boolean(), v.description("Whether that is the caller")),
  job: v.pipe(v.string(), v.description("The job that sends it")),
  interval: v.picklist(INTERVALS),
  weekday: v.pipe(
    v.nullable(v.number()),
    v.description("1 is Monday, 7 is Sunday; `null` where it is daily"),
  ),
  hour: v.pipe(v.number(), v.description("By the clock of `timeZone`")),
  timeZone: v.string(),
  language: v.picklist(LANGUAGES),
  apps: v.pipe(v.nullable(v.array(v.string())), v.description("`null` for all that its owner may read then")),
  tag: v.pipe(v.nullable(v.string()), v.description("Jobs that have this tag alone")),
  enabled: v.boolean(),
  sentFor: v.pipe(instantOut, v.description("What was due up to then is not sent any more")),
  createdAt: instantOut,
  changedAt: instantOut,
});

const ONE: RouteResponse = {
  description: "The summary",
  schema: v.object({ summary: reportSummarySchema }),
  headers: { ETag: "Its revision, for If-Match" },
};
const PATH: Parser<{ readonly id: string }> = strictObject({
  id: v.pipe(text(100, 1), v.description("The summary")),
});
const BODY = strictObject(
  {
    name: line(LONGEST, 1),
    job: v.pipe(
      text(LONGEST_JOB_KEY, 1),
      v.description("A job that sends mail or writes to a chat, as a route of alarms has one"),
    ),
    interval: oneOf(INTERVALS),
    weekday: v.optional(nullable(wholeNumber(1, 7))),
    hour: wholeNumber(0, 23),
    timeZone: text(LONGEST, 1),
    language: v.optional(oneOf(LANGUAGES)),
    apps: v.optional(nullable(listOf(appName, MOST_APPS, 1))),
    tag: v.optional(nullable(line(LONGEST, 1))),
    enabled: v.optional(flag()),
  },
  "must be an object with name, job, interval, hour and timeZone",
);
const EXAMPLE = {
  name: "Night jobs",
  job: "alarms.mail",
  interval: "weekly",
  weekday: 1,
  hour: 8,
  timeZone: "Asia/Shanghai",
  language: "zh",
  apps: ["ledger"],
} as const;
const CHANGED = [
  MoJobErrorCode.SummaryNotFound,
  MoJobErrorCode.StaleRevision,
  HttpProblemCode.PreconditionRequired,
] as const;
const OWNERS =
  "Its owner is a person who signs in by name, or the program itself; a token has none. Others need `tenant:edit` and read all apps.";

/** Who is sent what became of runs, each day or week. */
export function createReportSummaryRoutes(): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/report-summaries`,
      uses: ["reports.summaries"],
      operationId: "listReportSummaries",
      tag: RouteTag.Reports,
      summary: "List summaries of reports that are sent",
      description: "Your own, by name; with `tenant:edit` for all apps those of others, too.",
      responses: {
        200: { description: "The summaries", schema: v.object({ items: v.array(reportSummarySchema) }) },
      },
      handle: async ({ scheduler, principal }) => {
        const summaries = await scheduler.reports.summaries();
        return jsonResponse({ items: summaries.map((one) => summaryJson(one, principal)) });
      },
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/report-summaries`,
      uses: ["reports.createSummary"],
      operationId: "createReportSummary",
      tag: RouteTag.Reports,
      summary: "Have a summary of reports sent each day or week",
      description: `At most 20 of one owner, and 100 of the tenant. It is made with the rights that its owner has when it is sent. ${OWNERS}`,
      body: BODY,
      bodyExample: EXAMPLE,
      responses: { 201: ONE },
      problems: [MoJobErrorCode.InvalidArgument],
      handle: async ({ body, scheduler, principal }) =>
        shown(await scheduler.reports.createSummary(body), principal, 201),
    }),
    defineRoute({
      method: "PATCH",
      pattern: `${API_BASE}/report-summaries/:id`,
      uses: ["reports.replaceSummary"],
      operationId: "replaceReportSummary",
      tag: RouteTag.Reports,
      summary: "Change a summary of reports",
      description: `All that is sent takes the place of what there was; its owner stays. What was due before is not sent. ${OWNERS}`,
      path: PATH,
      body: BODY,
      bodyExample: EXAMPLE,
      headers: [RouteHeader.IfMatch],
      responses: { 200: ONE },
      problems: [MoJobErrorCode.InvalidArgument, ...CHANGED],
      handle: async ({ path: { id }, body, ifMatch, scheduler, principal }) =>
        shown(await scheduler.reports.replaceSummary(id, body, revisionsOf(ifMatch)), principal),
    }),
    defineRoute({
      method: "DELETE",
      pattern: `${API_BASE}/report-summaries/:id`,
      uses: ["reports.removeSummary"],
      operationId: "removeReportSummary",
      tag: RouteTag.Reports,
      summary: "Send a summary of reports no more",
      description: OWNERS,
      path: PATH,
      headers: [RouteHeader.IfMatch],
      responses: { 200: ONE },
      problems: CHANGED,
      handle: async ({ path: { id }, ifMatch, scheduler, principal }) =>
        shown(await scheduler.reports.removeSummary(id, revisionsOf(ifMatch)), principal),
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/report-summaries/:id/send`,
      uses: ["reports.sendSummary"],
      operationId: "sendReportSummary",
      tag: RouteTag.Reports,
      summary: "Send a summary of reports now as well",
      description: `Of a day or a week up to now, with the rights of its owner. ${OWNERS}`,
      path: PATH,
      body: strictObject({}, "must be an object without members"),
      bodyExample: {},
      responses: {
        202: {
          description: "The run that sends it",
          schema: v.object({ run: v.string() }),
        },
      },
      problems: [MoJobErrorCode.SummaryNotFound, MoJobErrorCode.JobNotFound],
      handle: async ({ path: { id }, scheduler }) => {
        const { run } = await scheduler.reports.sendSummary(id);
        return jsonResponse({ run }, 202);
      },
    }),
  ];
}

function summaryJson(summary: ReportSummary, principal: Principal): ReportSummaryJson {
  const { tenant: _, ...shownOf } = toWire(summary);
  return { ...shownOf, isOwn: summary.owner === principalLabel(principal) };
}

function shown(summary: ReportSummary, principal: Principal, status: 200 | 201 = 200): Response {
  return jsonResponse({ summary: summaryJson(summary, principal) }, status, {
    ETag: etagOf(summary.revision),
  });
}
