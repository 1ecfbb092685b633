import type { MoJobScheduler } from "@mojob/core";
import type { Clock } from "@mojob/core/ports";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { API_BASE, type ApiContext } from "./route/api-context.ts";
import { findUser } from "./auth/authenticate.ts";
import { AccessGuard, findSessionHolder } from "./auth/session/access-guard.ts";
import { CallLimit, sessionPrefix, SIGN_IN_PREFIX, TokenThrottle } from "@mojob/core/engine";
import { StartLinks } from "./auth/session/start-links.ts";
import { createSessions, type Sessions } from "./auth/session/session.ts";
import { EventHubs } from "./resources/events/hubs.ts";
import {
  type ManagementAppOptions,
  type ResolvedManagementAppOptions,
  resolveManagementAppOptions,
} from "./management-app-options.ts";
import { RequestMetrics } from "./resources/metrics/request-metrics.ts";
import { compressJson } from "./route/compress-json.ts";
import { registerWorkKinds } from "./schema/work-kinds.ts";
import { createLongCalls } from "./route/long-calls.ts";
import { mountRoutes, POSITION_HEADER } from "./route/mount-routes.ts";
import { decodedPath } from "./panel/pathname.ts";
import { mountPanel } from "./panel/mount-panel.ts";
import type { PeopleOptions } from "./resources/identity/people-context.ts";
import { createErrorHandler } from "./problem/error-handler.ts";
import { HttpProblemCode } from "./problem/problem-code.ts";
import { problemOf, problemResponse } from "./problem/problem.ts";
import { RouteHeader } from "./route/route.ts";
import { createOwnRoutes } from "./resources/own-routes.ts";
import { createPageRoutes } from "./pages/routes.ts";
import { securityHeaders } from "./route/security-headers.ts";

/** The API as a Hono app: serve its `fetch`, or mount it in another app with `route()`. */
export type ManagementApp = Hono & {
  /**
   * Resolves to the part of an address, such as `/welcome#mjl_…`, that signs a browser in once where `localToken` is asked for; the one before
   * has ended. `null` where none is needed.
   */
  startLink(): Promise<string | null>;
  /** Ends the event streams and the calls that wait, and stops watching the scheduler, which stays as it is. */
  close(): Promise<void>;
};

/**
 * The management API over a scheduler. Nothing happens until a request comes.
 *
 * Without a token or `authenticate` it serves only direct requests of the same machine that no page of another site sent, whatever address the
 * server listens on; `assertSafeBinding` refuses such an address before listening. A proxy of this machine that speaks HTTP/1.1 and adds no header cannot
 * be told from a program of it: behind one, the program that mounts this app gives it a `token`, `authenticate` or a `localToken`.
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
  const { localToken, scope, origins, extensions, basePath, compress, clock, onError } = resolved;
  const scoped = scope === undefined ? scheduler : scheduler.scoped(scope.app);
  const closing = new AbortController();
  const context: ApiContext = { clock, basePath, app: scope?.app ?? null, closing: closing.signal };
  const hubs = new EventHubs(clock);
  const { guard, sessions } = createGuard(resolved, scoped);
  const startLinks = localToken === undefined ? null : new StartLinks(clock);
  const requests = new RequestMetrics();
  // Hono's own helpers for this fail where the host app brings another version of it.
  const patterns = new WeakMap<Request, string>();
  const onMatched = (request: Request, pattern: string): void => void patterns.set(request, pattern);
  const app = new Hono();

  app.use(measured(requests, clock, (request) => patterns.get(request) ?? "unmatched"));
  if (compress) app.use(compressJson);
  app.use(securityHeaders(resolved.publicUrl));
  if (basePath !== "") app.use(withoutLastSlash(basePath));
  if (origins.length > 0) app.use(cors(corsOptions(origins)));
  app.onError(createErrorHandler(clock, onError));
  app.notFound(notFoundResponse);

  const ownRoutes = createOwnRoutes({
    people: peopleOf(resolved, scoped.tenant),
    tokens: resolved,
    context,
    guard,
    sessions,
    startLinks,
    hubs,
    requests,
    scheduler: scoped,
    isRegistrationOpen: resolved.registration,
    tenants: resolved.tenants,
    protection: resolved.protection,
    environment: resolved.environment,
  });
  const apiRoutes = [...ownRoutes, ...extensions.flatMap(({ routes }) => routes)];
  const origin = { addressOf: resolved.addressOf, clock };
  const mounting = { guard, scheduler: scoped, onMatched, origin, feed: hubs, longCalls: createLongCalls() };
  const pageRoutes = createPageRoutes(apiRoutes, context, resolved.docs);
  mountRoutes(app, [...ownRoutes, ...pageRoutes], { ...mounting, extension: null });
  for (const extension of extensions) mountRoutes(app, extension.routes, { ...mounting, extension });
  mountPanel(app, { basePath, compress, guard, onMatched });
  // Where somebody looks at the API's root in a browser. It is no operation, so the API's description has it not.
  app.all(API_BASE, (c) => (c.req.method === "GET" ? c.redirect(`${basePath}/docs`) : notFoundResponse(c)));
  // Where this app is mounted in another one, that app would respond for what is not found here.
  app.all(`${API_BASE}/*`, notFoundResponse);
  Object.assign(app.fetch, { localOnly: isLocalOnly(resolved) });
  const close = (): Promise<void> => {
    closing.abort();
    return hubs.close();
  };
  return Object.assign(app, { close, startLink: startLinkOf(startLinks, resolved) });
}

/** Whether nothing but the address of a caller can tell who it is: then no other machine is served. */
function isLocalOnly({
  token,
  authenticate,
  identity,
}: Pick<ResolvedManagementAppOptions, "token" | "authenticate" | "identity">): boolean {
  return token === undefined && authenticate === undefined && identity === undefined;
}

