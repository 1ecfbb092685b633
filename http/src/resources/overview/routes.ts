import * as v from "valibot";
import { API_BASE, type ApiContext } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import { queryNumber } from "../../schema/query-fields.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { completionMinuteSchema, completionSteps } from "./completions.ts";
import { debugModeSchema, overviewSchema, standbySchema } from "./json.ts";

const MINUTE_MS = 60_000;
/** As long as the stores keep it. */
const A_DAY_MINUTES = 24 * 60;

/** The scheduler at a glance. */
export function createOverviewRoutes({ clock }: ApiContext): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/overview`,
      uses: ["overview"],
      operationId: "getOverview",
      tag: RouteTag.System,
      summary: "Show everything at a glance",
      responses: { 200: { description: "Counts, the next fires and the last hour", schema: overviewSchema } },
      handle: async ({ scheduler }) => jsonResponse(await scheduler.overview()),
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/debug-mode`,
      uses: ["debugMode"],
      operationId: "getDebugMode",
      tag: RouteTag.System,
      summary: "Show which jobs run only by hand",
      description:
        "The control plane that started last decides, by its options; every process shows and obeys it.",
      responses: { 200: { description: "Whether debug mode is on, by kind", schema: debugModeSchema } },
      handle: async ({ scheduler }) => jsonResponse(await scheduler.debugMode()),
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/standby`,
      uses: ["standby"],
      operationId: "getStandby",
      tag: RouteTag.System,
      summary: "Show whether this process stands by",
      description:
        "A process that stands by can be read and refuses every change with `lock_held`; it takes over when the other process ends.",
      responses: { 200: { description: "Which process runs the jobs", schema: standbySchema } },
      handle: ({ scheduler }) => Promise.resolve(jsonResponse({ runner: scheduler.standby() })),
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/completions`,
      uses: ["completions"],
      operationId: "listCompletions",
      tag: RouteTag.System,
      summary: "Show how many runs ended, over up to a day",
      description:
        "Counted as they ended, a broadcast with its shards as one: retention does not change the counts.",
      query: strictObject({
        minutes: v.optional(queryNumber(1, A_DAY_MINUTES, "How far back; the default is 60")),
        stepMinutes: v.optional(queryNumber(1, 60, "Minutes that are counted together; the default is 1")),
      }),
      responses: {
        200: {
          description: "Oldest first; steps without a run are left out",
          schema: v.object({ items: v.array(completionMinuteSchema) }),
        },
      },
      async handle({ query: { minutes = 60, stepMinutes = 1 }, scheduler }) {
        const since = new Date(clock.now().getTime() - minutes * MINUTE_MS);
        return jsonResponse({
          items: completionSteps(await scheduler.completions(since), stepMinutes),
        });
      },
    }),
  ];
}
