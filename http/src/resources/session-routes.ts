import { ALL_PERMISSIONS, type Grant, type Permission, WaitingFires } from "@mojob/core/engine";
import * as v from "valibot";
import { API_BASE, type ApiContext } from "../route/api-context.ts";
import { HttpProblemCode } from "../problem/problem-code.ts";
import { httpProblem } from "../problem/problem.ts";
import { Credential } from "../auth/caller.ts";
import type { Sessions } from "../auth/session/session.ts";
import type { Parser } from "../request/validate.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../route/route.ts";
import { strictObject } from "../schema/strict-object.ts";

/** By what a caller of this API is signed in: signatures are for calls of executors. */
const Access = [Credential.Local, Credential.Token, Credential.Session, Credential.User] as const;
type Access = (typeof Access)[number];

interface SessionJson {
  readonly access: Access;
  readonly app: string | null;
  readonly permissions: readonly Permission[];
  readonly grants?: readonly Grant[] | undefined;
  readonly hasWorkflows: boolean;
  readonly stopWaiting: WaitingFires;
}

const sessionSchema: Parser<SessionJson> = v.object({
  access: v.pipe(
    v.picklist(Access),
    v.description(
      "By what you are signed in: this machine (no token is configured), the token, a session, or the login of the app around this one",
    ),
  ),
  app: v.pipe(v.nullable(v.string()), v.description("The one app everything here is limited to")),
  permissions: v.pipe(
    v.array(v.picklist(ALL_PERMISSIONS)),
    v.description("What you may do; a call that needs another one is refused"),
  ),
  grants: v.optional(
    v.pipe(
      v.array(v.object({ permission: v.picklist(ALL_PERMISSIONS), apps: v.array(v.string()) })),
      v.description("What you may do in some apps only"),
    ),
  ),
  hasWorkflows: v.pipe(v.boolean(), v.description("Whether runs are workflows on Temporal")),
  stopWaiting: v.pipe(
    v.picklist(Object.values(WaitingFires)),
    v.description(
      "What becomes of the runs that wait when an app is stopped, where the request does not say",
    ),
  ),
});

const NOTHING = strictObject({}, "must be an empty object");

export interface SessionRoutesOptions {
  /** Is called when a session has ended here. */
  readonly onEnded: () => void;
}

/** Signing in with a browser, which keeps a cookie that no script can read instead of the token. */
export function createSessionRoutes(
  { app }: ApiContext,
  sessions: Sessions | undefined,
  { onEnded }: SessionRoutesOptions,
): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/session`,
      uses: [],
      operationId: "getSession",
      tag: RouteTag.System,
      summary: "Show whether you are signed in",
      description: null,
      path: null,
      query: null,
      body: null,
      headers: [],
      responses: { 200: { description: "By what you are signed in", schema: sessionSchema } },
      problems: [],
      handle: ({
        credential: access,
        principal: { permissions, grants },
        scheduler: { hasWorkflows, stopWaiting },
      }) => jsonResponse({ access, app, permissions, ...(grants && { grants }), hasWorkflows, stopWaiting }),
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/session`,
      uses: [],
      operationId: "openSession",
      tag: RouteTag.System,
      summary: "Sign in with a browser",
      description:
        "Send the token once as `Authorization`; a session does not open another one. The cookie of the response replaces the " +
        "token for pages of this origin, until you sign out, 12 hours pass without a request, or 7 days are over. Only the API's own token " +
        "opens a session, which may do what the token may do.",
      path: null,
      query: null,
      body: NOTHING,
      bodyExample: {},
      headers: [],
      responses: {
        200: {
          description: "You are signed in",
          schema: sessionSchema,
          headers: { "Set-Cookie": "The session; none where no token is configured" },
        },
      },
      problems: [],
      async handle({ context: { req }, credential, principal, scheduler: { hasWorkflows, stopWaiting } }) {
        if (sessions !== undefined && credential !== Credential.Token) {
          throw httpProblem(HttpProblemCode.Unauthorized, "Send the token as Authorization: Bearer <token>");
        }
        const cookie = await sessions?.open(req.raw, principal);
        onEnded();
        const { permissions, grants } = principal;
        const access = sessions === undefined ? credential : Credential.Session;
        return jsonResponse(
          { access, app, permissions, ...(grants && { grants }), hasWorkflows, stopWaiting },
          200,
          cookie === undefined ? {} : { "Set-Cookie": cookie },
        );
      },
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/session/end`,
      uses: [],
      operationId: "endSession",
      tag: RouteTag.System,
      summary: "Sign out",
      description:
        "Ends the session for every holder of its cookie, and removes the cookie from this browser.",
      path: null,
      query: null,
      body: NOTHING,
      bodyExample: {},
      headers: [],
      responses: {
        200: {
          description: "You are signed out",
          schema: v.object({}),
          headers: { "Set-Cookie": "Ends the session" },
        },
      },
      problems: [],
      async handle({ context: { req } }) {
        const cookie = await sessions?.end(req.raw);
        onEnded();
        return jsonResponse({}, 200, cookie === undefined ? {} : { "Set-Cookie": cookie });
      },
    }),
  ];
}
