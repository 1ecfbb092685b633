import type { MoJobScheduler } from "@mojob/core";
import { type Context, Hono } from "hono";
import { cors } from "hono/cors";
import { API_BASE, type ApiContext } from "./route/api-context.ts";
import { findUser } from "./auth/authenticate.ts";
import { AccessGuard, findSessionHolder } from "./auth/session/access-guard.ts";
import { TokenThrottle } from "@mojob/core/engine";
import { createSessions } from "./auth/session/session.ts";
import { EventHubs } from "./resources/events/hubs.ts";
import { type ManagementAppOptions, resolveManagementAppOptions } from "./management-app-options.ts";
import { RequestMetrics } from "./resources/metrics/request-metrics.ts";
import { compressJson } from "./route/compress-json.ts";
import { registerWorkKinds } from "./schema/work-kinds.ts";
import { mountRoutes } from "./route/mount-routes.ts";
import { decodedPath } from "./panel/pathname.ts";
import { mountPanel } from "./panel/mount-panel.ts";
import { createErrorHandler } from "./problem/error-handler.ts";
import { HttpProblemCode } from "./problem/problem-code.ts";
import { problemOf, problemResponse } from "./problem/problem.ts";
import { type Route, RouteHeader } from "./route/route.ts";
import { createFailureRoutes } from "./resources/instances/failure-routes.ts";
import { createBulkRoutes } from "./resources/instances/bulk-routes.ts";
import { createCronRoutes } from "./resources/cron/routes.ts";
import { createEventRoutes } from "./resources/events/routes.ts";
import { createImportRoutes } from "./resources/imports/routes.ts";
import { createInstanceListRoutes } from "./resources/instances/list-routes.ts";
import { createInstanceRoutes } from "./resources/instances/routes.ts";
import { createJobBulkRoutes } from "./resources/jobs/bulk-routes.ts";
import { createJobLifeRoutes } from "./resources/jobs/life-routes.ts";
import { createJobRoutes } from "./resources/jobs/routes.ts";
import { createMetricsRoutes } from "./resources/metrics/routes.ts";
import { createPageRoutes } from "./pages/routes.ts";
import { createRecentRunsRoutes } from "./resources/instances/recent-routes.ts";
import { createRegistrationRoutes } from "./resources/registrations/routes.ts";
import { createSessionRoutes } from "./resources/session-routes.ts";
import { createOverviewRoutes } from "./resources/overview/routes.ts";
import { createSystemRoutes } from "./resources/system-routes.ts";
import { createTriggerRoutes } from "./resources/triggers/routes.ts";
import { createScriptRoutes } from "./resources/scripts/routes.ts";
import { createHistoryRoutes } from "./resources/history/routes.ts";
import { createOperationRoutes } from "./resources/operations/routes.ts";
import { createTaskRoutes } from "./resources/tasks/routes.ts";
import { createQueueRoutes } from "./resources/queue-routes.ts";
import { createExpectedExecutorRoutes } from "./resources/apps/executor-routes.ts";
import { createExecutorKeyRoutes } from "./resources/apps/executor-key-routes.ts";
import { createAppRoutes } from "./resources/apps/routes.ts";
import { createCallbackRoutes } from "./resources/callback-routes.ts";
import { createSecretRoutes } from "./resources/secret-routes.ts";
import { createControlPlaneRoutes } from "./resources/control-plane-routes.ts";
import { createWorkerRoutes } from "./resources/workers/routes.ts";
import { securityHeaders } from "./route/security-headers.ts";

/** The API as a Hono app: serve its `fetch`, or mount it in another app with `route()`. */
export type ManagementApp = Hono & {
  /** Ends the event streams and the calls that wait, and stops watching the scheduler, which stays as it is. */
  close(): Promise<void>;
};

/**
 * The management API over a scheduler. Nothing happens until a request comes.
 *
 * Without a token or `authenticate` it serves only direct requests of the same machine that no page of another site sent, whatever address the
 * server listens on; `assertSafeBinding` refuses such an address before listening.
 * @throws MoJobError `invalid_configuration` for options that cannot be
 * @example
 * ```ts
 * import { createManagementApp } from "@mojob/http";
 * import { startEmbedded } from "@mojob/runtime-local";
 *
 * const { scheduler, close } = await startEmbedded({ app: "shop", jobs: [] });
 * const management = createManagementApp(scheduler, { basePath: "/jobs" });
 * const request = new Request("http://127.0.0.1/api/v1/overview");
 * const response = await management.fetch(request, { peer: "127.0.0.1" });
 * console.log(response.status);
 * await management.close();
 * await close();
 * ```
 */
