import type { Principal } from "@mojob/core";
import type { Use } from "@mojob/core/engine";
import type { ActOrigin } from "@mojob/core/ports";
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { OpenAccess } from "../auth/access.ts";
import type { Credential } from "../auth/caller.ts";
import type { ProblemCode } from "../problem/problem-code.ts";
import type { RevisionMatch } from "../request/preconditions.ts";
import type { Parser } from "../request/validate.ts";
import type { UsedScheduler } from "./used-scheduler.ts";

/** The chapters of the API's documentation. */
export const RouteTag = {
  Jobs: "Jobs",
  Instances: "Instances",
  Workers: "Workers",
  Executors: "Executors",
  Secrets: "Secrets",
  Tenants: "Tenants",
  History: "History",
  People: "People",
  Alarms: "Alarms",
  Backfills: "Backfills",
  Windows: "Windows",
  Forecast: "Forecast",
  Config: "Config",
  Calendars: "Calendars",
  Views: "Views",
  Reports: "Reports",
  Exports: "Exports",
  System: "System",
  Pages: "Pages",
} as const;
export type RouteTag = (typeof RouteTag)[keyof typeof RouteTag];

/** The request headers a route may read. */
export const RouteHeader = {
  /** Makes the route refuse a request without it (428). */
  IfMatch: "If-Match",
  IdempotencyKey: "Idempotency-Key",
  LastEventId: "Last-Event-ID",
  /** The program that acts for a person: `panel`. */
  Client: "MoJob-Client",
  /** The trace of the caller, as W3C Trace Context has it; one that is none is ignored. */
  Traceparent: "traceparent",
} as const;
export type RouteHeader = (typeof RouteHeader)[keyof typeof RouteHeader];

/** One response of a route: JSON of a schema, or text of some media type. */
export interface RouteResponse {
  readonly description: string;
  readonly schema?: Parser<unknown>;
  /** Where it is not JSON. */
  readonly mediaType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly example?: unknown;
}

/** The input of a handler: every part is checked. */
export interface RouteRequest<Path, Query, Body, Used extends Use = never> {
  readonly path: Path;
  readonly query: Query;
  readonly body: Body;
  /** Set where the route names the header `If-Match`. */
  readonly ifMatch: RevisionMatch;
  readonly idempotencyKey: string | undefined;
  /**
   * The methods of the scheduler that the route uses, as the caller may use them: they keep who asks, and refuse requests beyond the
   * caller's rights.
   */
  readonly scheduler: UsedScheduler<Used>;
  readonly principal: Principal;
  /** Where the request came from, as acts keep it. */
  readonly from: ActOrigin;
  /** By what the caller is signed in. */
  readonly credential: Credential;
  /** Resolves to whether the caller would still be let in: a response that lasts asks again and again. */
  readonly isLive: () => Promise<boolean>;
  readonly context: Context;
}

/** Everything about a route. What it does not take is left out; what it uses of the scheduler is always stated. */
export interface RouteDefinition<Path, Query, Body, Used extends Use = Use> {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Hono's pattern. */
  readonly pattern: string;
  /** All that it uses of the scheduler: what its callers need follows from this. Without any, being signed in is enough. */
  readonly uses: readonly Used[];
  /** Lets callers in that are not signed in. @default nobody who is not signed in */
  readonly open?: OpenAccess;
  /** Whether it is of the caller's own account, so that somebody without a second factor reaches it where the tenant requires one. @default false */
  readonly isOfAccount?: boolean;
  /** Whether it checks or previews what may take many turns of the event loop: a caller has a few of these under way. @default false */
  readonly isLong?: boolean;
  readonly operationId: string;
  readonly tag: RouteTag;
  readonly summary: string;
  readonly description?: string;
  /** @default no parameters */
  readonly path?: Parser<Path>;
  /** @default every parameter is refused */
  readonly query?: Parser<Query>;
  /** A missing body counts as `{}`. @default no body is read */
  readonly body?: Parser<Body>;
  readonly bodyExample?: unknown;
  /** The media type of a body that its handler reads piece by piece, in place of `body`. @default none */
  readonly upload?: string;
  /** @default none */
  readonly headers?: readonly RouteHeader[];
  /** Characters a route appends to an idempotency key. @default 0 */
  readonly idempotencyKeyReserve?: number;
  readonly responses: Readonly<Record<number, RouteResponse>>;
  /** The problems it responds with besides those of every route of its shape. @default none */
  readonly problems?: readonly ProblemCode[];
  handle(request: RouteRequest<Path, Query, Body, Used>): Response | Promise<Response>;
}

/** A route without its types, which `defineRoute` has checked. */
export type Route = Omit<RouteDefinition<unknown, unknown, unknown>, "handle"> & {
  handle(request: RouteRequest<never, never, never, Use>): Response | Promise<Response>;
};

/**
 * A route of the API. Its handler sees those methods of the scheduler that it names in `uses`, and no others.
 * @example
 * ```ts
 * defineRoute({ ...route, uses: ["instances.cancel"], handle: ({ path, scheduler }) => cancelled(scheduler.instances.cancel(path.id)) });
 * ```
 */
export function defineRoute<Path, Query, Body, const Used extends Use = never>(
  definition: RouteDefinition<Path, Query, Body, Used>,
): Route {
  return definition;
}

/** A JSON response; `JSON.stringify` makes ISO texts of the instants in it. */
export function jsonResponse(
  body: object,
  status: ContentfulStatusCode = 200,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json(body, { status, headers });
}
