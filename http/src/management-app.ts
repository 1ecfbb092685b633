import type { MoJobScheduler } from "@mojob/core";
import { type Context, Hono } from "hono";
import { cors } from "hono/cors";
import { matchedRoutes } from "hono/route";
import { API_BASE, type ApiContext } from "./api-context.ts";
import { createAccessGuard } from "./auth/access-guard.ts";
import { createSessions } from "./auth/session.ts";
import { EventHub } from "./events/event-hub.ts";
import { type ManagementAppOptions, resolveManagementAppOptions } from "./management-app-options.ts";
import { RequestMetrics } from "./metrics/request-metrics.ts";
import { mountRoutes } from "./mount-routes.ts";
import { mountPanel } from "./panel/mount-panel.ts";
import { createErrorHandler } from "./problem/error-handler.ts";
import { HttpProblemCode } from "./problem/problem-code.ts";
import { problemOf, problemResponse } from "./problem/problem.ts";
import { type Route, RouteHeader } from "./route.ts";
import { createBulkRoutes } from "./routes/bulk-route.ts";
import { createCronRoutes } from "./routes/cron-routes.ts";
import { createEventRoutes } from "./routes/event-routes.ts";
import { createInstanceListRoutes } from "./routes/instance-list-routes.ts";
import { createInstanceRoutes } from "./routes/instance-routes.ts";
import { createJobRoutes } from "./routes/job-routes.ts";
import { createMetricsRoutes } from "./routes/metrics-route.ts";
import { createPageRoutes } from "./routes/page-routes.ts";
import { createRecentRunsRoutes } from "./routes/recent-runs-route.ts";
import { createRegistrationRoutes } from "./routes/registration-routes.ts";
import { createSessionRoutes } from "./routes/session-routes.ts";
import { createSystemRoutes } from "./routes/system-routes.ts";
import { createTriggerRoutes } from "./routes/trigger-routes.ts";
import { createWorkerRoutes } from "./routes/worker-routes.ts";
import { securityHeaders } from "./security-headers.ts";

/** The API as a Hono app: serve its `fetch`, or mount it in another app with `route()`. */
export type ManagementApp = Hono & {
  /** Ends the event streams and lets go of the scheduler; the scheduler itself stays as it is. */
  close(): Promise<void>;
};

/**
 * The management API over a scheduler. Nothing happens until a request comes.
 *
 * Without a token it answers only requests to a loopback `Host` that no foreign page sent; check the address with
 * `assertSafeBinding` before listening.
 * @throws MoJobError `invalid_configuration` for options that cannot be
 */
export function createManagementApp(
  scheduler: MoJobScheduler,
  options: ManagementAppOptions = {},
): ManagementApp {
  const { token, scope, origins, basePath, clock, onError } = resolveManagementAppOptions(options);
  const scoped = scope === undefined ? scheduler : scheduler.scoped(scope.app);
  const context: ApiContext = { scheduler: scoped, clock, basePath, app: scope?.app ?? null };
  const hub = new EventHub(context);
  const sessions = token === undefined ? undefined : createSessions({ token, clock, basePath });
  const guard = createAccessGuard({ token, origins, sessions });
  const requests = new RequestMetrics();
  const app = new Hono();

  app.use(async (c, next) => {
    const startedMs = clock.monotonicMs();
    await next();
    const route = matchedRoutes(c).findLast(({ path }) => !path.endsWith("/*"))?.path ?? "unmatched";
    const durationMs = clock.monotonicMs() - startedMs;
    requests.record({ method: c.req.method, route, status: c.res.status, durationMs });
  });
  app.use(securityHeaders);
  if (origins.length > 0) app.use(cors(corsOptions(origins)));
  app.onError(createErrorHandler(clock, onError));
  app.notFound(answerNotFound);

  const apiRoutes: readonly Route[] = [
    ...createJobRoutes(context),
    ...createTriggerRoutes(context),
    ...createCronRoutes(context),
    ...createInstanceListRoutes(context),
    ...createInstanceRoutes(context),
    ...createBulkRoutes(context),
    ...createWorkerRoutes(context),
    ...createRegistrationRoutes(context),
    ...createRecentRunsRoutes(context),
    ...createSystemRoutes(context, guard),
    ...createSessionRoutes(context, sessions),
    ...createEventRoutes(hub),
    ...createMetricsRoutes(context, requests),
  ];
  mountRoutes(app, [...apiRoutes, ...createPageRoutes(apiRoutes, context)], guard);
  mountPanel(app, { context, guard });
  // Mounted in another app, that app's answer would take the place of ours.
  app.all(`${API_BASE}/*`, answerNotFound);
  return Object.assign(app, { close: () => hub.close() });
}

function answerNotFound(c: Context): Response {
  return problemResponse(problemOf(HttpProblemCode.NotFound, `Nothing is found at "${c.req.path}"`));
}

function corsOptions(origins: readonly string[]): Parameters<typeof cors>[0] {
  return {
    origin: [...origins],
    allowMethods: ["GET", "HEAD", "POST", "PATCH"],
    allowHeaders: ["Authorization", "Content-Type", ...Object.values(RouteHeader)],
    exposeHeaders: ["ETag", "Location", "Retry-After"],
    maxAge: 600,
  };
}