export function createManagementApp(
  scheduler: MoJobScheduler,
  options: ManagementAppOptions = {},
): ManagementApp {
  registerWorkKinds();
  const resolved = resolveManagementAppOptions(options);
  const { token, authenticate, scope, origins, basePath, compress, clock, onError, onWarning } = resolved;
  const scoped = scope === undefined ? scheduler : scheduler.scoped(scope.app);
  const closing = new AbortController();
  const context: ApiContext = { clock, basePath, app: scope?.app ?? null, closing: closing.signal };
  const hubs = new EventHubs(clock);
  const sessions =
    token === undefined
      ? undefined
      : createSessions({
          tenant: scoped.tenant,
          token,
          clock,
          store: resolved.sessions,
          findHolder: findSessionHolder,
          basePath,
        });
  const throttle = new TokenThrottle(clock, (caller) =>
    onWarning(`Too many wrong tokens were sent from "${caller}": it is refused for a minute`),
  );
  const { extensions } = resolved;
  const guard = new AccessGuard({
    token,
    findUser: authenticate && ((incoming) => findUser(authenticate, incoming)),
    extensions,
    origins,
    sessions,
    throttle,
    addressOf: resolved.addressOf,
  });
  const requests = new RequestMetrics();
  // Hono's own helpers for this fail where the host app brings another version of it.
  const patterns = new WeakMap<Request, string>();
  const onMatched = (request: Request, pattern: string): void => void patterns.set(request, pattern);
  const app = new Hono();

  app.use(async (c, next) => {
    const startedMs = clock.monotonicMs();
    await next();
    const route = patterns.get(c.req.raw) ?? "unmatched";
    const durationMs = clock.monotonicMs() - startedMs;
    requests.record({ method: c.req.method, route, status: c.res.status, durationMs });
  });
  if (compress) app.use(compressJson);
  app.use(securityHeaders);
  // Mounted in another app, the root is found without a slash at its end only.
  const withSlash = `${decodedPath(basePath)}/`;
  app.use((c, next) =>
    basePath !== "" && c.req.path === withSlash ? Promise.resolve(c.redirect(basePath, 308)) : next(),
  );
  if (origins.length > 0) app.use(cors(corsOptions(origins)));
  app.onError(createErrorHandler(clock, onError));
  app.notFound(notFoundResponse);

  const ownRoutes: readonly Route[] = [
    ...createJobRoutes(),
    ...createJobLifeRoutes({ basePath }),
    ...createJobBulkRoutes(),
    ...createImportRoutes(context),
    ...createTriggerRoutes(context),
    ...createCronRoutes(context),
    ...createInstanceListRoutes(),
    ...createInstanceRoutes(context),
    ...createBulkRoutes(),
    ...createFailureRoutes(context),
    ...createWorkerRoutes(),
    ...createAppRoutes(),
    ...createExpectedExecutorRoutes(),
    ...createExecutorKeyRoutes(),
    ...createHistoryRoutes(),
    ...createOperationRoutes(),
    ...createQueueRoutes(),
    ...createTaskRoutes(context),
    ...createSecretRoutes(),
    ...createCallbackRoutes(),
    ...createScriptRoutes(),
    ...createControlPlaneRoutes(),
    ...createRegistrationRoutes({ isOpen: resolved.registration }),
    ...createRecentRunsRoutes(),
    ...createOverviewRoutes(context),
    ...createSystemRoutes(context, { guard, scheduler: scoped }),
    ...createSessionRoutes(context, sessions, { onEnded: () => hubs.recheck() }),
    ...createEventRoutes(hubs),
    ...createMetricsRoutes(context, requests),
  ];
  const apiRoutes = [...ownRoutes, ...extensions.flatMap(({ routes }) => routes)];
  const mounting = { guard, scheduler: scoped, onMatched };
  mountRoutes(app, [...ownRoutes, ...createPageRoutes(apiRoutes, context)], { ...mounting, extension: null });
  for (const extension of extensions) mountRoutes(app, extension.routes, { ...mounting, extension });
  mountPanel(app, { basePath, compress, guard, onMatched });
  // Where this app is mounted in another one, that app would respond for what is not found here.
  app.all(`${API_BASE}/*`, notFoundResponse);
  Object.assign(app.fetch, { localOnly: token === undefined && authenticate === undefined });
  const close = (): Promise<void> => {
    closing.abort();
    return hubs.close();
  };
  return Object.assign(app, { close });
}

function notFoundResponse(c: Context): Response {
  return problemResponse(problemOf(HttpProblemCode.NotFound, `Nothing is found at "${c.req.path}"`));
}

function corsOptions(origins: readonly string[]): Parameters<typeof cors>[0] {
  return {
    origin: [...origins],
    allowMethods: ["GET", "HEAD", "POST", "PATCH", "DELETE"],
    allowHeaders: ["Authorization", "Content-Type", ...Object.values(RouteHeader)],
    exposeHeaders: ["ETag", "Location", "Retry-After"],
    maxAge: 600,
  };
}