/** Makes the link of `startLink()`: people do without once there are some. */
function startLinkOf(
  links: StartLinks | null,
  { basePath, identity }: Pick<ResolvedManagementAppOptions, "basePath" | "identity">,
): ManagementApp["startLink"] {
  return async () =>
    links === null || (await identity?.isInUse()) === true
      ? null
      : `${basePath}/welcome#${await links.make()}`;
}

/** The options of the routes of people, where there are people. */
function peopleOf(
  { identity, provider, passwords, addressOf, clock, publicUrl, cookiePath }: ResolvedManagementAppOptions,
  tenant: string,
): PeopleOptions | undefined {
  return identity && { identity, provider, passwords, addressOf, clock, publicUrl, tenant, cookiePath };
}

/** Knows who calls: by the token and the sessions that were opened with it, by the login of the app around this one, and by what extensions know. */
function createGuard(
  {
    token,
    localToken,
    authenticate,
    extensions,
    origins,
    addressOf,
    cookiePath,
    clock,
    identity,
    sessions: store,
    maxCallsPerMinute,
    onWarning,
  }: ResolvedManagementAppOptions,
  { tenant, settings }: Pick<MoJobScheduler, "tenant" | "settings">,
): { readonly guard: AccessGuard; readonly sessions: Sessions | undefined } {
  const known = { tenant, identity, token, localToken };
  const sessions =
    token === undefined && localToken === undefined && identity === undefined
      ? undefined
      : createSessions({
          // People sign in once for all tenants.
          prefix: identity === undefined ? sessionPrefix(tenant) : SIGN_IN_PREFIX,
          token: token ?? localToken ?? "",
          clock,
          basePath: cookiePath,
          store,
          findHolder: (holder) => findSessionHolder(holder, known),
        });
  const throttle = new TokenThrottle(clock, (caller) =>
    onWarning(`Too many wrong tokens were sent from "${caller}": it is refused for a minute`),
  );
  const guard = new AccessGuard({
    ...known,
    requiresSecondFactor: () => settings.requiresSecondFactor(),
    findUser: authenticate && ((incoming) => findUser(authenticate, incoming)),
    extensions,
    origins,
    sessions,
    throttle,
    callLimit: new CallLimit(clock, maxCallsPerMinute),
    addressOf,
    clock,
  });
  return { guard, sessions };
}

function measured(
  requests: RequestMetrics,
  clock: Clock,
  routeOf: (request: Request) => string,
): MiddlewareHandler {
  return async (c, next) => {
    const startedMs = clock.monotonicMs();
    await next();
    const durationMs = clock.monotonicMs() - startedMs;
    requests.record({ method: c.req.method, route: routeOf(c.req.raw), status: c.res.status, durationMs });
  };
}

/** Mounted in another app, the root is found without a slash at its end only. */
function withoutLastSlash(basePath: string): MiddlewareHandler {
  const withSlash = `${decodedPath(basePath)}/`;
  return (c, next) => (c.req.path === withSlash ? Promise.resolve(c.redirect(basePath, 308)) : next());
}

function notFoundResponse(c: Context): Response {
  return problemResponse(problemOf(HttpProblemCode.NotFound, `Nothing is found at "${c.req.path}"`));
}

function corsOptions(origins: readonly string[]): Parameters<typeof cors>[0] {
  return {
    origin: [...origins],
    allowMethods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
    allowHeaders: ["Authorization", "Content-Type", ...Object.values(RouteHeader)],
    exposeHeaders: ["ETag", "Location", "Retry-After", POSITION_HEADER],
    maxAge: 600,
  };
}
