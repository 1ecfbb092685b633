import type { HealthCheck } from "@mojob/core";
import * as v from "valibot";
import { API_BASE, type ApiContext } from "../api-context.ts";
import type { AccessGuard } from "../auth/access-guard.ts";
import { RoutePolicy } from "../auth/route-policy.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../route.ts";
import { ANY_QUERY, queryNumber } from "../schemas/query-fields.ts";
import { strictObject } from "../schemas/strict-object.ts";
import { attentionJson, attentionSchema } from "../views/attention-json.ts";
import { completionMinuteSchema, completionSteps } from "../views/completion-steps.ts";
import { overviewJson, overviewSchema } from "../views/overview-json.ts";

/** A part that hangs must not make the probe hang. */
const HEALTH_TIMEOUT_MS = 5000;
const MINUTE_MS = 60_000;
/** What the stores keep. */
const A_DAY_MINUTES = 24 * 60;

const healthCheck = v.object({ name: v.string(), ok: v.boolean(), detail: v.nullable(v.string()) });
const readiness = v.object({
  status: v.picklist(["ok", "unavailable"]),
  checks: v.optional(v.pipe(v.array(healthCheck), v.description("With `verbose`, for who may use the API"))),
});

/** The scheduler as a whole, and whether it is well. */
export function createSystemRoutes(context: ApiContext, guard: AccessGuard): readonly Route[] {
  const { scheduler, clock } = context;
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/overview`,
      policy: RoutePolicy.Guarded,
      operationId: "getOverview",
      tag: RouteTag.System,
      summary: "Show everything at a glance",
      description: null,
      path: null,
      query: null,
      body: null,
      headers: [],
      answers: { 200: { description: "Counts, the next fires and the last hour", schema: overviewSchema } },
      problems: [],
      handle: async () => jsonResponse(overviewJson(await scheduler.overview())),
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/completions`,
      policy: RoutePolicy.Guarded,
      operationId: "listCompletions",
      tag: RouteTag.System,
      summary: "Show how many runs ended, over up to a day",
      description: "Counted as they ended: retention takes nothing away.",
      path: null,
      query: strictObject({
        minutes: v.optional(queryNumber(1, A_DAY_MINUTES, "How far back, 60 unless said otherwise")),
        stepMinutes: v.optional(queryNumber(1, 60, "Minutes that are told as one, 1 unless said otherwise")),
      }),
      body: null,
      headers: [],
      answers: {
        200: {
          description: "Oldest first, those without any left out",
          schema: v.object({ items: v.array(completionMinuteSchema) }),
        },
      },
      problems: [],
      async handle({ query: { minutes = 60, stepMinutes = 1 } }) {
        const since = new Date(clock.now().getTime() - minutes * MINUTE_MS);
        return jsonResponse({
          items: completionSteps(await scheduler.completions(since), stepMinutes),
        });
      },
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/attention`,
      policy: RoutePolicy.Guarded,
      operationId: "listAttention",
      tag: RouteTag.System,
      summary: "Tell what somebody should look at",
      description:
        "Failing jobs, jobs no worker takes, fires that are late or were missed and the like, the most urgent first. Looks at " +
        "the newest 200 failed and 200 skipped runs of the last day, so its cost does not grow with the number of runs.",
      path: null,
      query: null,
      body: null,
      headers: [],
      answers: {
        200: {
          description: "Nothing where all is well",
          schema: v.object({ items: v.array(attentionSchema) }),
        },
      },
      problems: [],
      handle: async () => jsonResponse({ items: (await scheduler.attention()).map(attentionJson) }),
    }),
    defineRoute({
      method: "GET",
      pattern: "/livez",
      policy: RoutePolicy.Probe,
      operationId: "getLiveness",
      tag: RouteTag.System,
      summary: "Tell whether the process answers",
      description: "Asks nothing else: restarting this process would not mend a store.",
      path: null,
      query: ANY_QUERY,
      body: null,
      headers: [],
      answers: { 200: { description: "It does", schema: v.object({ status: v.literal("ok") }) } },
      problems: [],
      handle: () => jsonResponse({ status: "ok" }),
    }),
    defineRoute({
      method: "GET",
      pattern: "/readyz",
      policy: RoutePolicy.Probe,
      operationId: "getReadiness",
      tag: RouteTag.System,
      summary: "Tell whether it can work",
      description: "`?verbose` adds each part and what is wrong with it, where the caller may use the API.",
      path: null,
      query: v.object({
        verbose: v.optional(v.pipe(v.string(), v.description("Each part, whatever the value"))),
      }),
      body: null,
      headers: [],
      answers: {
        200: { description: "It can", schema: readiness },
        503: { description: "A part does not answer", schema: readiness },
      },
      problems: [],
      async handle({ query, context: c }) {
        const checks = await readHealth(context);
        const isReady = checks.every(({ ok }) => ok);
        const showsChecks = query.verbose !== undefined && (await guard.allows(c.req.raw));
        return jsonResponse(
          { status: isReady ? "ok" : "unavailable", ...(showsChecks && { checks }) },
          isReady ? 200 : 503,
        );
      },
    }),
  ];
}

function readHealth({ scheduler, clock }: ApiContext): Promise<readonly HealthCheck[]> {
  const failed = (detail: string): readonly HealthCheck[] => [{ name: "scheduler", ok: false, detail }];
  return new Promise((resolve) => {
    const timer = clock.setTimer(
      () => resolve(failed(`Did not answer within ${HEALTH_TIMEOUT_MS} ms`)),
      HEALTH_TIMEOUT_MS,
      { background: true },
    );
    scheduler
      .health()
      .then(
        (checks) => resolve(checks),
        () => resolve(failed("Did not answer")),
      )
      .finally(() => timer.cancel());
  });
}
