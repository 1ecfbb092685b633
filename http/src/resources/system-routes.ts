import { type MoJobScheduler, Permission } from "@mojob/core";
import type { HealthCheck } from "@mojob/core/engine";
import { needsOf } from "../route/needs.ts";
import type { Clock } from "@mojob/core/ports";
import * as v from "valibot";
import type { ApiContext } from "../route/api-context.ts";
import type { AccessGuard } from "../auth/session/access-guard.ts";
import { OpenAccess } from "../auth/access.ts";
import { incomingOf } from "../route/incoming.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../route/route.ts";
import { ANY_QUERY } from "../schema/query-fields.ts";

/** A part that hangs must not make the probe hang. */
const HEALTH_TIMEOUT_MS = 5000;

const healthCheck = v.object({ name: v.string(), ok: v.boolean(), detail: v.nullable(v.string()) });
const readiness = v.object({
  status: v.picklist(["ok", "standby", "unavailable"]),
  checks: v.optional(
    v.pipe(v.array(healthCheck), v.description("With `verbose`, for callers with `system:read`")),
  ),
});

export interface SystemRoutesOptions {
  readonly guard: AccessGuard;
  /** Asked for its health on behalf of the program itself: a probe is not signed in. */
  readonly scheduler: MoJobScheduler;
}

/** Whether the process is alive and ready. */
export function createSystemRoutes(
  { clock }: ApiContext,
  { guard, scheduler }: SystemRoutesOptions,
): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: "/livez",
      uses: [],
      open: OpenAccess.Probe,
      operationId: "getLiveness",
      tag: RouteTag.System,
      summary: "Check whether the process responds",
      description: "Reads nothing else: a restart of this process would not mend a store.",
      query: ANY_QUERY,
      responses: { 200: { description: "It does", schema: v.object({ status: v.literal("ok") }) } },
      handle: () => jsonResponse({ status: "ok" }),
    }),
    defineRoute({
      method: "GET",
      pattern: "/readyz",
      uses: [],
      open: OpenAccess.Probe,
      operationId: "getReadiness",
      tag: RouteTag.System,
      summary: "Check whether it can work",
      description:
        "`standby` where another process runs the jobs and this one waits to take over: it can be read and changes nothing. " +
        "`?verbose` adds each part and what is wrong with it, for callers with `system:read`.",
      query: v.object({
        verbose: v.optional(v.pipe(v.string(), v.description("Each part, whatever the value"))),
      }),
      responses: {
        200: { description: "It can, or stands by", schema: readiness },
        503: { description: "A part is unavailable", schema: readiness },
      },
      async handle({ query, context: c }) {
        const checks = await readHealth(scheduler, clock);
        const isReady = checks.every(({ ok }) => ok);
        const showsChecks =
          query.verbose !== undefined &&
          (await guard.allows(needsOf([Permission.ReadSystem]), incomingOf(c)));
        const standing = scheduler.standby() === null ? "ok" : "standby";
        return jsonResponse(
          { status: isReady ? standing : "unavailable", ...(showsChecks && { checks }) },
          isReady ? 200 : 503,
        );
      },
    }),
  ];
}

function readHealth(scheduler: MoJobScheduler, clock: Clock): Promise<readonly HealthCheck[]> {
  const failed = (detail: string): readonly HealthCheck[] => [{ name: "scheduler", ok: false, detail }];
  return new Promise((resolve) => {
    const timer = clock.setTimer(
      () => resolve(failed(`No response within ${HEALTH_TIMEOUT_MS} ms`)),
      HEALTH_TIMEOUT_MS,
      { background: true },
    );
    scheduler
      .health()
      .then(
        (checks) => resolve(checks),
        () => resolve(failed("Unavailable")),
      )
      .finally(() => timer.cancel());
  });
}
