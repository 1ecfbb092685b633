import { MoJobErrorCode } from "@mojob/core";
import {
  FireAction,
  type ForecastQuery,
  LONGEST_JOB_KEY,
  type Spread,
  type SpreadResult,
  type TimelineQuery,
} from "@mojob/core/engine";
import * as v from "valibot";
import type { Parser } from "../../request/validate.ts";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import {
  appName,
  instant,
  instantText,
  jobKey,
  jobPath,
  listOf,
  nullable,
  oneOf,
  text,
  wholeNumber,
} from "../../schema/fields.ts";
import { queryNumber, queryText } from "../../schema/query-fields.ts";
import { stated } from "../../schema/stated.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { toWire } from "../../schema/wire.ts";
import {
  decisionSchema,
  forecastSchema,
  type SpreadJson,
  spreadResultSchema,
  spreadsSchema,
  suggestionsSchema,
  timelineSchema,
} from "./schema.ts";

const A_DAY_MS = 86_400_000;
const FILTERS = {
  app: v.optional(queryText(63, "One app only")),
  tag: v.optional(queryText(100, "Jobs that have this tag now")),
  jobKey: v.optional(queryText(LONGEST_JOB_KEY, "One job only")),
} as const;
const PROBLEMS = [MoJobErrorCode.InvalidArgument, MoJobErrorCode.JobNotFound];
const SPREAD_PATH: Parser<{ readonly id: string }> = strictObject({
  id: v.pipe(text(64, 1), v.description("The spread")),
});
const NOTE = v.optional(nullable(text(500)));

function spreadJson({ tenant: _tenant, revision: _revision, ...shown }: Spread): SpreadJson {
  return toWire(shown);
}

function resultJson({ spread, left }: SpreadResult): object {
  return { spread: spreadJson(spread), left };
}

