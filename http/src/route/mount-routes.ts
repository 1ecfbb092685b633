import { type MoJobScheduler, type Principal, PrincipalKind } from "@mojob/core";
import { isReading, type Permission, type Use } from "@mojob/core/engine";
import { needsOf } from "./needs.ts";
import type { ActOrigin } from "@mojob/core/ports";
import type { Context, Hono } from "hono";
import type { AccessGuard, Admission } from "../auth/session/access-guard.ts";
import type { CallerCounts } from "../auth/caller-counts.ts";
import type { IncomingRequest } from "../auth/peer.ts";
import { actorOf, noteRefusal } from "../problem/note-refusal.ts";
import { HttpProblemCode } from "../problem/problem-code.ts";
import { problemOf, problemResponse } from "../problem/problem.ts";
import { readIdempotencyKey, readIfMatch } from "../request/preconditions.ts";
import { readQuery } from "../request/query.ts";
import { readJsonBody } from "../request/read-body.ts";
import { validate } from "../request/validate.ts";
import type { ApiExtension } from "./api-extension.ts";
import { accessOf } from "./access-of.ts";
import { type Route, RouteHeader, type RouteRequest, RouteTag } from "./route.ts";
import { lastingResponse } from "./lasting-response.ts";
import { incomingOf } from "./incoming.ts";
import { type OriginOptions, originOf } from "../auth/request-origin.ts";
import type { UsedScheduler } from "./used-scheduler.ts";
import { strictObject } from "../schema/strict-object.ts";

export interface MountRoutesOptions {
  readonly guard: AccessGuard;
  readonly scheduler: MoJobScheduler;
  /** The extension whose routes they are; `null` is the API's own. */
  readonly extension: ApiExtension | null;
  readonly origin: OriginOptions;
  /** Is called with the pattern that a request matched. */
  readonly onMatched: (request: Request, pattern: string) => void;
  readonly feed: EventFeed;
  readonly longCalls: CallerCounts;
}

/** Where the events of callers stand. */
export interface EventFeed {
  /** The id of the latest event that this caller's streams were sent; `null` while they are sent none. */
  position(principal: Principal): string | null;
  /** The same, counted from now on; `null` where this caller may not watch. */
  begin(scheduler: UsedScheduler<"watch">): Promise<string | null>;
}

/** Where what a GET returned stands among the events: everything up to this one is in it. */
export const POSITION_HEADER = "MoJob-Event-Id";

/** Adds routes to the app: guard, checks, handler, and a 405 for every other method of their paths. */
export function mountRoutes(app: Hono, routes: readonly Route[], options: MountRoutesOptions): void {
  const { guard, scheduler, extension, onMatched, origin, longCalls } = options;
  for (const route of routes) {
    const access = accessOf(route);
    const admission = { access, extension };
    app.on(route.method, route.pattern, async (c) => {
      onMatched(c.req.raw, route.pattern);
      const incoming = incomingOf(c);
      const from = originOf(incoming, origin);
      const sinceMs = origin.clock.monotonicMs();
      let end = (): void => {};
      try {
        const caller = await guard.authenticate(admission, incoming);
        const { principal, credential } = caller;
        if (route.isLong === true) end = longCalls.begin(principal);
        const isLive = (): Promise<boolean> => guard.isLive(caller, admission);
        const lasting = { clock: origin.clock, sinceMs, isLive };
        const request = {
          ...(await readRequest(route, c, scheduler.tenant)),
          principal,
          credential,
          from,
          isLive,
          get scheduler() {
            return scheduler.as(principal, access.needs, from, isLive);
          },
        };
        const handle = async (): Promise<Response> =>
          route.handle(request as RouteRequest<never, never, never, Use>);
        if (extension === null && changesElsewhere(route)) {
          const actor = { by: actorOf(principal), from };
          return await scheduler.audit.around(actor, route.operationId, handle);
        }
        // Before it reads: an event that follows is then of a change that may not be in it.
        const position = route.method === "GET" ? await positionOf(c, { principal, from }, options) : null;
        const handled = await handle();
        const response = route.method === "GET" ? await lastingResponse(handled, lasting) : handled;
        if (position !== null && response.ok) response.headers.set(POSITION_HEADER, position);
        return response;
      } catch (error) {
        const findSender = () => senderOf(guard, admission, incoming);
        const refused = { operationId: route.operationId, request: c.req.raw, from, findSender };
        await noteRefusal(error, refused, scheduler.audit);
        throw error;
      } finally {
        end();
      }
    });
  }
  for (const [pattern, ofPattern] of Map.groupBy(routes, ({ pattern }) => pattern)) {
    const allow = ofPattern.map(({ method }) => (method === "GET" ? "GET, HEAD" : method)).join(", ");
    app.all(pattern, (c) => {
      onMatched(c.req.raw, pattern);
      const detail = `Cannot ${c.req.method} "${c.req.path}": it takes ${allow}`;
      return problemResponse(problemOf(HttpProblemCode.MethodNotAllowed, detail), { Allow: allow });
    });
  }
}

/**
 * Whether a route changes what the scheduler knows nothing of, such as people and tenants: its own methods keep their audit themselves.
 * Nobody is kept from signing out.
 */
function changesElsewhere({ method, uses, open, tag }: Route): boolean {
  if (method === "GET" || open !== undefined || tag === RouteTag.System) return false;
  const isPermission = (use: Use): use is Permission => use.includes(":");
  return (
    uses.every(isPermission) &&
    (uses.length === 0 || uses.some((use) => isPermission(use) && !isReading(use)))
  );
}

const TO_WATCH = needsOf(["watch"]);

/** A page's first reads begin the watch for its stream, which is opened beside them and comes a moment later. */
async function positionOf(
  c: Context,
  { principal, from }: { readonly principal: Principal; readonly from: ActOrigin },
  { feed, scheduler }: MountRoutesOptions,
): Promise<string | null> {
  const position = feed.position(principal);
  if (position !== null || c.req.header(RouteHeader.Client) !== "panel") return position;
  return await feed.begin(scheduler.as(principal, TO_WATCH, from));
}

const NO_NEEDS = { always: [], sometimes: [] };

/** Who sent a request, whatever it may not do; `null` where its credential is none. */
async function senderOf(
  guard: AccessGuard,
  { access, extension }: Admission,
  incoming: IncomingRequest,
): Promise<Principal | null> {
  try {
    const admission = { access: { ...access, needs: NO_NEEDS, isOfAccount: true }, extension };
    const { principal } = await guard.authenticate(admission, incoming);
    return principal.kind === PrincipalKind.Anonymous ? null : principal;
  } catch {
    return null;
  }
}

const NO_QUERY = strictObject({});

async function readRequest(
  route: Route,
  c: Context,
  tenant: string,
): Promise<
  Omit<RouteRequest<unknown, unknown, unknown>, "principal" | "credential" | "from" | "isLive" | "scheduler">
> {
  const { headers = [] } = route;
  const path = route.path && validate(route.path, "path", c.req.param());
  const query = validate(route.query ?? NO_QUERY, "query", readQuery(c.req.url));
  const ifMatch = headers.includes(RouteHeader.IfMatch) ? readIfMatch(c.req.header(RouteHeader.IfMatch)) : [];
  const idempotencyKey = headers.includes(RouteHeader.IdempotencyKey)
    ? readIdempotencyKey(c.req.header(RouteHeader.IdempotencyKey), route.idempotencyKeyReserve)
    : undefined;
  const body = route.body && validate(route.body, "body", await readJsonBody(c.req.raw, tenant));
  return { path, query, body, ifMatch, idempotencyKey, context: c };
}
