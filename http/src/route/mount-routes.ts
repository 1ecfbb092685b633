import type { MoJobScheduler } from "@mojob/core";
import type { Use } from "@mojob/core/engine";
import type { Context, Hono } from "hono";
import type { AccessGuard } from "../auth/session/access-guard.ts";
import { HttpProblemCode } from "../problem/problem-code.ts";
import { problemOf, problemResponse } from "../problem/problem.ts";
import { readIdempotencyKey, readIfMatch } from "../request/preconditions.ts";
import { readQuery } from "../request/query.ts";
import { readJsonBody } from "../request/read-body.ts";
import { validate } from "../request/validate.ts";
import type { ApiExtension } from "./api-extension.ts";
import { accessOf } from "./access-of.ts";
import { type Route, RouteHeader, type RouteRequest } from "./route.ts";
import { incomingOf } from "./incoming.ts";
import { strictObject } from "../schema/strict-object.ts";

export interface MountRoutesOptions {
  readonly guard: AccessGuard;
  readonly scheduler: MoJobScheduler;
  /** Whose routes they are; `null` is the API's own. */
  readonly extension: ApiExtension | null;
  /** Is called with the pattern that a request matched. */
  readonly onMatched: (request: Request, pattern: string) => void;
}

/** Adds routes to the app: guard, checks, handler, and a 405 for every other method of their paths. */
export function mountRoutes(app: Hono, routes: readonly Route[], options: MountRoutesOptions): void {
  const { guard, scheduler, extension, onMatched } = options;
  for (const route of routes) {
    const access = accessOf(route);
    const admission = { access, extension };
    app.on(route.method, route.pattern, async (c) => {
      onMatched(c.req.raw, route.pattern);
      const caller = await guard.authenticate(admission, incomingOf(c));
      const { principal, credential } = caller;
      const request = {
        ...(await readRequest(route, c)),
        principal,
        credential,
        isLive: () => guard.isLive(caller, admission),
        get scheduler() {
          return scheduler.as(principal, access.needs);
        },
      };
      return route.handle(request as RouteRequest<never, never, never, Use>);
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

const NO_QUERY = strictObject({});

async function readRequest(
  route: Route,
  c: Context,
): Promise<
  Omit<RouteRequest<unknown, unknown, unknown>, "principal" | "credential" | "isLive" | "scheduler">
> {
  const { headers } = route;
  const path = route.path && validate(route.path, "path", c.req.param());
  const query = validate(route.query ?? NO_QUERY, "query", readQuery(c.req.url));
  const ifMatch = headers.includes(RouteHeader.IfMatch) ? readIfMatch(c.req.header(RouteHeader.IfMatch)) : [];
  const idempotencyKey = headers.includes(RouteHeader.IdempotencyKey)
    ? readIdempotencyKey(c.req.header(RouteHeader.IdempotencyKey), route.idempotencyKeyReserve)
    : undefined;
  const body = route.body && validate(route.body, "body", await readJsonBody(c.req.raw));
  return { path, query, body, ifMatch, idempotencyKey, context: c };
}