/** What will fire, how much of it runs at once, and what to do about it. */
export function createForecastRoutes(): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/forecast`,
      uses: ["forecasts.forecast"],
      operationId: "getForecast",
      tag: RouteTag.Forecast,
      summary: "Show what will fire, and how much of it runs at once",
      description:
        "Fires come from the planner that fires; how long runs take, from the sums of ended runs. At most 31 days, 50,000 jobs and 20,000 buckets. Of a caller that may read some apps, the jobs of these.",
      isLong: true,
      query: strictObject({
        from: v.optional(instant("The first instant that counts; the default is now")),
        to: v.optional(instant("The first instant that no longer counts; the default is 24 hours later")),
        bucketMs: v.optional(
          queryNumber(
            1000,
            31 * A_DAY_MS,
            "How long a bucket is; the default is a minute, beyond a day an hour",
          ),
        ),
        ...FILTERS,
      }),
      responses: { 200: { description: "The forecast", schema: forecastSchema } },
      problems: PROBLEMS,
      handle: async ({ query, scheduler }) =>
        jsonResponse(toWire(await scheduler.forecasts.forecast(stated<ForecastQuery>(query)))),
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/timeline`,
      uses: ["forecasts.timeline"],
      operationId: "getTimeline",
      tag: RouteTag.Forecast,
      summary: "Show what fired and will fire",
      description:
        "Runs and fires one by one, up to 2,000 together; beyond, what became of them by hour or day. At most 400 days, of more than 5,000 jobs 31.",
      isLong: true,
      query: strictObject({
        from: instant("The first instant that counts"),
        to: instant("The first instant that no longer counts"),
        ...FILTERS,
      }),
      responses: { 200: { description: "The timeline", schema: timelineSchema } },
      problems: PROBLEMS,
      handle: async ({ query, scheduler }) =>
        jsonResponse(toWire(await scheduler.forecasts.timeline(stated<TimelineQuery>(query)))),
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/forecast/suggestions`,
      uses: ["forecasts.suggest"],
      operationId: "suggestSpreads",
      tag: RouteTag.Forecast,
      summary: "Suggest how storms can be spread, with the effect",
      description:
        "Changes nothing. Of each storm the fewest jobs, those first whose runs take longest, that begin up to `maxSpreadMs` later. Jobs that have `jitterMs`, and those with the tag `exact`, stay as they are.",
      isLong: true,
      body: strictObject({
        from: v.optional(instantText),
        to: v.optional(instantText),
        at: v.optional(v.pipe(instantText, v.description("One storm only, by its time"))),
        app: v.optional(appName),
        tag: v.optional(text(100, 1)),
        maxSpreadMs: v.optional(
          v.pipe(
            wholeNumber(1000, A_DAY_MS),
            v.description("How much later a fire may begin; 30 minutes where it is left out"),
          ),
        ),
      }),
      bodyExample: { maxSpreadMs: 1_800_000 },
      responses: { 200: { description: "The suggestions", schema: suggestionsSchema } },
      problems: PROBLEMS,
      handle: async ({ body, scheduler }) =>
        jsonResponse(toWire({ items: await scheduler.forecasts.suggest(body) })),
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/forecast/spreads`,
      uses: ["forecasts.spreads"],
      operationId: "listSpreads",
      tag: RouteTag.Forecast,
      summary: "List spreads that were applied",
      description: "The newest first, at most 50.",
      responses: { 200: { description: "The spreads", schema: spreadsSchema } },
      handle: async ({ scheduler }) =>
        jsonResponse({ items: (await scheduler.forecasts.spreads()).map(spreadJson) }),
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/forecast/spreads`,
      uses: ["forecasts.spread"],
      operationId: "createSpread",
      tag: RouteTag.Forecast,
      summary: "Let fires of jobs begin apart from each other",
      description:
        "Sets `jitterMs` of each job. One that was changed since the revision that is named stays as it is; one that the caller may not edit refuses all.",
      isLong: true,
      body: strictObject(
        {
          jobs: listOf(
            strictObject({
              jobKey,
              jitterMs: wholeNumber(0, A_DAY_MS),
              revision: wholeNumber(1, Number.MAX_SAFE_INTEGER),
            }),
            1000,
            1,
          ),
          note: NOTE,
        },
        "must be an object with jobs",
      ),
      bodyExample: { jobs: [{ jobKey: "ledger.close-day", jitterMs: 1_800_000, revision: 4 }] },
      responses: { 201: { description: "The spread", schema: spreadResultSchema } },
      problems: PROBLEMS,
      handle: async ({ body, scheduler }) =>
        jsonResponse(resultJson(await scheduler.forecasts.spread(body)), 201),
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/forecast/spreads/:id/undo`,
      uses: ["forecasts.undoSpread"],
      operationId: "undoSpread",
      tag: RouteTag.Forecast,
      summary: "Take a spread back",
      description: "Gives each job the value back that it had, where nobody has changed it since.",
      isLong: true,
      path: SPREAD_PATH,
      body: strictObject({}, "must be an empty object"),
      responses: { 200: { description: "What became of its jobs", schema: spreadResultSchema } },
      problems: [MoJobErrorCode.SpreadNotFound, MoJobErrorCode.SpreadUndone],
      handle: async ({ path: { id }, scheduler }) =>
        jsonResponse(resultJson(await scheduler.forecasts.undoSpread(id))),
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/jobs/:key/fires`,
      uses: ["forecasts.act"],
      operationId: "actOnFire",
      tag: RouteTag.Forecast,
      summary: "Skip, move or run a fire that is to come",
      description:
        "Its run, or its Skipped record, is made now and has the id of the fire, so that the fire finds it at its time and makes no other. Of the past a backfill makes runs.",
      path: jobPath,
      body: strictObject(
        {
          at: v.pipe(
            instantText,
            v.description("The time that the schedule names, at most 31 days from now"),
          ),
          schedule: v.optional(
            v.pipe(nullable(text(32, 1)), v.description("The name of the schedule; else the job's own")),
          ),
          action: v.pipe(
            oneOf(Object.values(FireAction)),
            v.description("`skip`: it is not run; `run`: it is run now; `move`: it is run at `to`"),
          ),
          to: v.optional(v.pipe(instantText, v.description("With `move`: when it is run"))),
          note: NOTE,
        },
        "must be an object with at and action",
      ),
      bodyExample: { at: "2026-12-24T02:00:00Z", action: "skip", note: "Stocktaking" },
      responses: { 201: { description: "The decision", schema: decisionSchema } },
      problems: [
        MoJobErrorCode.InvalidArgument,
        MoJobErrorCode.JobNotFound,
        MoJobErrorCode.WrongJobKind,
        MoJobErrorCode.FireDecided,
      ],
      handle: async ({ path: { key }, body, scheduler }) =>
        jsonResponse(toWire(await scheduler.forecasts.act(key, body)), 201),
    }),
  ];
}
